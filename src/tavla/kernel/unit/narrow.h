/* A network's layers in 16-bit integers, as the forward pass takes them: sums of rows, rectified (squared) units, pairs
   of units times rows of 32-bit words. Whole numbers: the same on every processor, by whatever way they were added. */
#ifndef TAVLA_NARROW_H
#define TAVLA_NARROW_H

#include "vectors.h"

/* The widest layer, and the silent units after it that a list of units may name. */
#define TN_WIDEST 1024
#define TN_ROOM (TN_WIDEST + 32)

/* A network as it lies in one block of memory; the chapter `nets` tells what is where. */
typedef struct {
    int width1, width2, outputs, squared;
    int16_t *first, *bias1, *second;
    float *scale2, *bias2, *heads, *bias3, *tables;
} tn_net;

/* Room for one layer, or for those of four boards, on lines of the cache. */
typedef struct {
    int16_t at[TN_ROOM] __attribute__((aligned(64)));
} tn_layer;
typedef struct {
    int16_t at[4 * TN_ROOM] __attribute__((aligned(64)));
} tn_layers;

/* tn_vec holds TV_LANES words of 32 bits, each two 16-bit numbers; it is as wide as a tv_vec.
   tn_active: max(0, x), and squared if asked: (2x)^2 / 2^15, rounded, where 2x stops at the largest number.
   tn_pairs: s + a0 * w0 + a1 * w1 in every word. */
#if defined(__AVX512BW__)
typedef __m512i tn_vec;
#define TN_ZERO() _mm512_setzero_si512()
#define TN_LOAD(p) _mm512_loadu_si512(p)
#define TN_STORE(p, v) _mm512_storeu_si512(p, v)
#define TN_ADD(a, b) _mm512_add_epi16(a, b)
#define TN_SUB(a, b) _mm512_sub_epi16(a, b)
#define TN_ADD_WORDS(a, b) _mm512_add_epi32(a, b)
#define TN_EITHER(a, b) _mm512_or_si512(a, b)
#define TN_EVERY(word) _mm512_set1_epi32(word)
#define TN_FLOATS(v) ((tv_vec)_mm512_cvtepi32_ps(v))
TV_INLINE tn_vec tn_active(tn_vec x, const int squared) {
    x = _mm512_max_epi16(x, _mm512_setzero_si512());
    if (!squared) return x;
    x = _mm512_adds_epi16(x, x);
    return _mm512_mulhrs_epi16(x, x);
}
TV_INLINE tn_vec tn_pairs(tn_vec s, tn_vec a, tn_vec w) {
#if defined(__AVX512VNNI__)
    /* By hand: around the intrinsic gcc 12 copies the sums. */
    __asm__("vpdpwssd %2, %1, %0" : "+v"(s) : "v"(a), "vm"(w));
    return s;
#else
    return _mm512_add_epi32(s, _mm512_madd_epi16(a, w));
#endif
}
TV_INLINE int tn_list(tn_vec v, int at, int *to) {
    __m512i names = _mm512_add_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                     _mm512_set1_epi32(at));
    __mmask16 on = _mm512_test_epi32_mask(v, v);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(on, names));
    return __builtin_popcount(on);
}
#elif defined(__AVX2__)
typedef __m256i tn_vec;
#define TN_ZERO() _mm256_setzero_si256()
#define TN_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define TN_STORE(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define TN_ADD(a, b) _mm256_add_epi16(a, b)
#define TN_SUB(a, b) _mm256_sub_epi16(a, b)
#define TN_ADD_WORDS(a, b) _mm256_add_epi32(a, b)
#define TN_EITHER(a, b) _mm256_or_si256(a, b)
#define TN_EVERY(word) _mm256_set1_epi32(word)
#define TN_FLOATS(v) ((tv_vec)_mm256_cvtepi32_ps(v))
TV_INLINE tn_vec tn_active(tn_vec x, const int squared) {
    x = _mm256_max_epi16(x, _mm256_setzero_si256());
    if (!squared) return x;
    x = _mm256_adds_epi16(x, x);
    return _mm256_mulhrs_epi16(x, x);
}
TV_INLINE tn_vec tn_pairs(tn_vec s, tn_vec a, tn_vec w) { return _mm256_add_epi32(s, _mm256_madd_epi16(a, w)); }
TV_INLINE int tn_list(tn_vec v, int at, int *to) {
    unsigned on = 255 ^ (unsigned)_mm256_movemask_ps((__m256)_mm256_cmpeq_epi32(v, _mm256_setzero_si256()));
    int n = 0;
    for (; on; on &= on - 1) to[n++] = at + __builtin_ctz(on);
    return n;
}
#elif defined(__SSSE3__)
typedef __m128i tn_vec;
#define TN_ZERO() _mm_setzero_si128()
#define TN_LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define TN_STORE(p, v) _mm_storeu_si128((__m128i *)(p), v)
#define TN_ADD(a, b) _mm_add_epi16(a, b)
#define TN_SUB(a, b) _mm_sub_epi16(a, b)
#define TN_ADD_WORDS(a, b) _mm_add_epi32(a, b)
#define TN_EITHER(a, b) _mm_or_si128(a, b)
#define TN_EVERY(word) _mm_set1_epi32(word)
#define TN_FLOATS(v) ((tv_vec)_mm_cvtepi32_ps(v))
TV_INLINE tn_vec tn_active(tn_vec x, const int squared) {
    x = _mm_max_epi16(x, _mm_setzero_si128());
    if (!squared) return x;
    x = _mm_adds_epi16(x, x);
    return _mm_mulhrs_epi16(x, x);
}
TV_INLINE tn_vec tn_pairs(tn_vec s, tn_vec a, tn_vec w) { return _mm_add_epi32(s, _mm_madd_epi16(a, w)); }
TV_INLINE int tn_list(tn_vec v, int at, int *to) {
    unsigned on = 15 ^ (unsigned)_mm_movemask_ps((__m128)_mm_cmpeq_epi32(v, _mm_setzero_si128()));
    int n = 0;
    for (; on; on &= on - 1) to[n++] = at + __builtin_ctz(on);
    return n;
}
#else
/* Any other processor: vectors of sixteen bytes in the compilers' own terms, halves of words by shifts. */
typedef int tn_vec __attribute__((vector_size(16)));
typedef int16_t tn_half __attribute__((vector_size(16)));
typedef uint16_t tn_count __attribute__((vector_size(16)));
TV_INLINE tn_vec tn_load(const void *p) {
    tn_vec v;
    memcpy(&v, p, 16);
    return v;
}
TV_INLINE void tn_store(void *p, tn_vec v) { memcpy(p, &v, 16); }
#define TN_ZERO() ((tn_vec){0})
#define TN_LOAD(p) tn_load(p)
#define TN_STORE(p, v) tn_store(p, v)
#define TN_ADD(a, b) ((tn_vec)((tn_count)(a) + (tn_count)(b)))
#define TN_SUB(a, b) ((tn_vec)((tn_count)(a) - (tn_count)(b)))
#define TN_ADD_WORDS(a, b) ((a) + (b))
#define TN_EITHER(a, b) ((a) | (b))
#define TN_EVERY(word) ((tn_vec){word, word, word, word})
#define TN_FLOATS(v) __builtin_convertvector(v, tv_vec)
#define TN_LOW(v) ((tn_vec)((v) << 16) >> 16)
#define TN_HIGH(v) ((v) >> 16)
TV_INLINE tn_vec tn_square(tn_vec x) {
    x += x;
    tn_vec most = x > 32767;
    x = (most & 32767) | (~most & x);
    return (x * x + 16384) >> 15;
}
TV_INLINE tn_vec tn_active(tn_vec v, const int squared) {
    tn_half x = (tn_half)v;
    v = (tn_vec)(x & (x > 0));
    return squared ? tn_square(TN_LOW(v)) | tn_square(TN_HIGH(v)) << 16 : v;
}
TV_INLINE tn_vec tn_pairs(tn_vec s, tn_vec a, tn_vec w) {
    return s + TN_LOW(a) * TN_LOW(w) + TN_HIGH(a) * TN_HIGH(w);
}
TV_INLINE int tn_list(tn_vec v, int at, int *to) {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        to[n] = at + i;
        n += v[i] != 0;
    }
    return n;
}
#endif
#define TN_UNITS (2 * TV_LANES)
_Static_assert(sizeof(tn_vec) == sizeof(tv_vec), "both kinds of vectors follow the same features of the processor");

/* Some vectors of units: from - the rows to take away + those to add, then rectified if asked. */
TV_INLINE void tn_some_units(const int vectors, const int rectified, const int squared, int16_t *to, const int16_t *from,
                             const int16_t *table, int width, const int *less, int n_less, const int *more, int n_more) {
    tn_vec s[16];
    for (int i = 0; i < vectors; i++) s[i] = TN_LOAD(from + TN_UNITS * i);
    for (int k = 0; k < n_less; k++) {
        const int16_t *row = table + (size_t)less[k] * width;
        for (int i = 0; i < vectors; i++) s[i] = TN_SUB(s[i], TN_LOAD(row + TN_UNITS * i));
    }
    for (int k = 0; k < n_more; k++) {
        const int16_t *row = table + (size_t)more[k] * width;
        for (int i = 0; i < vectors; i++) s[i] = TN_ADD(s[i], TN_LOAD(row + TN_UNITS * i));
    }
    for (int i = 0; i < vectors; i++) TN_STORE(to + TN_UNITS * i, rectified ? tn_active(s[i], squared) : s[i]);
}

TV_INLINE void tn_units(const int rectified, const int squared, int16_t *to, const int16_t *from, const int16_t *table,
                        int width, const int *less, int n_less, const int *more, int n_more) {
    int at = 0;
#define TN_STEP(vectors)                                                                                    \
    for (; at + TN_UNITS * vectors <= width; at += TN_UNITS * vectors)                                      \
        tn_some_units(vectors, rectified, squared, to + at, from + at, table + at, width, less, n_less, more, n_more);
#if defined(__AVX512BW__)
    TN_STEP(16)
#endif
    TN_STEP(8)
    TN_STEP(4)
    TN_STEP(1)
#undef TN_STEP
}

/* The first layer's sums of a board from the rows that it switches on. */
static inline void tn_first(const tn_net *net, int16_t *to, const int *rows, int n) {
    tn_units(0, 0, to, net->bias1, net->first, net->width1, rows, 0, rows, n);
}

/* The rectified first layer of a board from the sums of another and what has changed. */
static inline void tn_change(const tn_net *net, int16_t *to, const int16_t *from, const int *less, int n_less,
                             const int *more, int n_more) {
    if (net->squared) tn_units(1, 1, to, from, net->first, net->width1, less, n_less, more, n_more);
    else tn_units(1, 0, to, from, net->first, net->width1, less, n_less, more, n_more);
}

/* Some vectors of outputs of `count` boards: bias + scale * (sum over the pairs of units in the list), rectified if asked.
   `chains` sums side by side for a board alone, so that none waits for the one before; the list is filled up to that. */
TV_INLINE void tn_some_outputs(const int count, const int vectors, const int chains, const int rectified,
                               float (*to)[TN_WIDEST], const tn_net *net, const int16_t *units, int at,
                               const int *list, int n) {
    tn_vec s[4][4];
    for (int c = 0; c < count * chains; c++)
        for (int i = 0; i < vectors; i++) s[c][i] = TN_ZERO();
    for (int k = 0; k < n; k += chains)
        for (int u = 0; u < chains; u++) {
            const int16_t *row = net->second + ((size_t)list[k + u] * net->outputs + at) * 2;
            tn_vec w[4];
            for (int i = 0; i < vectors; i++) w[i] = TN_LOAD(row + TN_UNITS * i);
            for (int c = 0; c < count; c++) {
                int word;
                memcpy(&word, units + c * TN_ROOM + 2 * list[k + u], 4);
                for (int i = 0; i < vectors; i++) s[c * chains + u][i] = tn_pairs(s[c * chains + u][i], TN_EVERY(word), w[i]);
            }
        }
    for (int c = 0; c < count; c++)
        for (int i = 0; i < vectors; i++) {
            int o = at + TV_LANES * i;
            tn_vec t = s[c * chains][i];
            for (int u = 1; u < chains; u++) t = TN_ADD_WORDS(t, s[c * chains + u][i]);
            tv_vec zero = {0}, z = TN_FLOATS(t) * TV_LOAD(net->scale2 + o) + TV_LOAD(net->bias2 + o);
            TV_STORE(to[c] + o, rectified ? TV_WHERE(z > zero, z) : z);
        }
}

TV_INLINE void tn_outputs(const int count, const int rectified, float (*to)[TN_WIDEST], const tn_net *net,
                          const int16_t *units, const int *list, int n) {
    const int chains = count == 1 ? 4 : 1;
    int at = 0;
#if defined(__AVX512BW__)
    for (; at + 4 * TV_LANES <= net->outputs; at += 4 * TV_LANES)
        tn_some_outputs(count, 4, chains, rectified, to, net, units, at, list, n);
    for (; at < net->outputs; at += TV_LANES)
        tn_some_outputs(count, 1, chains, rectified, to, net, units, at, list, n);
#else
    for (; at < net->outputs; at += 2 * TV_LANES)
        tn_some_outputs(count, 2, chains, rectified, to, net, units, at, list, n);
#endif
}

/* What the network says of `count` boards, one to four, from their rectified first layers, TN_ROOM apart; eight floats a
   board in y. */
TV_INLINE void tn_say_group(const int count, const tn_net *net, int16_t *units, float *y) {
    float to[4][TN_WIDEST] __attribute__((aligned(64)));
    float z[32] __attribute__((aligned(64))) = {0};
    int list[TN_WIDEST / 2 + 32], n = 0, words = net->width1 / 2;
    for (int at = 0; at < words; at += TV_LANES) {
        tn_vec any = TN_LOAD(units + 2 * at);
        for (int c = 1; c < count; c++) any = TN_EITHER(any, TN_LOAD(units + c * TN_ROOM + 2 * at));
        n += tn_list(any, at, list + n);
    }
    /* Past the last unit there is silence: what fills up the list adds nothing. */
    for (int c = 0; c < count; c++) memset(units + c * TN_ROOM + net->width1, 0, 4);
    list[n] = list[n + 1] = list[n + 2] = words;
    if (net->width2) {
        tn_outputs(count, 1, to, net, units, list, n);
        for (int c = 0; c < count; c++) tv_top(z + 8 * c, net->bias3, net->heads, net->width2, to[c]);
    } else {
        tn_outputs(count, 0, to, net, units, list, n);
        for (int c = 0; c < count; c++) memcpy(z + 8 * c, to[c], 20);
    }
    tv_logistic(z);
    memcpy(y, z, 32 * count);
}

static inline void tn_say(const tn_net *net, int count, int16_t *units, float *y) {
    switch (count) {
    case 4: tn_say_group(4, net, units, y); return;
    case 3: tn_say_group(3, net, units, y); return;
    case 2: tn_say_group(2, net, units, y); return;
    case 1: tn_say_group(1, net, units, y); return;
    }
}

#endif
