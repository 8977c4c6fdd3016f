/* One line for what is so and one for what can be done. */
#include "view/values/spoil_text.h"
#include "session/data/session_data.h"

#include "probe/sentences/sentence.h"
#include "probe/time/same_step.h"
#include "session/edits/show_break.h"
#include "session/scenes/veil.h"
#include "view/draw/button.h"

#include <string.h>

/* "in reverse"; an order by its name in the controls. */
static const char *order_words(View *view, const char *order)
{
    static const StringKey keys[ORDERS] = {STRING_ORDER_ROUND, STRING_ORDER_ONE,
                                           STRING_ORDER_REVERSE, STRING_ORDER_RANDOM};
    for (int i = 0; i < ORDERS; ++i)
        if (strncmp(order, order_names[i], strlen(order_names[i])) == 0)
            return view_text(view, keys[i]);
    return order;
}

static const char *wrong_words(View *view, const Spoil *spoil, const char *result)
{
    const char *wrong =
        view_either(view, spoil->is_beside, STRING_SPOIL_UNLIKE, STRING_SPOIL_WRONG,
                    (unsigned long long)spoil->wrong, (unsigned long long)spoil->all, result);
    if (!spoil->order)
        return wrong;
    return view_format(view, STRING_SPOIL_ORDER, order_words(view, spoil->order), wrong);
}

static const char *larger_words(View *view, const Spoil *spoil)
{
    if (!spoil->larger)
        return NULL;
    return view_format(view, STRING_SPOIL_LARGER, key_text(view, COMMAND_SHOW_BREAK),
                       (unsigned long long)spoil->wrong, (unsigned long long)spoil->all,
                       spoil->sizes);
}

static uint64_t lane_bits(const Step *step, uint32_t lane)
{
    bool is_wide = scalar_size_bytes((ScalarType)step->instr->type) > 4;
    return step->after[0][lane] | (is_wide ? (uint64_t)step->after[1][lane] << 32 : 0);
}

static const char *lane_place(View *view, const Step *step, uint32_t lane)
{
    if (step->space == SPACE_GLOBAL)
        return sentence_global_place(view->arena, view->language, view->launch, step->arena[lane]);
    if (step->space == SPACE_SHARED)
        return sentence_shared_place(view->arena, view->program, view->launch,
                                     (uint32_t)step->arena[lane]);
    return NULL;
}

/* "Nds[4][0]: 0 here, 2 beside", where both runs have just done the same access and the picked
 * thread has got something else; else NULL. */
static const char *differing_words(View *view)
{
    const SessionRun *beside = &view->session->runs[1 - view->session->front];
    const Step *step = view->step, *other = session_step(beside);
    uint32_t thread = view->selection->thread, lane = thread % WARP_LANES, pc;
    if (!step || !other || step->warp != thread / WARP_LANES || other->warp != step->warp ||
        step->instr->op != OP_LOAD || step->instr->width != 1 ||
        !(step->active & other->active & 1u << lane) || step->arena[lane] != other->arena[lane] ||
        !same_instruction(view->program, step->pc, beside->run->program, &pc) || pc != other->pc)
        return NULL;
    ScalarType type = (ScalarType)step->instr->type;
    uint64_t here = lane_bits(step, lane), there = lane_bits(other, lane);
    const char *place = lane_place(view, step, lane);
    if (here == there || !place)
        return NULL;
    return view_format(view, STRING_SPOIL_VALUES, place,
                       machine_value_text(view->arena, view->launch, type, here, false),
                       machine_value_text(view->arena, view->launch, type, there, false));
}

static const char *show_words(View *view)
{
    bool is_beside = session_has_right_beside(view->session);
    const char *differing = is_beside ? differing_words(view) : NULL;
    if (differing || view->look->paper)
        return differing;
    return view_either(view, is_beside, STRING_SPOIL_DIFFERS, STRING_SPOIL_SHOWS,
                       key_text(view, COMMAND_SHOW_BREAK));
}

/* "128 of 256 wrong · W"; on paper without the key. */
static const char *with_key(View *view, const char *words, CommandName name)
{
    if (view->look->paper)
        return words;
    return arena_printf(view->arena, "%s · %s", words, key_text(view, name));
}

static SpoilText wrong_text(View *view, const Spoil *spoil, const char *result)
{
    bool is_off = view->slot->run->compile.without_count > 0;
    const char *brief =
        view_either(view, spoil->is_beside, STRING_SPOIL_UNLIKE, STRING_SPOIL_WRONG,
                    (unsigned long long)spoil->wrong, (unsigned long long)spoil->all, result);
    if (spoil->kind == SPOIL_FOUND)
        brief = view_format(view, STRING_SPOIL_OTHER_ORDER, result);
    return (SpoilText){wrong_words(view, spoil, result), is_off ? show_words(view) : NULL,
                       is_off ? with_key(view, brief, COMMAND_SHOW_BREAK) : brief, true};
}

/* No reference is known. */
static SpoilText like_text(View *view, const Spoil *spoil, const char *result)
{
    const char *state = spoil->tried
                            ? view_format(view, STRING_SPOIL_LIKE, result, (unsigned)spoil->tried)
                            : view_text(view, STRING_SPOIL_NO_MEASURE);
    return (SpoilText){state, show_words(view), with_key(view, state, COMMAND_SHOW_BREAK), false};
}

/* It does not show; larger sizes may be at hand. */
static SpoilText hidden_text(View *view, const Spoil *spoil, const char *result)
{
    if (spoil->is_beside)
        return like_text(view, spoil, result);
    bool is_one_warp = spoil->kind == SPOIL_ONE_WARP;
    const char *state = is_one_warp ? view_format(view, STRING_SPOIL_ONE_WARP, result)
                                    : view_format(view, STRING_SPOIL_HIDDEN, result, spoil->tried),
               *brief = view_either(view, is_one_warp, STRING_SPOIL_ONE_WARP_BRIEF,
                                    STRING_SPOIL_RIGHT, result);
    return (SpoilText){state, larger_words(view, spoil),
                       spoil->larger ? with_key(view, brief, COMMAND_SHOW_BREAK) : brief, false};
}

/* Nothing is known of other orders, or nothing wrong. */
static SpoilText plain_text(View *view, const char *result)
{
    int count;
    session_findings(view->slot, &count);
    if (!view->slot->run->compile.without_count || !count)
        return (SpoilText){NULL, NULL, NULL, false};
    const char *state = *result ? view_format(view, STRING_SPOIL_RIGHT, result) : "";
    return (SpoilText){state, show_words(view), with_key(view, state, COMMAND_SHOW_BREAK), false};
}

SpoilText spoil_text(View *view)
{
    const SessionRun *slot = view->slot;
    const Spoil *spoil = &slot->spoil;
    int output = slot->check ? slot->check->output : spoil->is_beside ? spoil->output : -1;
    const char *result = output >= 0 ? view->launch->buffers[output].name : "";
    if (veil_hides(view->session, VEIL_FINDINGS) || veil_hides(view->session, VEIL_RESULTS))
        return (SpoilText){NULL, NULL, NULL, false};
    switch (spoil->kind) {
    case SPOIL_HERE:
    case SPOIL_FOUND: return wrong_text(view, spoil, result);
    case SPOIL_ONE_WARP:
    case SPOIL_HIDDEN: return hidden_text(view, spoil, result);
    case SPOIL_SEARCHING: {
        const char *state = view_format(view, STRING_SPOIL_SEARCHING, result, spoil->tried);
        return (SpoilText){
            state, view_format(view, STRING_COUNTING_STOPS, key_text(view, COMMAND_CLOSE)),
            with_key(view, view_format(view, STRING_SPOIL_TRIED, spoil->tried), COMMAND_CLOSE),
            false};
    }
    case SPOIL_LEFT: {
        const char *state = view_format(view, STRING_SPOIL_LEFT, result);
        return (SpoilText){
            state, view_format(view, STRING_SPOIL_AGAIN, key_text(view, COMMAND_SHOW_BREAK)),
            with_key(view, view_text(view, STRING_SPOIL_STOPPED), COMMAND_SHOW_BREAK), false};
    }
    case SPOIL_NONE: break;
    }
    return plain_text(view, result);
}
