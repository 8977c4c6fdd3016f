/* Two arenas beside each other. */
#include "probe/results/approximate.h"
#include "test.h"

#include <string.h>

typedef struct Fixture {
    Arena *arena;
    Buffer buffers[2];
    Launch launch;
    Memory *memory;
    uint8_t *other; /* starts equal */
} Fixture;

static int set_up(void **state)
{
    Arena *arena = arena_new();
    Fixture *f = ARENA_NEW(arena, Fixture);
    const char *reason;
    f->arena = arena;
    f->buffers[0] = (Buffer){.name = "a",
                             .type = SCALAR_F32,
                             .element_bytes = 16,
                             .count = 25,
                             .fill = FILL_INTS,
                             .global = -1};
    f->buffers[1] = (Buffer){.name = "b",
                             .type = SCALAR_I8,
                             .element_bytes = 1,
                             .count = 70001,
                             .fill = FILL_ZEROS,
                             .parameter = 1,
                             .global = -1};
    f->launch =
        (Launch){.grid = {1, 1, 1}, .block = {1, 1, 1}, .buffers = f->buffers, .buffer_count = 2};
    launch_layout(&f->launch);
    f->memory = memory_new(&f->launch, &reason);
    assert_non_null(f->memory);
    f->other = arena_alloc(arena, f->launch.arena_bytes);
    launch_fill(&f->launch, 0, f->other, f->launch.arena_bytes);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    memory_free(f->memory);
    arena_free(f->arena);
    return 0;
}

static Agreement compare(Fixture *f)
{
    return agreement_compare(f->arena, &f->launch, f->memory, f->other);
}

static void equal_arenas_agree(void **state)
{
    Agreement result = compare(*state);
    assert_int_equal(result.total, 100 + 70001);
    assert_int_equal(result.different, 0);
    assert_int_equal(result.guard_words_changed_here, 0);
    assert_int_equal(result.guard_words_changed_there, 0);
    assert_null(result.buffers[0].cells);
}

static void differing_scalars_are_listed(void **state)
{
    Fixture *f = *state;
    float values[2];
    memcpy(values, f->other + f->buffers[0].offset_bytes + 40 * 4, sizeof values);
    values[1] += 0.5f;
    memcpy(f->other + f->buffers[0].offset_bytes + 40 * 4, values, sizeof values);
    f->other[f->buffers[1].offset_bytes + 70000] = 3;
    Agreement result = compare(f);
    assert_int_equal(result.different, 2);
    assert_int_equal(result.buffers[0].first_count, 1);
    assert_int_equal(result.buffers[0].first[0], 41);
    assert_true(result.buffers[0].largest_difference == 0.5);
    assert_int_equal(result.buffers[0].cells[40] + 2 * result.buffers[0].cells[41], 2);
    assert_int_equal(result.buffers[1].first[0], 70000);
    assert_string_equal(
        agreement_value_text(f->arena, SCALAR_I8, f->other + f->buffers[1].offset_bytes + 70000),
        "3");
    assert_int_equal(result.guard_words_changed_there, 0);
}

static void changed_guards_are_counted_on_each_side(void **state)
{
    Fixture *f = *state;
    uint64_t before = f->buffers[0].offset_bytes - 4, last = f->launch.arena_bytes - 4;
    memset(f->other + before, 1, 4);
    memset(f->other + last, 1, 4);
    memset(memory_write(f->memory, before, 4), 1, 4);
    Agreement result = compare(f);
    assert_int_equal(result.different, 0);
    assert_int_equal(result.guard_words_changed_here, 1);
    assert_int_equal(result.guard_words_changed_there, 2);
    assert_int_equal(result.guard_words_different, 1);
}

static void minus_zero_and_nan_are_compared_by_bits(void **state)
{
    Fixture *f = *state;
    const uint32_t bits[] = {0x80000000u, 0x7fc00001u};
    uint64_t at = f->buffers[0].offset_bytes;
    memset(memory_write(f->memory, at, 8), 0, 8);
    memcpy(f->other + at, bits, sizeof bits);
    assert_int_equal(compare(f).different, 2);
    memcpy(memory_write(f->memory, at, 8), bits, 8);
    assert_int_equal(compare(f).different, 0);
}

static const char *told(Fixture *f, const Program *program, const Agreement *agreement)
{
    Approximate functions = approximate_functions(f->arena, program);
    return approximate_sentence(f->arena, LANGUAGE_EN, &functions, agreement);
}

/* Places are counted across zero, too; what expf may be off by is told, what it may not is not. */
static void differences_of_functions_are_bounded(void **state)
{
    Fixture *f = *state;
    const Instr calls[] = {{.op = OP_MATH, .type = SCALAR_F32, .imm = MATH_sqrt},
                           {.op = OP_MATH, .type = SCALAR_F32, .imm = MATH_exp},
                           {.op = OP_MATH, .type = SCALAR_F32, .imm = MATH_exp}};
    const Program with = {.code = calls, .code_count = 3},
                  without = {.code_count = 1, .code = calls};
    uint64_t at = f->buffers[0].offset_bytes;
    uint32_t here[] = {0x80000001u, 0x3f800000u}, there[] = {0x00000001u, 0x3f800003u};
    memcpy(memory_write(f->memory, at, 8), here, 8);
    memcpy(f->other + at, there, 8);
    Agreement result = compare(f);
    assert_int_equal(result.largest_ulps, 3);
    assert_null(told(f, &without, &result));
    assert_string_equal(
        told(f, &with, &result),
        "The values differ by 3 ulp at most, as those of expf may: by up to 3 ulp.");
    there[1] += 5;
    memcpy(f->other + at, there, 8);
    result = compare(f);
    assert_string_equal(told(f, &with, &result),
                        "Values of expf may differ by up to 3 ulp, and what is computed from them "
                        "by more: here by up to 8 ulp.");
    there[1] = 0x7fffffff;
    memcpy(f->other + at, there, 8);
    result = compare(f);
    assert_null(told(f, &with, &result));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_arenas_agree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(differing_scalars_are_listed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changed_guards_are_counted_on_each_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(minus_zero_and_nan_are_compared_by_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(differences_of_functions_are_bounded, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
