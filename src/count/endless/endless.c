/* A warp's state is kept as a hash at some step and compared whenever the warp comes to that
 * instruction again; the kept one is renewed after 1, 2, 4, ... steps (Brent's way to find a
 * cycle). Only registers count that a branch depends on, however indirectly: what is summed up in
 * an endless loop is never the same, and decides nothing. */
#include "count/endless/endless.h"

#include "base/hash.h"
#include "probe/record/object.h"
#include "program/flow/definitions.h"
#include "program/flow/flow.h"
#include "program/flow/zeros.h"

#include <math.h>
#include <string.h>

enum {
    WARPS = LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES,
    SPACES = SPACE_LOCAL + 1,
    AWAY_PASSES = 64 /* of a counter that always goes on by as much */
};

/* The counter of a loop that nothing but its test ends. */
typedef struct Counter {
    uint32_t test;    /* its LOOP_TEST */
    double gap, step; /* what is compared with 0 there, and by how much it changes a pass */
    uint32_t passes;  /* in which it changed by that */
} Counter;

typedef struct WarpState {
    bool is_kept;
    uint32_t pc;
    uint64_t hash, since; /* step of the block */
    uint64_t age, most;   /* steps of the warp since, and after how many it is renewed */
    uint32_t reads;       /* bit set of spaces that decide about something, since then */
    bool is_cycle;        /* it came back to the state kept at `cycle_since`, */
    uint64_t cycle_since;
    uint32_t cycle_reads;
    uint64_t seen;       /* steps of the warp so far */
    bool has_spun;       /* steps went by without an instruction */
    uint64_t local_step; /* last change of per-thread memory, + 1 */
    Counter counter;
} WarpState;

struct Endless {
    const Program *program;
    const Launch *launch;
    Arena *arena;
    Definitions definitions;
    DefinitionMarks decides;   /* [code] a branch depends on what the instruction gives */
    const uint32_t **deciding; /* [code] the slots that may hold such values behind it, each
                                  plus 1, then 0; NULL: nobody has asked yet */
    const Instr **counts;      /* [code] of a LOOP_TEST that is the only way out of its loop: the
                             comparison that it goes by, if that is of a counter; else NULL */
    uint64_t changed[SPACES];  /* last step that changed memory, + 1 */
    bool is_strange;           /* what decides was read where nobody knows what there is */
    uint32_t at_barrier;       /* bit set of warps that waited at a barrier before the last step */
    uint32_t waits;            /* of those, the ones that the limit let go on */
    WarpState warps[WARPS];
};

/* ---- what decides ---- */

/* Whether the instruction's operands decide: those of branches and of what decides. */
static bool is_deciding(const Endless *endless, uint32_t pc)
{
    int class = opcode_info[endless->program->code[pc].op].class;
    return class == CLASS_BRANCH || class == CLASS_EFFECT || endless->decides.results[pc];
}

/* Backwards along the definitions: whatever may have written what an operand holds that decides
 * decides, too. */
static bool mark_operands(void *context, uint32_t pc)
{
    Endless *endless = context;
    const Instr *instr = &endless->program->code[pc];
    InstrRead reads[INSTR_READS];
    bool is_changed = false;
    if (instr->flags & INSTR_REMOVED || !is_deciding(endless, pc))
        return false;
    int count = instr_reads(endless->program->prints, instr, reads);
    for (int i = 0; i < count; ++i)
        for (int word = 0; word < reads[i].words; ++word)
            is_changed |= definition_spread(&endless->definitions, &endless->decides,
                                            (Operand)(reads[i].slot + word), pc, 1);
    return is_changed;
}

/* May the slot hold a value that decides behind the instruction? Slots are used again and again. */
static bool may_decide(const Endless *endless, uint32_t slot, uint32_t pc)
{
    if (instr_writes(&endless->program->code[pc], slot))
        return endless->decides.results[pc];
    return definition_join(&endless->definitions, endless->decides.results, (Operand)slot, pc);
}

static const uint32_t *deciding_slots(const Endless *endless, uint32_t pc)
{
    if (endless->deciding[pc])
        return endless->deciding[pc];
    uint32_t slots = endless->program->slot_count, count = 0;
    uint32_t *list = ARENA_ARRAY(endless->arena, uint32_t, slots + 1);
    for (uint32_t slot = 0; slot < slots; ++slot)
        if (may_decide(endless, slot, pc))
            list[count++] = slot + 1;
    return endless->deciding[pc] = list;
}

/* A lane leaves the loop by nothing but this test. */
static bool is_sole(const Program *program, const Frames *frames, uint32_t test)
{
    int loop = frames->around[test];
    for (uint32_t pc = (uint32_t)loop + 1; pc < frames->end[loop]; ++pc) {
        uint8_t op = program->code[pc].op;
        if (program->code[pc].flags & INSTR_REMOVED)
            continue;
        if (op == OP_EXIT || op == OP_ASSERT ||
            (op == OP_LOOP_TEST && pc != test && frames->around[pc] == loop) ||
            ((op == OP_BREAK || op == OP_LEAVE) && frame_named(frames, pc) <= loop))
            return false;
    }
    return true;
}

/* Marks the slots that hold what was loaded in the loop, or was made of it there. */
static void mark_loaded(const Endless *endless, uint32_t first_pc, uint32_t end, bool *is_loaded)
{
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t pc = first_pc; pc < end; ++pc) {
            const Instr *instr = &endless->program->code[pc];
            InstrRead reads[INSTR_READS];
            uint32_t first = instr->dst, slots = instr_written_words(instr);
            int count = instr_reads(endless->program->prints, instr, reads);
            int class = opcode_info[instr->op].class;
            bool is_one = class == CLASS_MEMORY || class == CLASS_SYNC;
            for (int i = 0; i < count; ++i)
                is_one |= is_loaded[reads[i].slot];
            for (uint32_t i = 0; is_one && i < slots; ++i) {
                goes_on |= !is_loaded[first + i];
                is_loaded[first + i] = true;
            }
        }
    }
}

/* The comparison by which a LOOP_TEST ends its loop, if it is one of a counter. */
static const Instr *find_counter(const Endless *endless, const Frames *frames, uint32_t test)
{
    const Instr *code = endless->program->code;
    int loop = frames->around[test], writer = DEFINITION_UNKNOWN;
    if (OPERAND_IS_REGISTER(code[test].a))
        writer = definition_reaching(&endless->definitions, code[test].a, test);
    if (writer == DEFINITION_UNKNOWN || code[writer].op < OP_NE || code[writer].op > OP_GE)
        return NULL;
    const Instr *compare = &code[writer];
    bool *is_loaded = ARENA_ARRAY(endless->arena, bool, endless->program->slot_count + 1);
    mark_loaded(endless, (uint32_t)loop, frames->end[loop], is_loaded);
    bool is_known = !(OPERAND_IS_REGISTER(compare->a) && is_loaded[compare->a]) &&
                    !(OPERAND_IS_REGISTER(compare->b) && is_loaded[compare->b]);
    return is_known ? compare : NULL;
}

Endless *endless_new(const Program *program, const Launch *launch)
{
    Arena *arena = arena_new();
    Endless *endless = ARENA_NEW(arena, Endless);
    *endless = (Endless){.program = program, .launch = launch, .arena = arena};
    endless->definitions = definitions_of(arena, program);
    endless->decides = definition_marks(arena, &endless->definitions);
    endless->deciding = ARENA_ARRAY(arena, const uint32_t *, program->code_count + 1);
    endless->counts = ARENA_ARRAY(arena, const Instr *, program->code_count);
    Frames frames = frames_of(arena, program);
    flow_until_stable(program, false, mark_operands, endless);
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_LOOP_TEST && is_sole(program, &frames, pc))
            endless->counts[pc] = find_counter(endless, &frames, pc);
    return endless;
}

void endless_free(Endless *endless)
{
    if (endless)
        arena_free(endless->arena);
}

void endless_begin(Endless *endless)
{
    memset(endless->changed, 0, sizeof endless->changed);
    memset(endless->warps, 0, sizeof endless->warps);
    endless->is_strange = false;
    endless->at_barrier = endless->waits = 0;
}

/* ---- steps ---- */

/* Of a warp behind the instruction at pc. */
static uint64_t hash_state(const Endless *endless, const Machine *machine, uint32_t index,
                           uint32_t pc)
{
    const Warp *warp = &machine_warps(machine)[index];
    const Frame *frames = machine_frames(machine, index);
    uint64_t hash = hash_u64(hash_u64(HASH_START, warp->active), warp->exited);
    for (uint32_t i = 0; i < warp->depth; ++i)
        hash = hash_u64(hash, (uint64_t)frames[i].saved << 32 | frames[i].other);
    for (const uint32_t *slot = deciding_slots(endless, pc); *slot; ++slot)
        hash = hash_bytes(hash, machine_slot(machine, *slot - 1, index),
                          WARP_LANES * sizeof(uint32_t));
    return hash;
}

static bool changes_memory(const Step *step)
{
    for (uint32_t lanes = step->active & ~step->outside; lanes; lanes &= lanes - 1)
        for (int i = 0; i < STEP_VALUE_WORDS; ++i) {
            int lane = __builtin_ctz(lanes);
            bool is_moved = (uint32_t)i < step->instr->width * register_words(step->instr->type);
            if (is_moved && step->before[i][lane] != step->after[i][lane])
                return true;
        }
    return false;
}

/* Some lane's buffer is one that the program may write. */
static bool may_change(const Endless *endless, const Step *step)
{
    for (uint32_t lanes = step->active; lanes; lanes &= lanes - 1) {
        unsigned buffer = address_object(step->address[__builtin_ctz(lanes)]);
        if (buffer >= (unsigned)endless->launch->buffer_count ||
            object_is_written(endless->program, endless->launch, (int)buffer))
            return true;
    }
    return false;
}

static void note_memory(Endless *endless, WarpState *warp, const Step *step)
{
    const Instr *instr = step->instr;
    bool decides = endless->decides.results[step->pc];
    if (instr->op != OP_LOAD && changes_memory(step)) {
        if (step->space == SPACE_LOCAL)
            warp->local_step = step->index + 1;
        else
            endless->changed[step->space] = step->index + 1;
    }
    if (instr->op != OP_STORE && decides &&
        (step->space != SPACE_GLOBAL || may_change(endless, step)))
        warp->reads |= 1u << step->space;
    if (endless->launch->has_unknown_pointers && decides &&
        (step->outside & step->active || step->fault == FAULT_SPACE))
        endless->is_strange = true;
}

/* Nothing that the warp's way depends on has changed since. */
static bool is_unchanged(const Endless *endless, const WarpState *warp, uint32_t reads,
                         uint64_t since)
{
    for (int space = 0; space < SPACES; ++space) {
        uint64_t changed = space == SPACE_LOCAL ? warp->local_step : endless->changed[space];
        if (reads >> space & 1 && changed > since)
            return false;
    }
    return true;
}

static void compare_state(Endless *endless, WarpState *warp, const Machine *machine,
                          const Step *step)
{
    ++warp->age;
    if (warp->is_kept && warp->pc == step->pc &&
        warp->hash == hash_state(endless, machine, step->warp, step->pc) &&
        is_unchanged(endless, warp, warp->reads, warp->since)) {
        warp->is_cycle = true;
        warp->cycle_since = warp->since;
        warp->cycle_reads = warp->reads;
    }
    if (warp->is_kept && warp->age < warp->most)
        return;
    warp->most = warp->is_kept ? 2 * warp->most : 1;
    warp->is_kept = true;
    warp->pc = step->pc;
    warp->hash = hash_state(endless, machine, step->warp, step->pc);
    warp->since = step->index;
    warp->age = warp->reads = 0;
}

/* ---- counters ---- */

static double number_of(const Machine *machine, Operand operand, ScalarType type, uint32_t thread)
{
    uint64_t bits = machine_value(machine, operand, type, thread);
    uint32_t low = (uint32_t)bits;
    float number;
    double wide;
    memcpy(&number, &low, sizeof number);
    memcpy(&wide, &bits, sizeof wide);
    switch (type) {
    case SCALAR_F32: return number;
    case SCALAR_F64: return wide;
    case SCALAR_I64: return (double)(int64_t)bits;
    case SCALAR_I32:
    case SCALAR_I16:
    case SCALAR_I8: return (int32_t)low;
    default: return (double)bits;
    }
}

static void note_counter(const Endless *endless, WarpState *warp, const Machine *machine,
                         const Step *step)
{
    const Instr *compare = endless->counts[step->pc];
    uint32_t thread = step->warp * WARP_LANES + (uint32_t)__builtin_ctz(step->taken);
    ScalarType type = (ScalarType)compare->type;
    Counter *counter = &warp->counter;
    double gap =
        number_of(machine, compare->a, type, thread) - number_of(machine, compare->b, type, thread);
    double moved = gap - counter->gap;
    if (scalar_is_float(type)) /* which are rounded */
        moved = moved > 0 ? 1 : moved < 0 ? -1 : 0;
    if (counter->test != step->pc || counter->step != moved)
        *counter = (Counter){step->pc, gap, moved, 0};
    counter->gap = gap;
    counter->passes++;
}

/* Always true of unsigned numbers: i >= 0. */
static bool is_always_true(const Program *program, const Instr *compare)
{
    ScalarType type = (ScalarType)compare->type;
    bool is_unsigned = type == SCALAR_U32 || type == SCALAR_U64;
    return is_unsigned && ((compare->op == OP_GE && zero_is_literal(program, compare->b)) ||
                           (compare->op == OP_LE && zero_is_literal(program, compare->a)));
}

/* The counter goes away from where its loop would end, or over it. */
static bool goes_away(const Endless *endless, const Counter *counter)
{
    if (counter->passes < AWAY_PASSES)
        return false;
    const Instr *compare = endless->counts[counter->test];
    if (is_always_true(endless->program, compare))
        return true;
    bool is_integer = !scalar_is_float((ScalarType)compare->type);
    switch (compare->op) {
    case OP_LT:
    case OP_LE: return counter->step < 0;
    case OP_GT:
    case OP_GE: return counter->step > 0;
    default:
        return counter->step != 0 && ((counter->gap > 0) == (counter->step > 0) ||
                                      (is_integer && fmod(counter->gap, counter->step) != 0));
    }
}

static uint64_t limit_of(const Launch *launch)
{
    return launch->max_steps ? launch->max_steps : LAUNCH_DEFAULT_MAX_STEPS;
}

void endless_fold(Endless *endless, const Machine *machine, const Step *step)
{
    WarpState *warp = &endless->warps[step->warp];
    warp->has_spun |= step->fault == FAULT_STEP_LIMIT && step->warp_step > warp->seen &&
                      step->warp_step >= limit_of(endless->launch);
    warp->seen = step->warp_step + 1;
    if (step->fault == FAULT_STEP_LIMIT) { /* whoever waited for this warp is let go */
        endless->waits |= step->is_release ? endless->at_barrier : 0;
        return;
    }
    endless->at_barrier = 0;
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        endless->at_barrier |= (uint32_t)(machine_warps(machine)[i].status == WARP_AT_BARRIER) << i;
    if (opcode_info[step->instr->op].class == CLASS_MEMORY)
        note_memory(endless, warp, step);
    if (step->instr->op == OP_LOOP_TEST && endless->counts[step->pc] && step->taken)
        note_counter(endless, warp, machine, step);
    compare_state(endless, warp, machine, step);
}

/* ---- what follows ---- */

bool endless_has_changed(const Endless *endless, Space space)
{
    return endless->changed[space] > 0;
}

static bool is_cycling(const Endless *endless, uint32_t index)
{
    const WarpState *warp = &endless->warps[index];
    return warp->is_cycle && is_unchanged(endless, warp, warp->cycle_reads, warp->cycle_since);
}

/* The warp goes on for ever, whatever others do. */
static bool is_lost(const Endless *endless, uint32_t index)
{
    const WarpState *warp = &endless->warps[index];
    uint32_t others = warp->cycle_reads & ~(1u << SPACE_LOCAL);
    return warp->has_spun || goes_away(endless, &warp->counter) ||
           (is_cycling(endless, index) && !others);
}

/* Something behind the instruction changes memory of one of the spaces. */
static bool is_written_behind(const Program *program, uint32_t pc, uint32_t spaces)
{
    for (; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_write = instr->op == OP_STORE || instr->op == OP_ATOMIC;
        if (is_write && !(instr->flags & INSTR_REMOVED) &&
            (instr->space == SPACE_GENERIC || spaces >> instr->space & 1))
            return true;
    }
    return false;
}

bool endless_is_held_up(const Endless *endless, const Machine *machine)
{
    uint32_t reads = 0;
    bool is_written = false;
    for (uint32_t i = 0; i < machine->warp_count; ++i) {
        if (is_lost(endless, i))
            return false;
        reads |= is_cycling(endless, i) ? endless->warps[i].cycle_reads : 0;
    }
    for (uint32_t i = 0; i < machine->warp_count; ++i)
        is_written |= endless->waits >> i & 1 &&
                      is_written_behind(endless->program, machine_warps(machine)[i].pc, reads);
    return is_written;
}

Ending endless_ending(const Endless *endless, const Machine *machine, uint32_t running)
{
    bool are_all = true, reads_global = false;
    if (endless->is_strange)
        return ENDING_OPEN;
    for (uint32_t i = 0; i < machine->warp_count; ++i) {
        if (i != running &&
            (machine_warps(machine)[i].status != WARP_READY || endless->waits >> i & 1))
            continue;
        if (is_lost(endless, i))
            return ENDING_NEVER;
        are_all &= is_cycling(endless, i);
        reads_global |= endless->warps[i].cycle_reads >> SPACE_GLOBAL & 1;
    }
    return !are_all ? ENDING_OPEN : reads_global ? ENDING_WAITING : ENDING_NEVER;
}
