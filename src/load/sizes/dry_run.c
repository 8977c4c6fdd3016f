/* Sizes that nothing in the file says: some blocks of the kernel run over buffers that are larger
 * than any use of them, and what they touch is the size. Memory comes into being when it is
 * touched, so the room costs nothing. What was found is a lower bound: it is complete
 * only where the whole grid is run, within the steps that are granted. */
#include "load/sizes/dry_run.h"

#include "load/sizes/assume.h"

#include "probe/record/object.h"
#include "vm/walk.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_BYTES    ((uint64_t)1 << 29) /* of all unsized buffers together */
#define ROOM_ELEMENTS ((uint64_t)1 << 26)

enum { DRY_BLOCKS = 64, DRY_STEPS = 1 << 20 };

typedef struct DryRun {
    const Loader *loader;
    Launch launch;
    DryUse *uses;
    uint8_t *written;    /* a bit for each word of the arena */
    const bool *watched; /* [pc], or NULL */
    bool is_outside;     /* a watched instruction has left its array */
    Walk walk;
    uint64_t shared_bytes; /* dynamic shared memory up to the last byte touched */
    uint64_t *furthest;    /* [buffer] the block that touched its last element, of those that ran */
} DryRun;

/* ---- what a step touches ---- */

static void note_word_use(DryRun *dry, DryUse *use, uint64_t word, bool reads, bool writes)
{
    uint8_t *bits = &dry->written[word / 8], bit = (uint8_t)(1u << word % 8);
    use->is_read_first |= reads && !(*bits & bit);
    use->is_written |= writes;
    if (writes)
        *bits |= bit;
}

static void note_lane(DryRun *dry, const Step *step, int lane)
{
    unsigned object = address_object(step->address[lane]);
    int64_t offset = address_offset_bytes(step->address[lane]);
    if (object >= (unsigned)dry->launch.buffer_count)
        return;
    const Buffer *buffer = &dry->launch.buffers[object];
    DryUse *use = &dry->uses[object];
    uint64_t end = (uint64_t)offset + step->access_bytes, at = step->arena[lane];
    if (offset < 0)
        return;
    if (end > buffer_bytes(buffer)) {
        use->is_beyond = true;
        return;
    }
    uint64_t count = (end + buffer->element_bytes - 1) / buffer->element_bytes;
    if (count > use->count) {
        use->count = count;
        dry->furthest[object] = step->block;
    }
    bool reads = step->instr->op != OP_STORE, writes = step->instr->op != OP_LOAD;
    for (uint64_t word = at / 4; word <= (at + step->access_bytes - 1) / 4; ++word)
        note_word_use(dry, use, word, reads, writes);
}

static void note_shared(DryRun *dry, const Step *step, int lane)
{
    const Program *program = dry->loader->run->program;
    unsigned object = address_object(step->address[lane]);
    int64_t end = address_offset_bytes(step->address[lane]) + (int64_t)step->access_bytes;
    if (object < (unsigned)program->shared_count && program->shared[object].is_extern &&
        end > (int64_t)dry->shared_bytes)
        dry->shared_bytes = (uint64_t)end;
}

/* Of a buffer, or of an array of shared or local memory. */
static bool leaves_array(const DryRun *dry, const Step *step, int lane)
{
    uint64_t address = step->address[lane];
    int64_t offset = address_offset_bytes(address);
    uint64_t bytes = object_bytes(dry->loader->run->program, &dry->launch, address_space(address),
                                  address_object(address));
    return bytes && (offset < 0 || (uint64_t)offset + step->access_bytes > bytes);
}

static void note_step(DryRun *dry, const Step *step)
{
    if (opcode_info[step->instr->op].class != CLASS_MEMORY)
        return;
    bool is_use = dry->uses && step->space == SPACE_GLOBAL;
    for (uint32_t left = step->active & ~step->fault_lanes; left && is_use; left &= left - 1)
        note_lane(dry, step, __builtin_ctz(left));
    for (uint32_t left = step->space == SPACE_SHARED ? step->active : 0; left; left &= left - 1)
        note_shared(dry, step, __builtin_ctz(left));
    if (dry->watched && dry->watched[step->instr - dry->loader->run->program->code])
        for (uint32_t left = step->active; left; left &= left - 1)
            dry->is_outside |= leaves_array(dry, step, __builtin_ctz(left));
}

/* ---- running ---- */

/* False if the block did not come to its end within the steps that are left. */
static bool run_one_block(DryRun *dry, uint64_t block)
{
    Step step;
    walk_over(&dry->walk, block, 0, 1);
    while (walk_next(&dry->walk, &step))
        if (dry->walk.event == WALK_STEP)
            note_step(dry, &step);
    return !dry->walk.is_cut;
}

/* Runs blocks [first, last) as long as there are steps; false if one did not end. */
static bool run_row(DryRun *dry, uint64_t first, uint64_t last)
{
    for (uint64_t block = first; block < last && !dry->is_outside; ++block)
        if (!run_one_block(dry, block))
            return false;
    return true;
}

/* Of more blocks than were run at even distances: those beside the one that touched the last
 * element of a buffer, since the next one may touch more, then all. */
static void run_other_blocks(DryRun *dry, uint64_t blocks)
{
    uint64_t apart = blocks / DRY_BLOCKS + 1;
    bool goes_on = true;
    for (int i = 0; goes_on && i < dry->launch.buffer_count; ++i) {
        uint64_t furthest = dry->furthest[i];
        if (load_is_open_ended(&dry->loader->plans[i]))
            goes_on = run_row(dry, furthest < apart ? 0 : furthest - apart,
                              furthest + apart < blocks ? furthest + apart + 1 : blocks);
    }
    if (goes_on)
        run_row(dry, 0, blocks);
}

static bool has_touched(const DryRun *dry)
{
    bool has = !dry->uses;
    for (int i = 0; i < dry->launch.buffer_count && !has; ++i)
        has = dry->uses[i].count || dry->uses[i].is_beyond;
    return has;
}

/* The last block touches the most as a rule; where blocks at the end of a grid have nothing to do,
 * the last one that has. False if it did not end within the steps. */
static bool run_last_block(DryRun *dry, uint64_t blocks)
{
    uint64_t first = blocks < DRY_BLOCKS ? 0 : blocks - DRY_BLOCKS;
    for (uint64_t block = blocks; block-- > first;)
        if (!run_one_block(dry, block))
            return false;
        else if (has_touched(dry) || dry->is_outside)
            break;
    return true;
}

/* Blocks that wait for each other run all at once. */
static bool run_together(DryRun *dry)
{
    Step step;
    while (walk_next(&dry->walk, &step))
        if (dry->walk.event == WALK_STEP)
            note_step(dry, &step);
    return !dry->walk.is_cut;
}

/* Runs the last block, then blocks at even distances from the first on, as long as there are steps
 * left, then others. True if at least the last and the first came to their end. */
static bool run_some_blocks(DryRun *dry)
{
    uint64_t blocks = launch_block_count(&dry->launch), ended = 0;
    uint64_t runs = blocks < DRY_BLOCKS ? blocks : DRY_BLOCKS;
    while (ended < runs) {
        uint64_t block = ended ? (ended - 1) * (blocks - 1) / (runs - 1) : 0;
        bool is_run = ended ? run_one_block(dry, block) : run_last_block(dry, blocks);
        if (!is_run || dry->is_outside)
            break;
        ended++;
    }
    if (ended == runs && blocks > runs && dry->uses && !dry->is_outside)
        run_other_blocks(dry, blocks);
    return ended == runs || ended >= 2;
}

/* ---- room ---- */

static void give_room(DryRun *dry)
{
    const Loader *loader = dry->loader;
    int unsized = 0;
    dry->launch = loader->run->launch;
    if (loader->run->is_shared_assumed && dry->uses)
        dry->launch.dynamic_shared_bytes = load_most_shared(loader->run);
    dry->launch.arguments = loader->arguments;
    dry->launch.struct_arguments = loader->struct_arguments;
    dry->launch.start_bytes = loader->start_bytes;
    dry->launch.argument_count = loader->run->program->parameter_count;
    dry->launch.buffer_count = loader->buffer_count;
    dry->launch.buffers =
        arena_copy(loader->arena, loader->buffers, sizeof(Buffer) * (size_t)loader->buffer_count);
    for (int i = 0; i < loader->buffer_count; ++i)
        unsized += load_is_open_ended(&loader->plans[i]);
    for (int i = 0; i < loader->buffer_count; ++i) {
        Buffer *buffer = &dry->launch.buffers[i];
        if (!load_is_open_ended(&loader->plans[i]))
            continue;
        uint64_t share = ROOM_BYTES / (uint64_t)unsized / buffer->element_bytes;
        buffer->count = share < ROOM_ELEMENTS ? share : ROOM_ELEMENTS;
    }
    launch_layout(&dry->launch);
}

static bool run_dry(DryRun *dry, uint64_t steps)
{
    const Loader *loader = dry->loader;
    const char *reason;
    give_room(dry);
    dry->written = calloc(dry->launch.arena_bytes / 32 + 1, 1);
    dry->furthest = ARENA_ARRAY(loader->arena, uint64_t, loader->buffer_count + 1);
    bool is_ended = walk_open(&dry->walk, loader->run->program, &dry->launch, &reason);
    bool takes_turns = is_ended && dry->walk.rounds;
    dry->walk.steps_left = steps;
    is_ended = is_ended && dry->written && (takes_turns ? run_together : run_some_blocks)(dry);
    walk_close(&dry->walk);
    free(dry->written);
    return is_ended;
}

bool load_dry_run(const Loader *loader, DryUse *uses, uint64_t *shared_bytes)
{
    DryRun dry = {.loader = loader, .uses = uses};
    bool is_ended = run_dry(&dry, DRY_STEPS);
    *shared_bytes = loader->run->is_shared_assumed ? dry.shared_bytes : 0;
    return is_ended;
}

bool load_dry_run_outside(const Loader *loader, const bool *watched)
{
    DryRun dry = {.loader = loader, .watched = watched};
    run_dry(&dry, DRY_STEPS / 8);
    return dry.is_outside;
}
