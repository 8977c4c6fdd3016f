/* How an element that tensor cores add to has grown: a line for each product, the first ones and
 * the last ones where there are many. */
#include "view/tips/tip.h"

#include "session/data/session_data.h"
#include "session/time/why.h"
#include "view/draw/context.h"

#include "vm/lanes/tensor.h"

enum { LINES = 4, LINES_PINNED = 16, PRODUCTS_SHOWN = 8 };

/* "4·8 + 3·3 + … (16 in all)": the products that are not 0, as many as have room. */
static const char *products_text(View *view, const TrailTerm *term)
{
    const char *text = "";
    int shown = 0;
    for (uint32_t i = 0; i < term->depth; ++i) {
        if (term->a[i] * term->b[i] == 0)
            continue;
        if (shown++ == PRODUCTS_SHOWN)
            return view_format(view, STRING_TRAIL_CUT, text, term->depth);
        text = arena_printf(view->arena, "%s%s%g·%g", text, *text ? " + " : "", term->a[i],
                            term->b[i]);
    }
    return *text ? text : "0";
}

static void add_term(View *view, Tip *tip, const SumResult *result, int number)
{
    const TrailTerm *term = &result->trail.terms[number];
    const char *line = view_format(view, STRING_TRAIL_TERM, number + 1, term->old,
                                   products_text(view, term), term->now);
    tip_add_moment(view, tip, line, result->block, term->step, term->thread);
}

void tip_add_trail(View *view, Tip *tip, const SumResult *result)
{
    int count = result ? result->trail.count : 0, most = view->is_pin ? LINES_PINNED : LINES;
    int left_out = count > most ? count - most + 1 : 0, first = count - left_out - (most - 1) / 2;
    if (count && !result->trail.is_value)
        tip_add(tip, view_format(view, STRING_TRAIL_CHANGED, count));
    for (int i = 0; i < count; ++i) {
        if (left_out && i == first) {
            tip_add(tip, view_format(view, STRING_TRAIL_MORE, left_out));
            i += left_out;
        }
        add_term(view, tip, result, i);
    }
}

void tip_of_fragment(View *view, Tip *tip, Target target)
{
    const SumResult *result = session_reason(view->session, target);
    const TrailTerm *last =
        result && result->trail.count ? &result->trail.terms[result->trail.count - 1] : NULL;
    for (int i = view->scene->count - 1; i >= 0 && tip->near.w <= 0; --i) {
        PickTag tag = view->scene->shapes[i].tag;
        if (tag.kind == target.kind && tag.a == target.a && tag.b == target.b && tag.c == target.c)
            tip->near = view->scene->shapes[i].rect;
    }
    if (!last)
        return;
    const char *thread = view_thread_at(view, target.a);
    uint32_t lane = target.a % WARP_LANES;
    tip_add(tip, view_format(view, STRING_TRAIL_ELEMENT, last->row, last->column, last->now, thread,
                             lane, target.b));
    tip_add_trail(view, tip, result);
    tip_add_hint(view, tip);
}
