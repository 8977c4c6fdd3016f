/* Several small blocks run as one. A block of one warp leaves most of an operation's cost to its
 * dispatch; side by side, as blocks that follow each other in the grid, eight of them share it.
 * They are a block of so many more threads, in which blockIdx is a pattern, and each has a segment
 * of shared memory of its own. What is counted adds up to the same; what one of them would leave to
 * the machine makes all of them run again, one by one. */
#include "count/wide/state.h"

#include "probe/counting/sectors.h"

enum { SMALL_THREADS = 64, GROUP_LANES = 256 };

/* What asks for an order among all threads of a block, or counts them. */
static bool is_of_blocks(const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    return instr->op == OP_ATOMIC || (instr->op == OP_BARRIER && plan->a >= 0) ||
           (instr->op == OP_VOTE && instr->imm >= VOTE_BLOCK_COUNT);
}

uint32_t wide_group_size(const Launch *launch, const Plan *plan)
{
    uint64_t threads = dim3_count(launch->block);
    uint32_t size = (uint32_t)(GROUP_LANES / (threads ? threads : 1));
    if (threads % WARP_LANES || threads > SMALL_THREADS || plan->has_order)
        return 1;
    for (uint32_t pc = 0; pc < plan->count; ++pc)
        if (is_of_blocks(&plan->code[pc]))
            return 1;
    while (size > 1 &&
           (launch_block_count(launch) < size || (launch->grid.x < size && size % launch->grid.x)))
        size /= 2;
    return size < WIDE_GROUP_MOST ? size : WIDE_GROUP_MOST;
}

/* Groups lie in one row of the grid or are whole rows, so that they have few patterns. */
bool wide_is_group(const Launch *launch, uint32_t size, uint64_t block)
{
    uint64_t columns = launch->grid.x;
    return size > 1 && block + size <= launch_block_count(launch) &&
           (columns < size ? block % size == 0 : block % columns + size <= columns);
}

void wide_group_patterns(Wide *wide)
{
    int64_t values[LAUNCH_BLOCK_THREADS_LIMIT];
    uint32_t each = wide->threads / wide->group;
    for (uint32_t i = 0; i < wide->threads; ++i)
        values[i] = (int64_t)(i / each) * wide->segment_bytes;
    wide->segments = pattern_intern(wide->table, values);
    for (uint32_t g = 0; g < wide->group && wide->group > 1; ++g) {
        uint32_t words[LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES] = {0};
        for (uint32_t i = 0; i < each / WARP_LANES; ++i)
            words[g * each / WARP_LANES + i] = UINT32_MAX;
        wide->group_masks[g] = mask_intern(wide->table, words);
    }
}

Value wide_group_uniform(Wide *wide, const Uniform *uniform)
{
    int64_t values[LAUNCH_BLOCK_THREADS_LIMIT] = {0};
    uint32_t each = wide->threads / wide->group;
    bool is_same = true;
    for (uint32_t i = 0; i < wide->threads; ++i) {
        Dim3 index = dim3_from_linear(wide->block + i / each, wide->launch->grid);
        values[i] =
            i % each ? values[i - 1] : (int64_t)machine_uniform_value(wide->launch, uniform, index);
        is_same &= values[i] == values[0];
    }
    int pattern = is_same ? PATTERN_UNIFORM : pattern_intern(wide->table, values);
    if (pattern < 0)
        wide_give_up(wide);
    return (Value){VALUE_AFFINE, pattern < 0 ? PATTERN_UNIFORM : pattern, MASK_NONE_ACTIVE,
                   (uint64_t)values[0]};
}

bool wide_add_segments(Wide *wide, WideAccess *access)
{
    access->own_pattern = access->pattern;
    access->own_scale = access->scale;
    if (wide->group == 1 || !access->is_shared)
        return true;
    bool is_divided = access->pattern != PATTERN_UNIFORM && access->scale > 0 &&
                      access->scale <= LINE_BYTES && (access->scale & (access->scale - 1)) == 0;
    if (!is_divided && access->pattern != PATTERN_UNIFORM)
        access->pattern = pattern_scale(wide->table, access->pattern, access->scale);
    if (!is_divided)
        access->scale = 1;
    int segments = pattern_divide(wide->table, wide->segments, (int32_t)access->scale);
    if (access->pattern < 0 || segments < 0)
        return false;
    access->pattern = pattern_add(wide->table, access->pattern, segments, 1);
    return access->pattern >= 0;
}

void wide_describe_access(Wide *wide, WideAccess *access)
{
    access->shape = *wide_access_shape(wide, access, wide->active);
    if (wide->group == 1 || !access->is_shared)
        return;
    WideAccess own = *access;
    own.pattern = access->own_pattern;
    own.scale = access->own_scale;
    const AccessShape *shape = wide_access_shape(wide, &own, wide->active);
    access->shape.lo = shape->lo;
    access->shape.hi = shape->hi;
}

static void touch_words(Wide *wide, const WideAccess *access, Opcode op, uint32_t block)
{
    const RunList *list = wide_find_runs(wide, access);
    if (!wide->touch(wide->touch_context, block, (uint64_t)access->start, list->runs, list->count,
                     op))
        wide_give_up(wide);
}

void wide_touch_words(Wide *wide, const WideAccess *access, Opcode op)
{
    int all = wide->active;
    if (!wide->touch)
        return;
    if (wide->group == 1) {
        touch_words(wide, access, op, wide->block);
        return;
    }
    for (uint32_t g = 0; g < wide->group; ++g) {
        wide->active = wide_mask(wide, mask_and(wide->table, all, wide->group_masks[g]));
        if (wide->active != MASK_NONE_ACTIVE)
            touch_words(wide, access, op, wide->block + g);
    }
    wide->active = all;
}
