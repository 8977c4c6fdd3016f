/* Changes to programs, token by token, for the fuzzers: bytes changed at random seldom get past the
 * lexer, while a name, an operator or a statement in another's place asks the checker and the
 * emitter something new. Linked into each target; libFuzzer calls it for every new input. */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

enum { TOKEN_LIMIT = 6000, CHANGES = 4 };

typedef enum Kind { KIND_NAME, KIND_NUMBER, KIND_OTHER } Kind;

typedef struct Piece { /* a token with the blanks before it */
    size_t at, length, blanks;
} Piece;

typedef struct Text {
    uint8_t *bytes;
    size_t size, limit;
    Piece pieces[TOKEN_LIMIT];
    size_t count;
    uint64_t state;
} Text;

static const char *const numbers[] = {"0",    "1",           "2",     "-1",         "31",
                                      "32",   "33",          "255",   "65536",      "2147483647",
                                      "0u",   "4294967295u", "1e38f", "0x7fffffff", "1ll << 40",
                                      "0.5f", "1.0",         "'a'",   "1000000",    "0xffffffffu"};

static const char *const fragments[] = {
    "threadIdx.x",
    "blockIdx.y * blockDim.y + threadIdx.y",
    "(float)",
    "(unsigned char)",
    "(long long)",
    "static_cast<short>(threadIdx.x)",
    "reinterpret_cast<float4 *>(p)[0]",
    "make_float4(1, 2, 3, 4).x",
    "atomicAdd(&s[0], 1)",
    "__shfl_down_sync(0xffffffff, threadIdx.x, 1)",
    "__ballot_sync(0xffffffff, threadIdx.x > 3)",
    "min(threadIdx.x, 3u)",
    "sqrtf(2.0f)",
    "sizeof(int)",
    "&s[1]",
    "*p",
    "x ? y : z",
    "x = y",
    "x++",
    ", y",
    "+ 1",
    "[threadIdx.x]",
    "int x = 0, y = 1, z = 2;",
    "float *p = s;",
    "__shared__ int s[32];",
    "__shared__ float s[8][9];",
    "extern __shared__ double s[];",
    "float4 v = {1, 2, 3, 4}; v.y += v.x;",
    "int a[3][2] = {{1}, 2, 3};",
    "auto q = &x;",
    "const int K = 4;",
    "if (threadIdx.x < 5) return;",
    "if (x) break; else continue;",
    "for (int i = 0; i < 3; ++i) {",
    "while (x-- > 0) {",
    "do { x++; } while (x < 4);",
    "switch (x) { case 1: y = 2; break; default: x++; }",
    "__syncthreads();",
    "__syncwarp();",
    "assert(x >= 0);",
    "printf(\"%d %f\\n\", x, 1.5f);",
    "{ int x = 3; y = x; }",
    "struct S { int a; float b[2]; }; S t = {1, {2, 3}}; t.b[1] = t.a;",
    "x <<= 3; x %= 5; x ^= y;",
    "__device__ int h(int a, int &b) { b++; return a * b; }",
    "template <typename T> __device__ T id(T t) { return t; }",
    "__constant__ float C[4] = {1, 2};",
    "__device__ int counter;",
    "namespace ns { __device__ int f() { return 1; } }",
    "enum E { A, B = 5, D };",
    "typedef float real;",
    "using T = double;",
    "#define M(a, b) ((a) + (b) * T)\n",
    "#if 1\n",
    "#endif\n",
    "__global__ void k(int *p, float *q, int n) {",
    "}",
    "k<<<dim3(2, 2), 32>>>(p, q, 3);",
    "cudaMalloc(&d, n * sizeof(float));",
    "int main() { int n = 8; float *d;",
    "std::vector<float> w(n * n, 2.0f);"};

static uint32_t pick(Text *text, size_t below)
{
    text->state = text->state * 6364136223846793005u + 1442695040888963407u;
    return below ? (uint32_t)((text->state >> 33) % below) : 0;
}

static bool is_word(int c)
{
    return isalnum(c) || c == '_' || c >= 0x80;
}

static void split(Text *text)
{
    text->count = 0;
    for (size_t at = 0; at < text->size && text->count < TOKEN_LIMIT;) {
        Piece piece = {.at = at};
        while (at < text->size && isspace(text->bytes[at]))
            at++;
        piece.blanks = at - piece.at;
        bool word = at < text->size && is_word(text->bytes[at]);
        if (at < text->size)
            at++;
        while (word && at < text->size && is_word(text->bytes[at]))
            at++;
        piece.length = at - piece.at;
        text->pieces[text->count++] = piece;
    }
}

static Kind kind_of(const Text *text, const Piece *piece)
{
    int c = piece->blanks < piece->length ? text->bytes[piece->at + piece->blanks] : ' ';
    return isdigit(c) ? KIND_NUMBER : is_word(c) ? KIND_NAME : KIND_OTHER;
}

/* Puts new bytes in the place of [at, at + length), with a blank on either side. */
static void replace(Text *text, size_t at, size_t length, const void *with, size_t size)
{
    uint8_t *copy = malloc(size + 2);
    copy[0] = copy[size + 1] = ' ';
    memcpy(copy + 1, with, size);
    size += 2;
    if (text->size - length + size <= text->limit) {
        memmove(text->bytes + at + size, text->bytes + at + length, text->size - at - length);
        memcpy(text->bytes + at, copy, size);
        text->size += size - length;
    }
    free(copy);
}

/* The piece after the partner of the bracket at piece `from`, or the one after it. */
static size_t after_balanced(const Text *text, size_t from)
{
    int depth = 0;
    for (size_t i = from; i < text->count; ++i) {
        const Piece *piece = &text->pieces[i];
        int c = text->bytes[piece->at + piece->length - 1];
        depth += c == '(' || c == '{' || c == '[';
        depth -= c == ')' || c == '}' || c == ']';
        if (depth <= 0 && (i > from || c != '(')) {
            if (depth < 0 || c == ';' || c == '}' || c == ')' || c == ']')
                return i + 1;
        }
    }
    return from + 1;
}

static void change_token(Text *text)
{
    const Piece *to = &text->pieces[pick(text, text->count)];
    Kind kind = kind_of(text, to);
    if (kind == KIND_NUMBER && pick(text, 2)) {
        const char *number = numbers[pick(text, sizeof numbers / sizeof *numbers)];
        replace(text, to->at, to->length, number, strlen(number));
        return;
    }
    for (int tries = 0; tries < 30; ++tries) {
        const Piece *from = &text->pieces[pick(text, text->count)];
        if (kind_of(text, from) != kind || from->at == to->at)
            continue;
        replace(text, to->at, to->length, text->bytes + from->at, from->length);
        return;
    }
}

static void insert_fragment(Text *text)
{
    const Piece *at = &text->pieces[pick(text, text->count)];
    const char *fragment = fragments[pick(text, sizeof fragments / sizeof *fragments)];
    bool replaces = pick(text, 3) == 0;
    replace(text, at->at, replaces ? at->length : 0, fragment, strlen(fragment));
}

/* A stretch of the program, up to a whole statement or function. */
static void pick_stretch(Text *text, size_t *at, size_t *length)
{
    size_t first = pick(text, text->count);
    size_t end = pick(text, 2) ? after_balanced(text, first) : first + 1 + pick(text, 4);
    const Piece *last = &text->pieces[end < text->count ? end : text->count - 1];
    *at = text->pieces[first].at;
    *length = last->at > *at ? last->at - *at : text->pieces[first].length;
}

static void delete_stretch(Text *text)
{
    size_t at, length;
    pick_stretch(text, &at, &length);
    replace(text, at, length, "", 0);
}

static void copy_stretch(Text *text)
{
    size_t at, length, to = text->pieces[pick(text, text->count)].at;
    pick_stretch(text, &at, &length);
    replace(text, to, 0, text->bytes + at, length);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    Text *text = malloc(sizeof *text);
    *text = (Text){.bytes = data, .size = size, .limit = max_size, .state = seed};
    pick(text, 2);
    for (uint32_t changes = 1 + pick(text, CHANGES); changes > 0; --changes) {
        split(text);
        uint32_t kind = text->count ? pick(text, 10) : 9;
        if (kind < 4)
            change_token(text);
        else if (kind < 6)
            insert_fragment(text);
        else if (kind < 7)
            delete_stretch(text);
        else if (kind < 9)
            copy_stretch(text);
        else
            text->size = LLVMFuzzerMutate(data, text->size, max_size);
    }
    size = text->size;
    free(text);
    return size;
}
