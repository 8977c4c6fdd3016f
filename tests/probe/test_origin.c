/* Where values came from, and who touched them: the tiled kernel's tiles, and selects. */
#include "kernels.h"
#include "test.h"

typedef struct Watch {
    Kernel kernel;
    Memory *memory;
    Machine *machine;
    Probe *probe;
    Step step;
} Watch;

static Watch watch(Kernel kernel, uint32_t block)
{
    const char *reason = NULL;
    Watch w = {.kernel = kernel, .memory = memory_new(kernel.launch, &reason)};
    w.machine = build_machine(kernel.arena, kernel.program, kernel.launch, block);
    w.probe = arena_alloc(kernel.arena, probe_size(kernel.program, kernel.launch, PROBE_PICTURE));
    probe_start(w.probe, kernel.program, kernel.launch, PROBE_PICTURE);
    probe_begin_block(w.probe, kernel.program, kernel.launch, w.machine);
    return w;
}

static bool advance(Watch *w)
{
    if (!machine_step(w->machine, w->kernel.program, w->kernel.launch, w->memory, &w->step))
        return false;
    probe_fold(w->probe, w->kernel.program, w->kernel.launch, w->machine, &w->step);
    return true;
}

static void end(Watch *w)
{
    memory_free(w->memory);
    kernel_free(&w->kernel);
}

TEST(tiles_remember_their_elements_and_padding)
{
    KernelOptions options = {.kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 2};
    Watch w = watch(kernel_make(&options), 3); /* block (1, 1), phase 0 */
    assert_int_equal(probe_shared_origin(w.probe, 0).kind, ORIGIN_NONE);
    while (advance(&w) && w.step.instr->op != OP_BARRIER)
        ;
    const Buffer *m = &w.kernel.launch->buffers[0];
    Origin origin = probe_shared_origin(w.probe, 4); /* Mds[0][1] holds M(2, 1) */
    assert_int_equal(origin.kind, ORIGIN_GLOBAL);
    assert_int_equal(origin.at, m->offset_bytes + 4 * 7);
    origin = probe_shared_origin(w.probe, 8); /* row 3 does not exist */
    assert_int_equal(origin.kind, ORIGIN_CONSTANT);
    assert_int_equal(origin.at, 0);
    WordHistory history = probe_shared_history(w.probe, 4);
    assert_int_equal(history.writer, 1);
    assert_int_equal(history.reads, 0);
    assert_int_equal(history.last_reader, FINDING_NO_THREAD);
    while (advance(&w) && w.step.instr->op != OP_BARRIER)
        ;
    history = probe_shared_history(w.probe, 4);
    assert_int_equal(history.reads, 2); /* threads (0, 0) and (1, 0) */
    assert_int_equal(history.last_reader, 1);
    end(&w);
}

TEST(every_element_is_read_two_times)
{
    KernelOptions options = {.kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2};
    for (int tiled = 0; tiled < 2; ++tiled) {
        options.kind = tiled ? KERNEL_TILED : KERNEL_NAIVE;
        Kernel kernel = kernel_make(&options);
        Probe *probe = kernel_run(&kernel, PROBE_PICTURE, NULL);
        for (int b = 0; b < 3; ++b)
            for (uint64_t i = 0; i < 16; ++i) {
                uint32_t loads = 9, stores = 9;
                assert_true(probe_global_counts(
                    probe, kernel.launch->buffers[b].offset_bytes + 4 * i, &loads, &stores));
                assert_int_equal(loads, b == 2 ? 0 : tiled ? 2 : 4);
                assert_int_equal(stores, b == 2);
            }
        kernel_free(&kernel);
    }
}

TEST(selects_and_moves_carry_and_arithmetic_computes)
{
    Kernel kernel = {.arena = arena_new()};
    Build *build = build_new(kernel.arena);
    Operand in = build_pointer(build, "in", false), shared = build_shared(build, 32);
    Operand loaded = build_register(build, SCALAR_F32), chosen = build_register(build, SCALAR_F32);
    Operand sum = build_register(build, SCALAR_F32), is_low = build_register(build, SCALAR_BOOL);
    build_load(build, SCALAR_F32, SPACE_GLOBAL, loaded, in, SLOT_THREAD_X);
    build_emit(build, OP_LT, SCALAR_I32, is_low, SLOT_THREAD_X, build_int(build, 2), OPERAND_NONE);
    build_emit(build, OP_SELECT, SCALAR_F32, chosen, is_low, loaded,
               build_constant(build, SCALAR_F32, 0));
    build_emit(build, OP_ADD, SCALAR_F32, sum, loaded, loaded, OPERAND_NONE);
    build_store(build, SCALAR_F32, SPACE_SHARED, shared, SLOT_THREAD_X, chosen);
    kernel.program = build_program(build);
    kernel.launch = build_launch(kernel.arena, kernel.program, (Dim3){1, 1, 1}, (Dim3){4, 1, 1}, 1,
                                 SCALAR_F32, 8, FILL_INTS);
    Watch w = watch(kernel, 0);
    while (advance(&w))
        ;
    assert_int_equal(probe_register_origin(w.probe, sum, 1).kind, ORIGIN_COMPUTED);
    assert_int_equal(probe_register_origin(w.probe, chosen, 1).kind, ORIGIN_GLOBAL);
    assert_int_equal(probe_shared_origin(w.probe, 4).kind, ORIGIN_GLOBAL);
    assert_int_equal(probe_shared_origin(w.probe, 4).at,
                     kernel.launch->buffers[0].offset_bytes + 4);
    assert_int_equal(probe_shared_origin(w.probe, 12).kind, ORIGIN_CONSTANT);
    assert_int_equal(probe_report(w.probe)->counters.shared_store.zero_fills, 2);
    assert_int_equal(probe_register_origin(w.probe, 9999, 0).kind, ORIGIN_NONE);
    end(&w);
}

/* Of a word of four bytes that goes through a register the upper half came from there, too. */
TEST(halves_of_a_word_have_their_own_places)
{
    Kernel kernel = {.arena = arena_new()};
    Build *build = build_new(kernel.arena);
    Operand in = build_pointer(build, "in", false), shared = build_shared(build, 32);
    Operand loaded = build_register(build, SCALAR_F32), low = build_register(build, SCALAR_U16);
    build_load(build, SCALAR_F32, SPACE_GLOBAL, loaded, in, SLOT_THREAD_X);
    build_store(build, SCALAR_F32, SPACE_SHARED, shared, SLOT_THREAD_X, loaded);
    build_load(build, SCALAR_U16, SPACE_SHARED, low, shared, SLOT_THREAD_X);
    kernel.program = build_program(build);
    kernel.launch = build_launch(kernel.arena, kernel.program, (Dim3){1, 1, 1}, (Dim3){4, 1, 1}, 1,
                                 SCALAR_F32, 8, FILL_INTS);
    Watch w = watch(kernel, 0);
    while (advance(&w))
        ;
    for (uint32_t at = 0; at < 16; at += 2)
        assert_int_equal(probe_shared_origin(w.probe, at).at,
                         kernel.launch->buffers[0].offset_bytes + at);
    end(&w);
}
