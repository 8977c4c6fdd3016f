/* The sentence: what the step shown did, in plain words, and the formula it worked out. */
#include "view/button.h"
#include "view/formula.h"

#include "probe/sentence.h"

static const char *hint(View *view)
{
    return view_format(view, STRING_AT_START_HINT, key_text(view, COMMAND_STEP_NEXT),
                       key_text(view, COMMAND_PLAY), key_text(view, COMMAND_HELP));
}

static bool is_at_end(const View *view)
{
    return view->slot->is_measured &&
           timeline_position(view->slot->timeline) == timeline_length(view->slot->timeline);
}

void caption_build(View *view)
{
    const Theme *theme = view->theme;
    Rect rect = view->layout.caption;
    view_panel(view, rect, NULL);
    rect_cut_left(&rect, view_units(view, 14));
    rect_cut_right(&rect, view_units(view, 14));
    const char *sentence, *detail;
    if (view->step) {
        sentence =
            sentence_step(view->arena, view->language, view->program, view->launch, view->step);
        detail = formula_of_step(view, view->session->selection.thread);
        if (is_at_end(view) && !detail)
            detail = view_text(view, STRING_AT_END);
    } else {
        sentence = view_text(view, STRING_AT_START);
        detail = hint(view);
    }
    float height = rect.h;
    rect = rect_inset(rect, 0);
    rect.y += height * 0.09f;
    rect.h -= height * 0.18f;
    Rect first = rect_cut_top(&rect, detail ? rect.h * 0.56f : rect.h);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, first, -1, theme->text, sentence);
    if (detail)
        view_label_fitted(view, view->step ? FONT_CODE : FONT_UI, TEXT_SMALL + 1, 8, rect, -1,
                          theme->muted, detail);
}
