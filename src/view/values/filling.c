/* What a step read is asked of its record: the factors of an accumulation, or what a load
 * brought. */
#include "view/values/filling.h"

#include "probe/accumulations/accumulated.h"
#include "probe/sentences/place.h"
#include "program/address.h"
#include "session/scenes/veil.h"

/* A value of the type that is made of nothing but this word; false of narrower types. */
static bool filled_with(ScalarType type, uint32_t word, uint64_t *bits)
{
    uint32_t bytes = scalar_size_bytes(type);
    *bits = bytes == 8 ? (uint64_t)word << 32 | word : word;
    return bytes == 4 || bytes == 8;
}

static const char *told(View *view, StringKey key, ScalarType type, uint64_t bits)
{
    return view_fill(view, key, machine_value_text(view->arena, view->launch, type, bits, false),
                     NULL);
}

/* Loaded from a word of shared memory that nobody has written, or from a buffer that nobody has
 * filled. */
static bool is_unset(const View *view, const Origin *from)
{
    int buffer = from->kind == ORIGIN_GLOBAL ? launch_buffer_at(view->launch, from->at) : -1;
    if (from->kind == ORIGIN_NONE)
        return from->shared != ORIGIN_NOT_SHARED;
    return buffer >= 0 && buffer_has_unset(&view->launch->buffers[buffer]);
}

static bool is_gap(const View *view, const Origin *from)
{
    return from->kind == ORIGIN_GLOBAL && launch_buffer_at(view->launch, from->at) < 0;
}

const char *filling_text(View *view, ScalarType type, uint64_t bits, const Origin *from)
{
    uint64_t unset, gap;
    if (filled_with(type, LAUNCH_POISON_WORD, &unset) && bits == unset && is_unset(view, from))
        return told(view, STRING_FILLING_UNSET, type, bits);
    if (filled_with(type, LAUNCH_GUARD_WORD, &gap) && bits == gap && is_gap(view, from))
        return told(view, STRING_FILLING_GAP, type, bits);
    return NULL;
}

const char *filling_unset_text(View *view, ScalarType type)
{
    uint64_t unset;
    return filled_with(type, LAUNCH_POISON_WORD, &unset)
               ? told(view, STRING_FILLING_UNSET, type, unset)
               : NULL;
}

static const char *of_accumulated(View *view, const Accumulated *accumulated)
{
    const Accumulation *item = accumulated->item;
    const char *text = NULL;
    if (accumulated->is_x_known)
        text = filling_text(view, item->type, accumulated->x, &accumulated->x_from);
    if (!text && item->kind == ACCUMULATION_PRODUCT)
        text = filling_text(view, item->type, accumulated->y, &accumulated->y_from);
    return text;
}

/* "Nds[4][0] = -8888: ..." */
static const char *of_load(View *view, uint32_t lane, bool is_brief)
{
    const Step *step = view->step;
    ScalarType type = instr_operand_type(step->instr, 'd');
    uint32_t thread = step->warp * WARP_LANES + lane;
    uint64_t at = step->address[lane];
    uint64_t bits = machine_value(view->machine, step->instr->dst, type, thread);
    Origin from = probe_register_origin(view->probe, step->instr->dst, thread);
    const char *text = filling_text(view, type, bits, &from);
    if (!text)
        return NULL;
    if (is_brief)
        return told(view, STRING_FILLING_BRIEF, type, bits);
    return arena_printf(view->arena, "%s = %s",
                        place_text(view->arena, view->program, view->launch, address_space(at),
                                   (int)address_object(at), address_offset_bytes(at),
                                   step->access_bytes),
                        text);
}

const char *filling_of_step(View *view, bool is_brief)
{
    const Step *step = view->step;
    uint32_t thread = view->selection->thread, lane = thread % WARP_LANES;
    Accumulated accumulated;
    if (!step || veil_hides(view->session, VEIL_FINDINGS) || thread / WARP_LANES != step->warp ||
        !(step->active >> lane & 1))
        return NULL;
    if (accumulated_in(&view->slot->accumulators, view->machine, view->probe, step, (int)lane,
                       &accumulated))
        return of_accumulated(view, &accumulated);
    return step->instr->op == OP_LOAD ? of_load(view, lane, is_brief) : NULL;
}
