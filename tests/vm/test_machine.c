/* The machine around its instructions: barriers, the orders of warps, exchange between lanes, the
 * step limit, assert, copies and hashes, and what a picture asks. */
#include "build.h"
#include "test.h"

#include <string.h>

typedef struct Setup {
    Arena *arena;
    Build *build;
    const Program *program;
    Launch *launch;
    Machine *machine;
    Memory *memory;
} Setup;

static void begin(Setup *s)
{
    *s = (Setup){.arena = arena_new()};
    s->build = build_new(s->arena);
}

static void ready(Setup *s, uint32_t threads, Order order)
{
    const char *reason = NULL;
    s->program = build_program(s->build);
    s->launch = build_launch(s->arena, s->program, (Dim3){3, 2, 1}, (Dim3){threads, 1, 1}, 1,
                             SCALAR_U32, 1024, FILL_INTS);
    s->launch->order = order;
    s->launch->order_seed = 5;
    s->machine = build_machine(s->arena, s->program, s->launch, 0);
    s->memory = memory_new(s->launch, &reason);
}

static bool step(Setup *s, Step *out)
{
    return machine_step(s->machine, s->program, s->launch, s->memory, out);
}

static void end(Setup *s)
{
    memory_free(s->memory);
    arena_free(s->arena);
}

static Operand u32(Setup *s, uint32_t value)
{
    return build_constant(s->build, SCALAR_U32, value);
}

/* condition = threadIdx.x < limit */
static Operand below(Setup *s, uint32_t limit)
{
    Operand condition = build_register(s->build, SCALAR_BOOL);
    build_emit(s->build, OP_LT, SCALAR_U32, condition, SLOT_THREAD_X, u32(s, limit), OPERAND_NONE);
    return condition;
}

/* shared[t] = t; barrier; r = shared[threads - 1 - t]: right in every order. */
static void check_barrier(uint32_t threads, Order order)
{
    Setup s;
    Step last;
    begin(&s);
    Operand shared = build_shared(s.build, threads * 4),
            other = build_register(s.build, SCALAR_I32);
    Operand value = build_register(s.build, SCALAR_U32);
    build_store(s.build, SCALAR_U32, SPACE_SHARED, shared, SLOT_THREAD_X, SLOT_THREAD_X);
    build_mark(s.build, OP_BARRIER, 0);
    build_emit(s.build, OP_SUB, SCALAR_I32, other, build_int(s.build, (int)threads - 1),
               SLOT_THREAD_X, OPERAND_NONE);
    build_load(s.build, SCALAR_U32, SPACE_SHARED, value, shared, other);
    ready(&s, threads, order);
    uint32_t releases = 0, barrier_steps = 0;
    while (step(&s, &last)) {
        assert_int_equal(last.interval, releases);
        assert_int_equal(last.fault, FAULT_NONE);
        releases += last.is_release;
        barrier_steps += last.instr->op == OP_BARRIER;
    }
    for (uint32_t i = 0; i < threads; ++i)
        assert_int_equal(machine_value(s.machine, value, SCALAR_U32, i), threads - 1 - i);
    assert_int_equal(releases, 1);
    assert_int_equal(barrier_steps, (threads + 31) / 32);
    assert_int_equal(s.machine->interval, 1);
    end(&s);
}

static void test_barrier(void **unused)
{
    (void)unused;
    for (int order = ORDER_ROUND_ROBIN; order <= ORDER_RANDOM; ++order) {
        check_barrier(1, (Order)order);
        check_barrier(100, (Order)order);
        check_barrier(1024, (Order)order);
    }
}

/* Warps in the order of their steps, as digits. */
static void check_order(Order order, const char *expected)
{
    Setup s;
    Step last;
    char got[64] = "";
    begin(&s);
    build_emit(s.build, OP_MOV, SCALAR_U32, build_register(s.build, SCALAR_U32), u32(&s, 1),
               OPERAND_NONE, OPERAND_NONE);
    build_mark(s.build, OP_BARRIER, 0);
    ready(&s, 96, order);
    for (size_t i = 0;; ++i) {
        uint32_t next = machine_next_warp(s.machine, s.launch);
        if (!step(&s, &last)) {
            assert_int_equal(next, 3);
            break;
        }
        assert_int_equal(next, last.warp);
        assert_int_equal(last.index, i);
        got[i] = (char)('0' + last.warp);
    }
    if (expected)
        assert_string_equal(got, expected);
    else
        assert_int_equal(strlen(got), 9);
    end(&s);
}

static void test_orders(void **unused)
{
    (void)unused;
    check_order(ORDER_ROUND_ROBIN, "012012012");
    check_order(ORDER_ONE_BY_ONE, "001122012");
    check_order(ORDER_REVERSE, "221100210");
    check_order(ORDER_RANDOM, NULL);
}

/* A barrier inside an if that 20 of 40 threads enter: it opens, and says who is missing. */
static void test_barrier_in_if(void **unused)
{
    (void)unused;
    Setup s;
    Step last;
    begin(&s);
    build_if(s.build, below(&s, 20));
    build_mark(s.build, OP_BARRIER, 0);
    build_mark(s.build, OP_ENDIF, 0);
    ready(&s, 40, ORDER_ROUND_ROBIN);
    bool opened = false;
    while (step(&s, &last))
        if (last.is_release) {
            opened = true;
            assert_int_equal(last.fault, FAULT_BARRIER);
        } else if (last.instr->op == OP_BARRIER) {
            assert_int_equal(last.absent, 0xfff00000);
            assert_int_equal(machine_lane_state(s.machine, 0, 0), LANE_WAITING_AT_BARRIER);
            assert_int_equal(machine_lane_state(s.machine, 0, 25), LANE_ABSENT);
            assert_int_equal(machine_lane_state(s.machine, 1, 8), LANE_DONE);
        }
    assert_true(opened);
    assert_true(machine_is_done(s.machine));
    end(&s);
}

/* Warps that ended count as arrived, and nothing is wrong with that. */
static void test_barrier_after_exit(void **unused)
{
    (void)unused;
    Setup s;
    Step last, release = {0};
    begin(&s);
    build_if(s.build, below(&s, 32));
    build_mark(s.build, OP_EXIT, 0);
    build_mark(s.build, OP_ENDIF, 0);
    build_mark(s.build, OP_BARRIER, 0);
    ready(&s, 64, ORDER_REVERSE); /* warp 1 waits first, the exit of warp 0 opens */
    while (step(&s, &last))
        if (last.is_release)
            release = last;
    assert_int_equal(release.instr->op, OP_EXIT);
    assert_int_equal(release.warp, 0);
    assert_int_equal(release.fault, FAULT_NONE);
    assert_int_equal(s.machine->interval, 1);
    end(&s);
}

static void check_endless(bool has_test)
{
    Setup s;
    Step last;
    uint32_t faults = 0;
    begin(&s);
    Operand forever = build_constant(s.build, SCALAR_BOOL, 1);
    build_if(s.build, below(&s, 40));
    build_mark(s.build, OP_LOOP, 0);
    if (has_test)
        build_loop_test(s.build, forever)->flags = INSTR_PHASE;
    build_mark(s.build, OP_SCOPE, 0);
    build_mark(s.build, OP_LEAVE, 0);
    build_mark(s.build, OP_SCOPE_END, 0);
    build_mark(s.build, OP_LOOP_NEXT, 0);
    build_mark(s.build, OP_LOOP_BACK, 0);
    build_mark(s.build, OP_LOOP_END, 0);
    build_mark(s.build, OP_ENDIF, 0);
    build_mark(s.build, OP_BARRIER, 0);
    ready(&s, 96, ORDER_ROUND_ROBIN);
    s.launch->max_steps = 100;
    while (step(&s, &last)) {
        if (last.fault != FAULT_STEP_LIMIT)
            continue;
        faults++;
        assert_int_equal(last.active, 0);
        assert_int_equal(last.live, UINT32_MAX);
        assert_int_equal(last.phase, has_test && faults < 3 ? 98 : 0);
    }
    assert_int_equal(faults, 3); /* the warp outside the loop ends with the block */
    assert_true(s.machine->stopped_by);
    assert_true(machine_is_done(s.machine));
    assert_int_equal(s.machine->interval, has_test ? 1 : 0);
    end(&s);
}

static void test_step_limit(void **unused)
{
    (void)unused;
    check_endless(true);
    check_endless(false);
}

/* Without a limit of its own a block of many warps ends at the limit of a block. */
static void test_block_step_limit(void **unused)
{
    (void)unused;
    Setup s;
    Step last = {.fault = FAULT_NONE};
    begin(&s);
    Operand forever = build_constant(s.build, SCALAR_BOOL, 1);
    build_mark(s.build, OP_LOOP, 0);
    build_loop_test(s.build, forever)->flags = INSTR_PHASE;
    build_mark(s.build, OP_LOOP_NEXT, 0);
    build_mark(s.build, OP_LOOP_BACK, 0);
    build_mark(s.build, OP_LOOP_END, 0);
    ready(&s, 96, ORDER_ROUND_ROBIN);
    assert_int_equal(launch_block_steps_limit(s.launch), LAUNCH_BLOCK_STEPS_LIMIT);
    s.machine->step_count = LAUNCH_BLOCK_STEPS_LIMIT - 20;
    for (int i = 0; i < 20; ++i) {
        assert_true(step(&s, &last));
        assert_int_equal(last.fault, FAULT_NONE);
    }
    assert_true(step(&s, &last));
    assert_int_equal(last.fault, FAULT_STEP_LIMIT);
    assert_true(s.machine->stopped_by);
    s.launch->max_steps = 7;
    assert_int_equal(launch_block_steps_limit(s.launch), UINT64_MAX);
    end(&s);
}

static void test_assert(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"threadIdx.x < 5"};
    Setup s;
    Step last;
    begin(&s);
    s.build->program.texts = texts;
    s.build->program.text_count = 1;
    Operand value = build_register(s.build, SCALAR_U32);
    Operand first = below(&s, 5), all = below(&s, 10);
    build_if(s.build, all);
    build_emit(s.build, OP_ASSERT, SCALAR_BOOL, OPERAND_NONE, first, OPERAND_NONE, OPERAND_NONE);
    build_mark(s.build, OP_ELSE, 0);
    build_emit(s.build, OP_ASSERT, SCALAR_BOOL, OPERAND_NONE, first, OPERAND_NONE, OPERAND_NONE);
    build_mark(s.build, OP_LOOP, 0);
    build_mark(s.build, OP_BREAK, 0);
    build_mark(s.build, OP_LOOP_NEXT, 0);
    build_mark(s.build, OP_LOOP_BACK, 0);
    build_mark(s.build, OP_LOOP_END, 0);
    build_mark(s.build, OP_ENDIF, 0);
    build_emit(s.build, OP_MOV, SCALAR_U32, value, u32(&s, 1), OPERAND_NONE, OPERAND_NONE);
    ready(&s, 32, ORDER_ROUND_ROBIN);
    uint32_t failed = 0;
    while (step(&s, &last))
        if (last.fault == FAULT_ASSERT)
            failed |= last.fault_lanes;
    assert_int_equal(failed, 0xffffffe0);
    for (uint32_t i = 0; i < 32; ++i)
        assert_int_equal(machine_value(s.machine, value, SCALAR_U32, i), i < 5);
    end(&s);
}

/* Lane i holds 100 + i; only lanes 0..23 take part. */
static void check_shuffle(ShuffleMode mode, uint32_t by, uint32_t width, const uint8_t expected[24])
{
    Setup s;
    Step last;
    begin(&s);
    Operand wide = build_register(s.build, SCALAR_U64),
            result = build_register(s.build, SCALAR_U64);
    Instr *widen = build_emit(s.build, OP_CONVERT, SCALAR_U64, wide, SLOT_THREAD_X, OPERAND_NONE,
                              OPERAND_NONE);
    widen->type2 = SCALAR_U32;
    build_if(s.build, below(&s, 24));
    build_emit(s.build, OP_SHUFFLE, SCALAR_U64, result, wide, u32(&s, by), u32(&s, width))->imm =
        mode;
    build_mark(s.build, OP_ENDIF, 0);
    ready(&s, 32, ORDER_ROUND_ROBIN);
    while (step(&s, &last))
        continue;
    for (uint32_t i = 0; i < 24; ++i)
        assert_int_equal(machine_value(s.machine, result, SCALAR_U64, i), expected[i]);
    end(&s);
}

static void test_shuffle(void **unused)
{
    (void)unused;
    check_shuffle(SHUFFLE_INDEX, 3, 32, (uint8_t[24]){3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
                                                      3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3});
    check_shuffle(SHUFFLE_INDEX, 9, 8, (uint8_t[24]){1, 1, 1, 1, 1,  1,  1,  1,  9,  9,  9,  9,
                                                     9, 9, 9, 9, 17, 17, 17, 17, 17, 17, 17, 17});
    check_shuffle(SHUFFLE_UP, 2, 8, (uint8_t[24]){0,  1,  0,  1,  2,  3,  4,  5,  8,  9,  8,  9,
                                                  10, 11, 12, 13, 16, 17, 16, 17, 18, 19, 20, 21});
    check_shuffle(SHUFFLE_DOWN, 5, 32, /* lanes 24 and above are inactive: 0 */
                  (uint8_t[24]){5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                17, 18, 19, 20, 21, 22, 23, 0,  0,  0,  0,  0});
    check_shuffle(SHUFFLE_DOWN, 0xffffffff, 32,
                  (uint8_t[24]){0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23});
    check_shuffle(SHUFFLE_XOR, 4, 4, /* an earlier group may be read, a later one not */
                  (uint8_t[24]){0, 1, 2,  3,  0,  1,  2,  3,  8,  9,  10, 11,
                                8, 9, 10, 11, 16, 17, 18, 19, 16, 17, 18, 19});
}

/* 24 lanes, with masks that name half a warp. */
static void test_who_takes_part(void **unused)
{
    (void)unused;
    Setup s;
    Step last;
    begin(&s);
    Operand result = build_register(s.build, SCALAR_I32),
            mask = build_register(s.build, SCALAR_U32);
    build_emit(s.build, OP_AND, SCALAR_U32, mask, SLOT_THREAD_X, u32(&s, 1), OPERAND_NONE);
    build_emit(s.build, OP_ADD, SCALAR_U32, mask, mask, u32(&s, 0xfffe), OPERAND_NONE);
    Instr *shuffle = build_emit(s.build, OP_SHUFFLE, SCALAR_I32, result, SLOT_THREAD_X, u32(&s, 12),
                                u32(&s, 32));
    shuffle->imm = SHUFFLE_DOWN;
    shuffle->mask = mask;
    build_mark(s.build, OP_WARP_SYNC, 0)->tile = 4;
    ready(&s, 24, ORDER_ROUND_ROBIN);
    while (step(&s, &last)) {
        if (last.instr->op == OP_WARP_SYNC)
            for (int i = 0; i < 24; ++i)
                assert_int_equal(last.masks[i], 15u << i / 4 * 4);
        if (last.instr->op != OP_SHUFFLE)
            continue;
        assert_int_equal(last.masks[0], 0xfffe);
        assert_int_equal(last.masks[1], 0xffff);
        assert_int_equal(last.sources[0], 12);
        assert_int_equal(last.sources[23], 23); /* beyond the warp: its own */
        assert_int_equal(last.undefined, 0xffff0);
    }
    assert_int_equal(machine_value(s.machine, result, SCALAR_I32, 12), 0); /* no lane 24 */
    end(&s);
}

static void check_vote(VoteMode mode, uint32_t limit, uint32_t expected)
{
    Setup s;
    Step last;
    begin(&s);
    Operand result = build_register(s.build, SCALAR_U32), predicate = below(&s, limit);
    build_if(s.build, below(&s, 10));
    build_emit(s.build, OP_VOTE, SCALAR_U32, result, mode == VOTE_ACTIVE ? OPERAND_NONE : predicate,
               OPERAND_NONE, OPERAND_NONE)
        ->imm = mode;
    build_mark(s.build, OP_ENDIF, 0);
    ready(&s, 32, ORDER_ROUND_ROBIN);
    while (step(&s, &last))
        continue;
    assert_int_equal(machine_slot(s.machine, result, 0)[0], expected);
    assert_int_equal(machine_slot(s.machine, result, 0)[10], 0);
    end(&s);
}

static void test_vote(void **unused)
{
    (void)unused;
    check_vote(VOTE_ANY, 0, 0);
    check_vote(VOTE_ANY, 1, 1);
    check_vote(VOTE_ALL, 9, 0);
    check_vote(VOTE_ALL, 10, 1);
    check_vote(VOTE_BALLOT, 4, 15);
    check_vote(VOTE_ACTIVE, 0, 1023);
}

static void test_branch_record(void **unused)
{
    (void)unused;
    Setup s;
    Step last;
    begin(&s);
    build_if(s.build, below(&s, 7));
    build_mark(s.build, OP_ENDIF, 0);
    build_if(s.build, below(&s, 70));
    build_mark(s.build, OP_ENDIF, 0);
    build_if(s.build, below(&s, 0))->flags = INSTR_REMOVED;
    build_mark(s.build, OP_ENDIF, 0)->flags = INSTR_REMOVED;
    ready(&s, 32, ORDER_ROUND_ROBIN);
    uint32_t ifs = 0;
    while (step(&s, &last)) {
        assert_int_equal(last.active, UINT32_MAX);
        if (last.instr->op != OP_IF)
            continue;
        assert_int_equal(last.taken, ifs == 0 ? 127 : UINT32_MAX);
        assert_int_equal(last.is_divergent, ifs == 0);
        ifs++;
    }
    assert_int_equal(ifs, 2);
    end(&s);
}

/* A copy goes on exactly as the original. */
static void test_copy(void **unused)
{
    (void)unused;
    Setup s;
    Step last;
    begin(&s);
    Operand sum = build_register(s.build, SCALAR_U32);
    for (int i = 0; i < 20; ++i)
        build_emit(s.build, OP_FMA, SCALAR_U32, sum, sum, u32(&s, 3), SLOT_THREAD_X);
    ready(&s, 200, ORDER_RANDOM);
    for (int i = 0; i < 33; ++i)
        step(&s, &last);
    Machine *copy = arena_copy(s.arena, s.machine, s.machine->size_bytes);
    assert_int_equal(machine_hash(copy), machine_hash(s.machine));
    while (step(&s, &last)) {
        assert_int_not_equal(machine_hash(copy), machine_hash(s.machine));
        assert_true(machine_step(copy, s.program, s.launch, s.memory, &last));
        assert_int_equal(machine_hash(copy), machine_hash(s.machine));
    }
    assert_int_equal(s.machine->size_bytes, machine_size(s.program, s.launch));
    end(&s);
}

static void test_uniforms(void **unused)
{
    (void)unused;
    static const struct {
        int32_t n;
        int8_t tiny;
        double x;
    } given = {-5, -2, 1.5};
    static const void *const structs[] = {NULL, &given};
    static const uint64_t arguments[] = {0, 0, 42, 7};
    static const Type type = {.kind = TYPE_STRUCT, .size_bytes = sizeof given};
    Setup s;
    begin(&s);
    Operand base = build_pointer(s.build, "data", true);
    for (int i = 1; i < 4; ++i)
        s.build->parameters[i] = (Parameter){.name = "p", .type = &type};
    s.build->program.parameter_count = 4;
    Operand tiny = build_uniform(s.build, UNIFORM_PARAMETER, SCALAR_I8, 1);
    s.build->uniforms[OPERAND_INDEX(tiny)].part = 4;
    Operand x = build_uniform(s.build, UNIFORM_PARAMETER, SCALAR_F64, 1);
    s.build->uniforms[OPERAND_INDEX(x)].part = 8;
    Operand plain = build_uniform(s.build, UNIFORM_PARAMETER, SCALAR_I32, 2);
    Operand lost = build_uniform(s.build, UNIFORM_PARAMETER_BASE, SCALAR_U64, 3);
    Operand block_x = build_uniform(s.build, UNIFORM_BLOCK_IDX, SCALAR_U32, 0);
    Operand block_y = build_uniform(s.build, UNIFORM_BLOCK_IDX, SCALAR_U32, 1);
    Operand dim = build_uniform(s.build, UNIFORM_BLOCK_DIM, SCALAR_U32, 0);
    Operand grid = build_uniform(s.build, UNIFORM_GRID_DIM, SCALAR_U32, 1);
    ready(&s, 40, ORDER_ROUND_ROBIN);
    s.launch->arguments = arguments;
    s.launch->argument_count = 4;
    s.launch->struct_arguments = (const void *const[]){structs[0], structs[1], NULL, NULL};
    s.launch->start_bytes = (const int64_t[]){12, 0, 0, 0};
    machine_start(s.machine, s.program, s.launch, 4);
    assert_int_equal(machine_value(s.machine, base, SCALAR_U64, 0),
                     address_make(SPACE_GLOBAL, 0, 12));
    assert_int_equal(machine_value(s.machine, tiny, SCALAR_I8, 0), (uint32_t)-2);
    assert_int_equal(machine_value(s.machine, x, SCALAR_F64, 0), 0x3ff8000000000000);
    assert_int_equal(machine_value(s.machine, plain, SCALAR_I32, 9), 42);
    assert_int_equal(machine_value(s.machine, lost, SCALAR_U64, 0), 0);
    assert_int_equal(machine_value(s.machine, block_x, SCALAR_U32, 0), 1);
    assert_int_equal(machine_value(s.machine, block_y, SCALAR_U32, 0), 1);
    assert_int_equal(machine_value(s.machine, dim, SCALAR_U32, 0), 40);
    assert_int_equal(machine_value(s.machine, grid, SCALAR_U32, 0), 2);
    assert_int_equal(machine_value(s.machine, SLOT_THREAD_X, SCALAR_U32, 39), 39);
    end(&s);
}

static void check_text(Arena *arena, ScalarType type, uint64_t bits, const char *expected)
{
    assert_string_equal(machine_value_text(arena, NULL, type, bits, false), expected);
}

static void test_value_text(void **unused)
{
    (void)unused;
    Setup s;
    begin(&s);
    ready(&s, 1, ORDER_ROUND_ROBIN);
    check_text(s.arena, SCALAR_I32, (uint32_t)-3, "-3");
    check_text(s.arena, SCALAR_I8, (uint32_t)-3, "-3");
    check_text(s.arena, SCALAR_U32, 0xffffffff, "4294967295");
    check_text(s.arena, SCALAR_I64, (uint64_t)-3, "-3");
    check_text(s.arena, SCALAR_BOOL, 1, "true");
    check_text(s.arena, SCALAR_F32, 0xbfc00000, "-1.5");
    check_text(s.arena, SCALAR_F32, 0x3dcccccd, "0.1");
    check_text(s.arena, SCALAR_F32, 0x42c80000, "100");
    check_text(s.arena, SCALAR_F32, 0x7f800000, "inf");
    check_text(s.arena, SCALAR_F32, 0x7fc00000, "nan");
    check_text(s.arena, SCALAR_F64, 0x3fd5555555555555, "0.3333333333333333");
    check_text(s.arena, SCALAR_F16, 0x3e00, "1.5");
    s.launch->buffers[0].name = "M";
    const char *text =
        machine_value_text(s.arena, s.launch, SCALAR_U64, address_make(SPACE_GLOBAL, 0, 48), true);
    assert_string_equal(text, "M + 12");
    text =
        machine_value_text(s.arena, s.launch, SCALAR_U64, address_make(SPACE_GLOBAL, 0, -8), true);
    assert_string_equal(text, "M - 2");
    assert_string_equal(machine_value_text(s.arena, s.launch, SCALAR_U64, 0, true), "NULL");
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_barrier),          cmocka_unit_test(test_orders),
        cmocka_unit_test(test_barrier_in_if),    cmocka_unit_test(test_barrier_after_exit),
        cmocka_unit_test(test_step_limit),       cmocka_unit_test(test_assert),
        cmocka_unit_test(test_block_step_limit), cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_who_takes_part),   cmocka_unit_test(test_vote),
        cmocka_unit_test(test_branch_record),    cmocka_unit_test(test_copy),
        cmocka_unit_test(test_uniforms),         cmocka_unit_test(test_value_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
