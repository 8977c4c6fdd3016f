/* Barriers of arrivals (cuda::barrier, mbarrier) as they stand: which phase, how many arrivals are
 * missing in it, who has come, and who waits. */
#include "view/tips/tip.h"

#include "view/draw/context.h"

#include "probe/sentences/place.h"
#include "probe/sentences/sentence.h"
#include "vm/copy.h"

enum { TOLD_MOST = 3 }; /* barriers in one line */

/* "W0 (12), W3 (32)": warps of which some lanes have come, and how many. */
static const char *arrived_text(View *view, const Mbarrier *item)
{
    const char *text = "";
    for (uint32_t warp = 0; warp < view->machine->warp_count; ++warp)
        if (item->arrived[warp])
            text = arena_printf(view->arena, "%s%sW%u (%d)", text, *text ? ", " : "", warp,
                                __builtin_popcount(item->arrived[warp]));
    return text;
}

/* "W1, W2": the warps that have been told that the phase has not completed. */
static const char *waiting_text(View *view, const Mbarrier *item)
{
    const char *text = "";
    for (uint32_t warp = 0; warp < view->machine->warp_count; ++warp)
        if (item->waiting >> warp & 1)
            text = arena_printf(view->arena, "%s%sW%u", text, *text ? ", " : "", warp);
    return text;
}

static const char *state_text(View *view, const Mbarrier *item)
{
    const char *name =
        sentence_shared_place(view->arena, view->program, view->launch, (uint32_t)(item->at - 1));
    const char *text = view_format(view, STRING_ARRIVALS, name, (unsigned long long)item->phase,
                                   item->pending, item->expected);
    const char *came = arrived_text(view, item), *waits = waiting_text(view, item);
    if (item->copies)
        text = arena_printf(view->arena, "%s%s", text,
                            view_format(view, STRING_ARRIVALS_COPIES, item->copies));
    if (*came)
        text =
            arena_printf(view->arena, "%s%s", text, view_format(view, STRING_ARRIVALS_CAME, came));
    if (*waits)
        text = arena_printf(view->arena, "%s%s", text,
                            view_format(view, STRING_ARRIVALS_WAITS, waits));
    return text;
}

static const MbarrierTable *table_of(const View *view)
{
    return view->machine->mbarriers_at ? machine_mbarriers(view->machine) : NULL;
}

bool tip_add_arrivals(View *view, Tip *tip, uint32_t offset)
{
    const Mbarrier *item = table_of(view) ? mbarrier_over(view->machine, offset, offset + 1) : NULL;
    if (item)
        tip_add(tip, state_text(view, item));
    return item != NULL;
}

const char *tip_arrivals_text(View *view)
{
    const MbarrierTable *table = table_of(view);
    const Step *step = view->step;
    const Mbarrier *own = NULL;
    const char *text = NULL;
    int told = 0;
    if (!table || !step || step->instr->op != OP_MBARRIER || !step->active)
        return NULL;
    own = mbarrier_at(view->machine, step->arena[__builtin_ctz(step->active)]);
    if (own)
        text = state_text(view, own), ++told;
    for (uint32_t i = 0; i < table->count && told < TOLD_MOST; ++i) {
        const Mbarrier *item = &table->items[i];
        if (!item->at || item == own || !item->waiting)
            continue;
        const char *more = state_text(view, item);
        text = text ? arena_printf(view->arena, "%s   %s", text, more) : more;
        ++told;
    }
    return text;
}
