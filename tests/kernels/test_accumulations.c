/* Which accumulations are recognised in the kernels of the course and in those of features, as a
 * list that was read line by line: accumulations.txt. With a second argument the list is written
 * there. */
#include "corpus.h"

#include "base/file.h"
#include "lang/compile.h"
#include "program/accumulations/accumulations.h"
#include "program/flow/constant_loads.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char *source_root, *written;

typedef struct Lister {
    Arena *arena;
    const Program *program;
    const char *text;
    const char *options;
} Lister;

static const char *base_name(const Lister *lister, Operand base)
{
    const Program *program = lister->program;
    if (!OPERAND_IS_UNIFORM(base))
        return "a pointer";
    const Uniform *uniform = &program->uniforms[OPERAND_INDEX(base)];
    switch (uniform->kind) {
    case UNIFORM_PARAMETER:
    case UNIFORM_PARAMETER_BASE: return program->parameters[uniform->index].name;
    case UNIFORM_SHARED_BASE: return program->shared[uniform->index].name;
    case UNIFORM_LOCAL_BASE: return program->locals[uniform->index].name;
    case UNIFORM_GLOBAL_BASE: return program->globals[uniform->index].name;
    default: return "?";
    }
}

static const char *place_name(const Lister *lister, uint32_t access)
{
    static const char *const spaces[] = {"generic", "global", "shared", "own"};
    const Instr *instr = &lister->program->code[access];
    return arena_printf(lister->arena, "%s %s",
                        instr_is_constant_load(instr) ? "constant" : spaces[instr->space],
                        base_name(lister, instr->a));
}

static const char *variable_name(const Lister *lister, Operand slot, uint32_t pc)
{
    const Program *program = lister->program;
    for (int i = program->variable_count; i-- > 0;) {
        const Variable *variable = &program->variables[i];
        if (variable->storage == STORAGE_REGISTER && variable->operand == slot &&
            pc >= variable->first_pc && pc < variable->end_pc)
            return variable->name;
    }
    return "computed";
}

static const char *term_name(const Lister *lister, const Accumulation *item, const Term *term)
{
    if (term->load != NO_LOAD)
        return arena_printf(lister->arena, "%s%s", place_name(lister, (uint32_t)term->load),
                            term->loaded == OPERAND_NONE && term->load != (int)item->pc ? " (gone)"
                                                                                        : "");
    return OPERAND_IS_UNIFORM(term->operand) ? "uniform"
                                             : variable_name(lister, term->operand, item->pc);
}

static const char *line_of_source(const Lister *lister, uint32_t line)
{
    int length;
    const char *text = source_line_text(&lister->program->sources->files[0], (int)line, &length);
    while (length && *text == ' ')
        ++text, --length;
    return arena_text(lister->arena, text, (size_t)length);
}

static void list_item(Lister *lister, const Accumulation *item)
{
    static const char *const kinds[] = {"product", "sum", "maximum", "minimum", "factor"};
    const Program *program = lister->program;
    const Instr *instr = &program->code[item->pc];
    const char *to = item->slot == OPERAND_NONE ? place_name(lister, item->writer)
                                                : program->variables[item->variable].name;
    bool is_product = item->kind == ACCUMULATION_PRODUCT;
    lister->text = arena_printf(
        lister->arena, "%s  %u %s%s %s: %s of %s%s%s | %s\n", lister->text, instr->line,
        instr->op == OP_ATOMIC ? "atomic "
        : item->is_minus       ? "minus "
                               : "",
        scalar_name(item->type), to, kinds[item->kind], term_name(lister, item, &item->x),
        is_product ? " and " : "", is_product ? term_name(lister, item, &item->y) : "",
        line_of_source(lister, instr->line));
}

static void list_kernel(Lister *lister, const char *file, const Program *program)
{
    lister->program = program;
    Accumulations all = accumulations_of(lister->arena, program);
    lister->text = arena_printf(lister->arena, "%s%s %s\n", lister->text, file, program->name);
    for (int i = 0; i < all.count; ++i)
        list_item(lister, &all.items[i]);
}

static void list_file(Lister *lister, const CorpusFile *file)
{
    Run *run = corpus_load(file, lister->options);
    for (int i = 0; i < run->unit->kernel_count; ++i) {
        CompileOptions options = run->compile;
        options.kernel = run->unit->kernels[i].name;
        if (!run->program || strcmp(run->program->name, options.kernel) != 0)
            options.template_args = NULL;
        Program *program =
            unit_compile(lister->arena, run->unit, &options, diags_new(lister->arena));
        if (program)
            list_kernel(lister, file->name, program);
    }
    run_free(run);
}

static const char *list_all(Arena *arena, const char *options)
{
    Lister lister = {.arena = arena, .text = "", .options = options};
    const char *const folders[] = {"kernels", "tests/kernels/features"};
    for (int i = 0; i < 2; ++i) {
        const CorpusFile *files;
        int count =
            corpus_open(arena, arena_printf(arena, "%s/%s", source_root, folders[i]), &files);
        for (int j = 0; j < count; ++j)
            list_file(&lister, &files[j]);
    }
    return lister.text;
}

static void the_list_is_the_one_that_was_read(void **state)
{
    Arena *arena = arena_new();
    const char *text = list_all(arena, "");
    if (written) {
        FILE *out = fopen(written, "w");
        assert_non_null(out);
        fputs(text, out);
        fclose(out);
    }
    char *golden;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(arena, "%s/tests/kernels/accumulations.txt", source_root);
    assert_true(file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &golden, &length, &reason));
    assert_string_equal(text, golden);
    arena_free(arena);
}

/* A product that is multiplied first and added then is the same accumulation. */
static void contraction_changes_nothing(void **state)
{
    Arena *arena = arena_new();
    assert_string_equal(list_all(arena, "--fmad off"), list_all(arena, "--fmad on"));
    arena_free(arena);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_list_is_the_one_that_was_read),
                                       cmocka_unit_test(contraction_changes_nothing)};
    if (argc < 2)
        return 2;
    source_root = argv[1];
    written = argc > 2 ? argv[2] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
