/* Two hash tables: the words touched in the present interval, with a writer and a reader each,
 * whose entries of earlier intervals count as free; and the words that were met on, for good. */
#include "probe/races/meeting.h"

#include "base/hash.h"
#include "probe/races/role.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum { TOUCHED_START = 1 << 10, TOUCHED_LIMIT = 1 << 21, MET_LIMIT = 1 << 20 };
enum { NOBODY = 0xffff, SEVERAL = 0xfffe };

/* Keys are of words: twice the number, plus 1 in global memory, plus 1 again, so that 0 is free. */
typedef struct Touched {
    uint64_t key;
    uint32_t round; /* of another interval: free */
    uint16_t writer, reader;
    bool is_plain;   /* some access was no atomic operation, and no read that these check */
    uint64_t stored; /* see value_stored, if all accesses have the same; else 0 */
} Touched;

struct Meetings {
    Touched *touched; /* [touched_size] */
    uint32_t touched_size, touched_count, round, interval;
    uint64_t *met; /* [2 * MET_LIMIT], of the address space until touched */
    uint32_t met_count;
    bool is_incomplete;
    uint8_t *roles; /* of instructions */
};

static uint64_t key_of(bool is_global, uint64_t word)
{
    return 2 * word + is_global + 1;
}

Meetings *meetings_new(const Program *program, const Launch *launch)
{
    Meetings *meetings = page_alloc(sizeof *meetings);
    meetings->touched_size = TOUCHED_START;
    meetings->touched = page_alloc(sizeof *meetings->touched * TOUCHED_START);
    meetings->met = page_reserve(2 * MET_LIMIT * sizeof *meetings->met);
    meetings->is_incomplete = !meetings->met;
    meetings->roles = page_alloc(program->code_count);
    role_find(meetings->roles, program, launch);
    return meetings;
}

void meetings_free(Meetings *meetings)
{
    if (!meetings)
        return;
    page_unreserve(meetings->met, 2 * MET_LIMIT * sizeof *meetings->met);
    free(meetings->touched);
    free(meetings->roles);
    free(meetings);
}

static void begin_interval(Meetings *meetings, uint32_t interval)
{
    meetings->interval = interval;
    meetings->round++;
    meetings->touched_count = 0;
}

bool meetings_are_incomplete(const Meetings *meetings)
{
    return meetings->is_incomplete;
}

/* Where the key is, or the free place for it. */
static uint64_t *met_place(const Meetings *meetings, uint64_t key)
{
    uint64_t at = hash_u64(HASH_START, key);
    while (meetings->met[at & (2 * MET_LIMIT - 1)] &&
           meetings->met[at & (2 * MET_LIMIT - 1)] != key)
        ++at;
    return &meetings->met[at & (2 * MET_LIMIT - 1)];
}

bool meetings_have(const Meetings *meetings, bool is_global, uint64_t word)
{
    return meetings->met_count && *met_place(meetings, key_of(is_global, word));
}

static void meet(Meetings *meetings, uint64_t key)
{
    uint64_t *place = met_place(meetings, key);
    if (*place)
        return;
    if (meetings->met_count == MET_LIMIT) {
        meetings->is_incomplete = true;
        return;
    }
    *place = key;
    meetings->met_count++;
}

static Touched *touched_place(const Meetings *meetings, uint64_t key)
{
    uint64_t at = hash_u64(HASH_START, key);
    for (;; ++at) {
        Touched *touched = &meetings->touched[at & (meetings->touched_size - 1)];
        if (touched->round != meetings->round || touched->key == key)
            return touched;
    }
}

static void grow(Meetings *meetings)
{
    Touched *before = meetings->touched;
    uint32_t size = meetings->touched_size;
    meetings->touched = page_alloc(sizeof *before * size * 2);
    meetings->touched_size = size * 2;
    for (uint32_t i = 0; i < size; ++i)
        if (before[i].round == meetings->round)
            *touched_place(meetings, before[i].key) = before[i];
    free(before);
}

/* The word's entry, a new one if nobody has touched it in the interval; NULL: no room. */
static Touched *find_touched(Meetings *meetings, uint64_t key)
{
    Touched *touched = touched_place(meetings, key);
    if (touched->round == meetings->round)
        return touched;
    if (meetings->touched_count == TOUCHED_LIMIT / 2) {
        meetings->is_incomplete = true;
        return NULL;
    }
    if (++meetings->touched_count > meetings->touched_size / 2) {
        grow(meetings);
        touched = touched_place(meetings, key);
    }
    *touched = (Touched){.key = key, .round = meetings->round, .writer = NOBODY, .reader = NOBODY};
    return touched;
}

static uint16_t joined(uint16_t before, uint16_t thread)
{
    return before == NOBODY || before == thread ? thread : SEVERAL;
}

/* A number for what a store puts where, if threads may store the same value there (ROLE_EQUAL);
 * else 0. */
static uint64_t value_stored(const Meetings *meetings, const Machine *machine, const Step *step,
                             uint32_t lane)
{
    const Instr *instr = step->instr;
    ScalarType type = (ScalarType)instr->type;
    uint32_t words = register_words(type), thread = step->warp * WARP_LANES + lane;
    if (meetings->roles[step->pc] != ROLE_EQUAL)
        return 0;
    uint64_t number = hash_u64(hash_u64(HASH_START, step->arena[lane]), step->access_bytes);
    for (uint32_t i = 0; i < instr->width; ++i) {
        Operand from = OPERAND_IS_REGISTER(instr->c) ? (Operand)(instr->c + i * words) : instr->c;
        uint64_t value = machine_value(machine, from, type, thread);
        number = hash_u64(number, value << (64 - 8 * scalar_size_bytes(type)));
    }
    return number;
}

static bool is_met(const Touched *touched)
{
    bool is_shared = touched->writer == SEVERAL ||
                     (touched->reader != NOBODY && touched->reader != touched->writer);
    return touched->writer != NOBODY && is_shared && touched->is_plain && !touched->stored;
}

static void touch(Meetings *meetings, uint64_t key, const Step *step, uint16_t thread,
                  uint64_t stored)
{
    Touched *touched = find_touched(meetings, key);
    Opcode op = step->instr->op;
    if (!touched)
        return;
    if (touched->writer == NOBODY && touched->reader == NOBODY)
        touched->stored = stored;
    else if (touched->stored != stored)
        touched->stored = 0;
    touched->is_plain |= op != OP_ATOMIC && meetings->roles[step->pc] != ROLE_COMPARED;
    if (op == OP_LOAD)
        touched->reader = joined(touched->reader, thread);
    else
        touched->writer = joined(touched->writer, thread);
    if (is_met(touched))
        meet(meetings, key);
}

static void fold(Meetings *meetings, const Machine *machine, const Step *step)
{
    if (step->interval != meetings->interval)
        begin_interval(meetings, step->interval);
    if (meetings->is_incomplete)
        return;
    uint32_t lanes = step_lanes_in(step, SPACE_GLOBAL) | step_lanes_in(step, SPACE_SHARED);
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        uint64_t at = step->arena[lane], stored = value_stored(meetings, machine, step, lane);
        for (uint64_t word = at / 4; word <= (at + step->access_bytes - 1) / 4; ++word)
            touch(meetings, key_of(step->space == SPACE_GLOBAL, word), step,
                  (uint16_t)(step->warp * WARP_LANES + lane), stored);
    }
}

void meetings_follow(Meetings *meetings, const Walk *walk, const Step *step)
{
    if (walk->event == WALK_BEGIN)
        begin_interval(meetings, 0);
    else if (walk->event == WALK_STEP)
        fold(meetings, walk->machine, step);
}
