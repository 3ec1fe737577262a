/* The loops of a network that learns, its heads, and what else is wanted of the processor, written with the compilers'
   vector types so that they stay in registers. Sizes are multiples of 16; every array of weights starts on a 64-byte
   boundary or not, both are right. */
#ifndef TAVLA_VECTORS_H
#define TAVLA_VECTORS_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

/* The widest vectors that the target has, and how many of them a loop keeps at once. */
#if defined(__AVX512F__)
#define TV_LANES 16
#define TV_WIDE 4
#define TV_BLOCK 8
#elif defined(__AVX__)
#define TV_LANES 8
#define TV_WIDE 2
#define TV_BLOCK 8
#else
#define TV_LANES 4
#define TV_WIDE 2
#define TV_BLOCK 8
#endif

typedef float tv_vec __attribute__((vector_size(4 * TV_LANES), aligned(4), may_alias));
typedef int tv_bits __attribute__((vector_size(4 * TV_LANES)));

#define TV_LOAD(p) (*(const tv_vec *)(p))
#define TV_STORE(p, v) (*(tv_vec *)(p) = (v))
#define TV_WHERE(condition, v) ((tv_vec)((tv_bits)(v) & (tv_bits)(condition)))
#define TV_INLINE static inline __attribute__((always_inline))

static inline int tv_lowest(long long x) { return __builtin_ctzll((unsigned long long)x); }
static inline int tv_highest(long long x) { return 63 - __builtin_clzll((unsigned long long)x); }

/* Room for one layer, where vectors do not straddle lines of the cache. */
typedef struct {
    float at[1024] __attribute__((aligned(64)));
} tv_layer;

/* The level of x86-64 that this processor and its system serve: 2, 3 or 4 (here with VNNI); 0 elsewhere. */
static inline int tv_level(void) {
#if defined(__x86_64__)
    /* Asked of the processor itself: not every compiler's runtime answers __builtin_cpu_supports. */
    unsigned a, b, c, d, state, high;
    const unsigned fma_and_xsave = 1u << 12 | 1u << 27;
    const unsigned avx2_bmi2 = 1u << 5 | 1u << 8;
    const unsigned avx512_f_dq_cd_bw_vl = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31, avx512_vnni = 1u << 11;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & fma_and_xsave) != fma_and_xsave) return 2;
    __asm__("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & avx2_bmi2) != avx2_bmi2 || (state & 0x06) != 0x06) return 2;
    if ((b & avx512_f_dq_cd_bw_vl) != avx512_f_dq_cd_bw_vl || !(c & avx512_vnni) || (state & 0xe6) != 0xe6) return 3;
    return 4;
#else
    return 0;
#endif
}

static inline float tv_sum(tv_vec v) {
#if defined(__AVX512F__)
    return _mm512_reduce_add_ps((__m512)v);
#elif defined(__AVX__)
    __m128 s = _mm_add_ps(_mm256_castps256_ps128((__m256)v), _mm256_extractf128_ps((__m256)v, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
#else
    return (v[0] + v[1]) + (v[2] + v[3]);
#endif
}

/* Denormal numbers cost a hundred times their worth: off while the kernel computes, as before afterwards. */
static inline unsigned tv_flush_on(void) {
#if defined(__x86_64__)
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040);
    return before;
#else
    return 0;
#endif
}
static inline void tv_flush_restore(unsigned before) {
#if defined(__x86_64__)
    _mm_setcsr(before);
#else
    (void)before;
#endif
}

/* to = from + the rows of a table `width` wide */
static inline void tv_add_rows(float *to, const float *from, const float *table, int width, const int *rows, int n) {
    int at = 0;
    for (; at + TV_LANES * TV_BLOCK <= width; at += TV_LANES * TV_BLOCK) {
        tv_vec s[TV_BLOCK];
        for (int i = 0; i < TV_BLOCK; i++) s[i] = TV_LOAD(from + at + TV_LANES * i);
        for (int k = 0; k < n; k++) {
            const float *w = table + (size_t)rows[k] * width + at;
            for (int i = 0; i < TV_BLOCK; i++) s[i] += TV_LOAD(w + TV_LANES * i);
        }
        for (int i = 0; i < TV_BLOCK; i++) TV_STORE(to + at + TV_LANES * i, s[i]);
    }
    for (; at < width; at += TV_LANES) {
        tv_vec s = TV_LOAD(from + at);
        for (int k = 0; k < n; k++) s += TV_LOAD(table + (size_t)rows[k] * width + at);
        TV_STORE(to + at, s);
    }
}

/* Rectify a layer in place (squared if asked); list the units that are active, return how many. */
static inline int tv_rectify(float *h, int width, int squared, int *active) {
    int n = 0;
    for (int at = 0; at < width; at += TV_LANES) {
        tv_vec x = TV_LOAD(h + at), zero = {0};
        x = TV_WHERE(x > zero, x);
        if (squared) TV_STORE(h + at, x * x);
        else TV_STORE(h + at, x);
#if defined(__AVX512F__)
        unsigned on = _mm512_cmp_ps_mask((__m512)x, _mm512_setzero_ps(), _CMP_GT_OQ);
        for (; on; on &= on - 1) active[n++] = at + __builtin_ctz(on);
#elif defined(__AVX__)
        unsigned on = (unsigned)_mm256_movemask_ps(_mm256_cmp_ps((__m256)x, (__m256)zero, _CMP_GT_OQ));
        for (; on; on &= on - 1) active[n++] = at + __builtin_ctz(on);
#else
        for (int i = 0; i < TV_LANES; i++) {
            active[n] = at + i;
            n += x[i] > 0;
        }
#endif
    }
    return n;
}

/* to = max(0, bias + sum over the active units of h[unit] * table[unit]) */
static inline void tv_dense(float *to, const float *bias, const float *table, int width, const float *h,
                            const int *active, int n) {
    tv_vec zero = {0};
    int at = 0;
    for (; at + TV_LANES * TV_WIDE <= width; at += TV_LANES * TV_WIDE) {
        tv_vec s[TV_WIDE];
        for (int i = 0; i < TV_WIDE; i++) s[i] = TV_LOAD(bias + at + TV_LANES * i);
        for (int k = 0; k < n; k++) {
            const float *row = table + (size_t)active[k] * width + at;
            for (int i = 0; i < TV_WIDE; i++) s[i] += h[active[k]] * TV_LOAD(row + TV_LANES * i);
        }
        for (int i = 0; i < TV_WIDE; i++) TV_STORE(to + at + TV_LANES * i, TV_WHERE(s[i] > zero, s[i]));
    }
    for (; at < width; at += TV_LANES) {
        tv_vec s = TV_LOAD(bias + at);
        for (int k = 0; k < n; k++) s += h[active[k]] * TV_LOAD(table + (size_t)active[k] * width + at);
        TV_STORE(to + at, TV_WHERE(s > zero, s));
    }
}

/* The logistic function of 32 numbers, by (1 - x / 256) ^ 256. */
static inline void tv_logistic(float *y) {
    for (int at = 0; at < 32; at += TV_LANES) {
        tv_vec one = {0}, low = {0};
        one += 1.f, low -= 16.f;
        tv_vec x = TV_LOAD(y + at);
        tv_vec high = -low;
        x = TV_WHERE(x > low, x) + TV_WHERE(x <= low, low);
        x = TV_WHERE(x < high, x) + TV_WHERE(x >= high, high);
        x *= -1.f / 256;
        tv_vec e = one + x * (one + x * (0.5f + x * (1.f / 6)));
        e *= e; e *= e; e *= e; e *= e; e *= e; e *= e; e *= e; e *= e;
        TV_STORE(y + at, one / (one + e));
    }
}

/* y[0..4] = bias + table[0..4] . h */
static inline void tv_top(float *y, const float *bias, const float *table, int width, const float *h) {
    tv_vec s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0};
    for (int at = 0; at < width; at += TV_LANES) {
        tv_vec x = TV_LOAD(h + at);
        s0 += x * TV_LOAD(table + at);
        s1 += x * TV_LOAD(table + width + at);
        s2 += x * TV_LOAD(table + 2 * width + at);
        s3 += x * TV_LOAD(table + 3 * width + at);
        s4 += x * TV_LOAD(table + 4 * width + at);
    }
    y[0] = bias[0] + tv_sum(s0);
    y[1] = bias[1] + tv_sum(s1);
    y[2] = bias[2] + tv_sum(s2);
    y[3] = bias[3] + tv_sum(s3);
    y[4] = bias[4] + tv_sum(s4);
}

/* The five chances of one board from its last layer, in y[0..7]. */
static inline void tv_heads(float *y, const float *bias, const float *table, int width, const float *h) {
    float z[32] __attribute__((aligned(64))) = {0};
    tv_top(z, bias, table, width, h);
    tv_logistic(z);
    memcpy(y, z, 32);
}

/* Backwards through the heads: slope of h (zero where h is not active), and the table's own gradient. */
static inline void tv_heads_back(float *slope, float *into, float *bias_into, const float *table, int width,
                                 const float *h, const float *g) {
    tv_vec zero = {0};
    for (int o = 0; o < 5; o++) bias_into[o] += g[o];
    for (int at = 0; at < width; at += TV_LANES) {
        tv_vec x = TV_LOAD(h + at), s = zero;
        for (int o = 0; o < 5; o++) {
            s += g[o] * TV_LOAD(table + o * width + at);
            TV_STORE(into + o * width + at, TV_LOAD(into + o * width + at) + g[o] * x);
        }
        TV_STORE(slope + at, TV_WHERE(x > zero, s));
    }
}

/* Backwards through the dense layer; slope is written for the active units alone. */
static inline void tv_dense_back(float *slope, float *into, const float *table, int width,
                                 const float *h, const int *active, int n, const float *g) {
    for (int k = 0; k < n; k++) {
        const float *v = table + (size_t)active[k] * width;
        float *to = into + (size_t)active[k] * width, x = h[active[k]];
        tv_vec s = {0};
        for (int at = 0; at < width; at += TV_LANES) {
            tv_vec gg = TV_LOAD(g + at);
            s += gg * TV_LOAD(v + at);
            TV_STORE(to + at, TV_LOAD(to + at) + x * gg);
        }
        slope[active[k]] = tv_sum(s);
    }
}

/* Add `slope` to the rows of a gradient. */
static inline void tv_spread(float *into, int width, const int *rows, int n, const float *slope) {
    for (int k = 0; k < n; k++) {
        float *to = into + (size_t)rows[k] * width;
        for (int at = 0; at < width; at += TV_LANES) TV_STORE(to + at, TV_LOAD(to + at) + TV_LOAD(slope + at));
    }
}

/* The slope of a squared unit: twice the root of its value. */
static inline void tv_unsquare(float *slope, const float *h, int width) {
    for (int at = 0; at < width; at++) slope[at] *= 2.f * sqrtf(h[at]);
}

#endif
