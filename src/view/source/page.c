/* Pages begin at the kernel's first line, and overlap by two fifths. */
#include "view/source/page.h"

#include "base/quote.h"
#include "session/scenes/show.h"

static int focus_line(const View *view)
{
    if (view->step)
        return (int)view->step->instr->line;
    uint32_t warp = view->selection->thread / WARP_LANES;
    return (int)view->program->code[machine_warps(view->machine)[warp].pc].line;
}

int page_line(const View *view)
{
    int kept = view->selection->source_line;
    return kept ? kept : focus_line(view);
}

/* The first line that a scene has lit and that stands on the same page as the line in focus. */
static int lit_top(const View *view, int top, int focus, int rows)
{
    const ScenePlan *plan = scene_shown(view->session);
    const SourceFile *file = &view->program->sources->files[0];
    for (uint32_t i = 0; plan && i < plan->lit_count; ++i) {
        const Phrase *reason;
        int line = quote_find(view->arena, file, plan->lit[i], NULL, NULL, &reason);
        if (line > 0 && line < top && focus - line < rows)
            top = line;
    }
    return top;
}

int page_top(const View *view, int rows)
{
    Span span = view->program->span, end = {span.file, span.start + span.length, 0};
    int first = source_line(view->program->sources, span);
    int last = source_line(view->program->sources, end);
    int focus = page_line(view), page = rows * 3 / 5 > 1 ? rows * 3 / 5 : 1;
    int top = first, last_top = last - rows + 2;
    if (last_top > first)
        top = focus > last_top ? last_top
                               : first + (focus > first ? (focus - first - 1) / page * page : 0);
    if (focus < top || focus >= top + rows)
        top = focus - rows / 3;
    top = lit_top(view, top, focus, rows);
    return top < 1 ? 1 : top;
}
