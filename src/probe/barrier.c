/* Each barrier of the program collects who arrived in this interval. If part of a warp stayed away,
 * all threads of the block that are missing when the barrier opens are named, except those that had
 * ended before the interval: they cannot be waited for. */
#include "probe/barrier.h"

#include <string.h>

enum { THREAD_WORDS = LAUNCH_BLOCK_THREADS_LIMIT / 64 };

typedef struct Barrier {
    uint32_t pc;
    bool is_diverged;
    uint64_t step; /* the first that told so in this interval */
    uint64_t arrived[THREAD_WORDS];
    uint64_t told[THREAD_WORDS]; /* found absent in this block already */
} Barrier;

struct BarrierTable {
    uint32_t count;
    uint64_t ended[THREAD_WORDS]; /* before this interval */
};

static Barrier *barriers(const BarrierTable *table)
{
    return (Barrier *)(table + 1);
}

static uint32_t barrier_count(const Program *program)
{
    uint32_t count = 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        count += program->code[pc].op == OP_BARRIER;
    return count;
}

uint64_t barrier_size(const Program *program)
{
    return (sizeof(BarrierTable) + sizeof(Barrier) * barrier_count(program) + 63) / 64 * 64;
}

void barrier_start(BarrierTable *table, const Program *program)
{
    memset(table, 0, barrier_size(program));
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_BARRIER)
            barriers(table)[table->count++].pc = pc;
}

void barrier_begin_block(BarrierTable *table)
{
    memset(table->ended, 0, sizeof table->ended);
    for (uint32_t i = 0; i < table->count; ++i) {
        uint32_t pc = barriers(table)[i].pc;
        barriers(table)[i] = (Barrier){.pc = pc};
    }
}

static Barrier *barrier_at(const BarrierTable *table, uint32_t pc)
{
    for (uint32_t i = 0; i < table->count; ++i)
        if (barriers(table)[i].pc == pc)
            return &barriers(table)[i];
    return NULL;
}

static void arrive(Barrier *barrier, const Step *step)
{
    barrier->arrived[step->warp / 2] |= (uint64_t)step->active << step->warp % 2 * 32;
    if (step->absent && !barrier->is_diverged) {
        barrier->is_diverged = true;
        barrier->step = step->index;
    }
}

static uint64_t threads_of_word(const Machine *machine, uint32_t word)
{
    uint32_t first = word * 64;
    if (machine->thread_count <= first)
        return 0;
    uint32_t count = machine->thread_count - first;
    return count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1;
}

static void find_absent(const BarrierTable *table, Barrier *barrier, const Fold *fold)
{
    Finding finding = {.kind = FINDING_BARRIER_DIVERGENCE,
                       .buffer = -1,
                       .line = fold->program->code[barrier->pc].line,
                       .block = fold->step->block,
                       .thread = FINDING_NO_THREAD,
                       .other_thread = FINDING_NO_THREAD,
                       .landed = -1,
                       .step = barrier->step};
    for (uint32_t i = 0; i < THREAD_WORDS; ++i) {
        uint64_t absent = threads_of_word(fold->machine, i) & ~barrier->arrived[i] &
                          ~table->ended[i] & ~barrier->told[i];
        if (absent && finding.thread == FINDING_NO_THREAD)
            finding.thread = i * 64 + (uint32_t)__builtin_ctzll(absent);
        finding.threads[i] = absent;
        finding.count += (uint64_t)__builtin_popcountll(absent);
        barrier->told[i] |= absent;
    }
    if (finding.count)
        report_find(fold->report, &finding);
}

static void open(BarrierTable *table, const Fold *fold)
{
    for (uint32_t i = 0; i < table->count; ++i) {
        Barrier *barrier = &barriers(table)[i];
        if (barrier->is_diverged)
            find_absent(table, barrier, fold);
        barrier->is_diverged = false;
        memset(barrier->arrived, 0, sizeof barrier->arrived);
    }
    const Warp *warps = machine_warps(fold->machine);
    memset(table->ended, 0, sizeof table->ended);
    for (uint32_t warp = 0; warp < fold->machine->warp_count; ++warp)
        table->ended[warp / 2] |= (uint64_t)warps[warp].exited << warp % 2 * 32;
}

void barrier_fold(BarrierTable *table, const Fold *fold)
{
    const Step *step = fold->step;
    if (step->instr->op == OP_BARRIER) {
        Barrier *barrier = barrier_at(table, step->pc);
        if (barrier)
            arrive(barrier, step);
    }
    if (step->is_release)
        open(table, fold);
}
