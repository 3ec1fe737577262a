# What vectors.h and narrow.h offer to the unit, and the literals that are too wide for Python's pure mode.
cdef extern from "vectors.h" nogil:
    """
    #define TV_NIBBLE_BITS 0x1111111111111111LL
    #define TV_STEP1 0x0303030303030303LL
    #define TV_STEP2 0x000F000F000F000FLL
    #define TV_STEP3 0x000000FF000000FFLL
    #define TV_HASH1 0x1E3779B97F4A7C15ULL
    #define TV_HASH2 0x5851F42D4C957F2DULL
    #define TV_MIX1 0x9E3779B97F4A7C15ULL
    #define TV_MIX2 0xBF58476D1CE4E5B9ULL
    #define TV_MIX3 0x94D049BB133111EBULL
    """
    const long long NIBBLE_BITS "TV_NIBBLE_BITS"
    const long long STEP1 "TV_STEP1"
    const long long STEP2 "TV_STEP2"
    const long long STEP3 "TV_STEP3"
    const unsigned long long HASH1 "TV_HASH1"
    const unsigned long long HASH2 "TV_HASH2"
    const unsigned long long MIX1 "TV_MIX1"
    const unsigned long long MIX2 "TV_MIX2"
    const unsigned long long MIX3 "TV_MIX3"
    ctypedef struct Layer "tv_layer":
        float at[1024]
    int processor_level "tv_level"() noexcept
    int lowest "tv_lowest"(long long x) noexcept
    int highest "tv_highest"(long long x) noexcept
    unsigned flush_on "tv_flush_on"() noexcept
    void flush_restore "tv_flush_restore"(unsigned before) noexcept
    void add_rows "tv_add_rows"(float *to, const float *source, const float *table, int width, const int *rows,
                                int n) noexcept
    int rectify "tv_rectify"(float *h, int width, int squared, int *active) noexcept
    void dense "tv_dense"(float *to, const float *bias, const float *table, int width,
                          float *h, const int *active, int n) noexcept
    void heads "tv_heads"(float *y, const float *bias, const float *table, int width, const float *h) noexcept
    void heads_back "tv_heads_back"(float *slope, float *into, float *bias_into, const float *table, int width,
                                    const float *h, const float *g) noexcept
    void dense_back "tv_dense_back"(float *slope, float *into, const float *table, int width,
                                    const float *h, const int *active, int n, const float *g) noexcept
    void spread "tv_spread"(float *into, int width, const int *rows, int n, const float *slope) noexcept
    void unsquare "tv_unsquare"(float *slope, const float *h, int width) noexcept


cdef extern from "narrow.h" nogil:
    const int MOST_WIDTH "TN_WIDEST"
    const int UNITS_ROOM "TN_ROOM"
    ctypedef struct Net "tn_net":
        int width1
        int width2
        int outputs
        int squared
        short *first
        short *bias1
        short *second
        float *scale2
        float *bias2
        float *heads
        float *bias3
        float *tables
    ctypedef struct Sums "tn_layer":
        short at[1056]
    ctypedef struct Units "tn_layers":
        short at[4224]
    void first_sums "tn_first"(const Net *net, short *to, const int *rows, int n) noexcept
    void change_units "tn_change"(const Net *net, short *to, const short *parent, const int *less, int n_less,
                                  const int *more, int n_more) noexcept
    void say_chances "tn_say"(const Net *net, int count, short *units, float *y) noexcept
