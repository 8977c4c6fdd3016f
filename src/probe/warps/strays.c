/* A register, or a word of memory, holds the number of the stray that has gone into it, 0 for none;
 * of several the first. For each register of a warp a bit set says which lanes hold any, so that
 * instructions which see none cost a few looks. Per-thread memory of more than LOCAL_BYTES a thread
 * is not followed. */
#include "probe/warps/strays.h"

#include "vm/page.h"

#include <string.h>

enum { STRAY_LIMIT = 2048, LOCAL_BYTES = 1024 };

/* A thread's first stray of a shuffle in the block. */
typedef struct Stray {
    uint64_t step;
    uint32_t pc, thread, mask;
    uint8_t source;  /* lane */
    uint8_t reason;  /* WarpReason */
    bool is_used;    /* reported, unless it is waiting */
    bool is_waiting; /* for the lanes that may still meet the shuffle: then it is none of these */
} Stray;

struct StrayTable {
    uint32_t shuffle_count; /* 0: none in the program, and no strays */
    uint32_t slot_count, threads, local_words, shared_words;
    uint32_t count;   /* of strays in the block; the first has number 1 */
    uint32_t waiting; /* of these */
    /* Offsets from the start of the table. lanes: [warp][slot] bit sets; slots: [warp][slot][lane]
     * numbers; shared, local: [word], [thread][word] numbers; first: [shuffle][thread] numbers;
     * shuffles: [code] numbers of shuffles. */
    uint64_t lanes_at, slots_at, shared_at, local_at, first_at, shuffles_at, strays_at, end;
};

/* A step that is folded in. */
typedef struct Trail {
    StrayTable *table;
    const MembersTable *members;
    const Fold *fold;
} Trail;

static uint64_t take(uint64_t *end, uint64_t bytes)
{
    uint64_t at = *end;
    *end += page_rounded(bytes);
    return at;
}

static void lay_out_strays(StrayTable *table, const Program *program, const Launch *launch)
{
    uint64_t end = page_rounded(sizeof *table);
    memset(table, 0, sizeof *table);
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        table->shuffle_count += program->code[pc].op == OP_SHUFFLE;
    table->end = end;
    if (!table->shuffle_count)
        return;
    uint64_t threads = (dim3_count(launch->block) + WARP_LANES - 1) / WARP_LANES * WARP_LANES;
    uint32_t local_bytes = program->local_bytes > LOCAL_BYTES ? 0 : program->local_bytes;
    table->threads = (uint32_t)threads;
    table->slot_count = program->slot_count;
    table->local_words = (local_bytes + 3) / 4;
    table->shared_words = (launch_shared_bytes(launch, program) + 3) / 4;
    table->lanes_at = take(&end, threads / WARP_LANES * table->slot_count * sizeof(uint32_t));
    table->slots_at = take(&end, threads * table->slot_count * sizeof(uint16_t));
    table->shared_at = take(&end, table->shared_words * sizeof(uint16_t));
    table->local_at = take(&end, threads * table->local_words * sizeof(uint16_t));
    table->first_at = take(&end, threads * table->shuffle_count * sizeof(uint16_t));
    table->shuffles_at = take(&end, program->code_count * sizeof(uint16_t));
    table->strays_at = take(&end, STRAY_LIMIT * sizeof(Stray));
    table->end = end;
}

uint64_t strays_size(const Program *program, const Launch *launch)
{
    StrayTable table;
    lay_out_strays(&table, program, launch);
    return table.end;
}

static uint16_t *numbers(const StrayTable *table, uint64_t at)
{
    return (uint16_t *)((char *)table + at);
}

void strays_start(StrayTable *table, const Program *program, const Launch *launch)
{
    lay_out_strays(table, program, launch);
    uint16_t number = 0;
    for (uint32_t pc = 0; table->shuffle_count && pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_SHUFFLE)
            numbers(table, table->shuffles_at)[pc] = number++;
}

void strays_begin_block(StrayTable *table)
{
    if (table->count)
        memset((char *)table + table->lanes_at, 0, table->shuffles_at - table->lanes_at);
    table->count = table->waiting = 0;
}

static Stray *stray_of(const StrayTable *table, uint16_t number)
{
    return (Stray *)((char *)table + table->strays_at) + number - 1;
}

/* ---- registers ---- */

static uint32_t *lanes_of(const StrayTable *table, uint32_t warp, uint32_t slot)
{
    return (uint32_t *)((char *)table + table->lanes_at) + (size_t)warp * table->slot_count + slot;
}

static uint16_t *slot_numbers(const StrayTable *table, uint32_t warp, uint32_t slot)
{
    return numbers(table, table->slots_at) + ((size_t)warp * table->slot_count + slot) * WARP_LANES;
}

/* The lanes of which the operand holds a stray. */
static uint32_t stray_lanes(const StrayTable *table, uint32_t warp, Operand operand)
{
    return OPERAND_IS_REGISTER(operand) ? *lanes_of(table, warp, operand) : 0;
}

static void set(const StrayTable *table, uint32_t warp, uint32_t slot, uint32_t lane,
                uint16_t number)
{
    uint32_t *lanes = lanes_of(table, warp, slot);
    slot_numbers(table, warp, slot)[lane] = number;
    *lanes = (*lanes & ~(1u << lane)) | (uint32_t)(number != 0) << lane;
}

static void clear(const StrayTable *table, const Step *step)
{
    uint32_t words = instr_written_words(step->instr);
    for (uint32_t i = 0; i < words; ++i)
        *lanes_of(table, step->warp, step->instr->dst + i) &= ~step->active;
}

/* ---- what matters ---- */

static void tell(const Fold *fold, const Stray *stray)
{
    uint32_t first = stray->thread / WARP_LANES * WARP_LANES;
    Finding finding = {.kind = FINDING_WARP_SYNC,
                       .buffer = -1,
                       .line = fold->program->code[stray->pc].own_line,
                       .count = 1,
                       .block = fold->machine->block,
                       .thread = stray->thread,
                       .other_thread = first + stray->source,
                       .landed = -1,
                       .step = stray->step,
                       .warp = {(WarpReason)stray->reason, stray->mask, 1u << stray->source}};
    report_find(fold->report, &finding);
}

static WarpMeeting meeting_of(const MembersTable *members, const Stray *stray)
{
    return stray->reason == WARP_SOURCE_ELSEWHERE
               ? members_meeting(members, stray->thread / WARP_LANES, stray->pc)
               : MEETING_NONE;
}

static void use_stray(const Trail *trail, uint16_t number)
{
    Stray *stray = stray_of(trail->table, number);
    if (stray->is_used)
        return;
    stray->is_used = true;
    WarpMeeting meeting = meeting_of(trail->members, stray);
    stray->is_waiting = meeting == MEETING_AWAITED;
    trail->table->waiting += stray->is_waiting;
    if (meeting == MEETING_NONE)
        tell(trail->fold, stray);
}

/* Tells of those that have waited in vain, of all of them at the block's end. */
static void settle(StrayTable *table, const MembersTable *members, const Fold *fold, bool is_end)
{
    for (uint32_t i = 1; i <= table->count; ++i) {
        Stray *stray = stray_of(table, (uint16_t)i);
        WarpMeeting meeting = stray->is_waiting ? meeting_of(members, stray) : MEETING_NONE;
        if (!stray->is_waiting || (meeting == MEETING_AWAITED && !is_end))
            continue;
        stray->is_waiting = false;
        --table->waiting;
        if (meeting != MEETING_DONE)
            tell(fold, stray);
    }
}

/* The active lanes use what the operand holds. */
static void use(const Trail *trail, Operand operand)
{
    const Step *step = trail->fold->step;
    uint32_t lanes = stray_lanes(trail->table, step->warp, operand) & step->active;
    for (; lanes; lanes &= lanes - 1)
        use_stray(trail, slot_numbers(trail->table, step->warp, operand)[__builtin_ctz(lanes)]);
}

static void use_all(const Trail *trail)
{
    InstrRead reads[INSTR_READS];
    int count = instr_reads(trail->fold->program->prints, trail->fold->step->instr, reads);
    for (int i = 0; i < count; ++i)
        use(trail, reads[i].slot);
}

/* ---- values ---- */

/* What a condition was before the step, which may have put its result in its place. */
static bool was_true(const Fold *fold, Operand condition, uint32_t lane)
{
    if (condition == fold->step->instr->dst)
        return fold->step->before[0][lane] != 0;
    return machine_value(fold->machine, condition, SCALAR_BOOL,
                         fold_thread(fold->step, (int)lane)) != 0;
}

/* Whether a lane looks at b and at c: SELECT at one of them, && and || at the second if need be. */
static bool looks_at_b(const Fold *fold, uint32_t lane)
{
    const Instr *instr = fold->step->instr;
    bool is_logical = instr->type == SCALAR_BOOL && (instr->op == OP_AND || instr->op == OP_OR);
    if (instr->op != OP_SELECT && !is_logical)
        return true;
    return was_true(fold, instr->a, lane) == (instr->op != OP_OR);
}

static bool looks_at_c(const Fold *fold, uint32_t lane)
{
    return fold->step->instr->op != OP_SELECT || !was_true(fold, fold->step->instr->a, lane);
}

static void compute(const StrayTable *table, const Fold *fold)
{
    const Step *step = fold->step;
    const Instr *instr = step->instr;
    uint32_t warp = step->warp, a = stray_lanes(table, warp, instr->a);
    uint32_t b = stray_lanes(table, warp, instr->b), c = stray_lanes(table, warp, instr->c);
    uint32_t concerned = (a | b | c | *lanes_of(table, warp, instr->dst)) & step->active;
    for (; concerned; concerned &= concerned - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(concerned);
        uint16_t number = 0;
        if (a >> lane & 1)
            number = slot_numbers(table, warp, instr->a)[lane];
        else if (b >> lane & 1 && looks_at_b(fold, lane))
            number = slot_numbers(table, warp, instr->b)[lane];
        else if (c >> lane & 1 && looks_at_c(fold, lane))
            number = slot_numbers(table, warp, instr->c)[lane];
        set(table, warp, instr->dst, lane, number);
    }
}

/* ---- shuffles ---- */

static WarpReason reason_of(const Fold *fold, uint32_t source)
{
    const Step *step = fold->step;
    const Warp *warp = &machine_warps(fold->machine)[step->warp];
    if (!(warp->lanes >> source & 1))
        return WARP_SOURCE_ABSENT;
    if (step->active >> source & 1)
        return WARP_SOURCE_UNNAMED;
    return step->live >> source & 1 ? WARP_SOURCE_ELSEWHERE : WARP_SOURCE_ENDED;
}

/* The number of the stray that the lane gets; 0 if there are too many. */
static uint16_t new_stray(StrayTable *table, const Fold *fold, uint32_t lane)
{
    const Step *step = fold->step;
    uint32_t thread = fold_thread(step, (int)lane);
    uint32_t shuffle = numbers(table, table->shuffles_at)[step->pc];
    uint16_t *first = &numbers(table, table->first_at)[(size_t)shuffle * table->threads + thread];
    if (*first || table->count == STRAY_LIMIT)
        return *first;
    *first = (uint16_t)++table->count;
    *stray_of(table, *first) = (Stray){.step = step->index,
                                       .pc = step->pc,
                                       .thread = thread,
                                       .mask = step->masks[lane],
                                       .source = step->sources[lane],
                                       .reason = (uint8_t)reason_of(fold, step->sources[lane])};
    return *first;
}

static void shuffle(const Trail *trail)
{
    StrayTable *table = trail->table;
    const Step *step = trail->fold->step;
    const Instr *instr = step->instr;
    uint16_t held[WARP_LANES];
    uint32_t holding = stray_lanes(table, step->warp, instr->a);
    if (holding)
        memcpy(held, slot_numbers(table, step->warp, instr->a), sizeof held);
    use(trail, instr->b);
    use(trail, instr->c);
    use(trail, instr->mask);
    clear(table, step);
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), source = step->sources[lane];
        if (step->undefined >> lane & 1)
            set(table, step->warp, instr->dst, lane, new_stray(table, trail->fold, lane));
        else if (holding >> source & 1)
            set(table, step->warp, instr->dst, lane, held[source]);
    }
}

/* ---- memory ---- */

/* The number that goes with the word of an element of a lane's access; NULL if it is not
 * followed. */
static uint16_t *word_number(const StrayTable *table, const Step *step, uint32_t lane,
                             uint32_t element)
{
    uint64_t at = step->arena[lane] + element * scalar_size_bytes((ScalarType)step->instr->type);
    uint64_t word = at / 4;
    if (step->outside >> lane & 1)
        return NULL;
    if (step->space == SPACE_SHARED)
        return word < table->shared_words ? numbers(table, table->shared_at) + word : NULL;
    if (step->space != SPACE_LOCAL || word >= table->local_words)
        return NULL;
    return numbers(table, table->local_at) +
           (size_t)fold_thread(step, (int)lane) * table->local_words + word;
}

static void load(const StrayTable *table, const Step *step)
{
    const Instr *instr = step->instr;
    uint32_t words = register_words((ScalarType)instr->type);
    clear(table, step);
    for (uint32_t left = step->active; left; left &= left - 1)
        for (uint32_t i = 0; i < instr->width; ++i) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            const uint16_t *number = word_number(table, step, lane, i);
            if (number && *number)
                set(table, step->warp, instr->dst + i * words, lane, *number);
        }
}

static void store(const Trail *trail)
{
    const StrayTable *table = trail->table;
    const Step *step = trail->fold->step;
    const Instr *instr = step->instr;
    uint32_t words = register_words((ScalarType)instr->type);
    for (uint32_t i = 0; i < instr->width; ++i) {
        Operand operand =
            OPERAND_IS_REGISTER(instr->c) ? (Operand)(instr->c + i * words) : OPERAND_NONE;
        uint32_t lanes = stray_lanes(table, step->warp, operand);
        if (step->space == SPACE_GLOBAL)
            use(trail, operand);
        for (uint32_t left = step->active; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            uint16_t *number = word_number(table, step, lane, i);
            if (number)
                *number = lanes >> lane & 1 ? slot_numbers(table, step->warp, operand)[lane] : 0;
        }
    }
}

static void fold_memory(const Trail *trail)
{
    const Instr *instr = trail->fold->step->instr;
    use(trail, instr->a);
    use(trail, instr->b);
    if (instr->op == OP_LOAD)
        load(trail->table, trail->fold->step);
    else if (instr->op == OP_STORE)
        store(trail);
    else {
        use_all(trail);
        clear(trail->table, trail->fold->step);
    }
}

void strays_fold(StrayTable *table, const MembersTable *members, const Fold *fold)
{
    const Step *step = fold->step;
    if (!table->count && !(step->instr->op == OP_SHUFFLE && step->undefined))
        return;
    Trail trail = {table, members, fold};
    OpcodeClass class = opcode_info[step->instr->op].class;
    if (table->waiting && (class == CLASS_SYNC || step->instr->op == OP_EXIT))
        settle(table, members, fold, false);
    if (step->instr->op == OP_SHUFFLE)
        shuffle(&trail);
    else if (class == CLASS_VALUE)
        compute(table, fold);
    else if (class == CLASS_MEMORY)
        fold_memory(&trail);
    else {
        use_all(&trail);
        clear(table, step);
    }
}

void strays_end_block(StrayTable *table, const MembersTable *members, const Fold *fold)
{
    if (table->waiting)
        settle(table, members, fold, true);
}
