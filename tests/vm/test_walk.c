/* Walks: which blocks come in which order, what is told of them, and what ends a walk. */
#include "build.h"

#include "test.h"
#include "vm/walk.h"

enum { BLOCKS = 6, STEPS = 3 /* of one block: two sums and its end */ };

typedef struct Setup {
    Arena *arena;
    Launch *launch;
    Walk walk;
    int questions, answers; /* asked of goes_on; those that are yes */
} Setup;

static void begin(Setup *s, int sums)
{
    const char *reason;
    *s = (Setup){.arena = arena_new()};
    Build *build = build_new(s->arena);
    Operand sum = build_register(build, SCALAR_U32);
    for (int i = 0; i < sums; ++i)
        build_emit(build, OP_ADD, SCALAR_U32, sum, sum, SLOT_THREAD_X, OPERAND_NONE);
    const Program *program = build_program(build);
    s->launch = build_launch(s->arena, program, (Dim3){3, 2, 1}, (Dim3){32, 1, 1}, 1, SCALAR_U32,
                             32, FILL_INTS);
    assert_true(walk_open(&s->walk, program, s->launch, &reason));
}

static void end(Setup *s)
{
    walk_close(&s->walk);
    assert_null(s->walk.memory);
    assert_null(s->walk.machine);
    arena_free(s->arena);
}

/* Each block begins, makes all of its steps and ends. */
static void check_blocks(Walk *walk, const uint32_t *blocks, uint32_t count)
{
    Step step;
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(walk_next(walk, &step));
        assert_int_equal(walk->event, WALK_BEGIN);
        assert_int_equal(walk->done, i);
        assert_int_equal(walk->machine->block, blocks[i]);
        for (uint64_t index = 0; index < STEPS; ++index) {
            assert_true(walk_next(walk, &step));
            assert_int_equal(walk->event, WALK_STEP);
            assert_int_equal(step.block, blocks[i]);
            assert_int_equal(step.index, index);
        }
        assert_true(walk_next(walk, &step));
        assert_int_equal(walk->event, WALK_END);
        assert_int_equal(walk->done, i + 1);
        assert_true(machine_is_done(walk->machine));
    }
    assert_false(walk_next(walk, &step));
    assert_false(walk->is_cut);
    assert_false(walk->is_unwanted);
}

static void test_orders(void **state)
{
    static const uint32_t forward[] = {0, 1, 2, 3, 4, 5}, backward[] = {5, 4, 3, 2, 1, 0};
    static const uint32_t apart[] = {2, 1, 0}, one[] = {3}, listed[] = {4, 0, 4};
    Setup s;
    begin(&s, STEPS - 1);
    check_blocks(&s.walk, forward, BLOCKS);
    walk_over(&s.walk, BLOCKS - 1, BLOCKS - 1, BLOCKS);
    check_blocks(&s.walk, backward, BLOCKS);
    walk_over(&s.walk, 2, 5, 3);
    check_blocks(&s.walk, apart, 3);
    walk_over(&s.walk, 3, 0, 1);
    check_blocks(&s.walk, one, 1);
    walk_over(&s.walk, 0, 1, 3);
    s.walk.blocks = listed;
    check_blocks(&s.walk, listed, 3);
    assert_int_equal(s.walk.steps, (2 * BLOCKS + 7) * STEPS);
    end(&s);
}

/* Returns the events that were told. */
static int go_on(Walk *walk)
{
    Step step;
    int events = 0;
    while (walk_next(walk, &step))
        ++events;
    return events;
}

static void test_budget(void **state)
{
    Setup s;
    begin(&s, STEPS - 1);
    s.walk.steps_left = 2 * STEPS;
    assert_int_equal(go_on(&s.walk), 2 * (STEPS + 2) + 1);
    assert_true(s.walk.is_cut);
    assert_int_equal(s.walk.done, 2);
    assert_int_equal(s.walk.steps, 2 * STEPS);
    assert_int_equal(s.walk.steps_left, 0);
    walk_over(&s.walk, 0, 1, 2);
    s.walk.steps_left = 2 * STEPS;
    assert_int_equal(go_on(&s.walk), 2 * (STEPS + 2));
    assert_false(s.walk.is_cut);
    end(&s);
}

static bool says_yes(void *context)
{
    Setup *s = context;
    return s->questions++ < s->answers;
}

static void test_goes_on(void **state)
{
    Setup s;
    begin(&s, WALK_STEPS_BETWEEN_QUESTIONS - 1);
    s.answers = 2;
    s.walk.goes_on = says_yes;
    s.walk.context = &s;
    go_on(&s.walk);
    assert_int_equal(s.questions, 3);
    assert_true(s.walk.is_unwanted);
    assert_int_equal(s.walk.steps, 3 * WALK_STEPS_BETWEEN_QUESTIONS);
    assert_int_equal(s.walk.done, 2);
    end(&s);
}

static void test_limit(void **state)
{
    Setup s;
    begin(&s, STEPS);
    s.launch->max_steps = STEPS;
    go_on(&s.walk);
    assert_int_equal(s.walk.done, BLOCKS);
    walk_over(&s.walk, 0, 1, BLOCKS);
    s.walk.stops_at_limit = true;
    go_on(&s.walk);
    assert_int_equal(s.walk.done, 1);
    assert_true(s.walk.machine->stopped_by);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders), cmocka_unit_test(test_budget),
                                       cmocka_unit_test(test_goes_on),
                                       cmocka_unit_test(test_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
