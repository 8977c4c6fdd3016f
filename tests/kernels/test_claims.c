/* Which kernels are told to be products: those with a student's mistake in them are, and are wrong;
 * what only looks like a product, or is one launch of several, is not. */
#include "corpus.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef enum Claim { NOTHING, RIGHT, WRONG } Claim;
static const char *const claim_names[] = {"nothing", "right", "wrong"};

/* A kernel with A, B and C, m x n cells and k, and what is to be said of it. */
typedef struct Case {
    const char *name;
    Claim claim;
    const char *body;
    const char *type;               /* NULL: float */
    int m, k, n;                    /* 0: 20, 24 and 28 */
    const char *parameters, *given; /* more of them, behind the sizes: ", float alpha", ", 0.5f" */
    const char *launch;             /* in the place of the plain one */
    const char *kernel;             /* its name; NULL: kernel */
} Case;

#define CELL                                                                                       \
    "int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + "            \
    "threadIdx.y;\n"
#define PLAIN(guard, from, bound, term, end)                                                       \
    CELL "if (" guard ") { T sum = 0; for (int i = " from "; i < " bound "; ++i) sum += " term     \
         ";\n" end " }"
#define GUARD         "row < m && col < n"
#define TERM          "A[row * k + i] * B[i * n + col]"
#define TURN          "A[row * k + i] * B[col * k + i]"
#define STORE         "C[row * n + col] = sum;"
#define DO(term, end) PLAIN(GUARD, "0", "k", term, end)
/* Tiles of 8: phases, the two loads, what stands behind the loads and behind the sums, the pair. */
#define TILED(phases, load_a, load_b, first, second, term, end)                                    \
    "__shared__ T a[8][8], b[8][8]; int tx = threadIdx.x, ty = threadIdx.y;\n" CELL                \
    "T sum = 0; for (int p = 0; p < " phases "; ++p) {\n a[ty][tx] = " load_a                      \
    ";\n b[ty][tx] = " load_b ";\n " first "\n for (int i = 0; i < 8; ++i) sum += " term           \
    ";\n " second " }\n" end
#define PHASES "(k + 7) / 8"
#define LOAD_A "row < m && p * 8 + tx < k ? A[row * k + p * 8 + tx] : (T)0"
#define LOAD_B "p * 8 + ty < k && col < n ? B[(p * 8 + ty) * n + col] : (T)0"
#define SYNC   "__syncthreads();"
#define PAIR   "a[ty][i] * b[i][tx]"
#define ENDS   "if (row < m && col < n) C[row * n + col] = sum;"

/* A is added to the product of B and E. */
#define OTHER "B[row * k + i] * E[i * n + col]"
#define ADDED "C[row * n + col] = alpha * sum + beta * A[row * n + col];"
#define WITH_E                                                                                     \
    "T *E; cudaMalloc(&E, k * n * sizeof(T)); KERNEL<<<grid, block>>>(A, B, C, m, k, n, E, 0.5f, " \
    "3.0f);"

static const Case cases[] = {
    /* right */
    {"plain", RIGHT, DO(TERM, STORE)},
    {"tiled", RIGHT, TILED(PHASES, LOAD_A, LOAD_B, SYNC, SYNC, PAIR, ENDS)},
    {"turned factor", RIGHT, DO(TURN, STORE)},
    {"scores", RIGHT, DO(TURN, "C[row * n + col] = sum * rsqrtf((float)k);")},
    {"scores divided", RIGHT, DO(TURN, "C[row * n + col] = sum / sqrtf(k);")},
    {"alpha and beta", RIGHT,
     DO(TERM, "int at = row * n + col; C[at] = alpha * sum + beta * C[at];"),
     .parameters = ", float alpha, float beta", .given = ", 0.5f, 3.0f"},
    {"beta and alpha", RIGHT,
     DO(TERM, "int at = row * n + col; C[at] = alpha * sum + beta * C[at];"),
     .parameters = ", float beta, float alpha", .given = ", 3.0f, 0.5f"},
    {"numbers as alpha and beta", RIGHT,
     DO(TERM, "int at = row * n + col; C[at] = 2.0f * sum + 0.5f * C[at];")},
    {"a number as alpha", RIGHT,
     DO(TERM, "int at = row * n + col; C[at] = 0.25f * sum + beta * C[at];"),
     .parameters = ", float beta", .given = ", 3.0f"},
    {"beta of 0", RIGHT, DO(TERM, "int at = row * n + col; C[at] = alpha * sum + beta * C[at];"),
     .parameters = ", float alpha, float beta", .given = ", 0.5f, 0.0f"},
    {"C of its own, before the factors", RIGHT, DO(OTHER, ADDED), .m = 24, .k = 24, .n = 24,
     .parameters = ", const T *E, float alpha, float beta", .launch = WITH_E},
    {"C of its own, and a name", RIGHT, DO(OTHER, ADDED), .m = 24, .k = 24, .n = 24,
     .parameters = ", const T *E, float alpha, float beta", .launch = WITH_E, .kernel = "sgemm"},
    {"added to what was there", RIGHT, DO(TERM, "C[row * n + col] += sum;")},
    {"taken from what was there", RIGHT, DO(TERM, "C[row * n + col] -= sum;")},
    {"alpha, added", RIGHT, DO(TERM, "C[row * n + col] += alpha * sum;"),
     .parameters = ", float alpha", .given = ", 0.25f"},
    {"a literal scale", RIGHT, DO(TERM, "C[row * n + col] = 0.125f * sum;")},
    {"halves with alpha", RIGHT,
     DO("__half2float(A[row * k + i]) * __half2float(B[i * n + col])",
        "C[row * n + col] = __float2half(alpha * __half2float(sum));"),
     "__half", .parameters = ", float alpha", .given = ", 0.1f"},
    {"halves that are too large", RIGHT,
     CELL "float sum = 0; if (" GUARD ") { for (int i = 0; i < k; ++i) sum += "
          "__half2float(A[row * k + i]) * __half2float(B[i * n + col]);\n"
          "C[row * n + col] = __float2half(alpha * sum + beta * __half2float(C[row * n + col])); }",
     "__half", 16, 64, 16, ", float alpha, float beta", ", 50.0f, 30.0f"},
    {"integers", RIGHT, DO(TERM, STORE), "int"},
    {"doubles", RIGHT, TILED(PHASES, LOAD_A, LOAD_B, SYNC, SYNC, PAIR, ENDS), "double"},

    /* wrong: what students do */
    {"index of A", WRONG, DO("A[row * n + i] * B[i * n + col]", STORE)},
    {"index of B", WRONG, DO("A[row * k + i] * B[i * k + col]", STORE)},
    {"A by columns", WRONG, DO("A[i * k + row] * B[i * n + col]", STORE)},
    {"row and column: both factors turned", RIGHT, DO("A[col * k + i] * B[i * n + row]", STORE),
     .m = 24, .k = 24, .n = 24},
    {"first term left out", WRONG, PLAIN(GUARD, "1", "k", TERM, STORE)},
    {"last term left out", WRONG, PLAIN(GUARD, "0", "k - 1", TERM, STORE)},
    {"one term too many", WRONG, PLAIN(GUARD, "0", "k + 1", TERM, STORE)},
    {"up to and with k", WRONG, PLAIN(GUARD, "0", "k + 1", TERM, STORE), .m = 32, .k = 32, .n = 32},
    {"loop over n", WRONG, PLAIN(GUARD, "0", "n", TERM, STORE), .m = 20, .k = 32, .n = 24},
    {"steps of two", WRONG,
     CELL "if (" GUARD ") { float sum = 0; for (int i = 0; i < k; i += 2) sum += " TERM "; " STORE
          "}"},
    {"sum not reset", WRONG,
     CELL "float sum = 0; for (int c = col; c < n; c += 16) if (row < m) { for (int i = 0; i < k; "
          "++i) sum += A[row * k + i] * B[i * n + c]; C[row * n + c] = sum; }",
     .launch = "kernel<<<dim3(2, 3), dim3(8, 8)>>>(A, B, C, m, k, n);"},
    {"sum set, not added", WRONG,
     CELL "if (" GUARD ") { float sum = 0; for (int i = 0; i < k; ++i) sum = " TERM "; " STORE "}"},
    {"stored by columns", RIGHT, DO(TERM, "C[col * m + row] = sum;")},
    {"row length of the result", WRONG, DO(TERM, "C[row * k + col] = sum;"), .m = 16, .k = 16,
     .n = 24},
    {"guard of columns", WRONG, PLAIN("row < m && col < n - 1", "0", "k", TERM, STORE)},
    {"guard with ors", WRONG, PLAIN("row < m && col < n && row < n - 9", "0", "k", TERM, STORE)},
    {"guard swapped", WRONG, PLAIN("row < n && col < m", "0", "k", TERM, STORE)},
    {"a difference", WRONG, DO("A[row * k + i] * B[i * n + i]", STORE)},
    {"no guards in the loads", WRONG,
     TILED(PHASES, "A[row * k + p * 8 + tx]", "B[(p * 8 + ty) * n + col]", SYNC, SYNC, PAIR, ENDS),
     .m = 19, .k = 21, .n = 27},
    {"floor of the phases", WRONG, TILED("k / 8", LOAD_A, LOAD_B, SYNC, SYNC, PAIR, ENDS), .m = 20,
     .k = 28, .n = 20},
    {"one phase", WRONG, TILED("1", LOAD_A, LOAD_B, SYNC, SYNC, PAIR, ENDS), .k = 16},
    {"phase forgotten in A", WRONG,
     TILED(PHASES, "A[row * k + tx]", LOAD_B, SYNC, SYNC, PAIR, ENDS), .m = 24, .k = 24, .n = 24},
    {"phase forgotten in B", WRONG,
     TILED(PHASES, LOAD_A, "B[ty * n + col]", SYNC, SYNC, PAIR, ENDS), .m = 24, .k = 24, .n = 24},
    {"tiles swapped", WRONG,
     TILED(PHASES, LOAD_A, LOAD_B, SYNC, SYNC, "a[i][ty] * b[tx][i]", ENDS)},
    {"tile of B turned", WRONG,
     TILED(PHASES, LOAD_A, LOAD_B, SYNC, SYNC, "a[ty][i] * b[tx][i]", ENDS)},
    {"fixed pair", WRONG, TILED(PHASES, LOAD_A, LOAD_B, SYNC, SYNC, "a[ty][tx] * b[ty][tx]", ENDS)},
    {"one tile twice", WRONG,
     TILED(PHASES, LOAD_A, LOAD_B, SYNC, SYNC, "a[ty][i] * a[i][tx]", ENDS), .m = 24, .k = 24,
     .n = 24},
    {"sevens of eight", WRONG,
     TILED(PHASES, LOAD_A, LOAD_B, SYNC, SYNC, "i < 7 ? a[ty][i] * b[i][tx] : (T)0", ENDS)},
    {"scores with a wrong index", WRONG,
     DO("A[row * k + i] * B[row * k + i]", "C[row * n + col] = sum * rsqrtf((float)k);"), .m = 24,
     .k = 24, .n = 24},
    {"alpha and beta, one term less", WRONG,
     PLAIN(GUARD, "1", "k", TERM, "int at = row * n + col; C[at] = alpha * sum + beta * C[at];"),
     .parameters = ", float alpha, float beta", .given = ", 0.5f, 3.0f"},
    {"numbers as alpha and beta, one term less", WRONG,
     PLAIN(GUARD, "1", "k", TERM, "int at = row * n + col; C[at] = 2.0f * sum + 0.5f * C[at];")},
    {"C of its own, one term less", WRONG, PLAIN(GUARD, "1", "k", OTHER, ADDED), .m = 24, .k = 24,
     .n = 24, .parameters = ", const T *E, float alpha, float beta", .launch = WITH_E},
    {"integers, one term less", WRONG, PLAIN(GUARD, "1", "k", TERM, STORE), "int"},
    {"doubles, wrong index", WRONG, DO("A[row * n + i] * B[i * n + col]", STORE), "double"},
    {"halves, wrong index", WRONG,
     CELL "float sum = 0; if (" GUARD ") { for (int i = 0; i < k; ++i) sum += "
          "__half2float(A[row * n + i]) * __half2float(B[i * n + col]);\n"
          "C[row * n + col] = __float2half(sum); }",
     "__half"},
    {"large, wrong index", WRONG, DO("A[row * k + i] * B[i * n + col / 2]", STORE), .m = 128,
     .k = 64, .n = 128},
    {"grid rounded down", WRONG, DO(TERM, STORE),
     .launch = "kernel<<<dim3(n / 8, m / 8), dim3(8, 8)>>>(A, B, C, m, k, n);"},

    /* none */
    {"scores with a slope", NOTHING,
     DO(TURN, "C[row * n + col] = sum * rsqrtf((float)k) + alpha * (row - col);"),
     .parameters = ", float alpha", .given = ", 0.25f"},
    {"masked scores", NOTHING,
     DO(TURN, "C[row * n + col] = col > row ? -1e9f : sum * rsqrtf((float)k);"), .m = 24, .k = 24,
     .n = 24},
    {"masked scores, not square", NOTHING,
     DO(TURN, "C[row * n + col] = col <= row ? sum * rsqrtf((float)k) : -1e9f;"), .m = 20, .k = 16,
     .n = 28},
    {"sigmoid", NOTHING, DO(TERM, "C[row * n + col] = 1.0f / (1.0f + expf(-sum));")},
    {"tanh", NOTHING, DO(TERM, "C[row * n + col] = tanhf(sum * 0.01f);")},
    {"exponents", NOTHING, DO(TURN, "C[row * n + col] = expf(sum * 0.001f);")},
    {"plus one", NOTHING, DO(TERM, "C[row * n + col] = sum + 1.0f;")},
    {"bias by column", NOTHING, DO(TERM, "C[row * n + col] = sum + 0.5f * col;")},
    {"squared distances", NOTHING,
     DO("(A[row * k + i] - B[col * k + i]) * (A[row * k + i] - B[col * k + i])", STORE)},
    {"sums of differences", NOTHING, DO("fabsf(A[row * k + i] - B[col * k + i])", STORE)},
    {"shortest ways", NOTHING,
     CELL "if (" GUARD ") { float least = 1e9f; for (int i = 0; i < k; ++i) least = fminf(least, "
          "A[row * k + i] + B[i * n + col]); C[row * n + col] = least; }"},
    {"largest products", NOTHING,
     CELL "if (" GUARD ") { float most = 0; for (int i = 0; i < k; ++i) most = fmaxf(most, "
          "A[row * k + i] * B[i * n + col]); C[row * n + col] = most; }"},
    {"likeness", NOTHING,
     CELL "if (" GUARD ") { float s = 0, a = 0, b = 0; for (int i = 0; i < k; ++i) { float x = "
          "A[row * k + i], y = B[col * k + i]; s += x * y; a += x * x; b += y * y; }\n"
          "C[row * n + col] = s * rsqrtf(a * b); }"},
    {"squares of a product", NOTHING, DO(TERM, "C[row * n + col] = sum * sum;")},
    {"means", NOTHING, DO("(A[row * k + i] + B[i * n + col])", "C[row * n + col] = sum / k;")},
    {"complex numbers", NOTHING,
     CELL
     "int h = n / 2; if (row < m / 2 && col < h) { float x = 0, y = 0; for (int i = 0; i < k; ++i) "
     "{\n"
     "float a = A[2 * (row * k + i)], b = A[2 * (row * k + i) + 1], c = B[2 * (i * h + col)], d = "
     "B[2 * (i * h + col) + 1];\n x += a * c - b * d; y += a * d + b * c; }\n"
     "C[2 * (row * h + col)] = x; C[2 * (row * h + col) + 1] = y; }",
     .m = 32, .k = 32, .n = 32},
    {"batches", NOTHING,
     "int b = blockIdx.z, h = n / 2; " CELL "if (row < h && col < h) { float sum = 0; const float "
     "*a = A + b * h * h, *c = B + b * h * h;\n"
     "for (int i = 0; i < h; ++i) sum += a[row * h + i] * c[i * h + col];\n"
     "C[b * h * h + row * h + col] = sum; }",
     .m = 32, .k = 32, .n = 32,
     .launch = "kernel<<<dim3(2, 2, 4), dim3(8, 8)>>>(A, B, C, m, k, n);"},
    {"remainders", NOTHING, DO("(" TERM ") % 7", STORE), "int"},
    {"one of four parts", NOTHING, DO(TERM, STORE), .m = 32, .k = 32, .n = 32,
     .launch = "for (int s = 0; s < 4; ++s) kernel<<<dim3(4, 1), dim3(8, 8)>>>(A + s * 8 * k, B, C "
               "+ s * 8 * n, m, k, n);"},
    {"one of four streams", NOTHING, DO(TERM, STORE), .m = 32, .k = 32, .n = 32,
     .launch = "cudaStream_t streams[4]; for (int s = 0; s < 4; ++s) { int first = s * 8;\n"
               "cudaStreamCreate(&streams[s]); kernel<<<dim3(4, 1), dim3(8, 8), 0, streams[s]>>>(A "
               "+ first * k, B, C + first * n, m, k, n); }"},
    {"one of two halves of the sum", NOTHING,
     CELL "if (" GUARD
          ") { float sum = C[row * n + col]; for (int i = first; i < first + k / 2; ++i) "
          "sum += " TERM "; C[row * n + col] = sum; }",
     .parameters = ", int first",
     .launch =
         "for (int first = 0; first < k; first += k / 2) kernel<<<dim3(4, 4), dim3(8, 8)>>>(A, "
         "B, C, m, k, n, first);"},

    /* the name says that a product was meant */
    {"tiles of the diagonal", WRONG,
     TILED("k / 8", "A[(p * 8 + ty) * k + p * 8 + tx]", "B[(p * 8 + ty) * n + p * 8 + tx]", SYNC,
           SYNC, PAIR, ENDS),
     .m = 192, .k = 192, .n = 192},
    {"sums in the place of products", WRONG, DO("A[row * k + i] + B[i * n + col]", STORE),
     .kernel = "matMulNaive"},
    {"one more", WRONG, DO(TERM, "C[row * n + col] = sum + 1.0f;"), .kernel = "sgemm_v2"},
    {"one more, and no name", NOTHING, DO(TERM, "C[row * n + col] = sum + 1.0f;")},
    {"a bias in the name", NOTHING, DO(TERM, "C[row * n + col] = sum + 1.0f;"),
     .kernel = "gemm_with_bias"},
};

static Run *load_case(const Case *of)
{
    char text[8192];
    int m = of->m ? of->m : 20, k = of->k ? of->k : 24, n = of->n ? of->n : 28;
    const char *parameters = of->parameters ? of->parameters : "",
               *given = of->given ? of->given : "";
    const char *name = of->kernel ? of->kernel : "kernel";
    char launch[256];
    snprintf(launch, sizeof launch, "%s<<<grid, block>>>(A, B, C, m, k, n%s);", name, given);
    snprintf(text, sizeof text,
             "#include <cuda_fp16.h>\n#define T %s\n#define KERNEL %s\n"
             "__global__ void %s(const T *A, const T *B, T *C, int m, int k, int n%s)\n{\n%s\n}\n"
             "void sketch()\n{\nint m = %d, k = %d, n = %d;\nT *A, *B, *C;\n"
             "cudaMalloc(&A, m * k * sizeof(T));\ncudaMalloc(&B, k * n * sizeof(T));\n"
             "cudaMalloc(&C, m * n * sizeof(T));\n"
             "dim3 block(8, 8), grid((n + 7) / 8, (m + 7) / 8);\n%s\n}\n",
             of->type ? of->type : "float", name, name, parameters, of->body, m, k, n,
             of->launch ? of->launch : launch);
    LoadOptions options = {.fmad = "on"};
    Run *run = run_load_text(of->name, text, strlen(text), &options);
    if (!run->program) {
        run_print_diags(stderr, run);
        fail_msg("%s", text);
    }
    return run;
}

static Claim claim_of(const CheckResult *check)
{
    if (check->reference == REFERENCE_NONE)
        return NOTHING;
    return check->wrong ? WRONG : RIGHT;
}

static void claim(void **state)
{
    const Case *of = *state;
    Run *run = load_case(of);
    Outcome outcome = corpus_execute(run);
    Claim found = claim_of(&outcome.check);
    if (found != of->claim)
        fail_msg("%s instead of %s: %s, %d of %d wrong", claim_names[found], claim_names[of->claim],
                 outcome.check.reading ? outcome.check.reading : "", (int)outcome.check.wrong,
                 (int)outcome.check.total);
    outcome_free(&outcome);
    run_free(run);
}

int main(void)
{
    enum { COUNT = sizeof cases / sizeof *cases };
    struct CMUnitTest tests[COUNT];
    for (int i = 0; i < COUNT; ++i)
        tests[i] = (struct CMUnitTest){cases[i].name, claim, NULL, NULL, (void *)&cases[i]};
    return _cmocka_run_group_tests("claims", tests, COUNT, NULL, NULL);
}
