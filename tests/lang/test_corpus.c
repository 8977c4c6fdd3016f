/* Programs with their expectations in comments on the lines that cause them:
 *
 *   // error: TEXT      compiling reports TEXT (in message or hint) on this line, and nothing else
 *   // instr: TEXT      one of this line's instructions contains TEXT
 *   // template: ARGS   template arguments of the kernel that is defined on this line
 *
 * Every kernel of a file is compiled, with and without fmad, and verified. What compiles is run by
 * one warp, whose assert() calls must hold. */
#include "../base/chinese.h"
#include "base/file.h"
#include "lang/compile.h"
#include "test.h"
#include "verify.h"
#include "vm/machine.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 32, BUFFER_BYTES = 4096, DYNAMIC_BYTES = 256, STEP_LIMIT = 200000, MARKS = 128 };

typedef struct Mark {
    int line;
    const char *text;
    bool is_met;
} Mark;

typedef struct Corpus {
    Arena *arena;
    const char *name;
    SourceSet *sources;
    Unit *unit;
    Mark errors[MARKS], instrs[MARKS], templates[MARKS];
    int error_count, instr_count, template_count;
    int failures;
} Corpus;

static int read_marks(Corpus *c, const char *key, Mark *marks)
{
    const SourceFile *file = &c->sources->files[0];
    int count = 0;
    for (int line = 1; line <= file->line_count; ++line) {
        int length;
        const char *text = source_line_text(file, line, &length);
        text = arena_text(c->arena, text, (size_t)length);
        const char *at = strstr(text, key);
        if (!at || count == MARKS)
            continue;
        at += strlen(key);
        const char *end = strstr(at, " // ");
        marks[count++] =
            (Mark){line, arena_text(c->arena, at, end ? (size_t)(end - at) : strlen(at)), false};
    }
    return count;
}

static void open_corpus(Corpus *c, const char *path)
{
    char *text;
    size_t length;
    const Phrase *reason;
    c->arena = arena_new();
    c->name = path;
    if (!file_read(c->arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        fail_msg("%s", phrase_in(c->arena, LANGUAGE_EN, reason));
    c->sources = source_set_new(c->arena);
    uint32_t file = source_add(c->sources, path, text, length);
    Diags *diags = diags_new(c->arena);
    c->unit = unit_open(c->arena, c->sources, file, &(CompileOptions){0}, diags);
    assert_int_equal(diags->error_count, 0);
    c->error_count = read_marks(c, "// error: ", c->errors);
    c->instr_count = read_marks(c, "// instr: ", c->instrs);
    c->template_count = read_marks(c, "// template: ", c->templates);
}

static void complain(Corpus *c, const char *what)
{
    print_error("%s: %s\n", c->name, what);
    c->failures++;
}

static void meet_errors(Corpus *c, const Diags *diags)
{
    for (int i = 0; i < diags->count; ++i) {
        const char *text = diag_format(c->arena, c->sources, &diags->items[i]);
        const char *message = phrase_in(c->arena, LANGUAGE_EN, diags->items[i].message);
        const char *hint = phrase_in(c->arena, LANGUAGE_EN, diags->items[i].hint);
        int line = source_line(c->sources, diags->items[i].span);
        bool is_expected = false;
        for (int n = 0; n < c->error_count; ++n)
            if (c->errors[n].line == line &&
                (strstr(message, c->errors[n].text) || strstr(hint, c->errors[n].text)))
                is_expected = c->errors[n].is_met = true;
        if (!is_expected)
            complain(c, text);
        const char *left = diag_left_english(c->arena, &diags->items[i]);
        if (left)
            complain(c, arena_printf(c->arena, "no Chinese for: %s", left));
    }
}

static void meet_instrs(Corpus *c, const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        for (int n = 0; n < c->instr_count; ++n)
            if (c->instrs[n].line == (int)program->code[pc].line &&
                strstr(program_instr_text(c->arena, program, pc), c->instrs[n].text))
                c->instrs[n].is_met = true;
}

static int add_buffers(Corpus *c, const Program *p, Buffer *buffers, uint64_t *arguments)
{
    int count = 0;
    for (int i = 0; i < p->parameter_count; ++i) {
        arguments[i] = (uint64_t)count;
        if (p->parameters[i].type->kind == TYPE_POINTER)
            buffers[count++] = (Buffer){.name = p->parameters[i].name,
                                        .type = SCALAR_I32,
                                        .element_bytes = 4,
                                        .count = BUFFER_BYTES / 4,
                                        .parameter = i,
                                        .global = -1};
    }
    for (int i = 0; i < p->global_count; ++i) {
        const GlobalVariable *global = &p->globals[i];
        buffers[count++] = (Buffer){.name = global->name,
                                    .type = SCALAR_U8,
                                    .element_bytes = 1,
                                    .count = global->type->size_bytes,
                                    .fill = global->initial ? FILL_BYTES : FILL_ZEROS,
                                    .bytes = global->initial,
                                    .byte_count = global->type->size_bytes,
                                    .is_constant = global->is_constant,
                                    .parameter = -1,
                                    .global = i};
    }
    (void)c;
    return count;
}

static void run_program(Corpus *c, const Program *program)
{
    Buffer buffers[64] = {0};
    uint64_t arguments[64] = {0};
    Launch launch = {.grid = {1, 1, 1},
                     .block = {THREADS, 1, 1},
                     .dynamic_shared_bytes = DYNAMIC_BYTES,
                     .arguments = arguments,
                     .argument_count = program->parameter_count,
                     .buffers = buffers};
    launch.buffer_count = add_buffers(c, program, buffers, arguments);
    launch_layout(&launch);
    const char *reason;
    Memory *memory = memory_new(&launch, &reason);
    Machine *machine = aligned_alloc(64, ((size_t)machine_size(program, &launch) + 63) / 64 * 64);
    machine_start(machine, program, &launch, 0);
    Step step;
    int steps = 0;
    while (machine_step(machine, program, &launch, memory, &step) && ++steps < STEP_LIMIT)
        if (step.fault == FAULT_ASSERT)
            complain(c, arena_printf(c->arena, "%s, line %u: lanes %08x: assert(%s)", program->name,
                                     step.instr->line, step.fault_lanes,
                                     program->texts[step.instr->imm]));
    if (steps >= STEP_LIMIT)
        complain(c, arena_printf(c->arena, "%s does not end", program->name));
    free(machine);
    memory_free(memory);
}

static const char *template_of(const Corpus *c, const KernelInfo *kernel)
{
    for (int i = 0; i < c->template_count; ++i)
        if (c->templates[i].line == source_line(c->sources, kernel->span))
            return c->templates[i].text;
    return NULL;
}

static void compile_kernel(Corpus *c, const KernelInfo *kernel, bool fmad)
{
    Diags *diags = diags_new(c->arena);
    CompileOptions options = {
        .kernel = kernel->name, .template_args = template_of(c, kernel), .fmad = fmad};
    Program *program = unit_compile(c->arena, c->unit, &options, diags);
    meet_errors(c, diags);
    if (!program != (diags->error_count > 0))
        complain(c, "a program in spite of errors, or none without any");
    if (!program)
        return;
    const char *wrong = program_verify(c->arena, program);
    if (wrong)
        complain(c, arena_printf(c->arena, "%s: %s", kernel->name, wrong));
    else {
        meet_instrs(c, program);
        run_program(c, program);
    }
}

static void expect_met(Corpus *c, const Mark *marks, int count, const char *kind)
{
    for (int i = 0; i < count; ++i)
        if (!marks[i].is_met)
            complain(c, arena_printf(c->arena, "line %d: no %s '%s'", marks[i].line, kind,
                                     marks[i].text));
}

static void test_file(void **state)
{
    Corpus c = {0};
    open_corpus(&c, *state);
    for (int i = 0; i < c.unit->kernel_count; ++i) {
        compile_kernel(&c, &c.unit->kernels[i], true);
        compile_kernel(&c, &c.unit->kernels[i], false);
    }
    expect_met(&c, c.errors, c.error_count, "error");
    expect_met(&c, c.instrs, c.instr_count, "instruction");
    arena_free(c.arena);
    assert_int_equal(c.failures, 0);
}

int main(int argc, char **argv)
{
    struct CMUnitTest *tests = calloc((size_t)argc, sizeof *tests);
    for (int i = 1; i < argc; ++i)
        tests[i - 1] = (struct CMUnitTest){argv[i], test_file, NULL, NULL, argv[i]};
    int failed = _cmocka_run_group_tests("corpus", tests, (size_t)argc - 1, NULL, NULL);
    free(tests);
    return failed;
}
