/* Findings one by one, on programs of a few instructions. */
#include "kernels.h"
#include "probe/record/fold.h"
#include "test.h"

#include <string.h>

/* A program under construction, with buffers of the given count. */
typedef struct Case {
    Kernel kernel;
    Build *build;
} Case;

static Case begin(void)
{
    Case test = {.kernel.arena = arena_new()};
    test.build = build_new(test.kernel.arena);
    return test;
}

static const Report *run(Case *test, uint32_t threads, int buffers, uint64_t count)
{
    test->kernel.program = build_program(test->build);
    test->kernel.launch =
        build_launch(test->kernel.arena, test->kernel.program, (Dim3){1, 1, 1},
                     (Dim3){threads, 1, 1}, buffers, SCALAR_F32, count, FILL_INTS);
    return probe_report(kernel_run(&test->kernel, PROBE_PICTURE, NULL));
}

static void end(Case *test)
{
    arena_free(test->kernel.arena);
}

static Operand integer(Case *test, Opcode op, Operand a, Operand b)
{
    Operand dst = build_register(test->build, SCALAR_I32);
    build_emit(test->build, op, SCALAR_I32, dst, a, b, OPERAND_NONE);
    return dst;
}

static Operand zero(Case *test)
{
    return build_constant(test->build, SCALAR_F32, 0);
}

static void barrier(Case *test)
{
    build_mark(test->build, OP_BARRIER, 0);
}

static void expect(const Report *report, FindingKind kind, uint64_t count)
{
    assert_int_equal(finding_total(report, kind), count);
}

/* ---- bounds ---- */

TEST(shared_and_local_arrays_have_bounds)
{
    Case test = begin();
    Operand first = build_shared(test.build, 64), second = build_shared(test.build, 64);
    Operand own = build_local(test.build, 8);
    Operand tx = SLOT_THREAD_X;
    build_store(test.build, SCALAR_F32, SPACE_SHARED, first, tx, zero(&test));
    build_store(test.build, SCALAR_F32, SPACE_SHARED, second,
                integer(&test, OP_SUB, tx, build_int(test.build, 2)), zero(&test));
    build_store(test.build, SCALAR_F32, SPACE_LOCAL, own, tx, zero(&test));
    const Report *report = run(&test, 20, 1, 8);
    expect(report, FINDING_OUT_OF_BOUNDS_WRITE, 4 + 2 + 2 + 18);
    assert_int_equal(report_findings(report)[0].space, SPACE_SHARED);
    assert_int_equal(report_findings(report)[0].buffer, 0);
    assert_int_equal(report_findings(report)[0].element, 16);
    assert_int_equal(report_findings(report)[1].element, -2);
    assert_int_equal(report_findings(report)[2].space, SPACE_LOCAL);
    end(&test);
}

TEST(null_pointers_lead_nowhere)
{
    Case test = begin();
    Operand value = build_register(test.build, SCALAR_F32);
    build_load(test.build, SCALAR_F32, SPACE_GENERIC, value,
               build_constant(test.build, SCALAR_U64, 0), SLOT_THREAD_X);
    const Report *report = run(&test, 5, 1, 8);
    expect(report, FINDING_OUT_OF_BOUNDS_READ, 5);
    assert_int_equal(report_findings(report)[0].buffer, -1);
    assert_int_equal(report->counters.global_load.requests, 0);
    end(&test);
}

/* ---- rows ---- */

typedef enum RowShape {
    ROW_PLAIN,   /* row * k + tx */
    ROW_REUSED,  /* the register of the row is overwritten by the index */
    ROW_HIDDEN,  /* row * k + x, where x may hold rows as well */
    ROW_CONSTANT /* tx * k + 1: a stride and an offset, no matrix */
} RowShape;

/* 8 threads read a 4 x 4 matrix with row = tx / 8 + 1 and column tx. */
static uint64_t wrong_rows(RowShape shape)
{
    Case test = begin();
    Operand m = build_pointer(test.build, "M", false);
    int number = test.build->program.parameter_count++;
    test.build->parameters[number] =
        (Parameter){.name = "k", .type = type_scalar(SCALAR_I32), .row_length = OPERAND_NONE};
    Operand k = build_uniform(test.build, UNIFORM_PARAMETER, SCALAR_I32, number);
    test.build->parameters[0].row_length = k;
    Operand row = integer(&test, OP_SHR, SLOT_THREAD_X, build_int(test.build, 3));
    row = integer(&test, OP_ADD, row, build_int(test.build, 1));
    Operand col = shape == ROW_HIDDEN ? integer(&test, OP_REM, SLOT_THREAD_X, k) : SLOT_THREAD_X;
    Operand index = shape == ROW_REUSED ? row : build_register(test.build, SCALAR_I32);
    if (shape == ROW_CONSTANT)
        build_emit(test.build, OP_FMA, SCALAR_I32, index, SLOT_THREAD_X, k,
                   build_int(test.build, 5));
    else
        build_emit(test.build, OP_FMA, SCALAR_I32, index, row, k, col);
    build_load(test.build, SCALAR_F32, SPACE_GLOBAL, build_register(test.build, SCALAR_F32), m,
               index);
    test.kernel.program = build_program(test.build);
    test.kernel.launch =
        build_launch(test.kernel.arena, test.kernel.program, (Dim3){1, 1, 1},
                     (Dim3){shape == ROW_CONSTANT ? 3 : 8, 1, 1}, 1, SCALAR_F32, 16, FILL_INTS);
    const uint64_t arguments[] = {0, 4};
    test.kernel.launch->arguments = arguments;
    test.kernel.launch->argument_count = 2;
    test.kernel.launch->buffers[0].rows = 4;
    test.kernel.launch->buffers[0].cols = 4;
    const Report *report = probe_report(kernel_run(&test.kernel, PROBE_COUNT, NULL));
    expect(report, FINDING_OUT_OF_BOUNDS_READ, 0);
    uint64_t wrong = finding_total(report, FINDING_WRONG_ROW_READ);
    end(&test);
    return wrong;
}

TEST(rows_are_told_when_certain)
{
    assert_int_equal(wrong_rows(ROW_PLAIN), 4);
    assert_int_equal(wrong_rows(ROW_REUSED), 4);
    assert_int_equal(wrong_rows(ROW_HIDDEN), 0);
    assert_int_equal(wrong_rows(ROW_CONSTANT), 0);
}

/* ---- unset words ---- */

TEST(unset_words_are_found_once_each)
{
    Case test = begin();
    Operand shared = build_shared(test.build, 32 * 4);
    Operand value = build_register(test.build, SCALAR_F32);
    Operand is_low = build_register(test.build, SCALAR_BOOL);
    build_emit(test.build, OP_LT, SCALAR_I32, is_low, SLOT_THREAD_X, build_int(test.build, 10),
               OPERAND_NONE);
    build_if(test.build, is_low);
    build_store(test.build, SCALAR_F32, SPACE_SHARED, shared, SLOT_THREAD_X, zero(&test));
    build_mark(test.build, OP_ENDIF, 0);
    barrier(&test);
    build_load(test.build, SCALAR_F32, SPACE_SHARED, value, shared, SLOT_THREAD_X);
    const Report *report = run(&test, 16, 1, 8);
    expect(report, FINDING_UNINITIALIZED_READ, 6);
    assert_int_equal(report_findings(report)[0].element, 10);
    assert_int_equal(report_findings(report)[0].thread, 10);
    assert_int_equal(report->counters.shared_store.zero_fills, 10);
    end(&test);
}

TEST(atomics_read_what_is_there)
{
    Case test = begin();
    Operand shared = build_shared(test.build, 4);
    Operand old = build_register(test.build, SCALAR_I32);
    for (int i = 0; i < 2; ++i) {
        Instr *instr = build_emit(test.build, OP_ATOMIC, SCALAR_I32, old, shared,
                                  build_int(test.build, 0), build_int(test.build, 1));
        instr->space = SPACE_SHARED;
        instr->type2 = SCALAR_I32;
        instr->scale_bytes = 4;
        instr->atomic = ATOMIC_ADD;
    }
    const Report *report = run(&test, 40, 1, 8);
    expect(report, FINDING_UNINITIALIZED_READ, 32);
    expect(report, FINDING_RACE_WAW, 0);
    assert_int_equal(report->counters.atomics, 80);
    assert_int_equal(report->counters.atomic_serial, 80);
    assert_int_equal(report->counters.shared_load.accesses, 0);
    end(&test);
}

/* ---- races ---- */

TEST(two_lanes_of_one_store)
{
    Case test = begin();
    Operand shared = build_shared(test.build, 32 * 4);
    Operand half = integer(&test, OP_SHR, SLOT_THREAD_X, build_int(test.build, 1));
    build_store(test.build, SCALAR_I32, SPACE_SHARED, shared, half, SLOT_THREAD_X);
    const Report *report = run(&test, 32, 1, 8);
    expect(report, FINDING_RACE_WAW, 16);
    expect(report, NOTE_EQUAL_VALUES, 0);
    assert_int_equal(report_findings(report)[0].thread, 0);
    assert_int_equal(report_findings(report)[0].other_thread, 1);
    end(&test);
}

/* The same with one value: a note; and a race again once any thread has stored another one. */
TEST(equal_values_are_a_note)
{
    for (int is_spoiled = 0; is_spoiled < 2; ++is_spoiled) {
        Case test = begin();
        Operand shared = build_shared(test.build, 32 * 4);
        Operand half = integer(&test, OP_SHR, SLOT_THREAD_X, build_int(test.build, 1));
        build_store(test.build, SCALAR_I32, SPACE_SHARED, shared, half, build_int(test.build, 7));
        if (is_spoiled)
            build_store(test.build, SCALAR_I32, SPACE_SHARED, shared, build_int(test.build, 3),
                        build_int(test.build, 8));
        barrier(&test);
        build_store(test.build, SCALAR_I32, SPACE_SHARED, shared, SLOT_THREAD_X, SLOT_THREAD_X);
        const Report *report = run(&test, 32, 1, 8);
        /* of the spoiled word: the pair of the first store, those of both, those of the second */
        expect(report, FINDING_RACE_WAW, is_spoiled ? 1 + 2 * 31 + 32 * 31 / 2 : 0);
        expect(report, NOTE_EQUAL_VALUES, is_spoiled ? 0 : 16);
        end(&test);
    }
}

/* All threads write word 0, then read it: distinct pairs, however often. */
TEST(repeated_races_count_once)
{
    Case test = begin();
    Operand shared = build_shared(test.build, 4), counter = build_register(test.build, SCALAR_I32);
    Operand value = build_register(test.build, SCALAR_F32);
    Operand goes_on = build_register(test.build, SCALAR_BOOL);
    build_emit(test.build, OP_MOV, SCALAR_I32, counter, build_int(test.build, 0), OPERAND_NONE,
               OPERAND_NONE);
    build_mark(test.build, OP_LOOP, 0);
    build_emit(test.build, OP_LT, SCALAR_I32, goes_on, counter, build_int(test.build, 5),
               OPERAND_NONE);
    build_loop_test(test.build, goes_on);
    build_store(test.build, SCALAR_F32, SPACE_SHARED, shared, build_int(test.build, 0),
                zero(&test));
    build_load(test.build, SCALAR_F32, SPACE_SHARED, value, shared, build_int(test.build, 0));
    build_mark(test.build, OP_LOOP_NEXT, 0);
    build_emit(test.build, OP_ADD, SCALAR_I32, counter, counter, build_int(test.build, 1),
               OPERAND_NONE);
    build_mark(test.build, OP_LOOP_BACK, 0);
    build_mark(test.build, OP_LOOP_END, 0);
    const Report *report = run(&test, 40, 1, 8);
    expect(report, NOTE_EQUAL_VALUES, 40 * 39 / 2);
    expect(report, FINDING_RACE_RAW, 40 * 39);
    expect(report, FINDING_RACE_WAR, 40 * 39);
    end(&test);
}

TEST(a_warp_sync_orders_its_warp_only)
{
    for (uint32_t threads = 32; threads <= 64; threads += 32) {
        Case test = begin();
        Operand shared = build_shared(test.build, 64 * 4);
        Operand other = integer(&test, OP_XOR, SLOT_THREAD_X, build_int(test.build, 33));
        if (threads == 32)
            other = integer(&test, OP_AND, other, build_int(test.build, 31));
        build_store(test.build, SCALAR_F32, SPACE_SHARED, shared, SLOT_THREAD_X, zero(&test));
        build_mark(test.build, OP_WARP_SYNC, 0);
        build_load(test.build, SCALAR_F32, SPACE_SHARED, build_register(test.build, SCALAR_F32),
                   shared, other);
        expect(run(&test, threads, 1, 8), FINDING_RACE_RAW, threads == 32 ? 0 : 64);
        end(&test);
    }
}

TEST(global_words_race_within_a_block)
{
    Case test = begin();
    Operand out = build_pointer(test.build, "out", true);
    Operand next = integer(&test, OP_ADD, SLOT_THREAD_X, build_int(test.build, 1));
    build_store(test.build, SCALAR_F32, SPACE_GLOBAL, out, SLOT_THREAD_X, zero(&test));
    build_load(test.build, SCALAR_F32, SPACE_GLOBAL, build_register(test.build, SCALAR_F32), out,
               next);
    const Report *report = run(&test, 64, 1, 65);
    expect(report, FINDING_RACE_RAW, 63);
    assert_int_equal(report_findings(report)[0].space, SPACE_GLOBAL);
    assert_int_equal(report_findings(report)[0].buffer, 0);
    assert_int_equal(report_findings(report)[0].element, 1);
    assert_int_equal(report_findings(report)[0].thread, 1);
    assert_int_equal(report_findings(report)[0].other_thread, 0);
    end(&test);
}

/* Bytes side by side in one word are no race. */
TEST(bytes_do_not_race_with_their_neighbours)
{
    Case test = begin();
    Operand shared = build_shared(test.build, 64);
    build_store(test.build, SCALAR_U8, SPACE_SHARED, shared, SLOT_THREAD_X,
                build_constant(test.build, SCALAR_U8, 1));
    expect(run(&test, 64, 1, 8), FINDING_RACE_WAW, 0);
    end(&test);
}

/* ---- faults ---- */

TEST(faults_become_findings)
{
    Case test = begin();
    Operand in = build_pointer(test.build, "in", false);
    integer(&test, OP_DIV, SLOT_THREAD_X, build_int(test.build, 0));
    Instr *wide = build_load(test.build, SCALAR_F32, SPACE_GLOBAL,
                             build_registers(test.build, SCALAR_F32, 2), in, SLOT_THREAD_X);
    wide->width = 2;
    const Report *report = run(&test, 8, 1, 16);
    expect(report, FINDING_DIVIDE_BY_ZERO, 8);
    expect(report, FINDING_MISALIGNED, 4);
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings(report)[i];
        bool is_misaligned = finding->kind == FINDING_MISALIGNED;
        assert_int_equal(finding->bytes, is_misaligned ? 8 : 0);
        assert_int_equal(finding->past, is_misaligned ? 4 : 0);
    }
    assert_int_equal(report->counters.global_load.bytes, 64);
    end(&test);
}

TEST(endless_loops_are_stopped)
{
    Case test = begin();
    build_mark(test.build, OP_LOOP, 0);
    Operand sum = build_register(test.build, SCALAR_I32);
    build_emit(test.build, OP_ADD, SCALAR_I32, sum, sum, build_int(test.build, 1), OPERAND_NONE);
    build_mark(test.build, OP_LOOP_BACK, 0);
    build_mark(test.build, OP_LOOP_END, 0);
    test.kernel.program = build_program(test.build);
    test.kernel.launch = build_launch(test.kernel.arena, test.kernel.program, (Dim3){1, 1, 1},
                                      (Dim3){3, 1, 1}, 1, SCALAR_F32, 8, FILL_INTS);
    test.kernel.launch->max_steps = 100;
    const Report *report = probe_report(kernel_run(&test.kernel, PROBE_COUNT, NULL));
    expect(report, FINDING_STEP_LIMIT, 3);
    end(&test);
}

/* An instruction that the step limit keeps from running has no address: what its step holds of an
 * earlier one is not told. */
TEST(the_step_limit_has_no_place)
{
    Instr load = {.op = OP_LOAD, .type = SCALAR_F32, .space = SPACE_GLOBAL, .own_line = 7};
    Step step = {.instr = &load, .fault = FAULT_STEP_LIMIT, .fault_lanes = 6};
    for (int lane = 0; lane < WARP_LANES; ++lane)
        step.address[lane] = address_make(SPACE_SHARED, 3, 12);
    Finding finding = fold_finding(&(Fold){.step = &step}, FINDING_STEP_LIMIT, step.fault_lanes);
    assert_int_equal(finding.buffer, -1);
    assert_int_equal(finding.space, 0);
    assert_int_equal(finding.thread, 1);
    assert_int_equal(finding.count, 2);
}
