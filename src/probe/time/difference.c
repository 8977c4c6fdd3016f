/* The accesses of the other run are kept as lists, one for each warp and instruction, of what a
 * hash says of them; the run is then walked beside these lists. */
#include "probe/time/difference.h"

#include "base/hash.h"
#include "probe/time/ticks.h"

typedef struct HashedAccess {
    uint64_t hash, moment;
    int next; /* of the same warp and instruction, -1 */
} HashedAccess;

/* What a block of the other run accessed; first, last: [warp * code_count + pc], index + 1. */
typedef struct Accesses {
    Arena *arena;
    const Program *program;
    HashedAccess *list;
    int count, capacity;
    int *first, *last;
} Accesses;

static bool is_told(const Step *step)
{
    return step->instr->op == OP_LOAD || step->instr->op == OP_STORE;
}

static int value_words(const Step *step)
{
    int each = scalar_size_bytes((ScalarType)step->instr->type) > 4 ? 2 : 1;
    int words = each * (step->instr->width ? step->instr->width : 1);
    return words < STEP_VALUE_WORDS ? words : STEP_VALUE_WORDS;
}

static uint64_t hash_lane(const Step *step, int lane, uint64_t hash)
{
    uint64_t at[2] = {(uint64_t)step->space, step->arena[lane]};
    hash = hash_bytes(hash, at, sizeof at);
    for (int i = 0; i < value_words(step); ++i)
        hash = hash_bytes(hash, &step->after[i][lane], sizeof step->after[i][lane]);
    return hash;
}

static uint64_t hash_step(const Step *step)
{
    uint64_t hash = hash_bytes(HASH_START, &step->active, sizeof step->active);
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if (step->active >> lane & 1)
            hash = hash_lane(step, lane, hash);
    return hash;
}

/* The next access of the block; NULL where it ends. */
static const Step *next_access(Timeline *timeline, uint32_t block, uint64_t end)
{
    while (timeline_position(timeline) < end && timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0)) {
        const Step *step = timeline_last_step(timeline);
        if (step->block != block && !timeline_takes_turns(timeline))
            return NULL;
        if (step->block == block && is_told(step))
            return step;
    }
    return NULL;
}

static void add_access(Accesses *all, const Step *step, uint64_t moment)
{
    uint32_t key = step->warp * all->program->code_count + step->pc;
    *ARENA_PUSH(all->arena, all->list, all->count, all->capacity) =
        (HashedAccess){hash_step(step), moment, -1};
    if (all->last[key])
        all->list[all->last[key] - 1].next = all->count - 1;
    else
        all->first[key] = all->count;
    all->last[key] = all->count;
}

static Accesses gather(Arena *arena, ClockRun run, uint32_t block, uint64_t start)
{
    uint32_t keys = timeline_machine(run.timeline)->warp_count * run.program->code_count;
    Accesses all = {.arena = arena, .program = run.program};
    const Step *step;
    all.first = ARENA_ARRAY(arena, int, keys);
    all.last = ARENA_ARRAY(arena, int, keys);
    timeline_seek(run.timeline, start);
    while ((step = next_access(run.timeline, block, start + SAME_STEP_LOOK)))
        add_access(&all, step, timeline_position(run.timeline));
    return all;
}

/* Takes the next access of the same warp and instruction off its list; NULL if there is none. */
static const HashedAccess *take_access(Accesses *all, const Program *program, const Step *step)
{
    uint32_t pc;
    if (!same_instruction(program, step->pc, all->program, &pc))
        return NULL;
    int *first = &all->first[step->warp * all->program->code_count + pc];
    const HashedAccess *access = *first ? &all->list[*first - 1] : NULL;
    if (access)
        *first = access->next + 1;
    return access;
}

static uint32_t first_thread(const Step *step, const Step *other)
{
    uint32_t differing = other ? step->active ^ other->active : 0;
    for (int lane = 0; other && lane < WARP_LANES; ++lane)
        if (step->active >> lane & other->active >> lane & 1 &&
            hash_lane(step, lane, HASH_START) != hash_lane(other, lane, HASH_START))
            differing |= 1u << lane;
    differing &= step->active ? step->active : ~0u;
    differing = differing ? differing : step->active;
    return step->warp * WARP_LANES + (differing ? (uint32_t)__builtin_ctz(differing) : 0);
}

static bool search_difference(Arena *arena, ClockRun run, ClockRun other, uint32_t block,
                              Difference *out)
{
    BlockTicks here, there;
    const Step *step;
    if (!ticks_of_block(run.timeline, block, &here) ||
        !ticks_of_block(other.timeline, block, &there))
        return false;
    Accesses all = gather(arena, other, block, there.start);
    timeline_seek(run.timeline, here.start);
    while ((step = next_access(run.timeline, block, here.start + SAME_STEP_LOOK))) {
        const HashedAccess *access = take_access(&all, run.program, step);
        if (access && access->hash == hash_step(step))
            continue;
        *out = (Difference){.moment = timeline_position(run.timeline),
                            .is_in_other = access != NULL,
                            .other = access ? access->moment : 0};
        if (access)
            timeline_seek(other.timeline, access->moment);
        out->thread = first_thread(step, access ? timeline_last_step(other.timeline) : NULL);
        return true;
    }
    return false;
}

bool difference_find(ClockRun run, ClockRun other, uint32_t block, Difference *out)
{
    uint64_t position = timeline_position(run.timeline), there = timeline_position(other.timeline);
    Arena *arena = arena_new();
    bool is_found = search_difference(arena, run, other, block, out);
    arena_free(arena);
    timeline_seek(run.timeline, position);
    timeline_seek(other.timeline, there);
    return is_found;
}
