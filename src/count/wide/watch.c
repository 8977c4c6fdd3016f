/* Registers, per-thread memory and buffers that are read before they are set: a block in which that
 * happens is left to the machine, which tells of it. What is set is a mask for each word, so it
 * costs nothing where no instruction is watched; see vm/unset.c for who reads what. */
#include "count/wide/watch.h"
#include "count/wide/state.h"
#include "vm/lanes/lanes.h"

#include <string.h>

enum { PIECES_MOST = 16 }; /* of a buffer that are looked at for every access */

void wide_watch_begin_block(Wide *wide)
{
    uint32_t units = (wide->program->local_bytes >> wide->unit_shift) + 1;
    memset(wide->local_set, 0, units * sizeof *wide->local_set);
    memset(wide->unset, 0, wide->program->watch_count * sizeof *wide->unset);
}

static int *watch(const Wide *wide, uint32_t slot)
{
    uint16_t number = wide->program->watches ? wide->program->watches[slot] : 0;
    return number ? &wide->unset[number - 1] : NULL;
}

static int truth(Wide *wide, Operand operand)
{
    return wide_truth(wide, plan_value(wide->program, operand));
}

static int keep(Wide *wide, int lanes, Operand condition, bool if_true)
{
    int is_true = truth(wide, condition);
    return wide_mask(wide, if_true ? mask_and(wide->table, lanes, is_true)
                                   : mask_and_not(wide->table, lanes, is_true));
}

int wide_using_lanes(Wide *wide, const Instr *instr)
{
    bool is_value = opcode_info[instr->op].class == CLASS_VALUE;
    int lanes = wide->active;
    for (uint32_t at = is_value ? instr->target : 0; at;) {
        const Guard *guard = &wide->program->guards[at - 1];
        lanes = keep(wide, lanes, guard->condition, guard->if_true);
        at = guard->outer;
    }
    return lanes;
}

static int looking_lanes(Wide *wide, const Instr *instr, char operand, int lanes)
{
    bool is_select = instr->op == OP_SELECT;
    bool is_logical = instr->type == SCALAR_BOOL && (instr->op == OP_AND || instr->op == OP_OR);
    if (operand == 'a' || !(is_select || is_logical))
        return lanes;
    return keep(wide, lanes, instr->a, is_select ? operand == 'b' : instr->op == OP_AND);
}

/* Whether an operand is what a store copies to where may lie what is not set. */
static bool is_copied(const Instr *instr, char operand)
{
    return operand == 'c' && instr->op == OP_STORE &&
           (instr->space == SPACE_SHARED || instr->space == SPACE_LOCAL);
}

int wide_unset_copies(Wide *wide, const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    int unset = MASK_NONE_ACTIVE;
    if (!(instr->flags & INSTR_WATCHED) || !OPERAND_IS_REGISTER(instr->c))
        return unset;
    uint32_t words = (uint32_t)instr->width * plan->words[3];
    for (uint32_t i = 0; i < words; ++i) {
        const int *lanes = watch(wide, instr->c + i);
        if (lanes)
            unset = wide_mask(wide, mask_or(wide->table, unset, *lanes));
    }
    unset = wide_mask(wide, mask_and(wide->table, unset, wide->active));
    if (unset != MASK_NONE_ACTIVE && instr->width > 1)
        wide_give_up(wide);
    return unset;
}

static void look(Wide *wide, const Instr *instr)
{
    InstrRead reads[INSTR_READS];
    int count = instr_reads(wide->program->prints, instr, reads);
    for (int i = 0; i < count; ++i)
        for (uint32_t word = 0; word < reads[i].words; ++word) {
            const int *unset = watch(wide, reads[i].slot + word);
            if (!unset || *unset == MASK_NONE_ACTIVE || is_copied(instr, reads[i].operand))
                continue;
            int lanes = looking_lanes(wide, instr, reads[i].operand, wide_using_lanes(wide, instr));
            if (mask_and(wide->table, lanes, *unset) != MASK_NONE_ACTIVE)
                wide_give_up(wide);
        }
}

static void note_write(Wide *wide, const Instr *instr)
{
    bool is_copy = instr->flags & INSTR_COPY && OPERAND_IS_REGISTER(instr->a);
    for (uint32_t i = 0; i < instr_written_words(instr); ++i) {
        int *unset = watch(wide, instr->dst + i);
        const int *from = is_copy ? watch(wide, instr->a + i) : NULL;
        if (!unset || (*unset == MASK_NONE_ACTIVE && (!from || *from == MASK_NONE_ACTIVE)))
            continue;
        *unset = wide_mask(wide, mask_and_not(wide->table, *unset, wide->active));
        if (!from)
            continue;
        int stays = wide_mask(wide, mask_and(wide->table, *from, wide->active));
        *unset = wide_mask(wide, mask_or(wide->table, *unset, stays));
    }
}

void wide_look(Wide *wide, const PlanInstr *plan)
{
    if (plan->instr->flags & INSTR_WATCHED)
        look(wide, plan->instr);
    if (wide->gave_up)
        return;
    if (plan->instr->flags & INSTR_SETS)
        note_write(wide, plan->instr);
    wide->watched[plan - wide->plan->code](wide, plan);
}

static void forget(Wide *wide, const LocalVariable *local)
{
    uint32_t shift = wide->unit_shift;
    uint32_t end = (local->offset_bytes + local->type->size_bytes + (1u << shift) - 1) >> shift;
    for (uint32_t unit = local->offset_bytes >> shift; unit < end; ++unit)
        wide->local_set[unit] =
            wide_mask(wide, mask_and_not(wide->table, wide->local_set[unit], wide->active));
}

void wide_declare(Wide *wide, const PlanInstr *plan)
{
    const Unset *unset = &wide->program->unsets[plan->instr->imm];
    if (unset->slot == OPERAND_NONE) {
        forget(wide, &wide->program->locals[unset->local]);
        return;
    }
    for (uint32_t i = 0; i < register_words(unset->type); ++i) {
        int *lanes = watch(wide, unset->slot + i);
        if (lanes)
            *lanes = wide_mask(wide, mask_or(wide->table, *lanes, wide->active));
    }
}

/* ---- buffers that nobody filled ---- */

static bool lane_is_unset(const Wide *wide, const WideAccess *access, const uint8_t *base,
                          int64_t rel)
{
    return launch_is_unset(wide->launch, access->object, (uint64_t)(access->start + rel),
                           base + rel, access->bytes);
}

bool wide_reaches_unset(const Wide *wide, const WideAccess *access)
{
    const Buffer *buffer = &wide->launch->buffers[access->object];
    bool reaches = buffer->fill == FILL_POISON;
    for (int i = 0; i < buffer->piece_count && !reaches; ++i) {
        const BufferPiece *piece = &buffer->pieces[i];
        int64_t from = access->first + (int64_t)piece->from;
        int64_t to = access->first + (int64_t)piece->to;
        reaches = piece->kind != PIECE_BYTE && access->start + access->shape.lo < to &&
                  access->start + access->shape.hi + access->bytes > from;
    }
    return reaches;
}

/* Whether words of such a buffer are known not to be filled by what they hold alone: no part of one
 * was filled for itself. */
static bool has_whole_words(const Buffer *buffer)
{
    bool is_whole = scalar_size_bytes(buffer->type) == 4 && buffer->piece_count <= PIECES_MOST;
    for (int i = 0; i < buffer->piece_count && is_whole; ++i)
        is_whole = (buffer->pieces[i].from | buffer->pieces[i].to) % 4 == 0;
    return is_whole;
}

/* Whether active lanes read words that all hold something else than those that are not filled. */
static bool are_words_filled(const Wide *wide, const WideAccess *access, const uint8_t *base)
{
    const Buffer *buffer = &wide->launch->buffers[access->object];
    const int32_t *rel = pattern_at(wide->table, access->pattern)->rel;
    const uint32_t *active = mask_at(wide->table, wide->active)->words;
    uint32_t found = 0, unset = buffer->unset_word ? buffer->unset_word
                                                   : (uint32_t)launch_poison(buffer->type);
    if (access->bytes != 4 || !has_whole_words(buffer))
        return false;
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        uint32_t word = ~unset;
        if (active[i / 32] >> i % 32 & 1)
            memcpy(&word, base + rel[i] * access->scale, sizeof word);
        found |= word == unset;
    }
    return !found;
}

void wide_check_filled(Wide *wide, const WideAccess *access, const uint8_t *base)
{
    const Pattern *pattern = pattern_at(wide->table, access->pattern);
    const Mask *active = mask_at(wide->table, wide->active);
    if (are_words_filled(wide, access, base))
        return;
    if (access->pattern == PATTERN_UNIFORM) {
        if (lane_is_unset(wide, access, base, 0))
            wide_give_up(wide);
        return;
    }
    for (uint32_t i = 0; i < wide->lanes && !wide->gave_up; ++i)
        if (active->words[i / 32] >> i % 32 & 1 &&
            lane_is_unset(wide, access, base, pattern->rel[i] * access->scale))
            wide_give_up(wide);
}

/* ---- indices of arrays inside structs ---- */

bool wide_is_past(Wide *wide, const IndexLimit *limit)
{
    int32_t number = plan_value(wide->program, limit->index);
    int64_t first = limit->added, elements = limit->elements;
    if (limit->index == OPERAND_NONE)
        return first < 0 || first >= elements;
    const Value *value = &wide->values[number];
    int64_t offset;
    if (value->kind == VALUE_AFFINE && wide_extent(wide, value, limit->type, &offset)) {
        const Pattern *pattern = pattern_at(wide->table, value->pattern);
        if (offset + pattern->lo + first >= 0 && offset + pattern->hi + first < elements)
            return false;
    }
    const Mask *active = mask_at(wide->table, wide->active);
    uint32_t words = register_words(limit->type);
    const uint32_t *lanes = wide_lanes(wide, number, limit->type, 1);
    for (uint32_t i = 0; i < wide->lanes; ++i) {
        const Lanes *warp = (const Lanes *)(lanes + (size_t)(i / WARP_LANES) * words * WARP_LANES);
        if (active->words[i / WARP_LANES] >> i % WARP_LANES & 1 &&
            (uint64_t)lanes_limited_index(limit, warp, (int)(i % WARP_LANES)) >= (uint64_t)elements)
            return true;
    }
    return false;
}
