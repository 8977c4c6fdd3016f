/* --without means the same to the emulator and to a CUDA compiler: the text made for the one,
 * compiled here, is the Program that the other runs. Every switch of every file given is tried. */
#include "base/file.h"
#include "device/source.h"
#include "test.h"
#include "verify.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

static const char *root;

typedef struct Compiled {
    Unit *unit;
    Diags *diags;
    Program *program;
} Compiled;

static Compiled compile(Arena *arena, const char *text, const CompileOptions *options)
{
    SourceSet *sources = source_set_new(arena);
    Compiled c = {.diags = diags_new(arena)};
    uint32_t file = source_add(sources, "test.cu", text, strlen(text));
    c.unit = unit_open(arena, sources, file, options, c.diags);
    c.program = unit_compile(arena, c.unit, options, c.diags);
    return c;
}

/* Accesses, branches and barriers are compared. How a value is computed, whether a variable lives
 * in memory and whether it needs a mark for what is unset depend on what else is done with it; the
 * text's Program knows nothing of what is gone. */
static bool is_compared(const Instr *instr)
{
    bool is_removed = instr->flags & INSTR_REMOVED;
    bool is_access = instr->op == OP_LOAD || instr->op == OP_STORE;
    bool is_value = (instr->op < OP_LOAD && instr->op != OP_SELECT) || instr->op == OP_UNSET;
    return !is_removed && !is_value && !(is_access && instr->space == SPACE_LOCAL);
}

static uint32_t next_compared(const Program *program, uint32_t pc)
{
    while (pc < program->code_count && !is_compared(&program->code[pc]))
        ++pc;
    return pc;
}

static bool same_instr(const Instr *x, const Instr *y)
{
    return x->op == y->op && x->type == y->type && x->type2 == y->type2 && x->space == y->space &&
           x->width == y->width && x->atomic == y->atomic;
}

/* The first instruction that differs, of both; NULL if none does. */
static const char *difference(Arena *arena, const Program *a, const Program *b)
{
    uint32_t x = next_compared(a, 0), y = next_compared(b, 0);
    while (x < a->code_count && y < b->code_count && same_instr(&a->code[x], &b->code[y]))
        x = next_compared(a, x + 1), y = next_compared(b, y + 1);
    if (x == a->code_count && y == b->code_count)
        return NULL;
    if (x == a->code_count || y == b->code_count)
        return "one of them is longer";
    return arena_printf(arena, "%s, but %s", program_instr_text(arena, a, x),
                        program_instr_text(arena, b, y));
}

static void compare(const char *path, const Unit *unit, CompileOptions options)
{
    static const char *const names[] = {"barrier", "line", "check"};
    Arena *arena = arena_new();
    const Without *without = options.withouts;
    Program *here = unit_compile(arena, unit, &options, diags_new(arena));
    if (here) {
        const char *wrong = program_verify(arena, here);
        if (wrong)
            fail_msg("%s %s:%d: %s", path, names[without->kind], without->line, wrong);
        const char *device = device_source_make(arena, unit, &options, here)->text;
        options.without_count = 0;
        Compiled there = compile(arena, device, &options);
        if (!there.program)
            fail_msg("%s %s:%d: the text does not compile: %s\n%s", path, names[without->kind],
                     without->line, phrase_in(arena, LANGUAGE_EN, there.diags->items[0].message),
                     device);
        const char *what = difference(arena, here, there.program);
        if (what)
            fail_msg("%s %s:%d: %s\n%s", path, names[without->kind], without->line, what, device);
    }
    arena_free(arena);
}

static int compare_kernel(const char *path, const Unit *unit, const char *kernel)
{
    const Switchable *places;
    int count = unit_switchables(unit->arena, unit, kernel, NULL, &places);
    for (int i = 0; i < count; ++i) {
        Without without = {places[i].kind, places[i].line};
        compare(path, unit,
                (CompileOptions){.kernel = kernel, .withouts = &without, .without_count = 1});
    }
    return count;
}

/* What if constexpr leaves out is not there to be switched off, and neither is the choice. */
static void branches_left_out(void **state)
{
    const char *text = "template <int N> __global__ void k(float *o) {\n"
                       "  if constexpr (N > 3) {\n"
                       "    o[0] = N;\n"
                       "  } else {\n"
                       "    o[0] = 1;\n"
                       "    __syncthreads();\n"
                       "  }\n}\n";
    Arena *arena = arena_new();
    Compiled c = compile(arena, text, &(CompileOptions){.template_args = "4"});
    const Switchable *places;
    bool is_there[9] = {false};
    int count = unit_switchables(arena, c.unit, "k", "4", &places);
    for (int i = 0; i < count; ++i)
        if (places[i].line != 2 || places[i].kind != WITHOUT_LINE)
            is_there[places[i].line] = true;
    for (int line = 1; line < 9; ++line)
        assert_int_equal(is_there[line], line == 3);
    arena_free(arena);
}

static int compare_file(const char *path)
{
    Arena *arena = arena_new();
    CompileOptions options = {0};
    char *text;
    size_t length;
    const Phrase *reason;
    int compared = 0;
    if (!file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        fail_msg("%s", phrase_in(arena, LANGUAGE_EN, reason));
    Compiled c = compile(arena, text, &options);
    for (int k = 0; k < c.unit->kernel_count; ++k)
        compared += compare_kernel(path, c.unit, c.unit->kernels[k].name);
    arena_free(arena);
    return compared;
}

static void compare_folder(const char *folder, int least)
{
    char pattern[4096];
    glob_t found;
    int compared = 0;
    snprintf(pattern, sizeof pattern, "%s/%s/*.cu", root, folder);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; ++i)
        compared += compare_file(found.gl_pathv[i]);
    globfree(&found);
    assert_in_range(compared, least, 100000);
}

static void in_the_course(void **state)
{
    compare_folder("kernels", 100);
}

static void in_every_feature(void **state)
{
    compare_folder("tests/kernels/features", 400);
}

static void in_macros(void **state)
{
    compare_folder("tests/device/switched", 18);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_course), cmocka_unit_test(in_every_feature),
        cmocka_unit_test(in_macros), cmocka_unit_test(branches_left_out)};
    assert_int_equal(argc, 2);
    root = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
