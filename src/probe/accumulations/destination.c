/* Each store that may take the accumulator says of each lane: there, not I, or unknown; the first
 * one in the code that does not say "not I" counts. The index of a thread's own array is turned
 * round: from the element to the loop variables that it is made of, i * 4 + j into i and j, so that
 * the address of the store can be worked out with them. */
#include "probe/accumulations/destination.h"

#include "probe/accumulations/ahead.h"
#include "probe/record/object.h"
#include "vm/parts/inside.h"

#include <string.h>

enum { SOLVE_DEPTH = 16 };

/* Lanes that will run a store: those that will for certain (sure), and those of which it is not
 * known (open). */
typedef struct Lots {
    uint32_t sure, open;
} Lots;

static Lots none_of_them(void)
{
    return (Lots){0, 0};
}

/* ---- numbers ---- */

static bool is_known_value(Ahead *ahead, Operand operand, ScalarType type, uint32_t use,
                           int64_t out[WARP_LANES])
{
    Lanes lanes;
    if (!ahead_value(ahead, operand, register_words(type), use, &lanes))
        return false;
    for (int i = 0; i < WARP_LANES; ++i)
        out[i] = register_words(type) == 2 ? lanes.i64[i]
                 : type == SCALAR_U32      ? (int64_t)lanes.u32[i]
                                           : (int64_t)lanes.i32[i];
    return true;
}

/* Addresses, with their objects, of an access that the warp has yet to come to. */
static bool find_addresses(Ahead *ahead, uint32_t pc, uint64_t out[WARP_LANES])
{
    const Instr *instr = &ahead->definitions->program->code[pc];
    Lanes base;
    int64_t index[WARP_LANES] = {0};
    if (!ahead_value(ahead, instr->a, 2, pc, &base))
        return false;
    if (instr->b != OPERAND_NONE &&
        !is_known_value(ahead, instr->b, (ScalarType)instr->type2, pc, index))
        return false;
    for (int i = 0; i < WARP_LANES; ++i)
        out[i] = base.u64[i] + (uint64_t)(index[i] * (int64_t)instr->scale_bytes + instr->imm);
    return true;
}

static uint32_t true_lanes(const Lanes *lanes)
{
    uint32_t mask = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        mask |= (uint32_t)(lanes->u32[i] != 0) << i;
    return mask;
}

/* ---- from an element to the loop that fetches it ---- */

/* A variable that starts somewhere and goes on by steps of one size: i = 0; i += 4. */
static bool is_counted(Ahead *ahead, Operand slot, uint32_t use, const int64_t values[WARP_LANES],
                       uint32_t *lanes)
{
    const Program *program = ahead->definitions->program;
    const uint32_t *writers;
    if (definition_writers(ahead->definitions, slot, use, &writers) != 2)
        return false;
    const Instr *first = &program->code[writers[0]], *step = &program->code[writers[1]];
    int64_t start[WARP_LANES], by[WARP_LANES];
    if (first->op != OP_MOV || step->op != OP_ADD || step->dst != slot || step->a != slot ||
        !is_known_value(ahead, first->a, (ScalarType)first->type, writers[0], start) ||
        !is_known_value(ahead, step->b, (ScalarType)step->type, writers[1], by))
        return false;
    for (int i = 0; i < WARP_LANES; ++i) {
        int64_t way = values[i] - start[i];
        if (by[i] == 0 || way % by[i] != 0 || way / by[i] < 0)
            *lanes &= ~(1u << i);
    }
    return true;
}

static bool give(Ahead *ahead, Operand slot, uint32_t use, const int64_t values[WARP_LANES],
                 uint32_t *lanes)
{
    const uint32_t *writers;
    if (ahead->given_count == AHEAD_GIVEN || !is_counted(ahead, slot, use, values, lanes))
        return false;
    definition_writers(ahead->definitions, slot, use, &writers);
    AheadGiven *given = &ahead->given[ahead->given_count++];
    given->slot = slot;
    given->writer = writers[0];
    memcpy(given->values, values, sizeof given->values);
    return true;
}

static bool solve(Ahead *ahead, Operand operand, ScalarType type, uint32_t use,
                  const int64_t values[WARP_LANES], uint32_t *lanes, int depth);

/* a + b = values, one of them known. */
static bool solve_sum(Ahead *ahead, const Instr *instr, uint32_t pc,
                      const int64_t values[WARP_LANES], uint32_t *lanes, int depth)
{
    ScalarType type = (ScalarType)instr->type;
    int64_t known[WARP_LANES], rest[WARP_LANES];
    bool is_second = is_known_value(ahead, instr->b, type, pc, known);
    if (!is_second && !is_known_value(ahead, instr->a, type, pc, known))
        return false;
    bool is_minus = instr->op == OP_SUB && is_second;
    for (int i = 0; i < WARP_LANES; ++i)
        rest[i] = is_minus ? values[i] + known[i] : values[i] - known[i];
    if (instr->op == OP_SUB && !is_second) /* known - b = values */
        for (int i = 0; i < WARP_LANES; ++i)
            rest[i] = -rest[i];
    return solve(ahead, is_second ? instr->a : instr->b, type, pc, rest, lanes, depth);
}

/* a * b + c = values, b (or a) known: a is how often it goes into them; c the rest. */
static bool solve_product(Ahead *ahead, const Instr *instr, uint32_t pc,
                          const int64_t values[WARP_LANES], uint32_t *lanes, int depth)
{
    ScalarType type = (ScalarType)instr->type;
    int64_t factor[WARP_LANES], added[WARP_LANES] = {0}, times[WARP_LANES], rest[WARP_LANES];
    bool is_second = is_known_value(ahead, instr->b, type, pc, factor);
    if (!is_second && !is_known_value(ahead, instr->a, type, pc, factor))
        return false;
    bool is_sum = instr->op == OP_FMA;
    bool is_added_known = is_sum && is_known_value(ahead, instr->c, type, pc, added);
    for (int i = 0; i < WARP_LANES; ++i) {
        int64_t value = values[i] - added[i];
        if (factor[i] <= 0 || value < 0 || ((!is_sum || is_added_known) && value % factor[i])) {
            *lanes &= ~(1u << i);
            factor[i] = 1;
        }
        times[i] = value / factor[i];
        rest[i] = value % factor[i];
    }
    return solve(ahead, is_second ? instr->a : instr->b, type, pc, times, lanes, depth) &&
           (!is_sum || is_added_known || solve(ahead, instr->c, type, pc, rest, lanes, depth));
}

/* Finds the values of loop variables with which the operand will hold these values, and gives them
 * to ahead. lanes loses those in which the operand never will. False if that cannot be told. */
static bool solve(Ahead *ahead, Operand operand, ScalarType type, uint32_t use,
                  const int64_t values[WARP_LANES], uint32_t *lanes, int depth)
{
    int64_t known[WARP_LANES];
    if (is_known_value(ahead, operand, type, use, known)) {
        for (int i = 0; i < WARP_LANES; ++i)
            if (known[i] != values[i])
                *lanes &= ~(1u << i);
        return true;
    }
    if (operand == OPERAND_NONE || !OPERAND_IS_REGISTER(operand) || depth == 0)
        return false;
    int writer = definition_reaching(ahead->definitions, operand, use);
    if (writer == DEFINITION_UNKNOWN)
        return give(ahead, operand, use, values, lanes);
    uint32_t pc = (uint32_t)writer;
    const Instr *instr = &ahead->definitions->program->code[pc];
    switch (instr->op) {
    case OP_MOV: return solve(ahead, instr->a, type, pc, values, lanes, depth - 1);
    case OP_CONVERT:
        return !scalar_is_float((ScalarType)instr->type2) &&
               solve(ahead, instr->a, (ScalarType)instr->type2, pc, values, lanes, depth - 1);
    case OP_ADD:
    case OP_SUB: return solve_sum(ahead, instr, pc, values, lanes, depth - 1);
    case OP_MUL:
    case OP_FMA: return solve_product(ahead, instr, pc, values, lanes, depth - 1);
    default: return false;
    }
}

/* Lanes whose element the load fetches in some iteration; the loop variables of that iteration are
 * given. */
static bool find_iteration(Ahead *ahead, const AccumulationStore *store,
                           const int64_t offsets[WARP_LANES], uint32_t *lanes)
{
    uint32_t load = (uint32_t)store->load;
    const Instr *instr = &ahead->definitions->program->code[load];
    uint32_t within = store->load_element * scalar_size_bytes((ScalarType)instr->type);
    int64_t index[WARP_LANES];
    for (int i = 0; i < WARP_LANES; ++i) {
        int64_t scale = instr->b == OPERAND_NONE ? 1 : (int64_t)instr->scale_bytes;
        int64_t way = offsets[i] - instr->imm - (int64_t)within;
        index[i] = scale ? way / scale : 0;
        if (!scale || way % scale || (instr->b == OPERAND_NONE && way))
            *lanes &= ~(1u << i);
    }
    return instr->b == OPERAND_NONE ||
           solve(ahead, instr->b, (ScalarType)instr->type2, load, index, lanes, SOLVE_DEPTH);
}

/* ---- conditions ---- */

/* Takes lanes out of lots in which the condition of the branch at pc is not as wanted; lanes in
 * which it is not known become open. */
static void narrow(Ahead *ahead, uint32_t pc, bool wanted, Lots *lots)
{
    Lanes lanes;
    if (!ahead_value(ahead, ahead->definitions->program->code[pc].a, 1, pc, &lanes)) {
        lots->open |= lots->sure;
        lots->sure = 0;
        return;
    }
    uint32_t fit = wanted ? true_lanes(&lanes) : ~true_lanes(&lanes);
    lots->sure &= fit;
    lots->open &= fit;
}

static uint32_t test_of(const Frames *frames, int loop)
{
    for (uint32_t pc = (uint32_t)loop + 1; pc < frames->end[loop]; ++pc)
        if (frames->program->code[pc].op == OP_LOOP_TEST && frames->around[pc] == loop)
            return pc;
    return 0;
}

/* The lanes that are on the way with the warp, less those that leave out one of the branches and
 * loops around pc further on. */
static Lots lanes_that_come_to(Ahead *ahead, uint32_t pc)
{
    const Frames *frames = ahead->frames;
    Inside inside = inside_with(ahead->machine, frames, ahead->warp, pc);
    Lots lots = {inside.now, inside.later};
    for (int frame = frames->around[pc]; frame != NO_FRAME; frame = frames->around[frame]) {
        uint8_t op = frames->program->code[frame].op;
        bool is_else = frames->other[frame] && pc > frames->other[frame];
        if (frame_holds(frames, frame, ahead->from)) {
            bool is_in_else = frames->other[frame] && ahead->from > frames->other[frame];
            if (op == OP_IF && is_else != is_in_else)
                return none_of_them();
        } else if (op == OP_IF) {
            narrow(ahead, (uint32_t)frame, !is_else, &lots);
        } else if (op == OP_LOOP) {
            uint32_t test = test_of(frames, frame);
            if (!test || test > pc) /* a do loop: its body runs once at least */
                continue;
            narrow(ahead, test, true, &lots);
        }
    }
    return lots;
}

/* A jump on the way that goes past the store. */
static bool passes_by(const Frames *frames, uint32_t pc, uint32_t store)
{
    uint8_t op = frames->program->code[pc].op;
    if (op == OP_EXIT)
        return true;
    if (op != OP_BREAK && op != OP_CONTINUE && op != OP_LEAVE)
        return false;
    int frame = frame_named(frames, pc);
    return frame == NO_FRAME || frames->end[frame] >= store;
}

static void leave_out_jumps(Ahead *ahead, Lots *lots)
{
    for (uint32_t pc = 0; pc < ahead->target && (lots->sure | lots->open); ++pc) {
        if (!passes_by(ahead->frames, pc, ahead->target) ||
            !ahead_runs_before(ahead, pc, ahead->target))
            continue;
        Lots jump = lanes_that_come_to(ahead, pc);
        lots->open |= lots->sure & jump.open;
        lots->sure &= ~(jump.sure | jump.open);
        lots->open &= ~jump.sure;
    }
}

/* ---- the answer ---- */

/* The warp may come to a place before it in a further iteration of a loop. */
static bool comes_back_to(const Ahead *ahead, uint32_t pc)
{
    const Frames *frames = ahead->frames;
    for (int frame = frames->around[pc]; frame != NO_FRAME; frame = frames->around[frame])
        if (frames->program->code[frame].op == OP_LOOP && frame_holds(frames, frame, ahead->from))
            return true;
    return false;
}

static Lots find_at(const Accumulators *accumulators, const Machine *machine, uint32_t warp,
                    const AccumulationStore *store, const int64_t *offsets,
                    uint64_t addresses[WARP_LANES])
{
    Ahead ahead =
        ahead_of(&accumulators->definitions, &accumulators->frames, machine, warp, store->pc);
    uint32_t fits = UINT32_MAX;
    if (store->pc < ahead.from)
        return comes_back_to(&ahead, store->pc) ? (Lots){0, UINT32_MAX} : none_of_them();
    if (store->load != NO_LOAD && (!offsets || !find_iteration(&ahead, store, offsets, &fits)))
        return (Lots){0, UINT32_MAX};
    Lots lots = lanes_that_come_to(&ahead, store->pc);
    leave_out_jumps(&ahead, &lots);
    lots.sure &= fits;
    lots.open &= fits;
    if (!find_addresses(&ahead, store->pc, addresses)) {
        lots.open |= lots.sure;
        lots.sure = 0;
    }
    return lots;
}

static void fill_in(const Accumulators *accumulators, const AccumulationStore *store, Lots lots,
                    const uint64_t addresses[WARP_LANES], uint32_t lanes,
                    Destination out[WARP_LANES])
{
    const Instr *instr = &accumulators->program->code[store->pc];
    uint32_t bytes = scalar_size_bytes((ScalarType)instr->type);
    for (uint32_t left = lots.sure & lanes; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t address = addresses[lane] + store->element * bytes;
        out[lane] = (Destination){DESTINATION_KNOWN, store->is_value, store->pc,
                                  address_space(address), address};
    }
    for (uint32_t left = lots.open & lanes; left; left &= left - 1)
        out[__builtin_ctz(left)].state = DESTINATION_UNKNOWN;
}

void destinations_find(const Accumulators *accumulators, const Machine *machine, uint32_t warp,
                       int accumulator, const int64_t *offsets, Destination out[WARP_LANES])
{
    const AccumulationStores *stores = &accumulators->stores;
    int first = stores->first[accumulator], end = stores->first[accumulator + 1];
    uint32_t left = UINT32_MAX;
    bool is_any = false;
    for (int i = first; i < end; ++i)
        is_any |= !stores->items[i].is_shared;
    for (int i = 0; i < WARP_LANES; ++i)
        out[i].state = is_any ? DESTINATION_NOWHERE : DESTINATION_UNKNOWN;
    for (int i = first; i < end && left; ++i) {
        uint64_t addresses[WARP_LANES];
        if (stores->items[i].is_shared)
            continue;
        Lots lots = find_at(accumulators, machine, warp, &stores->items[i], offsets, addresses);
        fill_in(accumulators, &stores->items[i], lots, addresses, left, out);
        left &= ~(lots.sure | lots.open);
    }
}

bool destination_words(const Accumulators *accumulators, const Machine *machine, const Step *step,
                       uint64_t addresses[WARP_LANES])
{
    const Accumulation *item = accumulation_at(&accumulators->accumulations, step->pc);
    if (!item || item->slot != OPERAND_NONE)
        return false;
    if (item->writer == step->pc) {
        memcpy(addresses, step->address, sizeof step->address);
        return true;
    }
    Ahead ahead = ahead_of(&accumulators->definitions, &accumulators->frames, machine, step->warp,
                           item->writer);
    return find_addresses(&ahead, item->writer, addresses);
}

/* The index at which the access would touch the word, for its element number; lanes loses those in
 * which there is none. */
static void find_indices(const Program *program, const Launch *launch, const Instr *instr,
                         const Lanes *base, uint64_t at, uint32_t element, int64_t out[WARP_LANES],
                         uint32_t *lanes)
{
    uint32_t within = element * scalar_size_bytes((ScalarType)instr->type);
    for (int i = 0; i < WARP_LANES; ++i) {
        uint64_t start =
            object_start_bytes(program, launch, SPACE_GLOBAL, address_object(base->u64[i])) +
            (uint64_t)address_offset_bytes(base->u64[i]);
        int64_t way = (int64_t)(at - start) - instr->imm - (int64_t)within;
        int64_t scale = instr->b == OPERAND_NONE ? 0 : (int64_t)instr->scale_bytes;
        bool fits = scale ? way % scale == 0 : way == 0;
        out[i] = scale ? way / scale : 0;
        if (!fits || address_space(base->u64[i]) != SPACE_GLOBAL)
            *lanes &= ~(1u << i);
    }
}

uint32_t destination_may_be(const Accumulators *accumulators, const Launch *launch,
                            const Machine *machine, uint32_t warp, uint32_t pc, uint64_t at)
{
    const Instr *instr = &accumulators->program->code[pc];
    uint32_t may = 0;
    for (uint32_t element = 0; element < instr->width; ++element) {
        Ahead ahead =
            ahead_of(&accumulators->definitions, &accumulators->frames, machine, warp, pc);
        uint32_t lanes = UINT32_MAX;
        int64_t indices[WARP_LANES];
        Lanes base;
        if (!ahead_value(&ahead, instr->a, 2, pc, &base))
            return UINT32_MAX;
        find_indices(accumulators->program, launch, instr, &base, at, element, indices, &lanes);
        if (instr->b != OPERAND_NONE &&
            !solve(&ahead, instr->b, (ScalarType)instr->type2, pc, indices, &lanes, SOLVE_DEPTH))
            return UINT32_MAX;
        Lots lots = lanes_that_come_to(&ahead, pc);
        may |= lanes & (lots.sure | lots.open);
    }
    return may & machine_warps(machine)[warp].lanes;
}
