/* Mistakes of students, planted one at a time into kernels of the course: the first step that goes
 * wrong is told, by the recognised product alone and beside the kernel that is right. */
#include "corpus.h"

#include "base/file.h"
#include "probe/checks/check.h"
#include "probe/wrong/first_wrong.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const char *source_root;

typedef struct Change {
    const char *from, *to;
} Change;

typedef struct Mistake {
    const char *name, *kernel;
    Change changes[2];
    const char *sizes[3], *tile, *order;
    FirstWrongKind kind, beside; /* UNKNOWN: nothing is told */
    const char *on;              /* what stands on the line of the step */
    const char *says, *cause;    /* parts of the sentences; NULL */
} Mistake;

#define LOAD_M    "M[Row * k + ph * TILE_WIDTH + tx]"
#define LOAD_N    "N[(ph * TILE_WIDTH + ty) * l + Col]"
#define ADD       "Mds[ty][i] * Nds[i][tx]"
#define PAD_M     "else\n            Mds[ty][tx] = 0.0f;"
#define PAD_N     "else\n            Nds[ty][tx] = 0.0f;"
#define PHASES    "(k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph"
#define STORE     "P[Row * l + Col] = Pvalue"
#define SQUARE    {"4", "4", "4"}, "2", NULL
#define RAGGED    {"4", "3", "5"}, "2", NULL
#define LARGER    {"8", "16", "8"}, "8", "one-by-one"
#define TERM_BOTH FIRST_WRONG_TERM, FIRST_WRONG_TERM

static const Mistake mistakes[] = {
    {"index off by one",
     "02_tiled",
     {{LOAD_M, "M[Row * k + ph * TILE_WIDTH + tx + 1]"}},
     SQUARE,
     TERM_BOTH,
     ADD,
     "adds Mds[0][0] · Nds[0][0] to Pvalue: 0 + 3 · 8 = 24. The right version adds "
     "M[0][0] · N[0][0] = 32",
     "Mds[0][0] holds M[0][1] instead of M[0][0]: thread (0, 0) stored it at step 23, line 26."},
    {"index off by one, naive",
     "01_naive",
     {{"N[i * l + Col]", "N[(i + 1) * l + Col]"}},
     {"3", "4", "5"},
     "2",
     NULL,
     TERM_BOTH,
     "N[(i + 1)",
     "adds M[0][0] · N[1][0]",
     "instead of N[0][0]"},
    {"no barrier before the products",
     "02_tiled",
     {{"__syncthreads();\n\n        for", "\n        for"}},
     LARGER,
     TERM_BOTH,
     ADD,
     "The sum is right for 4 of its 16 terms.",
     "Nds[4][0] holds what nothing has written"},
    {"no barrier behind them",
     "02_tiled",
     {{"[tx];\n        __syncthreads();", "[tx];"}},
     LARGER,
     TERM_BOTH,
     ADD,
     "P[4][0] is 485, right would be 497.",
     "Nds[0][0] holds N[8][0] instead of N[0][0]: thread (0, 0) stored it at step 163"},
    {"wrong index of the tile",
     "02_tiled",
     {{LOAD_N, "N[(bx * TILE_WIDTH + ty) * l + Col]"}},
     SQUARE,
     TERM_BOTH,
     ADD,
     "The sum is right for 2 of its 4 terms.",
     "Nds[0][0] holds N[0][0] instead of N[2][0]"},
    {"forgotten accumulate",
     "02_tiled",
     {{"Pvalue += Mds", "Pvalue = Mds"}},
     SQUARE,
     FIRST_WRONG_SET,
     FIRST_WRONG_SET,
     "Pvalue = Mds",
     "thread (0, 0) gets 9, the right version has 41",
     NULL},
    {"no zero padding",
     "02_tiled",
     {{PAD_M, ""}, {PAD_N, ""}},
     {"4", "3", "4"},
     "2",
     NULL,
     FIRST_WRONG_EXTRA,
     FIRST_WRONG_EXTRA,
     ADD,
     "The right sum is complete before that.",
     NULL},
    {"swapped operands",
     "02_tiled",
     {{ADD, "Nds[ty][i] * Mds[i][tx]"}},
     SQUARE,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_TERM,
     "Nds[ty][i] * Mds",
     "adds Nds[0][1] · Mds[1][0]",
     NULL},
    {"bound of the phases",
     "02_tiled",
     {{PHASES, "k / TILE_WIDTH; ++ph"}},
     RAGGED,
     FIRST_WRONG_MISSING,
     FIRST_WRONG_MISSING,
     STORE,
     "stores 41 there although terms are missing, the first of them "
     "M[0][2] · N[2][0]",
     NULL},
    {"transposed load",
     "02_tiled",
     {{"Nds[ty][tx] = N", "Nds[tx][ty] = N"}},
     SQUARE,
     TERM_BOTH,
     ADD,
     "The sum is right for 1 of its 4 terms.",
     "Nds[1][0] holds N[0][1] instead of N[1][0]: thread (1, 0)"},
    {"stride",
     "02_tiled",
     {{LOAD_N, "N[(ph * TILE_WIDTH + ty) * k + Col]"}},
     RAGGED,
     FIRST_WRONG_TERM,
     FIRST_WRONG_UNKNOWN,
     ADD,
     "P[0][1] is",
     "thread (1, 0) stored it at step 33, line 30."},
    {"stale tile",
     "02_tiled",
     {{"Mds[ty][tx] = M[", "if (ph == 0) Mds[ty][tx] = M["}},
     SQUARE,
     TERM_BOTH,
     ADD,
     "41 + 0 · 4 = 41",
     "Mds[0][0] holds a constant instead of M[0][2]"},
    {"too few products",
     "02_tiled",
     {{"i < TILE_WIDTH; ++i", "i < TILE_WIDTH - 1; ++i"}},
     SQUARE,
     TERM_BOTH,
     ADD,
     "adds M[0][1] · N[1][0] = 9 there and has 41",
     NULL},
    {"stored beside",
     "02_tiled",
     {{STORE, "P[Row * l + Col + 1] = Pvalue"}},
     SQUARE,
     FIRST_WRONG_PLACE,
     FIRST_WRONG_UNWRITTEN,
     "P[Row",
     "stores there the sum that belongs to P[0][0]",
     NULL},
    {"guard of the store",
     "02_tiled",
     {{"if (Row < j && Col < l)\n        P", "if (Row < j)\n        P"}},
     {"3", "3", "3"},
     "2",
     NULL,
     FIRST_WRONG_OVER,
     FIRST_WRONG_OVER,
     STORE,
     "thread (1, 0) stores 0 over what thread (0, 1) of block (0, 0) had stored there",
     NULL},
    {"row of another thread",
     "01_naive",
     {{"M[Row * k + i]", "M[(Row + 1) % j * k + i]"}},
     {"4", "4", "4"},
     "2",
     NULL,
     TERM_BOTH,
     "% j",
     "adds M[1][0] · N[0][0]",
     "instead of M[0][0]"},
    {"begins with one",
     "02_tiled",
     {{"Pvalue = 0.0f", "Pvalue = 1.0f"}},
     SQUARE,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_SET,
     "Pvalue = 1.0f",
     "gets 1, the right version has 0",
     NULL},
    {"doubled",
     "02_tiled",
     {{STORE, "P[Row * l + Col] = 2 * Pvalue"}},
     SQUARE,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_STORE,
     "2 * Pvalue",
     "makes 224 of it",
     NULL},
    {"another order, and a phase too few",
     "02_tiled",
     {{"int ph = 0; ph < " PHASES, "int ph = (k - 1) / TILE_WIDTH; ph > 0; --ph"}},
     {"4", "8", "4"},
     "2",
     NULL,
     FIRST_WRONG_MISSING,
     FIRST_WRONG_MISSING,
     STORE,
     "the first of them M[0][0] · N[0][0]",
     NULL},
    {"a sum that begins with an element",
     "16_stencil",
     {{"sum = 0.0f", "sum = in[0]"}},
     {NULL, NULL, NULL},
     NULL,
     NULL,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_SET,
     "sum = in[0]",
     "thread 0 gets 4, the right version has 0",
     NULL},
    {"a reduction that stops early",
     "17_reduction",
     {{"half > 0", "half > 1"}},
     {NULL, NULL, NULL},
     NULL,
     NULL,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_MISSING,
     "sums[blockIdx.x]",
     "sums[0] is 21, right would be 39",
     NULL},
    {"atomics that add too much",
     "12_histogram",
     {{"1u", "2u"}},
     {NULL, NULL, NULL},
     NULL,
     NULL,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_TERM,
     "2u",
     "adds 2 to bins[0]: 0 + 2 = 2. The right version adds 1",
     NULL},
    {"another element",
     "16_stencil",
     {{"stretch[at] = i < n ? in[i]", "stretch[at] = i < n ? in[i / 2]"}},
     {NULL, NULL, NULL},
     NULL,
     NULL,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_TERM,
     "sum += stretch",
     "adds stretch[3] to sum",
     "holds in[0] instead of in[1]"},
    {"transposed read",
     "15_transpose_tiled",
     {{"tile[tx][ty];", "tile[ty][tx];"}},
     {NULL, NULL, NULL},
     NULL,
     NULL,
     FIRST_WRONG_SET,
     FIRST_WRONG_SET,
     "tile[ty][tx];",
     "gets 3, the right version has 7",
     NULL},
    {"right",
     "02_tiled",
     {{"float Pvalue", "float Pvalue"}},
     {"5", "7", "9"},
     "2",
     NULL,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_UNKNOWN,
     NULL,
     NULL,
     NULL},
    {"right in another order",
     "02_tiled",
     {{"int ph = 0; ph < " PHASES, "int ph = (k - 1) / TILE_WIDTH; ph >= 0; --ph"}},
     {"5", "7", "9"},
     "4",
     NULL,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_UNKNOWN,
     NULL,
     NULL,
     NULL},
    {"stored transposed",
     "15_transpose_tiled",
     {{"", ""}},
     {NULL, NULL, NULL},
     NULL,
     NULL,
     FIRST_WRONG_UNKNOWN,
     FIRST_WRONG_UNKNOWN,
     NULL,
     NULL,
     NULL},
};

static char *read_kernel(Arena *arena, const char *name)
{
    char *text;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(arena, "%s/kernels/%s.cu", source_root, name);
    assert_true(file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason));
    return arena_printf(arena, "%s", text);
}

static char *changed(Arena *arena, char *text, const Change *change)
{
    if (!change->from)
        return text;
    char *at = strstr(text, change->from);
    assert_non_null(at);
    return arena_printf(arena, "%.*s%s%s", (int)(at - text), text, change->to,
                        at + strlen(change->from));
}

static Run *load(const char *text, const Mistake *mistake)
{
    static const char *const names[] = {"j", "k", "l"};
    NamedText sizes[3];
    Define define = {"TILE_WIDTH", mistake->tile};
    for (int i = 0; i < 3; ++i)
        sizes[i] = (NamedText){names[i], mistake->sizes[i]};
    LoadOptions options = {.settings = sizes,
                           .setting_count = mistake->sizes[0] ? 3 : 0,
                           .defines = &define,
                           .define_count = mistake->tile ? 1 : 0,
                           .order = mistake->order,
                           .assume = true};
    Run *run = run_load_text("changed.cu", text, strlen(text), &options);
    assert_non_null(run->program);
    return run;
}

static const char *line_text(Arena *arena, const char *text, uint32_t line)
{
    for (uint32_t i = 1; i < line; ++i)
        text = strchr(text, '\n') + 1;
    return arena_printf(arena, "%.*s", (int)strcspn(text, "\n"), text);
}

static void expect(Arena *arena, const Mistake *mistake, const char *text, const Run *run,
                   FirstWrongKind kind, bool is_told, const FirstWrong *wrong)
{
    if (is_told != (kind != FIRST_WRONG_UNKNOWN) || (is_told && wrong->kind != kind))
        fail_msg("%s: %s, not %s", mistake->name,
                 is_told ? first_wrong_text(arena, LANGUAGE_EN, run->program, &run->launch, wrong)
                         : "nothing",
                 first_wrong_names[kind]);
    if (!is_told || kind == FIRST_WRONG_UNWRITTEN)
        return;
    const char *line = line_text(arena, text, run->program->code[wrong->pc].own_line);
    const char *says = first_wrong_text(arena, LANGUAGE_EN, run->program, &run->launch, wrong);
    const char *cause = first_wrong_cause(arena, LANGUAGE_EN, run->program, &run->launch, wrong);
    if (!strstr(line, mistake->on))
        fail_msg("%s: told of the line '%s': %s", mistake->name, line, says);
    if (mistake->says && !strstr(says, mistake->says))
        fail_msg("%s: %s", mistake->name, says);
    if (mistake->cause && !strstr(cause, mistake->cause))
        fail_msg("%s: %s %s", mistake->name, says, cause);
    assert_non_null(strstr(first_wrong_text(arena, LANGUAGE_ZH, run->program, &run->launch, wrong),
                           "正确的是"));
}

static void check_mistake(Arena *arena, const Mistake *mistake)
{
    FirstWrong wrong;
    bool is_comparable;
    char *right_text = read_kernel(arena, mistake->kernel);
    char *text =
        changed(arena, changed(arena, right_text, &mistake->changes[0]), &mistake->changes[1]);
    Run *run = load(text, mistake), *right = load(right_text, mistake);
    Outcome outcome = corpus_execute(run), good = corpus_execute(right);
    bool is_told = first_wrong_of_check(arena, run->program, &run->launch, &outcome.check, &wrong);
    expect(arena, mistake, text, run, mistake->kind, is_told, &wrong);
    const RightRun beside = {right->program, &right->launch, good.memory, good.report};
    is_told = first_wrong_beside(arena, run->program, &run->launch, outcome.memory, &beside,
                                 &is_comparable, &wrong);
    expect(arena, mistake, text, run, mistake->beside, is_told, &wrong);
    outcome_free(&outcome);
    outcome_free(&good);
    run_free(run);
    run_free(right);
}

static void mistakes_are_told_by_their_first_step(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; ++i) {
        Arena *arena = arena_new();
        check_mistake(arena, &mistakes[i]);
        arena_free(arena);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mistakes_are_told_by_their_first_step)};
    if (argc < 2)
        return 2;
    source_root = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
