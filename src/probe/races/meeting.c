/* Two hash tables: the words touched in the present interval, with a writer and a reader each,
 * whose entries of earlier intervals count as free; and the words that were met on, for good. */
#include "probe/races/meeting.h"

#include "base/hash.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum { TOUCHED_START = 1 << 10, TOUCHED_LIMIT = 1 << 21, MET_LIMIT = 1 << 20 };
enum { NOBODY = 0xffff, SEVERAL = 0xfffe };

/* Keys are of words: twice the number, plus 1 in global memory, plus 1 again, so that 0 is free. */
typedef struct Touched {
    uint64_t key;
    uint32_t turn; /* of another interval: free */
    uint16_t writer, reader;
    bool is_plain; /* some access was no atomic operation */
} Touched;

struct Meetings {
    Touched *touched; /* [touched_size] */
    uint32_t touched_size, touched_count, turn, interval;
    uint64_t *met; /* [2 * MET_LIMIT], of the address space until touched */
    uint32_t met_count;
    bool is_incomplete;
};

static uint64_t key_of(bool is_global, uint64_t word)
{
    return 2 * word + is_global + 1;
}

Meetings *meetings_new(void)
{
    Meetings *meetings = page_alloc(sizeof *meetings);
    meetings->touched_size = TOUCHED_START;
    meetings->touched = page_alloc(sizeof *meetings->touched * TOUCHED_START);
    meetings->met = page_reserve(2 * MET_LIMIT * sizeof *meetings->met);
    meetings->is_incomplete = !meetings->met;
    return meetings;
}

void meetings_free(Meetings *meetings)
{
    if (!meetings)
        return;
    page_unreserve(meetings->met, 2 * MET_LIMIT * sizeof *meetings->met);
    free(meetings->touched);
    free(meetings);
}

static void begin_interval(Meetings *meetings, uint32_t interval)
{
    meetings->interval = interval;
    meetings->turn++;
    meetings->touched_count = 0;
}

void meetings_begin_block(Meetings *meetings)
{
    begin_interval(meetings, 0);
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
        if (touched->turn != meetings->turn || touched->key == key)
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
        if (before[i].turn == meetings->turn)
            *touched_place(meetings, before[i].key) = before[i];
    free(before);
}

/* The word's entry, a new one if nobody has touched it in the interval; NULL: no room. */
static Touched *find_touched(Meetings *meetings, uint64_t key)
{
    Touched *touched = touched_place(meetings, key);
    if (touched->turn == meetings->turn)
        return touched;
    if (meetings->touched_count == TOUCHED_LIMIT / 2) {
        meetings->is_incomplete = true;
        return NULL;
    }
    if (++meetings->touched_count > meetings->touched_size / 2) {
        grow(meetings);
        touched = touched_place(meetings, key);
    }
    *touched = (Touched){key, meetings->turn, NOBODY, NOBODY, false};
    return touched;
}

static uint16_t joined(uint16_t before, uint16_t thread)
{
    return before == NOBODY || before == thread ? thread : SEVERAL;
}

static void touch(Meetings *meetings, uint64_t key, Opcode op, uint16_t thread)
{
    Touched *touched = find_touched(meetings, key);
    if (!touched)
        return;
    touched->is_plain |= op != OP_ATOMIC;
    if (op == OP_LOAD)
        touched->reader = joined(touched->reader, thread);
    else
        touched->writer = joined(touched->writer, thread);
    bool is_shared = touched->writer == SEVERAL ||
                     (touched->reader != NOBODY && touched->reader != touched->writer);
    if (touched->writer != NOBODY && is_shared && touched->is_plain)
        meet(meetings, key);
}

void meetings_fold(Meetings *meetings, const Step *step)
{
    bool is_access = opcode_info[step->instr->op].class == CLASS_MEMORY &&
                     (step->space == SPACE_GLOBAL || step->space == SPACE_SHARED) &&
                     step->fault != FAULT_STEP_LIMIT;
    uint32_t lost = step->fault == FAULT_SPACE ? step->fault_lanes : 0;
    if (step->interval != meetings->interval)
        begin_interval(meetings, step->interval);
    if (!is_access || meetings->is_incomplete)
        return;
    for (uint32_t lanes = step->active & ~step->outside & ~lost; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        uint64_t at = step->arena[lane];
        for (uint64_t word = at / 4; word <= (at + step->access_bytes - 1) / 4; ++word)
            touch(meetings, key_of(step->space == SPACE_GLOBAL, word), step->instr->op,
                  (uint16_t)(step->warp * WARP_LANES + lane));
    }
}
