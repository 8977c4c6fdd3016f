/* The disassembly of a program made by hand, and what verify accepts and refuses. */
#include "program/program.h"
#include "test.h"
#include "verify.h"

#include <string.h>

enum { CODE_COUNT = 9 };

typedef struct Fixture {
    Arena *arena;
    Instr code[CODE_COUNT];
    Uniform uniforms[3];
    Parameter parameters[2];
    Program program;
} Fixture;

static Operand uniform(int index)
{
    return (Operand)(OPERAND_UNIFORM | index);
}

/* if (threadIdx.x < n) p[threadIdx.x - 1] = 0.5f; else return; */
static const Instr plain_code[CODE_COUNT] = {
    {.op = OP_LT, .type = SCALAR_I32, .dst = 3, .a = SLOT_THREAD_X, .b = 0x8001, .line = 1},
    {.op = OP_IF, .a = 3, .target = 3, .flags = INSTR_GUARD, .line = 1},
    {.op = OP_STORE,
     .type = SCALAR_F32,
     .type2 = SCALAR_I32,
     .space = SPACE_GLOBAL,
     .width = 1,
     .a = 0x8000,
     .b = SLOT_THREAD_X,
     .c = 0x8002,
     .scale_bytes = 4,
     .imm = -4,
     .line = 2},
    {.op = OP_ELSE, .target = 5, .line = 3},
    {.op = OP_EXIT, .target = 5, .line = 3},
    {.op = OP_ENDIF, .target = 8, .line = 3},
    {.op = OP_SCOPE, .line = 4},
    {.op = OP_SCOPE_END, .target = 8, .line = 4},
    {.op = OP_EXIT, .target = 8, .line = 4},
};

static int setup(void **state)
{
    Arena *arena = arena_new();
    Fixture *f = ARENA_NEW(arena, Fixture);
    f->arena = arena;
    memcpy(f->code, plain_code, sizeof plain_code);
    f->uniforms[0] = (Uniform){UNIFORM_PARAMETER_BASE, SCALAR_U64, 0, 0, 0};
    f->uniforms[1] = (Uniform){UNIFORM_PARAMETER, SCALAR_I32, 1, 0, 0};
    f->uniforms[2] = (Uniform){UNIFORM_CONSTANT, SCALAR_F32, 0, 0, 0x3f000000};
    f->parameters[0].name = "p";
    f->parameters[0].type = type_pointer(arena, type_scalar(SCALAR_F32));
    f->parameters[1].name = "n";
    f->parameters[1].type = type_scalar(SCALAR_I32);
    f->program = (Program){.name = "half",
                           .code = f->code,
                           .code_count = CODE_COUNT,
                           .uniforms = f->uniforms,
                           .uniform_count = 3,
                           .parameters = f->parameters,
                           .parameter_count = 2,
                           .slot_count = 4,
                           .frame_depth = 1};
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    arena_free(((Fixture *)*state)->arena);
    return 0;
}

static void test_text(void **state)
{
    Fixture *f = *state;
    assert_string_equal(program_text(f->arena, &f->program),
                        "kernel half\n"
                        "line 1\n"
                        "   0  lt.i32 r3, threadIdx.x, n\n"
                        "   1  if r3 -> 3 (guard)\n"
                        "line 2\n"
                        "   2    store.global.f32 [p + threadIdx.x*4 - 4], 0.5\n"
                        "line 3\n"
                        "   3  else -> 5\n"
                        "   4    exit\n"
                        "   5  endif -> 8\n"
                        "line 4\n"
                        "   6  scope\n"
                        "   7  endscope -> 8\n"
                        "   8  exit\n");
}

static void test_accepts(void **state)
{
    Fixture *f = *state;
    assert_null(program_verify(f->arena, &f->program));
}

static void expect_wrong(Fixture *f, const char *part)
{
    const char *wrong = program_verify(f->arena, &f->program);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, part));
    memcpy(f->code, plain_code, sizeof plain_code);
}

static void test_refuses(void **state)
{
    Fixture *f = *state;
    f->code[0].a = 4;
    expect_wrong(f, "register out of range");
    f->code[0].b = uniform(3);
    expect_wrong(f, "uniform out of range");
    f->code[0].b = uniform(0);
    expect_wrong(f, "uniform of another size");
    f->code[0].dst = SLOT_THREAD_Y;
    expect_wrong(f, "no free register");
    f->code[1].target = 5;
    expect_wrong(f, "target is 5, not 3");
    f->code[3].op = OP_ENDIF;
    expect_wrong(f, "frame that is not open");
    f->code[4] = (Instr){.op = OP_BREAK, .imm = 0, .target = 5};
    expect_wrong(f, "frame of another kind");
    f->code[7] = (Instr){.op = OP_SCOPE};
    expect_wrong(f, "deeper than frame_depth");
    f->code[2].width = 3;
    expect_wrong(f, "width");
    f->code[8].op = OP_BARRIER;
    expect_wrong(f, "not exit");
}

/* p[n - 1], and n. */
static void test_names(void **state)
{
    Fixture *f = *state;
    Variable variables[] = {{.name = "p", .end_pc = CODE_COUNT},
                            {.name = "n", .end_pc = CODE_COUNT}};
    const uint32_t none = TERM_NONE;
    ValueTerm terms[] = {
        {.kind = TERM_VARIABLE, .index = 0, .a = none, .b = none, .c = none},
        {.kind = TERM_VARIABLE, .index = 1, .a = none, .b = none, .c = none},
        {.kind = TERM_CONSTANT, .type = SCALAR_I32, .a = none, .b = none, .c = none, .bits = 1},
        {.kind = TERM_VALUE, .op = OP_SUB, .type = SCALAR_I32, .a = 1, .b = 2, .c = none},
        {.kind = TERM_ELEMENT, .a = 0, .b = 3, .c = none}};
    Mention mentions[] = {{{0, 10, 1}, {0, 10, 8}, 4, 0, CODE_COUNT},
                          {{0, 12, 1}, {0, 12, 1}, 1, 0, CODE_COUNT},
                          {{0, 12, 1}, {0, 12, 1}, 1, 2, 4},
                          {{1, 3, 1}, {1, 3, 1}, 1, 0, CODE_COUNT}};
    f->program.variables = variables;
    f->program.variable_count = 2;
    f->program.terms = terms;
    f->program.term_count = 5;
    f->program.mentions = mentions;
    f->program.mention_count = 4;
    assert_null(program_verify(f->arena, &f->program));
    int count;
    assert_ptr_equal(mentions_within(&f->program, (Span){0, 0, 11}, &count), mentions);
    assert_int_equal(count, 1);
    const Mention *copies = mentions_within(&f->program, (Span){0, 11, 90}, &count);
    assert_int_equal(count, 2);
    assert_ptr_equal(mention_of_copy(copies, count, 3), &mentions[2]);
    assert_ptr_equal(mention_of_copy(copies, count, 5), &mentions[1]);
    assert_null(mentions_within(&f->program, (Span){0, 13, 90}, &count));
    terms[3].b = 3;
    expect_wrong(f, "term 3");
    terms[3].b = 2, terms[3].op = OP_LOAD;
    expect_wrong(f, "term 3");
    terms[3].op = OP_SUB, terms[4].b = TERM_NONE;
    expect_wrong(f, "term 4");
    terms[4].b = 3, terms[1].index = 2;
    expect_wrong(f, "term 1");
    terms[1].index = 1, mentions[0].term = 5;
    expect_wrong(f, "mention 0");
    mentions[0].term = 4, mentions[0].name.start = 13;
    expect_wrong(f, "mention 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_accepts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refuses, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
