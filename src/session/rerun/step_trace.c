/* Filled by the footprints' own run of the block; the program tells what an instruction reads and
 * writes. */
#include "session/rerun/step_trace.h"

void step_trace_fold(StepTrace *trace, Arena *arena, const Step *step)
{
    trace->is_full |= trace->count == STEP_TRACE_MOST || step->index != (uint64_t)trace->count;
    if (!trace->is_full)
        *ARENA_PUSH(arena, trace->steps, trace->count, trace->capacity) =
            (TraceStep){step->pc, step->warp, step->active};
}

static bool slots_overlap(uint32_t a, uint32_t a_words, uint32_t b, uint32_t b_words)
{
    return a < b + b_words && b < a + a_words;
}

typedef struct Slots {
    uint32_t first, words;
} Slots;

static bool sets_register(const Instr *instr, Slots slots)
{
    return slots_overlap(instr->dst, instr_written_words(instr), slots.first, slots.words);
}

static bool reads_register(const Program *program, const Instr *instr, Slots slots)
{
    InstrRead all[INSTR_READS];
    int count = instr_reads(program->prints, instr, all);
    for (int i = 0; i < count; ++i)
        if (slots_overlap(all[i].slot, all[i].words, slots.first, slots.words))
            return true;
    return false;
}

RegisterUses step_trace_register(const StepTrace *trace, const Program *program, uint32_t slot,
                                 uint32_t words, uint32_t thread, uint64_t moment)
{
    RegisterUses uses = {.set = {.is_known = false}};
    Slots slots = {slot, words};
    uint32_t warp = thread / WARP_LANES, lane = thread % WARP_LANES;
    int now = moment < (uint64_t)trace->count ? (int)moment : trace->count;
    for (int i = now - 1; i >= 0 && !uses.set.is_known; --i) {
        const TraceStep *step = &trace->steps[i];
        const Instr *instr = &program->code[step->pc];
        if (step->warp != warp || !(step->active >> lane & 1))
            continue;
        if (sets_register(instr, slots))
            uses.set = (RegisterUse){true, (uint64_t)i, instr->line};
        else if (!uses.read.is_known && reads_register(program, instr, slots))
            uses.read = (RegisterUse){true, (uint64_t)i, instr->line};
    }
    for (int i = now; i < trace->count && moment <= (uint64_t)trace->count; ++i) {
        const TraceStep *step = &trace->steps[i];
        const Instr *instr = &program->code[step->pc];
        if (step->warp != warp || !(step->active >> lane & 1))
            continue;
        if (reads_register(program, instr, slots))
            uses.next_read = (RegisterUse){true, (uint64_t)i, instr->line};
        if (uses.next_read.is_known || sets_register(instr, slots))
            break;
    }
    return uses;
}
