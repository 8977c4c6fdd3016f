/* Races against a second opinion: random programs of accesses, barriers, branches and loops that
 * each thread goes round as it likes, in every schedule, and all pairs of their touches. */
#include "base/hash.h"
#include "kernels.h"
#include "race_oracle.h"
#include "test.h"
#include "verify.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 24, LIMITED_WORDS = 200 };

/* The release tries all; under a sanitizer, where each takes long, the first are tried. */
#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 250, LIMITED_SEEDS = 75 };
#else
enum { SEEDS = 2000, LIMITED_SEEDS = 600 };
#endif

static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = hash_u64(*seed, 0x5eed);
    return (uint32_t)(*seed >> 20) % below;
}

/* What random programs are made of. */
typedef struct Maker {
    Build *build;
    uint64_t seed;
    int words;
    Operand shared, global, value, wide;
    int depth, loops;
} Maker;

static Operand constant(Maker *maker, uint32_t below)
{
    return build_int(maker->build, (int)draw(&maker->seed, below));
}

/* (tx * a + b) % (words / grain) * grain */
static Operand make_index(Maker *maker, int grain)
{
    Build *build = maker->build;
    Operand index = build_register(build, SCALAR_I32);
    Operand by = constant(maker, 4), plus = constant(maker, (uint32_t)maker->words);
    build_emit(build, OP_FMA, SCALAR_I32, index, SLOT_THREAD_X, by, plus);
    build_emit(build, OP_REM, SCALAR_I32, index, index, build_int(build, maker->words / grain),
               OPERAND_NONE);
    build_emit(build, OP_MUL, SCALAR_I32, index, index, build_int(build, grain), OPERAND_NONE);
    return index;
}

static void make_atomic(Maker *maker, Space space, Operand base)
{
    Operand index = make_index(maker, 1);
    Instr *instr = build_emit(maker->build, OP_ATOMIC, SCALAR_I32, maker->value, base, index,
                              build_int(maker->build, 1));
    instr->space = (uint8_t)space;
    instr->type2 = SCALAR_I32;
    instr->scale_bytes = 4;
}

/* What a thread stores: what is there already, its own number, or one of two. */
static void make_value(Maker *maker)
{
    Build *build = maker->build;
    uint32_t which = draw(&maker->seed, 4);
    if (which == 0)
        build_emit(build, OP_MOV, SCALAR_I32, maker->value, SLOT_THREAD_X, OPERAND_NONE,
                   OPERAND_NONE);
    if (which == 1)
        build_emit(build, OP_MOV, SCALAR_I32, maker->value, constant(maker, 2), OPERAND_NONE,
                   OPERAND_NONE);
}

/* Of a byte, an int or four. */
static void make_access(Maker *maker)
{
    Space space = draw(&maker->seed, 5) ? SPACE_SHARED : SPACE_GLOBAL;
    Operand base = space == SPACE_SHARED ? maker->shared : maker->global;
    uint32_t what = draw(&maker->seed, 10), which = draw(&maker->seed, 8);
    ScalarType type = what == 0 ? SCALAR_U8 : SCALAR_I32;
    if (which == 7) {
        make_atomic(maker, space, base);
        return;
    }
    Operand index = make_index(maker, what == 1 ? 4 : 1);
    make_value(maker);
    Operand value = what == 1 ? maker->wide : maker->value;
    Instr *instr = which < 4 ? build_load(maker->build, type, space, value, base, index)
                             : build_store(maker->build, type, space, base, index, value);
    instr->width = what == 1 ? 4 : 1;
}

static void make_parts(Maker *maker, uint32_t count);

static void make_branch(Maker *maker)
{
    Build *build = maker->build;
    Operand is_low = build_register(build, SCALAR_BOOL);
    build_emit(build, OP_LT, SCALAR_I32, is_low, SLOT_THREAD_X, constant(maker, 70), OPERAND_NONE);
    build_if(build, is_low);
    if (draw(&maker->seed, 6) == 0)
        build_mark(build, OP_EXIT, 0);
    else
        make_parts(maker, 1 + draw(&maker->seed, 2));
    build_mark(build, OP_ENDIF, 0);
}

/* Each warp, or each thread, goes round as often as it likes. */
static void make_loop(Maker *maker)
{
    Build *build = maker->build;
    Operand counter = build_register(build, SCALAR_I32), limit = build_register(build, SCALAR_I32);
    Operand goes_on = build_register(build, SCALAR_BOOL);
    static const int by[] = {1000, 32, 7, 3};
    build_emit(build, OP_DIV, SCALAR_I32, limit, SLOT_THREAD_X,
               build_int(build, by[draw(&maker->seed, 4)]), OPERAND_NONE);
    build_emit(build, OP_ADD, SCALAR_I32, limit, limit, constant(maker, 4), OPERAND_NONE);
    build_emit(build, OP_REM, SCALAR_I32, limit, limit, build_int(build, 4), OPERAND_NONE);
    build_emit(build, OP_MOV, SCALAR_I32, counter, build_int(build, 0), OPERAND_NONE, OPERAND_NONE);
    build_mark(build, OP_LOOP, 0);
    build_emit(build, OP_LT, SCALAR_I32, goes_on, counter, limit, OPERAND_NONE);
    build_loop_test(build, goes_on);
    make_parts(maker, 1 + draw(&maker->seed, 3));
    build_emit(build, OP_ADD, SCALAR_I32, counter, counter, build_int(build, 1), OPERAND_NONE);
    build_mark(build, OP_LOOP_BACK, 0);
    build_mark(build, OP_LOOP_END, 0);
}

static void make_shuffle(Maker *maker)
{
    Instr *instr = build_emit(maker->build, OP_SHUFFLE, SCALAR_I32, maker->value, maker->value,
                              build_int(maker->build, 1), build_int(maker->build, 32));
    instr->imm = SHUFFLE_XOR;
}

/* Of the whole warp, of tiles, of some lanes, or of lanes that have masks of their own. */
static void make_warp_sync(Maker *maker)
{
    static const int masks[] = {-1, 0xffff, 0x0ff0, 0x33333333};
    Build *build = maker->build;
    Operand mask = build_int(build, masks[draw(&maker->seed, 4)]);
    uint32_t which = draw(&maker->seed, 4), tile = 1u << draw(&maker->seed, 6);
    if (which == 1) {
        Operand own = build_register(build, SCALAR_U32);
        build_emit(build, OP_AND, SCALAR_U32, own, SLOT_THREAD_X, build_int(build, 1),
                   OPERAND_NONE);
        build_emit(build, OP_MUL, SCALAR_U32, own, own, mask, OPERAND_NONE);
        mask = own;
    }
    Instr *instr = build_mark(build, OP_WARP_SYNC, 0);
    instr->tile = (uint8_t)(which == 0 ? tile : 0);
    instr->mask = which == 3 ? OPERAND_NONE : mask;
}

static void make_part(Maker *maker)
{
    uint32_t which = draw(&maker->seed, 16);
    if (which == 0)
        build_mark(maker->build, OP_BARRIER, 0);
    else if (which == 1)
        make_warp_sync(maker);
    else if (which == 2)
        make_shuffle(maker);
    else if (which < 5 && maker->depth <= 3)
        make_branch(maker);
    else if (which < 8 && maker->depth <= 3 && maker->loops < 6 && ++maker->loops)
        make_loop(maker);
    else
        make_access(maker);
}

static void make_parts(Maker *maker, uint32_t count)
{
    ++maker->depth;
    for (; count > 0; --count)
        make_part(maker);
    --maker->depth;
}

/* Several statements stand on each line. */
static const Program *make_program(Arena *arena, uint64_t seed, int words)
{
    Maker maker = {.build = build_new(arena), .seed = seed, .words = words};
    Build *build = maker.build;
    maker.shared = build_shared(build, (uint32_t)words * 4);
    maker.global = build_pointer(build, "p", true);
    maker.value = build_register(build, SCALAR_I32);
    maker.wide = build_registers(build, SCALAR_I32, 4);
    uint32_t lines = 1 + draw(&maker.seed, 4);
    make_parts(&maker, 3 + draw(&maker.seed, 4));
    for (uint32_t pc = 0; pc < build->program.code_count; ++pc)
        build->code[pc].line = pc * lines / build->program.code_count + 1;
    return build_program(build);
}

/* What the probe may remember; 0: as much as it has room for. */
typedef struct Limit {
    uint32_t requests, shapes;
} Limit;

static const Report *run(Kernel *kernel, Oracle *oracle, Limit limit)
{
    const char *reason = NULL;
    Memory *memory = memory_new(kernel->launch, &reason);
    Machine *machine = build_machine(kernel->arena, kernel->program, kernel->launch, 0);
    Probe *probe =
        arena_alloc(kernel->arena, probe_size(kernel->program, kernel->launch, PROBE_COUNT));
    probe_start(probe, kernel->program, kernel->launch, PROBE_COUNT);
    if (limit.requests)
        probe_limit(probe, limit.requests, limit.shapes);
    probe_begin_block(probe, kernel->program, kernel->launch, machine);
    Step step;
    if (oracle)
        oracle_start(oracle, kernel->program);
    while (machine_step(machine, kernel->program, kernel->launch, memory, &step)) {
        if (oracle)
            oracle_note(oracle, machine, &step);
        probe_fold(probe, kernel->program, kernel->launch, machine, &step);
    }
    probe_end_block(probe, kernel->program, kernel->launch, machine);
    memory_free(memory);
    return probe_report(probe);
}

/* NULL if there is none; among the notes if it is one. */
static const Finding *find_in(const Report *report, const OracleFinding *of)
{
    int count;
    const Finding *list = report_list(report, of->kind, &count);
    for (int i = 0; i < count; ++i) {
        const Finding *finding = &list[i];
        if (finding->kind == of->kind && finding->space == of->space && finding->line == of->line &&
            finding->other_line == of->other_line)
            return finding;
    }
    return NULL;
}

static bool is_race(const Finding *finding)
{
    return finding->kind == FINDING_RACE_RAW || finding->kind == FINDING_RACE_WAR ||
           finding->kind == FINDING_RACE_WAW;
}

static int race_findings(const Report *report)
{
    int count = 0;
    for (int i = 0; i < report->finding_count; ++i)
        count += is_race(&report_findings(report)[i]);
    return count;
}

static Kernel make_kernel(uint64_t seed, int words)
{
    static const uint32_t threads[] = {40, 34, 50, 70};
    Kernel kernel = {.arena = arena_new()};
    kernel.program = make_program(kernel.arena, seed, words);
    kernel.launch = build_launch(kernel.arena, kernel.program, (Dim3){1, 1, 1},
                                 (Dim3){threads[seed / 4 % 4], 1, 1}, 1, SCALAR_I32,
                                 (uint64_t)words, FILL_INTS);
    kernel.launch->order = ORDER_ROUND_ROBIN + seed % 4;
    kernel.launch->order_seed = seed;
    return kernel;
}

static void fail_at(const Kernel *kernel, uint64_t seed, const OracleFinding *of,
                    const Finding *found)
{
    fail_msg("seed %llu, kind %d, lines %u and %u: %llu at step %llu, threads %u and %u, word %lld,"
             " not %llu at step %llu, threads %u and %u, word %u\n%s",
             (unsigned long long)seed, (int)of->kind, of->line, of->other_line,
             found ? (unsigned long long)found->count : 0,
             found ? (unsigned long long)found->step : 0, found ? found->thread : 0,
             found ? found->other_thread : 0, found ? (long long)found->element : 0,
             (unsigned long long)of->count, (unsigned long long)of->step, of->thread,
             of->other_thread, of->word, program_text(kernel->arena, kernel->program));
}

static bool is_first(const Kernel *kernel, const OracleFinding *of, const Finding *finding)
{
    uint64_t start = of->space == SPACE_GLOBAL ? kernel->launch->buffers[0].offset_bytes : 0;
    return finding->step == of->step && finding->thread == of->thread &&
           finding->other_thread == of->other_thread &&
           finding->element == (int64_t)of->word - (int64_t)start / 4;
}

/* A note of lines that race for other words is not kept. */
static bool is_overruled(const Oracle *oracle, int count, const OracleFinding *note)
{
    for (int i = 0; i < count && note->kind == NOTE_EQUAL_VALUES; ++i) {
        const OracleFinding *of = oracle_finding(oracle, i);
        if (of->kind == FINDING_RACE_WAW && of->space == note->space && of->line == note->line &&
            of->other_line == note->other_line)
            return true;
    }
    return false;
}

/* Returns the number of races. */
static uint64_t check_program(Oracle *oracle, uint64_t seed)
{
    Kernel kernel = make_kernel(seed, WORDS);
    const Report *report = run(&kernel, oracle, (Limit){0, 0});
    int count = oracle_finish(oracle), kept = count;
    uint64_t races = 0;
    for (int i = 0; i < count; ++i) {
        const OracleFinding *of = oracle_finding(oracle, i);
        const Finding *finding = find_in(report, of);
        if (is_overruled(oracle, count, of)) {
            assert_null(finding);
            --kept;
            continue;
        }
        if (!finding || finding->count != of->count || finding->is_at_least ||
            !(is_first(&kernel, of, finding) || finding_is_note(of->kind)))
            fail_at(&kernel, seed, of, finding);
        races += of->count;
    }
    assert_int_equal(race_findings(report) + report->note_count, kept);
    kernel_free(&kernel);
    return races;
}

static void random_programs_agree_with_all_pairs(void **state)
{
    Oracle *oracle = oracle_new();
    uint64_t found = 0;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        found += check_program(oracle, seed);
    check_program(oracle, 4268); /* a warp that meets its earlier bytes in a word only */
    assert_true(found > 100 * SEEDS);
    oracle_free(oracle);
}

/* How many races of the oracle's were found, and how many findings were marked. */
typedef struct Share {
    uint64_t found, all;
    int marked;
} Share;

static bool is_marked(const Report *report, const OracleFinding *of)
{
    return report_lines(report)[of->line].uncompared ||
           report_lines(report)[of->other_line].uncompared;
}

/* Never more than there are; fewer only where it is marked. */
static void check_limited(Oracle *oracle, uint64_t seed, Share *share)
{
    Kernel kernel = make_kernel(seed, LIMITED_WORDS);
    Limit limit = {8 + seed % 30, seed % 3 ? 1000 : 4 + seed % 7};
    const Report *report = run(&kernel, oracle, limit);
    int count = oracle_finish(oracle), matched = 0;
    for (int i = 0; i < count; ++i) {
        const OracleFinding *of = oracle_finding(oracle, i);
        const Finding *finding = find_in(report, of);
        uint64_t found = finding ? finding->count : 0;
        bool is_note = finding_is_note(of->kind); /* the words of which may be watched no longer */
        if (found > of->count || (found < of->count && !is_note && !is_marked(report, of)) ||
            (finding && is_race(finding) && finding->is_at_least != is_marked(report, of)))
            fail_at(&kernel, seed, of, finding);
        matched += finding != NULL && is_race(finding);
        share->found += found;
        share->all += of->count;
        share->marked += finding && finding->is_at_least;
    }
    assert_int_equal(race_findings(report), matched);
    kernel_free(&kernel);
}

static void a_full_log_counts_no_race_twice(void **state)
{
    Oracle *oracle = oracle_new();
    Share share = {0, 0, 0};
    for (uint64_t seed = 1; seed <= LIMITED_SEEDS; ++seed)
        check_limited(oracle, seed, &share);
    assert_true(share.marked > LIMITED_SEEDS / 10);
    assert_true(share.found < share.all);
    assert_true(share.found > share.all / 2);
    oracle_free(oracle);
}

/* Reads alone race with nothing, however many there are. */
static void reads_alone_are_not_marked(void **state)
{
    for (int writes = 0; writes < 2; ++writes) {
        Kernel kernel = {.arena = arena_new()};
        Build *build = build_new(kernel.arena);
        Operand shared = build_shared(build, 400), value = build_register(build, SCALAR_I32);
        for (int i = 0; i < 90; ++i)
            build_load(build, SCALAR_I32, SPACE_SHARED, value, shared, build_int(build, i));
        if (writes)
            build_store(build, SCALAR_I32, SPACE_SHARED, shared, build_int(build, 95), value);
        for (uint32_t pc = 0; pc < build->program.code_count; ++pc)
            build->code[pc].line = 1;
        kernel.program = build_program(build);
        kernel.launch = build_launch(kernel.arena, kernel.program, (Dim3){1, 1, 1},
                                     (Dim3){32, 1, 1}, 1, SCALAR_I32, 8, FILL_INTS);
        const Report *report = run(&kernel, NULL, (Limit){20, 1000});
        assert_int_equal(report_uncompared_lines(report), writes);
        kernel_free(&kernel);
    }
}

/* More accesses than an interval remembers, all of one line on one word: each pair once. */
static void like_statements_are_one_race(void **state)
{
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
    const Report *report = run(&kernel, NULL, (Limit){0, 0});
    assert_int_equal(finding_total(report, FINDING_RACE_RAW), 64 * 63);
    assert_int_equal(finding_total(report, FINDING_RACE_WAR), 64 * 63);
    assert_int_equal(finding_total(report, NOTE_EQUAL_VALUES), 64 * 63 / 2);
    assert_int_equal(report->findings_lost, 0);
    kernel_free(&kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs_agree_with_all_pairs),
                                       cmocka_unit_test(a_full_log_counts_no_race_twice),
                                       cmocka_unit_test(reads_alone_are_not_marked),
                                       cmocka_unit_test(like_statements_are_one_race)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
