// What a GPU makes of numbers, for the records: every conversion, every function that says how it
// rounds, NaNs; and how far its functions lie from the emulator's, over all floats. A program of its
// own, linked with the emulator's lanes (numbers.sh builds it):
//
//   numbers OUT [SECONDS]   writes conversions.csv, rounded.csv, nans.csv, functions.csv into OUT;
//                           functions that would begin after so many seconds are left out
//   numbers --library OUT   no GPU: OUT/values.bin is written, or compared if it is there: how many
//                           results differ from those of another library, or on another processor
#include "../../kernels/numbers/arguments.h"
#include "../../kernels/numbers/conversions.cu"
#include "../../kernels/numbers/nans.cu"
#include "../../kernels/numbers/rounded.cu"
#undef ONE
#undef TURN
#undef TWO
#undef THREE

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

// The emulator's side (numbers_lanes.c): results of `count` arguments, as lanes_math gives them.
extern "C" void numbers_single(int function, const float *a, const float *b, float *out, long count);
extern "C" void numbers_double(int function, const double *a, const double *b, double *out,
                               long count);
extern "C" int numbers_function(const char *name);

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

template <typename T> static T *upload(const std::vector<T> &values)
{
    T *device;
    CHECK(cudaMalloc((void **)&device, values.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

template <typename T> static T *room(long count)
{
    T *device;
    CHECK(cudaMalloc((void **)&device, count * sizeof(T)));
    CHECK(cudaMemset(device, 0, count * sizeof(T)));
    return device;
}

template <typename T> static std::vector<uint64_t> fetch(const T *device, long count)
{
    std::vector<uint64_t> words(count);
    std::vector<char> bytes(count * sizeof(T));
    CHECK(cudaMemcpy(bytes.data(), device, bytes.size(), cudaMemcpyDeviceToHost));
    for (long i = 0; i < count; ++i) {
        words[i] = 0;
        memcpy(&words[i], &bytes[i * sizeof(T)], sizeof(T));
    }
    return words;
}

template <typename T> static int digits_of()
{
    return 0;
}
template <> int digits_of<float>()
{
    return 23;
}
template <> int digits_of<double>()
{
    return 52;
}
template <> int digits_of<__half>()
{
    return 10;
}
template <> int digits_of<__nv_bfloat16>()
{
    return 7;
}

static FILE *record(const char *folder, const char *name, const char *head)
{
    cudaDeviceProp properties;
    char date[40];
    time_t now = time(NULL);
    FILE *file = fopen((std::string(folder) + "/" + name).c_str(), "w");
    if (!file)
        exit(1);
    CHECK(cudaGetDeviceProperties(&properties, 0));
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", localtime(&now));
    fprintf(file, "# %s %s\n%s\n", date, properties.name, head);
    return file;
}

// ---- conversions ----

struct Results {
#define NUMBER_TYPE(id, T, kind, bytes) T *id;
#include "../../kernels/numbers/types.def"
#undef NUMBER_TYPE
};

template <typename From> static void convert_from(FILE *file, const char *name, char kind)
{
    std::vector<char> in(NUMBERS * sizeof(From));
    for (int i = 0; i < NUMBERS; ++i) {
        uint64_t bits = numbers_argument(kind, sizeof(From), i);
        memcpy(&in[i * sizeof(From)], &bits, sizeof(From));
    }
    Results to;
#define NUMBER_TYPE(id, T, kind, bytes) to.id = room<T>(NUMBERS);
#include "../../kernels/numbers/types.def"
#undef NUMBER_TYPE
    From *from;
    CHECK(cudaMalloc((void **)&from, NUMBERS * sizeof(From)));
    CHECK(cudaMemcpy(from, in.data(), NUMBERS * sizeof(From), cudaMemcpyHostToDevice));
    convert<From><<<(NUMBERS + 255) / 256, 256>>>(from, to.boolean, to.i8, to.u8, to.i16, to.u16,
                                                  to.i32, to.u32, to.i64, to.u64, to.f16, to.bf16,
                                                  to.f32, to.f64, NUMBERS);
    CHECK(cudaDeviceSynchronize());
    std::vector<std::vector<uint64_t>> all;
#define NUMBER_TYPE(id, T, kind, bytes) all.push_back(fetch(to.id, NUMBERS));
#include "../../kernels/numbers/types.def"
#undef NUMBER_TYPE
    fprintf(file, "%s,all", name);
    for (auto &results : all) {
        uint64_t hash = 0;
        for (int i = 0; i < NUMBERS; ++i)
            hash = numbers_hash(hash, results[i]);
        fprintf(file, ",%016llx", (unsigned long long)hash);
    }
    fprintf(file, "\n");
    bool is_special = sizeof(From) >= 4;
    for (int i = NUMBERS_WHOLE; is_special && i < NUMBERS; ++i) {
        uint64_t shown = 0;
        memcpy(&shown, &in[i * sizeof(From)], sizeof(From));
        fprintf(file, "%s,%llx", name, (unsigned long long)shown);
        for (auto &results : all)
            fprintf(file, ",%llx", (unsigned long long)results[i]);
        fprintf(file, "\n");
    }
}

static void record_conversions(const char *folder)
{
    std::string head = "from,number";
#define NUMBER_TYPE(id, T, kind, bytes) head += "," #T;
#include "../../kernels/numbers/types.def"
#undef NUMBER_TYPE
    FILE *file = record(folder, "conversions.csv", head.c_str());
#define NUMBER_TYPE(id, T, kind, bytes) convert_from<T>(file, #T, kind);
#include "../../kernels/numbers/types.def"
#undef NUMBER_TYPE
    fclose(file);
}

// ---- roundings ----

template <typename T> static T *random_numbers(int which)
{
    std::vector<T> values(NUMBERS_ROUNDED);
    for (int i = 0; i < NUMBERS_ROUNDED; ++i) {
        uint64_t bits = numbers_random(digits_of<T>(), sizeof(T), i, which);
        memcpy((void *)&values[i], &bits, sizeof(T));
    }
    T *device;
    CHECK(cudaMalloc((void **)&device, values.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

// All NaNs are one.
template <typename T> static void put_hash(FILE *file, const char *name, const T *out)
{
    CHECK(cudaDeviceSynchronize());
    int digits = digits_of<T>();
    uint64_t hash = 0, all = ((uint64_t)1 << (8 * sizeof(T) - 1)) - 1;
    uint64_t infinity = all >> digits << digits;
    for (uint64_t bits : fetch(out, NUMBERS_ROUNDED))
        hash = numbers_hash(hash, digits && (bits & all) > infinity ? all : bits);
    fprintf(file, "%s,%d,%016llx\n", name, NUMBERS_ROUNDED, (unsigned long long)hash);
}

static void record_rounded(const char *folder)
{
    FILE *file = record(folder, "rounded.csv", "function,arguments,checksum");
    const int blocks = NUMBERS_ROUNDED / 256;
#define ONE(name, T) TURN(name, T, T)
#define TURN(name, From, To)                                                                       \
    {                                                                                              \
        To *out = room<To>(NUMBERS_ROUNDED);                                                       \
        of_##name<<<blocks, 256>>>(random_numbers<From>(0), out, NUMBERS_ROUNDED);                 \
        put_hash(file, #name, out);                                                                \
    }
#define TWO(name, T)                                                                               \
    {                                                                                              \
        T *out = room<T>(NUMBERS_ROUNDED);                                                         \
        of_##name<<<blocks, 256>>>(random_numbers<T>(0), random_numbers<T>(1), out,                \
                                   NUMBERS_ROUNDED);                                               \
        put_hash(file, #name, out);                                                                \
    }
#define THREE(name, T)                                                                             \
    {                                                                                              \
        T *out = room<T>(NUMBERS_ROUNDED);                                                         \
        of_##name<<<blocks, 256>>>(random_numbers<T>(0), random_numbers<T>(1),                     \
                                   random_numbers<T>(2), out, NUMBERS_ROUNDED);                    \
        put_hash(file, #name, out);                                                                \
    }
#include "../../kernels/numbers/rounded.def"
#undef ONE
#undef TURN
#undef TWO
#undef THREE
    fclose(file);
}

static bool is_nan(uint64_t bits)
{
    return bits << 1 > 0xffe0000000000000u;
}

static void record_nans(const char *folder)
{
    FILE *file = record(folder, "nans.csv", "operation,triple,a,b,c,result");
    double *in[3], *out = room<double>(NAN_TRIPLES);
    for (int which = 0; which < 3; ++which) {
        std::vector<double> values(NAN_TRIPLES);
        for (int i = 0; i < NAN_TRIPLES; ++i) {
            uint64_t bits = numbers_nan(i, which);
            memcpy(&values[i], &bits, sizeof bits);
        }
        in[which] = upload(values);
    }
    for (int op = 0; op < NAN_OPERATIONS; ++op) {
        nans<<<(NAN_TRIPLES + 63) / 64, 64>>>(in[0], in[1], in[2], out, op, NAN_TRIPLES);
        CHECK(cudaDeviceSynchronize());
        std::vector<uint64_t> results = fetch(out, NAN_TRIPLES);
        for (int i = 0; i < NAN_TRIPLES; ++i) {
            int nan_operands = 0;
            for (int which = 0; which < 3; ++which)
                nan_operands += is_nan(numbers_nan(i, which));
            bool is_told = op == 4 || i < (op < 8 || op == 14 ? 64 : 8);
            if (is_nan(results[i]) && nan_operands <= 1 && is_told)
                fprintf(file, "%d,%d,%llx,%llx,%llx,%llx\n", op, i,
                        (unsigned long long)numbers_nan(i, 0),
                        (unsigned long long)numbers_nan(i, 1),
                        (unsigned long long)numbers_nan(i, 2), (unsigned long long)results[i]);
        }
    }
    fclose(file);
}

// ---- functions ----

struct Difference {
    unsigned long long compared, differ, far, nan, library; // far: by more than an ulp
    unsigned long long largest, at;                         // ulps, and the argument's bits
    double absolute;
};

__device__ static long long bits_of(float x)
{
    return __float_as_uint(x);
}

__device__ static long long bits_of(double x)
{
    return __double_as_longlong(x);
}

// Neighbours are 1 apart; both zeros are 0.
__device__ static long long ordered(float x)
{
    long long bits = bits_of(x) & 0x7fffffff;
    return signbit(x) ? -bits : bits;
}

__device__ static long long ordered(double x)
{
    long long bits = bits_of(x) & 0x7fffffffffffffffll;
    return signbit(x) ? -bits : bits;
}

template <typename T> __device__ static bool is_same(T a, T b)
{
    return bits_of(a) == bits_of(b) || (a != a && b != b);
}

template <typename T>
__device__ static void note(Difference *d, T got, T theirs, T library, unsigned long long at)
{
    atomicAdd(&d->compared, 1ull);
    if (!is_same(theirs, library))
        atomicAdd(&d->library, 1ull);
    if (is_same(got, theirs))
        return;
    if (got != got || theirs != theirs) {
        atomicAdd(&d->nan, 1ull);
        atomicAdd(&d->differ, 1ull);
        return;
    }
    atomicAdd(&d->differ, 1ull);
    long long a = ordered(got), b = ordered(theirs);
    unsigned long long ulps = a > b ? a - b : b - a;
    if (ulps > 1)
        atomicAdd(&d->far, 1ull);
    if (ulps > d->largest && atomicMax(&d->largest, ulps) < ulps)
        d->at = at;
    double absolute = fabs((double)got - (double)theirs);
    if (absolute > d->absolute && absolute < 1e300)
        atomicMax((unsigned long long *)&d->absolute, __double_as_longlong(absolute));
}


// Of one argument: that of number first + i is the float that has these bits.
#define UNARY(id, name, own, most)                                                                 \
    __global__ void single_##id(Difference *d, const float *, const float *, const float *own_,    \
                                unsigned first)                                                    \
    {                                                                                              \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                        \
        float x = __uint_as_float(first + i);                                                      \
        if (!(fabsf(x) > most))                                                                    \
            note(d, name(x), own_[i], (float)::own((double)x), first + i);                         \
    }
#define BINARY(name, own)                                                                          \
    __global__ void single_##name(Difference *d, const float *a, const float *b,                   \
                                  const float *own_, unsigned)                                     \
    {                                                                                              \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                        \
        note(d, name(a[i], b[i]), own_[i], (float)::own((double)a[i], (double)b[i]),               \
             (unsigned long long)__float_as_uint(a[i]) << 32 | __float_as_uint(b[i]));             \
    }
#define DOUBLE(name)                                                                               \
    __global__ void full_##name(Difference *d, const double *a, const double *,                    \
                                const double *own_, unsigned)                                      \
    {                                                                                              \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                        \
        note(d, name(a[i]), own_[i], own_[i], __double_as_longlong(a[i]));                         \
    }
#define DOUBLES(name)                                                                              \
    __global__ void full_##name(Difference *d, const double *a, const double *b,                   \
                                const double *own_, unsigned)                                      \
    {                                                                                              \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                        \
        note(d, name(a[i], b[i]), own_[i], own_[i], __double_as_longlong(a[i]));                   \
    }
#include "functions.def"

template <typename T> using Kernel = void (*)(Difference *, const T *, const T *, const T *, unsigned);

struct Row {
    const char *name, *own;
    double most;
    Kernel<float> single;
    Kernel<double> full;
    bool is_binary;
};

static const Row rows[] = {
#define UNARY(id, name, own, most) {#name, #own, most, single_##id, NULL, false},
#define BINARY(name, own) {#name, #own, INFINITY, single_##name, NULL, true},
#define DOUBLE(name) {#name, #name, INFINITY, NULL, full_##name, false},
#define DOUBLES(name) {#name, #name, INFINITY, NULL, full_##name, true},
#include "functions.def"
};

static double seconds()
{
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

enum { CHUNK = 1 << 24, SAMPLE = 1 << 28, SAMPLE_DOUBLES = 1 << 24 };

// Arguments number first and on: all floats in order of their bits; of two, and of doubles, random.
static void fill(std::vector<float> &a, std::vector<float> &b, long first, long count, bool is_all)
{
    for (long i = 0; i < count; ++i) {
        uint32_t x = is_all ? first + i : numbers_random(23, 4, first + i, 0);
        uint32_t y = is_all ? x : numbers_random(23, 4, first + i, 1);
        memcpy(&a[first % CHUNK + i], &x, 4);
        memcpy(&b[first % CHUNK + i], &y, 4);
    }
}

static void fill(std::vector<double> &a, std::vector<double> &b, long first, long count, bool)
{
    for (long i = 0; i < count; ++i) {
        uint64_t x = numbers_random(52, 8, first + i, 0), y = numbers_random(52, 8, first + i, 1);
        memcpy(&a[first % CHUNK + i], &x, 8);
        memcpy(&b[first % CHUNK + i], &y, 8);
    }
}

static void own(int function, const float *a, const float *b, float *out, long count)
{
    numbers_single(function, a, b, out, count);
}

static void own(int function, const double *a, const double *b, double *out, long count)
{
    numbers_double(function, a, b, out, count);
}

template <typename T> struct Chunk {
    std::vector<T> a, b;
    T *out;
    explicit Chunk(T *results) : a(CHUNK), b(CHUNK), out(results) {}

    // By all processors.
    void compute(const Row &row, long first, long count)
    {
        int threads = std::thread::hardware_concurrency();
        std::vector<std::thread> pool;
        int function = numbers_function(row.own);
        for (int t = 0; t < threads; ++t)
            pool.emplace_back([&, t] {
                long from = count * t / threads / 32 * 32;
                long to = t + 1 == threads ? count : count * (t + 1) / threads / 32 * 32;
                fill(a, b, first + from, to - from, !row.is_binary && sizeof(T) == 4);
                own(function, &a[from], &b[from], &out[from], to - from);
            });
        for (auto &thread : pool)
            thread.join();
    }
};

static long arguments_of(const Row &row)
{
    return row.full ? SAMPLE_DOUBLES : row.is_binary ? SAMPLE : 1l << 32;
}

template <typename T> static Kernel<T> kernel_of(const Row &row);
template <> Kernel<float> kernel_of(const Row &row)
{
    return row.single;
}
template <> Kernel<double> kernel_of(const Row &row)
{
    return row.full;
}

template <typename T> static T *pinned()
{
    T *memory;
    CHECK(cudaMallocHost((void **)&memory, CHUNK * sizeof(T)));
    return memory;
}

static void put_difference(FILE *file, const Row &row, const Difference &d)
{
    fprintf(file, "%s,%s,%g,%llu,%llu,%llu,%llu,%llu,%llx,%.3g,", row.name,
            row.full ? "double" : "float", row.most, d.compared, d.differ, d.far, d.nan, d.largest,
            d.at, d.absolute);
    fprintf(file, row.full ? "\n" : "%llu\n", d.library);
    fflush(file);
}

// All functions of the GPU that are one function of the emulator, which is computed once.
template <typename T> static void compare(FILE *file, const Row *begin, const Row *end)
{
    static Chunk<T> chunk(pinned<T>());
    static T *a = room<T>(CHUNK), *b = room<T>(CHUNK), *out = room<T>(CHUNK);
    std::vector<Difference> differences(end - begin);
    Difference *device = room<Difference>(end - begin);
    double begun = seconds();
    for (long first = 0; first < arguments_of(*begin); first += CHUNK) {
        chunk.compute(*begin, first, CHUNK);
        if (sizeof(T) == 8 || begin->is_binary)
            CHECK(cudaMemcpy(a, chunk.a.data(), CHUNK * sizeof(T), cudaMemcpyHostToDevice));
        if (begin->is_binary)
            CHECK(cudaMemcpy(b, chunk.b.data(), CHUNK * sizeof(T), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(out, chunk.out, CHUNK * sizeof(T), cudaMemcpyHostToDevice));
        for (const Row *row = begin; row < end; ++row)
            kernel_of<T>(*row)<<<CHUNK / 256, 256>>>(device + (row - begin), a, b, out, first);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaMemcpy(differences.data(), device, sizeof(Difference) * (end - begin),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    for (const Row *row = begin; row < end; ++row)
        put_difference(file, *row, differences[row - begin]);
    printf("%s: %.1f s\n", begin->name, seconds() - begun);
    fflush(stdout);
}

static void record_functions(const char *folder, double limit)
{
    FILE *file = record(folder, "functions.csv",
                        "function,type,largest |x|,arguments,differ,by more than an ulp,one is NaN,"
                        "largest difference in ulps,at,largest difference,"
                        "differ from the GPU's double function rounded to float");
    double begun = seconds();
    const Row *end = rows + sizeof rows / sizeof *rows;
    for (const Row *row = rows, *next; row < end; row = next) {
        for (next = row; next < end && strcmp(next->own, row->own) == 0 && !next->full == !row->full;)
            ++next;
        if (seconds() - begun > limit)
            printf("%s: left out\n", row->name);
        else if (row->full)
            compare<double>(file, row, next);
        else
            compare<float>(file, row, next);
    }
    fclose(file);
}

// ---- one library and another ----

// A checksum of every 256 results stands for them in the file.
static void compare_library(const char *folder)
{
    std::string path = std::string(folder) + "/values.bin";
    FILE *before = fopen(path.c_str(), "rb");
    FILE *after = before ? NULL : fopen(path.c_str(), "wb");
    std::vector<float> results(CHUNK);
    Chunk<float> chunk(results.data());
    std::vector<uint32_t> sums(CHUNK / 256), were(CHUNK / 256);
    std::string last;
    for (const Row &row : rows) {
        if (row.full || row.is_binary || last.find(std::string(" ") + row.own + " ") != last.npos)
            continue;
        last += std::string(" ") + row.own + " ";
        long differ = 0;
        for (long first = 0; first < arguments_of(row); first += CHUNK) {
            chunk.compute(row, first, CHUNK);
            for (long i = 0; i < CHUNK; i += 256) {
                uint64_t hash = 0;
                for (long k = i; k < i + 256; ++k)
                    hash = numbers_hash(hash, numbers_bits_of_float(chunk.out[k]));
                sums[i / 256] = (uint32_t)(hash >> 32);
            }
            if (after)
                fwrite(sums.data(), 4, sums.size(), after);
            else if (fread(were.data(), 4, were.size(), before) == were.size())
                for (size_t i = 0; i < sums.size(); ++i)
                    differ += sums[i] != were[i];
        }
        if (before)
            printf("%s,%ld\n", row.own, differ);
        fflush(stdout);
    }
    if (before)
        fclose(before);
    if (after)
        fclose(after);
}

int main(int count, char **arguments)
{
    if (count > 2 && strcmp(arguments[1], "--library") == 0) {
        compare_library(arguments[2]);
        return 0;
    }
    if (count < 2)
        return 2;
    record_conversions(arguments[1]);
    record_rounded(arguments[1]);
    record_nans(arguments[1]);
    record_functions(arguments[1], count > 2 ? atof(arguments[2]) : 1e9);
}
