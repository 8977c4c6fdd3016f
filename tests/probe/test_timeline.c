/* Time travel: a moment is the same whichever way it is reached, grains forward and back meet the
 * same moments, and measuring ahead moves nothing. */
#include "compiled.h"
#include "probe/moments.h"
#include "probe/time/timeline.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Setup {
    Kernel kernel;
    Timeline *timeline;
} Setup;

static Setup begin_kernel(Kernel kernel, Order order)
{
    const char *reason = NULL;
    Setup s = {.kernel = kernel};
    s.kernel.launch->order = order;
    s.kernel.launch->order_seed = 3;
    s.timeline = timeline_new(s.kernel.program, s.kernel.launch, 0,
                              (uint32_t)launch_block_count(s.kernel.launch), &reason);
    assert_non_null(s.timeline);
    return s;
}

static Setup begin(KernelOptions options, Order order)
{
    return begin_kernel(kernel_make(&options), order);
}

static void end(Setup *s)
{
    timeline_free(s->timeline);
    kernel_free(&s->kernel);
}

static const KernelOptions small = {.kind = KERNEL_TILED, .j = 4, .k = 4, .l = 4, .tile = 2};
static const KernelOptions medium = {.kind = KERNEL_TILED, .j = 32, .k = 32, .l = 32, .tile = 8};

static void check_every_step(Kernel kernel, Order order)
{
    Setup s = begin_kernel(kernel, order);
    uint64_t length, *hashes = moments_hash_all(s.kernel.program, s.kernel.launch, &length);
    assert_null(timeline_last_step(s.timeline));
    for (uint64_t at = 0; at <= length; ++at) {
        assert_int_equal(timeline_position(s.timeline), at);
        assert_int_equal(timeline_hash(s.timeline), hashes[at]);
        assert_int_equal(timeline_move(s.timeline, GRAIN_INSTRUCTION, 1, 0), at < length);
    }
    assert_int_equal(timeline_length(s.timeline), length);
    for (uint64_t at = length;; --at) {
        assert_int_equal(timeline_position(s.timeline), at);
        assert_int_equal(timeline_hash(s.timeline), hashes[at]);
        if (!timeline_move(s.timeline, GRAIN_INSTRUCTION, -1, 0))
            break;
    }
    assert_int_equal(timeline_position(s.timeline), 0);
    uint64_t random = 1;
    for (int i = 0; i < 300; ++i) {
        random = hash_u64(random, 17);
        uint64_t at = (random >> 20) % (length + 20);
        timeline_seek(s.timeline, at);
        assert_int_equal(timeline_hash(s.timeline), hashes[at < length ? at : length]);
    }
    free(hashes);
    end(&s);
}

static void every_step_of_a_small_run(void **unused)
{
    (void)unused;
    for (int order = ORDER_ROUND_ROBIN; order <= ORDER_RANDOM; ++order) {
        check_every_step(kernel_make(&small), (Order)order);
        check_every_step(kernel_compile(&small), (Order)order);
    }
}

static void check_jumps(Kernel kernel)
{
    Setup s = begin_kernel(kernel, ORDER_RANDOM);
    uint64_t length, *hashes = moments_hash_all(s.kernel.program, s.kernel.launch, &length),
                     random = 7;
    for (int i = 0; i < 1000; ++i) {
        random = hash_u64(random, 17);
        timeline_seek(s.timeline, (random >> 20) % (length + 1));
        if (i % 3 == 0)
            timeline_measure(s.timeline, 100);
        assert_int_equal(timeline_hash(s.timeline), hashes[timeline_position(s.timeline)]);
    }
    free(hashes);
    end(&s);
}

static void random_jumps(void **unused)
{
    (void)unused;
    check_jumps(kernel_make(&medium));
    check_jumps(kernel_compile(&medium));
}

/* The final P of a compiled kernel is the product, in every order of warps. */
static void compiled_kernels_multiply(void **unused)
{
    (void)unused;
    for (int i = 0; i < 8; ++i) {
        KernelOptions options = {
            .kind = i % 2 ? KERNEL_TILED : KERNEL_NAIVE, .j = 19, .k = 13, .l = 21, .tile = 8};
        Setup s = begin_kernel(kernel_compile(&options), (Order)(i / 2));
        const Buffer *buffers = s.kernel.launch->buffers;
        float m[19 * 13], n[13 * 21], p[19 * 21];
        timeline_seek(s.timeline, UINT64_MAX);
        memory_copy_out(timeline_memory(s.timeline), buffers[0].offset_bytes, m, sizeof m);
        memory_copy_out(timeline_memory(s.timeline), buffers[1].offset_bytes, n, sizeof n);
        memory_copy_out(timeline_memory(s.timeline), buffers[2].offset_bytes, p, sizeof p);
        for (int row = 0; row < 19; ++row)
            for (int col = 0; col < 21; ++col) {
                float sum = 0;
                for (int k = 0; k < 13; ++k)
                    sum += m[row * 13 + k] * n[k * 21 + col];
                assert_true(p[row * 21 + col] == sum);
            }
        end(&s);
    }
}

static void measuring_moves_nothing(void **unused)
{
    (void)unused;
    Setup s = begin(medium, ORDER_ROUND_ROBIN);
    timeline_seek(s.timeline, 1000);
    uint64_t hash = timeline_hash(s.timeline), start = 0;
    assert_false(timeline_block_start(s.timeline, 15, &start));
    assert_null(timeline_total(s.timeline));
    int calls = 0;
    while (!timeline_measure(s.timeline, 500))
        assert_true(++calls < 1000);
    assert_true(calls > 3);
    assert_int_equal(timeline_position(s.timeline), 1000);
    assert_int_equal(timeline_hash(s.timeline), hash);
    Report *total = malloc(timeline_total(s.timeline)->size_bytes);
    memcpy(total, timeline_total(s.timeline), timeline_total(s.timeline)->size_bytes);
    uint64_t length = timeline_length(s.timeline);
    timeline_seek(s.timeline, UINT64_MAX);
    assert_int_equal(timeline_position(s.timeline), length);
    assert_true(report_equal(total, probe_report(timeline_probe(s.timeline))));
    assert_int_equal(total->counters.blocks, 16);
    assert_true(timeline_block_start(s.timeline, 15, &start));
    assert_false(timeline_block_start(s.timeline, 16, &start));
    timeline_seek(s.timeline, start);
    assert_int_equal(timeline_machine(s.timeline)->block, 15);
    assert_int_equal(timeline_machine(s.timeline)->step_count, 0);
    timeline_seek(s.timeline, start - 1);
    assert_int_equal(timeline_machine(s.timeline)->block, 14);
    free(total);
    end(&s);
}

enum { MOMENTS = 4000 };

/* Forward from 0 and back from the end must stop at the same moments. */
static int check_grain_of(Kernel kernel, Grain grain, uint32_t warp, bool is_measured)
{
    Setup s = begin_kernel(kernel, ORDER_ROUND_ROBIN);
    uint64_t moments[MOMENTS];
    int count = 0;
    if (is_measured)
        while (!timeline_measure(s.timeline, 1000))
            continue;
    do {
        assert_true(count < MOMENTS);
        moments[count++] = timeline_position(s.timeline);
    } while (timeline_move(s.timeline, grain, 1, warp));
    assert_true(timeline_measure(s.timeline, 0));
    assert_int_equal(moments[count - 1], timeline_length(s.timeline));
    for (int i = count - 1; i >= 0; --i) {
        assert_int_equal(timeline_position(s.timeline), moments[i]);
        assert_int_equal(timeline_move(s.timeline, grain, -1, warp), i > 0);
    }
    end(&s);
    return count;
}

static int check_grain(KernelOptions options, Grain grain, uint32_t warp, bool is_measured)
{
    return check_grain_of(kernel_make(&options), grain, warp, is_measured);
}

static void grains_meet_the_same_moments(void **unused)
{
    (void)unused;
    for (int is_measured = 0; is_measured < 2; ++is_measured) {
        assert_int_equal(check_grain(small, GRAIN_END, 0, is_measured), 2);
        assert_int_equal(check_grain(small, GRAIN_BLOCK, 0, is_measured), 1 + 4);
        /* two phases a block, and its end */
        assert_int_equal(check_grain(small, GRAIN_PHASE, 0, is_measured), 1 + 4 * 3);
        /* two barriers a phase, and the end */
        assert_int_equal(check_grain(small, GRAIN_BARRIER, 0, is_measured), 1 + 4 * 5);
        assert_true(check_grain(small, GRAIN_LINE, 0, is_measured) > 4 * 10);
        check_grain(small, GRAIN_INSTRUCTION, 0, is_measured);
        assert_int_equal(check_grain(medium, GRAIN_BLOCK, 0, is_measured), 1 + 16);
        assert_int_equal(check_grain(medium, GRAIN_PHASE, 0, is_measured), 1 + 16 * 5);
        check_grain(medium, GRAIN_LINE, 1, is_measured);
    }
    check_grain(small, GRAIN_LINE, 99, false); /* no such warp: the first */
}

/* ---- steps worth watching ---- */

/* One letter a stop: L and S of global memory, l and s of shared memory, B a barrier, + an
 * accumulation, and a bar where a block ends. */
static void tell_stops(Timeline *timeline, char *text)
{
    while (timeline_move(timeline, GRAIN_ACCESS, 1, 0)) {
        const Step *step = timeline_last_step(timeline);
        bool is_global = step->space == SPACE_GLOBAL;
        switch (step->instr->op) {
        case OP_LOAD: *text++ = is_global ? 'L' : 'l'; break;
        case OP_STORE: *text++ = is_global ? 'S' : 's'; break;
        case OP_BARRIER: *text++ = 'B'; break;
        case OP_FMA: *text++ = '+'; break;
        default: *text++ = step->instr->op == OP_EXIT ? '|' : '?';
        }
    }
    *text = '\0';
}

static void check_stops(KernelOptions options, const char *expected)
{
    Setup s = begin_kernel(kernel_compile(&options), ORDER_ROUND_ROBIN);
    char text[MOMENTS];
    uint64_t all;
    tell_stops(s.timeline, text);
    assert_string_equal(text, expected);
    assert_int_equal(timeline_stops(s.timeline, &all), strlen(expected));
    assert_int_equal(all, strlen(expected));
    end(&s);
}

static void accesses_and_products_are_stopped_at(void **unused)
{
    (void)unused;
    const KernelOptions naive = {.kind = KERNEL_NAIVE, .j = 2, .k = 2, .l = 2, .tile = 2};
    check_stops(naive, "LL+LL+S|");
    check_stops((KernelOptions){.kind = KERNEL_TILED, .j = 2, .k = 4, .l = 2, .tile = 2},
                "LsLsB++BLsLsB++BS|");
    /* At the edge zeros are stored where nothing is loaded; half of the warp does either. */
    check_stops((KernelOptions){.kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 4},
                "LssLssB++++BS|");
    check_grain_of(kernel_compile(&medium), GRAIN_ACCESS, 0, false);
    assert_int_equal(check_grain_of(kernel_compile(&small), GRAIN_ACCESS, 0, false), 1 + 72);
    assert_int_equal(check_grain_of(kernel_compile(&small), GRAIN_ACCESS, 0, true), 1 + 72);
}

static void stops_are_counted(void **unused)
{
    (void)unused;
    Setup s = begin_kernel(kernel_compile(&small), ORDER_ROUND_ROBIN);
    uint64_t length, all, before,
        *hashes = moments_hash_all(s.kernel.program, s.kernel.launch, &length);
    for (uint64_t i = 0; i < 6; ++i)
        assert_true(timeline_move(s.timeline, GRAIN_ACCESS, 1, 0));
    assert_int_equal(timeline_position(s.timeline), 43); /* the first product, of step 42 */
    assert_int_equal(timeline_stops(s.timeline, &all), 6);
    assert_int_equal(timeline_accesses(s.timeline, &all), 6);
    assert_int_equal(all, 6);
    assert_false(timeline_block_start(s.timeline, 1, &before));
    while (!timeline_measure(s.timeline, 100))
        continue;
    assert_int_equal(timeline_stops(s.timeline, &all), 6);
    assert_int_equal(all, 72);
    assert_int_equal(timeline_accesses(s.timeline, &all), 6);
    assert_int_equal(all, 72 - 4); /* blocks end behind their last store */
    assert_true(timeline_block_start(s.timeline, 3, &before));
    timeline_seek(s.timeline, before);
    assert_int_equal(timeline_stops(s.timeline, &all), 3 * 18);
    /* Wherever one comes from, a moment has its number and its state. */
    uint64_t random = 5;
    for (int i = 0; i < 200; ++i) {
        random = hash_u64(random, 17);
        timeline_seek(s.timeline, (random >> 20) % (length + 1));
        uint64_t number = timeline_stops(s.timeline, &all);
        if (timeline_move(s.timeline, GRAIN_ACCESS, 1, 0))
            assert_int_equal(timeline_stops(s.timeline, &all), number + 1);
        assert_int_equal(timeline_hash(s.timeline), hashes[timeline_position(s.timeline)]);
        timeline_move(s.timeline, GRAIN_ACCESS, -1, 0);
        assert_int_equal(timeline_hash(s.timeline), hashes[timeline_position(s.timeline)]);
        assert_int_equal(all, 72);
    }
    free(hashes);
    end(&s);
}

static const char *numbers_of(const Setup *s, const Formula *formula, uint32_t thread)
{
    const char *text = "";
    for (int i = 0; i < formula->piece_count; ++i) {
        const FormulaPiece *piece = &formula->pieces[i];
        const Machine *machine = timeline_machine(s->timeline);
        if (piece->operand == OPERAND_NONE)
            text = arena_printf(s->kernel.arena, "%s%s", text, piece->text);
        else
            text = arena_printf(
                s->kernel.arena, "%s%d", text,
                (int)(int32_t)machine_value(machine, piece->operand, piece->type, thread));
    }
    return text;
}

/* What the stop takes along, for thread 3: names and numbers, formula after formula. */
static void check_formulas(Kernel kernel, int moves, const char *expected)
{
    Setup s = begin_kernel(kernel, ORDER_ROUND_ROBIN);
    Stops stops = stops_of(s.kernel.arena, s.kernel.program);
    const Formula *formulas[STOP_FORMULAS];
    const char *all = "";
    for (int i = 0; i < moves; ++i)
        assert_true(timeline_move(s.timeline, GRAIN_ACCESS, 1, 0));
    int count = stop_formulas(&stops, timeline_last_step(s.timeline)->pc, formulas);
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < formulas[i]->piece_count; ++j)
            all = arena_printf(s.kernel.arena, "%s%s", all, formulas[i]->pieces[j].text);
        all = arena_printf(s.kernel.arena, "%s: %s. ", all, numbers_of(&s, formulas[i], 3));
    }
    assert_string_equal(all, expected);
    end(&s);
}

static void stops_take_their_address_arithmetic(void **unused)
{
    (void)unused;
    const KernelOptions naive = {.kind = KERNEL_NAIVE, .j = 2, .k = 2, .l = 2, .tile = 2};
    check_formulas(kernel_compile(&small), 1,
                   "Row * k + ph * TILE_WIDTH + tx: 1 * 4 + 0 * 2 + 1. ");
    check_formulas(kernel_compile(&small), 11,
                   "(ph * TILE_WIDTH + ty) * l + Col: (1 * 2 + 1) * 4 + 1. ");
    check_formulas(kernel_compile(&naive), 3, "Row * k + i: 1 * 2 + 0. i * l + Col: 0 * 2 + 1. ");
    check_formulas(kernel_compile(&naive), 7, "Row * l + Col: 1 * 2 + 1. ");
}

static void turns_are_a_grain(void **unused)
{
    (void)unused;
    const KernelOptions naive = {.kind = KERNEL_NAIVE, .j = 4, .k = 5, .l = 4, .tile = 2};
    for (int is_measured = 0; is_measured < 2; ++is_measured) {
        assert_int_equal(check_grain(naive, GRAIN_ITERATION, 0, is_measured), 1 + 4 * (5 + 1));
        assert_int_equal(check_grain(small, GRAIN_ITERATION, 0, is_measured), 1 + 4 * (2 + 1));
    }
}

static void ticks_say_what_begins(void **unused)
{
    (void)unused;
    Setup s = begin(small, ORDER_ROUND_ROBIN);
    while (!timeline_measure(s.timeline, 1000))
        continue;
    int count, blocks = 0, phases = 0, barriers = 0, left = 0;
    const Tick *ticks = timeline_ticks(s.timeline, &count);
    for (int i = 0; i < count; ++i) {
        const Tick *tick = &ticks[i];
        timeline_seek(s.timeline, tick->at);
        const Step *step = timeline_last_step(s.timeline);
        assert_true(i == 0 || ticks[i - 1].at <= tick->at);
        assert_true(tick->kind == TICK_BLOCK || tick->pc == step->pc);
        if (tick->kind == TICK_BLOCK) {
            assert_int_equal(tick->block, blocks++);
            assert_int_equal(timeline_machine(s.timeline)->block, tick->block);
        } else if (tick->kind == TICK_PHASE) {
            phases++;
            assert_int_equal(step->instr->op, OP_LOOP_TEST);
            assert_int_equal(step->phase, tick->number);
        } else if (tick->kind == TICK_LEAVE) {
            left++;
            assert_int_equal(step->instr->op, OP_LOOP_TEST);
            assert_int_equal(step->taken, 0);
        } else {
            barriers++;
            assert_int_equal(tick->kind, TICK_BARRIER);
            assert_true(step->is_release);
            assert_int_equal(timeline_machine(s.timeline)->interval, tick->number);
        }
    }
    assert_int_equal(blocks, 4);
    assert_int_equal(phases, 8);
    assert_int_equal(barriers, 16);
    assert_int_equal(left, 4);
    end(&s);
}

/* Without phases the turns of the loop are told, as soon as one of the warps begins them. */
static void turns_of_a_loop(void **unused)
{
    (void)unused;
    Setup s = begin((KernelOptions){.kind = KERNEL_NAIVE, .j = 8, .k = 5, .l = 8, .tile = 8},
                    ORDER_RANDOM);
    while (!timeline_measure(s.timeline, 1000))
        continue;
    int count, turns = 0, left = 0;
    const Tick *ticks = timeline_ticks(s.timeline, &count);
    for (int i = 0; i < count; ++i) {
        timeline_seek(s.timeline, ticks[i].at);
        if (ticks[i].kind == TICK_ITERATION) {
            assert_int_equal(ticks[i].number, ++turns);
            assert_int_not_equal(timeline_last_step(s.timeline)->taken, 0);
        }
        left += ticks[i].kind == TICK_LEAVE;
    }
    assert_int_equal(turns, 5);
    assert_int_equal(left, 2); /* warps */
    end(&s);
}

static void part_of_a_grid(void **unused)
{
    (void)unused;
    const char *reason = NULL;
    Kernel kernel = kernel_make(&medium);
    Timeline *timeline = timeline_new(kernel.program, kernel.launch, 5, 2, &reason);
    uint64_t start;
    assert_int_equal(timeline_machine(timeline)->block, 5);
    assert_true(timeline_measure(timeline, UINT64_MAX));
    assert_int_equal(timeline_total(timeline)->counters.blocks, 2);
    assert_true(timeline_block_start(timeline, 1, &start));
    timeline_seek(timeline, start);
    assert_int_equal(timeline_machine(timeline)->block, 6);
    timeline_seek(timeline, UINT64_MAX);
    assert_int_equal(timeline_machine(timeline)->block, 6);
    assert_true(machine_is_done(timeline_machine(timeline)));
    timeline_free(timeline);
    kernel_free(&kernel);
}

/* A run too long for its checkpoints: they thin out, and moments stay what they were. */
static void checkpoints_thin_out(void **unused)
{
    (void)unused;
    Setup s = begin((KernelOptions){.kind = KERNEL_TILED, .j = 128, .k = 64, .l = 128, .tile = 4},
                    ORDER_ROUND_ROBIN);
    uint64_t at[20], hashes[20], spacing = timeline_spacing(s.timeline), most = 0;
    for (int i = 0; i < 20; ++i) {
        at[i] = (uint64_t)(i * 997);
        timeline_seek(s.timeline, at[i]);
        hashes[i] = timeline_hash(s.timeline);
    }
    while (!timeline_measure(s.timeline, 5000)) {
        uint64_t held = timeline_checkpoint_bytes(s.timeline);
        assert_true(held <= TIMELINE_CHECKPOINT_BYTES);
        most = held > most ? held : most;
    }
    assert_true(most > TIMELINE_CHECKPOINT_BYTES / 2);
    assert_true(timeline_spacing(s.timeline) > spacing);
    for (int i = 20; i-- > 0;) {
        timeline_seek(s.timeline, at[i]);
        assert_int_equal(timeline_hash(s.timeline), hashes[i]);
    }
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_of_a_small_run),
        cmocka_unit_test(random_jumps),
        cmocka_unit_test(compiled_kernels_multiply),
        cmocka_unit_test(measuring_moves_nothing),
        cmocka_unit_test(grains_meet_the_same_moments),
        cmocka_unit_test(accesses_and_products_are_stopped_at),
        cmocka_unit_test(stops_are_counted),
        cmocka_unit_test(stops_take_their_address_arithmetic),
        cmocka_unit_test(turns_are_a_grain),
        cmocka_unit_test(ticks_say_what_begins),
        cmocka_unit_test(turns_of_a_loop),
        cmocka_unit_test(part_of_a_grid),
        cmocka_unit_test(checkpoints_thin_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
