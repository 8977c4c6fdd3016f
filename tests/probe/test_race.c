/* Races against a second opinion: random programs of shared accesses, barriers and branches, in every
 * schedule, and a list of all accesses of which every pair is looked at. */
#include "base/hash.h"
#include "kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 24, TOUCH_LIMIT = 8192, RACE_LIMIT = 1 << 20 };

typedef struct Touch {
    uint32_t thread, word, pc, line, place, interval, sync;
    Opcode op;
} Touch;

typedef struct Oracle {
    Touch touches[TOUCH_LIMIT];
    int count;
    uint32_t syncs[32];
    uint64_t *races; /* hashes of distinct ones, to be sorted */
    int race_count;
} Oracle;

static void forget(Oracle *oracle)
{
    oracle->count = 0;
    memset(oracle->syncs, 0, sizeof oracle->syncs);
}

static void note(Oracle *oracle, const Step *step)
{
    if (step->instr->op == OP_WARP_SYNC)
        ++oracle->syncs[step->warp];
    if (opcode_info[step->instr->op].class != CLASS_MEMORY)
        return;
    for (uint32_t lanes = step->active; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        assert_true(oracle->count < TOUCH_LIMIT);
        oracle->touches[oracle->count++] = (Touch){.thread = step->warp * 32 + (uint32_t)lane,
                                                   .word = (uint32_t)step->arena[lane] / 4,
                                                   .pc = step->pc,
                                                   .line = step->instr->line,
                                                   .place = step->passes,
                                                   .interval = step->interval,
                                                   .sync = oracle->syncs[step->warp],
                                                   .op = step->instr->op};
    }
}

static FindingKind kind_of(const Touch *first, const Touch *second)
{
    if (first->op == OP_LOAD)
        return FINDING_RACE_WAR;
    return second->op == OP_LOAD ? FINDING_RACE_RAW : FINDING_RACE_WAW;
}

static bool races(const Touch *a, const Touch *b)
{
    if (a->word != b->word || a->interval != b->interval || a->thread == b->thread)
        return false;
    if ((a->op == OP_LOAD && b->op == OP_LOAD) || (a->op == OP_ATOMIC && b->op == OP_ATOMIC))
        return false;
    return a->thread / 32 != b->thread / 32 || a->sync == b->sync;
}

static uint64_t name_race(const Touch *first, const Touch *second)
{
    uint32_t a = first->thread, b = second->thread;
    if (first->pc == second->pc && a > b) {
        a = second->thread;
        b = first->thread;
    }
    uint64_t name = hash_u64(HASH_START, (uint64_t)first->line << 32 | second->line);
    name = hash_u64(name, (uint64_t)first->interval << 32 | first->word);
    name = hash_u64(name, (uint64_t)a << 32 | b);
    return name << 2 | (uint64_t)(kind_of(first, second) - FINDING_RACE_RAW);
}

static bool comes_first(const Touch *a, const Touch *b)
{
    return a->place != b->place ? a->place < b->place : a->pc <= b->pc;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Distinct races of the kind. */
static uint64_t count_races(Oracle *oracle, uint64_t totals[3])
{
    oracle->race_count = 0;
    for (int i = 0; i < oracle->count; ++i)
        for (int j = 0; j < oracle->count; ++j) {
            const Touch *a = &oracle->touches[i], *b = &oracle->touches[j];
            if (!races(a, b) || !comes_first(a, b))
                continue;
            assert_true(oracle->race_count < RACE_LIMIT);
            oracle->races[oracle->race_count++] = name_race(a, b);
        }
    qsort(oracle->races, (size_t)oracle->race_count, sizeof *oracle->races, compare);
    memset(totals, 0, 3 * sizeof *totals);
    for (int i = 0; i < oracle->race_count; ++i)
        if (i == 0 || oracle->races[i] != oracle->races[i - 1])
            ++totals[oracle->races[i] & 3];
    return totals[0] + totals[1] + totals[2];
}

static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = hash_u64(*seed, 0x5eed);
    return (uint32_t)(*seed >> 20) % below;
}

/* (tx * a + b) % WORDS */
static Operand make_index(Build *build, uint64_t *seed)
{
    Operand index = build_register(build, SCALAR_I32);
    build_emit(build, OP_FMA, SCALAR_I32, index, SLOT_THREAD_X,
               build_int(build, (int)draw(seed, 4)), build_int(build, (int)draw(seed, WORDS)));
    build_emit(build, OP_REM, SCALAR_I32, index, index, build_int(build, WORDS), OPERAND_NONE);
    return index;
}

static void make_access(Build *build, Operand shared, uint64_t *seed)
{
    Operand index = make_index(build, seed), value = build_register(build, SCALAR_I32);
    uint32_t which = draw(seed, 7);
    if (which < 4)
        build_load(build, SCALAR_I32, SPACE_SHARED, value, shared, index);
    else if (which < 6)
        build_store(build, SCALAR_I32, SPACE_SHARED, shared, index, build_int(build, 7));
    else {
        Instr *instr =
            build_emit(build, OP_ATOMIC, SCALAR_I32, value, shared, index, build_int(build, 1));
        instr->space = SPACE_SHARED;
        instr->type2 = SCALAR_I32;
        instr->scale_bytes = 4;
    }
}

static void make_part(Build *build, Operand shared, uint64_t *seed)
{
    uint32_t which = draw(seed, 10);
    if (which == 0)
        build_mark(build, OP_BARRIER, 0);
    else if (which == 1)
        build_mark(build, OP_WARP_SYNC, 0);
    else if (which == 2) {
        Operand is_low = build_register(build, SCALAR_BOOL);
        build_emit(build, OP_LT, SCALAR_I32, is_low, SLOT_THREAD_X,
                   build_int(build, (int)draw(seed, 40)), OPERAND_NONE);
        build_if(build, is_low);
        make_access(build, shared, seed);
        build_mark(build, OP_ENDIF, 0);
    } else
        make_access(build, shared, seed);
}

/* The parts run three times over, so that accesses repeat. */
static const Program *make_program(Arena *arena, uint64_t seed)
{
    Build *build = build_new(arena);
    Operand shared = build_shared(build, WORDS * 4), counter = build_register(build, SCALAR_I32);
    Operand goes_on = build_register(build, SCALAR_BOOL);
    build_mark(build, OP_LOOP, 0);
    build_emit(build, OP_LT, SCALAR_I32, goes_on, counter,
               build_int(build, 1 + (int)draw(&seed, 3)), OPERAND_NONE);
    build_loop_test(build, goes_on);
    for (uint32_t parts = 2 + draw(&seed, 5); parts > 0; --parts)
        make_part(build, shared, &seed);
    build_mark(build, OP_LOOP_NEXT, 0);
    build_emit(build, OP_ADD, SCALAR_I32, counter, counter, build_int(build, 1), OPERAND_NONE);
    build_mark(build, OP_LOOP_BACK, 0);
    build_mark(build, OP_LOOP_END, 0);
    return build_program(build);
}

static const Report *run(Kernel *kernel, Oracle *oracle)
{
    const char *reason = NULL;
    Memory *memory = memory_new(kernel->launch, &reason);
    Machine *machine = build_machine(kernel->arena, kernel->program, kernel->launch, 0);
    Probe *probe =
        arena_alloc(kernel->arena, probe_size(kernel->program, kernel->launch, PROBE_COUNT));
    probe_start(probe, kernel->program, kernel->launch, PROBE_COUNT);
    probe_begin_block(probe, kernel->program, kernel->launch, machine);
    Step step;
    if (oracle)
        forget(oracle);
    while (machine_step(machine, kernel->program, kernel->launch, memory, &step)) {
        if (oracle)
            note(oracle, &step);
        probe_fold(probe, kernel->program, kernel->launch, machine, &step);
    }
    probe_end_block(probe, kernel->program, kernel->launch, machine);
    memory_free(memory);
    return probe_report(probe);
}

static void check_program(Oracle *oracle, uint64_t seed, uint64_t *found)
{
    for (Order order = ORDER_ROUND_ROBIN; order <= ORDER_RANDOM; ++order) {
        Kernel kernel = {.arena = arena_new()};
        kernel.program = make_program(kernel.arena, seed);
        kernel.launch = build_launch(kernel.arena, kernel.program, (Dim3){1, 1, 1},
                                     (Dim3){seed % 2 ? 40 : 70, 1, 1}, 1, SCALAR_I32, 8, FILL_INTS);
        kernel.launch->order = order;
        kernel.launch->order_seed = seed;
        const Report *report = run(&kernel, oracle);
        uint64_t totals[3];
        *found += count_races(oracle, totals);
        for (int i = 0; i < 3; ++i)
            if (finding_total(report, (FindingKind)(FINDING_RACE_RAW + i)) != totals[i])
                fail_msg(
                    "seed %llu, order %d, kind %d: %llu, not %llu\n%s", (unsigned long long)seed,
                    (int)order, i,
                    (unsigned long long)finding_total(report, (FindingKind)(FINDING_RACE_RAW + i)),
                    (unsigned long long)totals[i], program_text(kernel.arena, kernel.program));
        kernel_free(&kernel);
    }
}

static void random_programs_agree_with_all_pairs(void **state)
{
    (void)state;
    Oracle *oracle = calloc(1, sizeof *oracle);
    oracle->races = malloc(RACE_LIMIT * sizeof *oracle->races);
    uint64_t found = 0;
    for (uint64_t seed = 1; seed <= 40; ++seed)
        check_program(oracle, seed, &found);
    assert_true(found > 1000);
    free(oracle->races);
    free(oracle);
}

/* More accesses than an interval remembers, all of one line on one word: each pair once. */
static void like_statements_are_one_race(void **state)
{
    (void)state;
    Kernel kernel = {.arena = arena_new()};
    Build *build = build_new(kernel.arena);
    Operand shared = build_shared(build, 4), value = build_register(build, SCALAR_I32);
    for (int i = 0; i < 220; ++i) {
        build_load(build, SCALAR_I32, SPACE_SHARED, value, shared, build_int(build, 0));
        build_store(build, SCALAR_I32, SPACE_SHARED, shared, build_int(build, 0), value);
    }
    for (uint32_t pc = 0; pc < build->program.code_count; ++pc)
        build->code[pc].line = 1;
    kernel.program = build_program(build);
    kernel.launch = build_launch(kernel.arena, kernel.program, (Dim3){1, 1, 1}, (Dim3){64, 1, 1}, 1,
                                 SCALAR_I32, 8, FILL_INTS);
    const Report *report = run(&kernel, NULL);
    assert_int_equal(finding_total(report, FINDING_RACE_RAW), 64 * 63);
    assert_int_equal(finding_total(report, FINDING_RACE_WAR), 64 * 63);
    assert_int_equal(finding_total(report, FINDING_RACE_WAW), 64 * 63 / 2);
    assert_int_equal(report->findings_lost, 0);
    kernel_free(&kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs_agree_with_all_pairs),
                                       cmocka_unit_test(like_statements_are_one_race)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
