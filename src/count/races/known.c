/* A vector clock over all threads of a grid would be too long. A release goes behind those that its
 * word has seen already; what an acquire brings is the word and how many of its releases there
 * were: (object, count). Blocks run one after another, so the releases of a word lie in the order
 * of blocks, and those of one block are found by halving. All that is kept of a pass is of one
 * arena. */
#include "count/races/known.h"

#include "base/arena.h"
#include "base/hash.h"
#include "vm/page.h"

#include <stdlib.h>
#include <string.h>

enum {
    KNOWN_OBJECTS = 1 << 16,
    KNOWN_RELEASES = 1 << 20,
    NO_OBJECT = -1,
    BLOCK_THREADS = 1024,
    INCLUDE_WORK = 4 /* times what it takes to compare two accesses, as measured */
};

/* The first `count` releases of an object; of an object below NO_OBJECT, which stands for a word
 * (observed), the first writes of the word that its readers can see. */
typedef struct Part {
    int object, count;
} Part;

typedef struct PartList {
    Part *parts;
    int count, capacity;
} PartList;

#define OBJECT_OF_WORD(word) (NO_OBJECT - 1 - (word))

/* The last fence of each thread when a barrier opened, as its step + 1; 0: none. */
typedef struct FenceSnapshot {
    uint32_t interval; /* what lies before this one lies before some fence */
    uint64_t fences[BLOCK_THREADS];
} FenceSnapshot;

/* The same for the lanes of a warp at a __syncwarp. */
typedef struct WarpSnapshot {
    uint64_t fences[WARP_LANES];
} WarpSnapshot;

typedef struct Release {
    uint32_t block, thread;
    uint64_t fence; /* step + 1 of the thread's own; 0: none */
    uint32_t fence_interval, fence_sync;
    const FenceSnapshot *snapshot; /* of the barrier before; NULL: no fence by then */
    const WarpSnapshot *warps;     /* of the thread's warp; may be NULL */
} Release;

/* What was known at a release, and from which number of release on it is. */
typedef struct Include {
    Part part;
    int from;
} Include;

/* A word that is released on, since it was last overwritten. */
typedef struct Object {
    Release *releases;
    int count, capacity;
    Include *includes;
    int include_count, include_capacity;
    uint64_t asked;  /* number of the last question that came here, */
    int looked_at;   /* how many of the releases it has looked at, */
    int followed;    /* how many of the includes it has followed, */
    int next;        /* and the object that it goes on with; NO_OBJECT: none */
    bool is_waiting; /* among those that it goes on with */
} Object;

typedef struct ThreadKnown {
    uint64_t fence; /* step + 1 of the last one */
    uint32_t fence_interval, fence_sync;
    PartList seen, known; /* before and after a fence */
    PartList observed;    /* since it: known to the thread, but not yet passed on */
} ThreadKnown;

typedef struct WarpKnown {
    uint32_t syncs;
    bool has_fenced; /* since its last __syncwarp */
    const WarpSnapshot *snapshot;
    PartList known;
} WarpKnown;

typedef struct ObjectSlot {
    uint64_t word; /* + 1; 0: free */
    int object;
} ObjectSlot;

struct Known {
    Arena *arena;       /* of the pass */
    Arena *block_arena; /* of the block: PartLists */
    ObjectSlot *places; /* hash table, 2 * KNOWN_OBJECTS */
    Object *objects;
    int object_count, object_capacity, release_count;
    bool has_fences; /* of the device, in the program */
    bool is_full;
    uint64_t question;
    int first_waiting, last_waiting; /* objects whose includes it has still to follow */
    uint32_t block, interval;
    bool has_fenced; /* since the block's last barrier */
    const FenceSnapshot *snapshot;
    PartList block_known;
    ThreadKnown threads[BLOCK_THREADS];
    WarpKnown warps[BLOCK_THREADS / WARP_LANES];
};

static bool is_strong(const Instr *instr)
{
    return instr_opcode_between(instr) == OP_ATOMIC || instr->flags & INSTR_VOLATILE;
}

Known *known_new(const Program *program)
{
    bool has_fences = false, has_strong = false;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        has_fences |= instr->op == OP_FENCE && instr->imm != (int32_t)FENCE_BLOCK;
        has_strong |= is_strong(instr);
    }
    if (!has_fences && !has_strong)
        return NULL;
    Known *known = page_alloc(sizeof *known);
    known->has_fences = has_fences;
    known_begin_pass(known);
    return known;
}

void known_free(Known *known)
{
    if (!known)
        return;
    arena_free(known->arena);
    arena_free(known->block_arena);
    free(known);
}

void known_begin_pass(Known *known)
{
    arena_free(known->arena);
    arena_free(known->block_arena);
    bool has_fences = known->has_fences;
    memset(known, 0, sizeof *known);
    known->has_fences = has_fences;
    known->arena = arena_new();
    known->block_arena = arena_new();
    if (has_fences)
        known->places = ARENA_ARRAY(known->arena, ObjectSlot, 2 * KNOWN_OBJECTS);
}

void known_begin_block(Known *known, uint32_t block)
{
    arena_reset(known->block_arena);
    memset(known->threads, 0, sizeof known->threads);
    memset(known->warps, 0, sizeof known->warps);
    known->block_known = (PartList){0};
    known->block = block;
    known->interval = 0;
    known->has_fenced = false;
    known->snapshot = NULL;
}

uint32_t known_syncs(const Known *known, uint32_t warp)
{
    return known->warps[warp].syncs;
}

bool known_has_fence(const Known *known)
{
    return known->has_fences;
}

bool known_is_full(const Known *known)
{
    return known->is_full;
}

/* ---- sets of parts ---- */

static void add_part(Known *known, PartList *list, Part part)
{
    for (int i = 0; i < list->count; ++i)
        if (list->parts[i].object == part.object) {
            if (list->parts[i].count < part.count)
                list->parts[i].count = part.count;
            return;
        }
    *ARENA_PUSH(known->block_arena, list->parts, list->count, list->capacity) = part;
}

static void add_all(Known *known, PartList *list, const PartList *from)
{
    for (int i = 0; i < from->count; ++i)
        add_part(known, list, from->parts[i]);
}

/* ---- objects ---- */

static ObjectSlot *find_place(Known *known, uint64_t word)
{
    uint64_t at = hash_u64(HASH_START, word);
    for (;; ++at) {
        ObjectSlot *place = &known->places[at & (2 * KNOWN_OBJECTS - 1)];
        if (!place->word || place->word == word + 1)
            return place;
    }
}

static int object_at(Known *known, uint64_t word)
{
    const ObjectSlot *place = find_place(known, word);
    return place->word ? place->object : NO_OBJECT;
}

/* A new object for the word, which forgets the one that it had. */
static int make_object(Known *known, uint64_t word)
{
    ObjectSlot *place = find_place(known, word);
    if (known->object_count == KNOWN_OBJECTS) {
        known->is_full = true;
        return NO_OBJECT;
    }
    Object *object =
        ARENA_PUSH(known->arena, known->objects, known->object_count, known->object_capacity);
    *object = (Object){0};
    *place = (ObjectSlot){word + 1, known->object_count - 1};
    return place->object;
}

static void include(Known *known, Object *object, int number, const PartList *list)
{
    for (int i = 0; i < list->count; ++i) {
        Part part = list->parts[i];
        bool is_new = part.object != number;
        for (int k = 0; k < object->include_count && is_new; ++k)
            is_new = object->includes[k].part.object != part.object ||
                     object->includes[k].part.count < part.count;
        if (is_new)
            *ARENA_PUSH(known->arena, object->includes, object->include_count,
                        object->include_capacity) = (Include){part, object->count};
    }
}

static bool can_release(const Known *known, uint32_t thread)
{
    return known->threads[thread].fence || known->snapshot ||
           known->warps[thread / WARP_LANES].snapshot;
}

/* The thread releases on the object what it can. */
static void release(Known *known, int number, uint32_t thread)
{
    if (number == NO_OBJECT || known->release_count == KNOWN_RELEASES) {
        known->is_full = true;
        return;
    }
    Object *object = &known->objects[number];
    const ThreadKnown *self = &known->threads[thread];
    const WarpKnown *warp = &known->warps[thread / WARP_LANES];
    include(known, object, number, &known->block_known);
    include(known, object, number, &warp->known);
    include(known, object, number, &self->known);
    *ARENA_PUSH(known->arena, object->releases, object->count, object->capacity) =
        (Release){known->block,     thread,          self->fence,   self->fence_interval,
                  self->fence_sync, known->snapshot, warp->snapshot};
    known->release_count++;
}

/* ---- steps ---- */

static void pass_fence(Known *known, const Step *step)
{
    WarpKnown *warp = &known->warps[step->warp];
    for (uint32_t left = step->active; left; left &= left - 1) {
        ThreadKnown *thread =
            &known->threads[step->warp * WARP_LANES + (uint32_t)__builtin_ctz(left)];
        thread->fence = step->index + 1;
        thread->fence_interval = step->interval;
        thread->fence_sync = warp->syncs;
        add_all(known, &thread->known, &thread->seen);
        add_all(known, &thread->known, &thread->observed);
        thread->seen.count = thread->observed.count = 0;
    }
    known->has_fenced = warp->has_fenced = true;
}

static void sync_warp(Known *known, const Step *step)
{
    WarpKnown *warp = &known->warps[step->warp];
    ThreadKnown *threads = &known->threads[step->warp * WARP_LANES];
    warp->syncs++;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        add_all(known, &warp->known, &threads[lane].known);
        add_all(known, &warp->known, &threads[lane].observed);
    }
    if (!warp->has_fenced)
        return;
    WarpSnapshot *snapshot = ARENA_NEW(known->arena, WarpSnapshot);
    for (int lane = 0; lane < WARP_LANES; ++lane)
        snapshot->fences[lane] = threads[lane].fence;
    warp->snapshot = snapshot;
    warp->has_fenced = false;
}

static void open_barrier(Known *known)
{
    for (uint32_t i = 0; i < BLOCK_THREADS; ++i) {
        ThreadKnown *thread = &known->threads[i];
        add_all(known, &known->block_known, &thread->seen);
        add_all(known, &known->block_known, &thread->known);
        add_all(known, &known->block_known, &thread->observed);
        thread->seen.count = thread->known.count = thread->observed.count = 0;
    }
    for (uint32_t i = 0; i < BLOCK_THREADS / WARP_LANES; ++i) {
        add_all(known, &known->block_known, &known->warps[i].known);
        known->warps[i].known.count = 0;
    }
    if (!known->has_fenced)
        return;
    FenceSnapshot *snapshot = ARENA_NEW(known->arena, FenceSnapshot);
    for (uint32_t i = 0; i < BLOCK_THREADS; ++i) {
        const ThreadKnown *thread = &known->threads[i];
        snapshot->fences[i] = thread->fence;
        if (thread->fence && thread->fence_interval > snapshot->interval)
            snapshot->interval = thread->fence_interval;
    }
    known->snapshot = snapshot;
    known->has_fenced = false;
}

/* A strong access of one lane: acquires, releases, or both. */
static void touch_strongly(Known *known, Opcode op, uint64_t word, uint32_t thread)
{
    int object = object_at(known, word);
    if (op != OP_STORE && object != NO_OBJECT && known->objects[object].count)
        add_part(known, &known->threads[thread].seen, (Part){object, known->objects[object].count});
    if (op == OP_LOAD)
        return;
    bool releases = can_release(known, thread);
    if (op == OP_STORE ? releases || object != NO_OBJECT : releases && object == NO_OBJECT)
        object = make_object(known, word);
    if (releases)
        release(known, object, thread);
}

/* Whether the lane wrote: a comparison that fails is only a read. */
static bool has_written(const Step *step, uint32_t lane)
{
    if (step->instr->op != OP_ATOMIC || step->instr->atomic != ATOMIC_CAS)
        return step->instr->op != OP_LOAD;
    return step->before[0][lane] != step->after[0][lane] ||
           (step->access_bytes > 4 && step->before[1][lane] != step->after[1][lane]);
}

uint32_t known_observe(Known *known, const Step *step, uint32_t lane, int word, uint32_t *links)
{
    uint32_t thread = step->warp * WARP_LANES + lane;
    if (step->instr->op != OP_STORE && *links)
        add_part(known, &known->threads[thread].observed,
                 (Part){OBJECT_OF_WORD(word), (int)*links});
    return has_written(step, lane) ? ++*links : 0;
}

bool known_is_strong(const Step *step)
{
    return is_strong(step->instr);
}

void known_fold(Known *known, const Step *step)
{
    Opcode op = (Opcode)step->instr->op;
    if (step->fault == FAULT_STEP_LIMIT)
        return;
    if (op == OP_FENCE && step->instr->imm != FENCE_BLOCK)
        pass_fence(known, step);
    if (op == OP_WARP_SYNC)
        sync_warp(known, step);
    if (known->has_fences && opcode_info[op].class == CLASS_MEMORY && step->space == SPACE_GLOBAL &&
        known_is_strong(step))
        for (uint32_t left = step->active & ~step->outside; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            touch_strongly(known, op, step->arena[lane] / 4, step->warp * WARP_LANES + lane);
        }
    if (step->is_release)
        open_barrier(known);
}

/* ---- questions ---- */

static bool release_covers(const Release *release, const Deed *deed)
{
    uint32_t warp = release->thread / WARP_LANES;
    bool is_of_warp = deed->thread / WARP_LANES == warp;
    if (release->fence && ((deed->thread == release->thread && deed->step + 1 < release->fence) ||
                           deed->interval < release->fence_interval ||
                           (is_of_warp && deed->sync < release->fence_sync)))
        return true;
    if (release->snapshot && (deed->step + 1 < release->snapshot->fences[deed->thread] ||
                              deed->interval < release->snapshot->interval))
        return true;
    return release->warps && is_of_warp &&
           deed->step + 1 < release->warps->fences[deed->thread % WARP_LANES];
}

/* Blocks run one after another, so those releases of an object that are of one block lie side by
 * side: in the order of blocks or, if they ran backwards, the other way round. */
static int first_of_block(const Object *object, int count, uint32_t block)
{
    bool is_up = object->releases[0].block <= object->releases[count - 1].block;
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        uint32_t at = object->releases[middle].block;
        if (is_up ? at < block : at > block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Puts the object behind those whose includes the question has still to follow. */
static void wait_for(Known *known, int number)
{
    Object *object = &known->objects[number];
    if (object->is_waiting)
        return;
    object->is_waiting = true;
    object->next = NO_OBJECT;
    if (known->first_waiting == NO_OBJECT)
        known->first_waiting = number;
    else
        known->objects[known->last_waiting].next = number;
    known->last_waiting = number;
}

/* Whether one of those releases covers the deed that the question has not looked at before. */
static bool part_covers(Known *known, Part part, const Deed *deed)
{
    if (part.object < NO_OBJECT)
        return deed->link && part.object == OBJECT_OF_WORD(deed->word) &&
               deed->link <= (uint32_t)part.count;
    Object *object = &known->objects[part.object];
    if (object->asked != known->question) {
        object->asked = known->question;
        object->looked_at = object->followed = 0;
        object->is_waiting = false;
    }
    if (object->looked_at >= part.count)
        return false;
    int i = first_of_block(object, part.count, deed->block);
    if (i < object->looked_at)
        i = object->looked_at;
    object->looked_at = part.count;
    for (; i < part.count && object->releases[i].block == deed->block; ++i)
        if (release_covers(&object->releases[i], deed))
            return true;
    wait_for(known, part.object);
    return false;
}

static bool list_covers(Known *known, const PartList *list, const Deed *deed)
{
    for (int i = 0; i < list->count; ++i)
        if (part_covers(known, list->parts[i], deed))
            return true;
    return false;
}

/* Follows what was known at the releases that were looked at, the nearest first: the deed of a
 * thread that released by itself is found before those that others have passed on. Every release
 * and every include is met once. */
static bool includes_cover(Known *known, const Deed *deed, uint64_t *work)
{
    while (known->first_waiting != NO_OBJECT) {
        Object *object = &known->objects[known->first_waiting];
        known->first_waiting = object->next;
        object->is_waiting = false;
        int first = object->followed;
        bool is_found = false;
        while (!is_found && object->followed < object->include_count &&
               object->includes[object->followed].from < object->looked_at)
            is_found = part_covers(known, object->includes[object->followed++].part, deed);
        *work += INCLUDE_WORK * (uint64_t)(object->followed - first);
        if (is_found)
            return true;
    }
    return false;
}

bool known_covers(Known *known, const Deed *deed, uint32_t thread, uint64_t *work)
{
    const PartList *lists[] = {&known->block_known, &known->warps[thread / WARP_LANES].known,
                               &known->threads[thread].known, &known->threads[thread].observed};
    if (known->is_full)
        return true;
    known->question++;
    known->first_waiting = NO_OBJECT;
    for (int i = 0; i < 4; ++i)
        if (list_covers(known, lists[i], deed))
            return true;
    return includes_cover(known, deed, work);
}
