/* A slot holds many values, one after another: its touches, in code order, are cut into lives. A
 * life starts with a write straight in a region that holds all touches of the life, and ends, loops
 * around it counted in, before the next one starts; so no lane misses what another life's write
 * took from it. A slot that cannot be cut so has the whole program for its home. */
#include "count/home.h"

#include <string.h>

typedef struct Region {
    int parent, depth;
    uint32_t end, next; /* of a loop: its last instruction and its LOOP_NEXT, else 0 */
} Region;

typedef struct Touch {
    uint32_t pc;
    bool is_write;
    bool may_start; /* a write whose region holds all touches up to the next such write */
    int home;       /* the region that is the home of the touch's life */
} Touch;

typedef struct Finder {
    Arena *arena;
    const Program *program;
    Region *regions;
    int region_count, region_capacity;
    int *region_of;       /* [code] */
    Touch *touches;       /* of all slots, each slot's in code order, reads first */
    uint32_t *slot_start; /* [slots + 1] where a slot's touches start; while filling, where the next
                             one goes */
} Finder;

/* ---- regions ---- */

static int new_region(Finder *finder, int parent)
{
    int depth = parent < 0 ? 0 : finder->regions[parent].depth + 1;
    *ARENA_PUSH(finder->arena, finder->regions, finder->region_count, finder->region_capacity) =
        (Region){.parent = parent, .depth = depth};
    return finder->region_count - 1;
}

static void find_regions(Finder *finder)
{
    int region = new_region(finder, -1);
    for (uint32_t pc = 0; pc < finder->program->code_count; ++pc) {
        uint8_t op = finder->program->code[pc].op;
        if (op == OP_LOOP_NEXT)
            finder->regions[region].next = pc;
        if (op == OP_LOOP_END)
            finder->regions[region].end = pc;
        if (op == OP_ENDIF || op == OP_LOOP_END || op == OP_SCOPE_END)
            region = finder->regions[region].parent;
        if (op == OP_ELSE)
            region = new_region(finder, finder->regions[region].parent);
        finder->region_of[pc] = region;
        if (op == OP_IF || op == OP_LOOP || op == OP_SCOPE)
            region = new_region(finder, region);
    }
}

static bool region_holds(const Finder *finder, int region, int inner)
{
    while (finder->regions[inner].depth > finder->regions[region].depth)
        inner = finder->regions[inner].parent;
    return inner == region;
}

static int common_region(const Finder *finder, int a, int b)
{
    while (!region_holds(finder, a, b))
        a = finder->regions[a].parent;
    return a;
}

/* ---- touches ---- */

typedef void Visitor(Finder *finder, uint32_t slot, uint32_t pc, bool is_write);

static void visit_touches(Finder *finder, Visitor *visit)
{
    InstrRead reads[INSTR_READS];
    for (uint32_t pc = 0; pc < finder->program->code_count; ++pc) {
        const Instr *instr = &finder->program->code[pc];
        int count = instr_reads(finder->program->prints, instr, reads);
        for (int i = 0; i < count; ++i)
            for (uint32_t word = 0; word < reads[i].words; ++word)
                visit(finder, reads[i].slot + word, pc, false);
        for (uint32_t word = 0; word < instr_written_words(instr); ++word)
            visit(finder, instr->dst + word, pc, true);
    }
}

static void count_touch(Finder *finder, uint32_t slot, uint32_t pc, bool is_write)
{
    (void)pc;
    (void)is_write;
    finder->slot_start[slot + 1]++;
}

static void add_touch(Finder *finder, uint32_t slot, uint32_t pc, bool is_write)
{
    finder->touches[finder->slot_start[slot]++] = (Touch){.pc = pc, .is_write = is_write};
}

static void list_touches(Finder *finder)
{
    uint32_t slots = finder->program->slot_count;
    finder->slot_start = ARENA_ARRAY(finder->arena, uint32_t, slots + 1);
    visit_touches(finder, count_touch);
    for (uint32_t slot = 0; slot < slots; ++slot)
        finder->slot_start[slot + 1] += finder->slot_start[slot];
    finder->touches = ARENA_ARRAY(finder->arena, Touch, finder->slot_start[slots] + 1);
    visit_touches(finder,
                  add_touch); /* moves every start to the slot's end: the next one's start */
    memmove(finder->slot_start + 1, finder->slot_start, slots * sizeof *finder->slot_start);
    finder->slot_start[0] = 0;
}

/* ---- lives ---- */

static void mark_starts(const Finder *finder, Touch *touches, uint32_t count)
{
    int common = -1;
    for (uint32_t i = count; i-- > 0;) {
        int region = finder->region_of[touches[i].pc];
        common = common < 0 ? region : common_region(finder, common, region);
        touches[i].may_start = touches[i].is_write && common == region;
        if (touches[i].may_start)
            common = -1;
    }
}

/* The last instruction up to which a value that is touched here may be read again: the end of the
 * outermost loop around the touch that is inside its home. */
static uint32_t wanted_until(const Finder *finder, const Touch *touch, int home)
{
    uint32_t until = touch->pc;
    for (int at = finder->region_of[touch->pc]; at != home; at = finder->regions[at].parent)
        if (finder->regions[at].end)
            until = finder->regions[at].end;
    return until;
}

/* The touch stands behind the LOOP_NEXT of the loop that the start stands in: lanes come there by a
 * CONTINUE without having passed the start's write. */
static bool misses_write(const Finder *finder, const Touch *start, const Touch *touch)
{
    uint32_t next = finder->regions[finder->region_of[start->pc]].next;
    return start->pc < next && next < touch->pc;
}

/* Gives every touch of a slot its home; false if they cannot be cut into lives. */
static bool find_lives(const Finder *finder, Touch *touches, uint32_t count)
{
    const Touch *start = NULL;
    uint32_t until = 0;
    mark_starts(finder, touches, count);
    for (uint32_t i = 0; i < count; ++i) {
        Touch *touch = &touches[i];
        int region = finder->region_of[touch->pc];
        if (touch->may_start && touch->pc >= until)
            start = touch;
        if (!start)
            return false;
        touch->home = finder->region_of[start->pc];
        if (!region_holds(finder, touch->home, region) || misses_write(finder, start, touch))
            return false;
        uint32_t wanted = wanted_until(finder, touch, touch->home);
        until = wanted > until ? wanted : until;
    }
    return true;
}

static void narrow(uint16_t *depth, const Finder *finder, const Touch *touch)
{
    int found = finder->regions[touch->home].depth;
    if (touch->is_write && found < depth[touch->pc])
        depth[touch->pc] = (uint16_t)found;
}

const uint16_t *home_find(Arena *arena, const Program *program)
{
    Finder finder = {.arena = arena, .program = program};
    finder.region_of = ARENA_ARRAY(arena, int, program->code_count);
    find_regions(&finder);
    list_touches(&finder);
    uint16_t *depth = ARENA_ARRAY(arena, uint16_t, program->code_count);
    memset(depth, 0xff, program->code_count * sizeof *depth);
    for (uint32_t slot = 0; slot < program->slot_count; ++slot) {
        Touch *touches = finder.touches + finder.slot_start[slot];
        uint32_t count = finder.slot_start[slot + 1] - finder.slot_start[slot];
        if (!find_lives(&finder, touches, count))
            for (uint32_t i = 0; i < count; ++i)
                touches[i].home = 0;
        for (uint32_t i = 0; i < count; ++i)
            narrow(depth, &finder, &touches[i]);
    }
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        depth[pc] = depth[pc] == UINT16_MAX ? 0 : depth[pc];
    return depth;
}
