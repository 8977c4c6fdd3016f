/* The sentence: what the step shown did, in plain words, and the formula it worked out. */
#include "session/scenes/asked.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "view/arrows/races.h"
#include "view/arrows/sums.h"
#include "view/block/threads.h"
#include "view/draw/button.h"
#include "view/tips/questions.h"
#include "view/tips/tip.h"
#include "view/values/filling.h"
#include "view/values/formula.h"
#include "view/values/spoil_text.h"
#include "view/values/values.h"

#include "probe/sentences/accumulation.h"
#include "probe/sentences/print.h"
#include "probe/sentences/sentence.h"
#include "session/rerun/protect.h"
#include "session/time/moment.h"

#include <math.h>
#include <string.h>

static const float SPOIL_SHARE = 0.36f; /* of the width, at most */
static const float LEAST_UNITS = 10;    /* letters of a finding beside the sentence */

static const char *hint(View *view)
{
    return view_format(view, STRING_AT_START_HINT, key_text(view, COMMAND_ACCESS_NEXT),
                       key_text(view, COMMAND_PLAY), key_text(view, COMMAND_HELP));
}

static const char *told(View *view, const Finding *finding)
{
    return sentence_finding(view->arena, view->language, view->program, view->launch, finding);
}

/* The finding was found for the first time with the step shown, and is no other race than the one
 * that is drawn. */
static bool is_of_step(const View *view, const Finding *finding, const RacePair *drawn)
{
    return finding->block == view->step->block && finding->step == view->step->index &&
           (!drawn || !finding_is_race(finding->kind) || race_is_first(drawn, finding));
}

/* Something that the count of the grid has to look at again was found first with this step. */
static bool has_doubtful(View *view)
{
    const Report *report = probe_report(view->probe);
    for (int i = 0; i < report->finding_count && !view->slot->is_judged; ++i) {
        const Finding *finding = &report_findings(report)[i];
        if (is_of_step(view, finding, NULL) && !session_stands(view->slot, finding))
            return true;
    }
    return false;
}

/* What was found for the first time with this step, the one picked first, or the race that is
 * drawn, or NULL. Where the count of the grid takes it back, this is a note; where it has yet to
 * look at it, that is said. */
static const char *finding(View *view, FindingKind *kind)
{
    const Report *report = probe_report(view->probe);
    const Finding *findings = report_findings(report);
    int all_count, at = view->selection->finding;
    const Finding *all = session_findings(view->slot, &all_count);
    if (veil_hides(view->session, VEIL_FINDINGS))
        return NULL;
    RacePair race;
    bool has_race = races_told(view, &race);
    const Finding *found = NULL;
    if (at < all_count && is_of_step(view, &all[at], has_race ? &race : NULL))
        found = &all[at];
    for (int i = 0; i < report->finding_count && !found; ++i)
        if (is_of_step(view, &findings[i], has_race ? &race : NULL) &&
            (session_stands(view->slot, &findings[i]) || session_excuse(view->slot, &findings[i])))
            found = &findings[i];
    if (!found && !has_race) {
        *kind = FINDING_KIND_END;
        return has_doubtful(view) ? view_text(view, STRING_FINDING_DOUBTFUL) : NULL;
    }
    Finding alone = found ? *found : race_pair_finding(&race, view->step->block, view->step->index);
    const Finding *excuse = session_excuse(view->slot, &alone);
    *kind = excuse ? excuse->kind : alone.kind;
    return told(view, excuse ? excuse : &alone);
}

/* What printf wrote in the picked thread, or in the first one that came by. */
static const char *printed(View *view)
{
    const Step *step = view->step;
    uint32_t thread = view->selection->thread, lane = thread % WARP_LANES;
    if (step->instr->op != OP_PRINT || step->fault || !step->active)
        return NULL;
    if (thread / WARP_LANES != step->warp || !(step->active >> lane & 1))
        lane = (uint32_t)__builtin_ctz(step->active);
    PrintMoment moment = {view->program, view->launch, view->memory, view->machine};
    const char *text = print_lane_text(view->arena, &moment, step, lane);
    size_t length = strlen(text);
    length -= length && text[length - 1] == '\n';
    return view_format(view, STRING_PRINTED,
                       view_thread_at(view, (uint64_t)step->warp * WARP_LANES + lane),
                       arena_text(view->arena, text, length));
}

/* What has ended: all of the grid, or only the block that the line of time holds. */
static const char *end_text(View *view)
{
    const Machine *machine = view->machine;
    const char *block = view_block_at(view, machine->block);
    bool has_opened;
    const Rounds *rounds = timeline_rounds(view->slot->timeline, &has_opened);
    if (machine->stopped_by)
        return view_format(view, STRING_AT_END_STOPPED, block);
    if (rounds && rounds->missing)
        return moment_sentence(view->arena, view->language, view->slot);
    uint64_t blocks = launch_block_count(view->launch);
    if (view->slot->covers_grid || blocks == 1)
        return view_text(view, STRING_AT_END);
    if (machine->block + 1 == blocks)
        return view_format(view, STRING_AT_END_LAST, block);
    const char *ended = view_format(view, STRING_AT_END_BLOCK, block);
    return view->look->paper
               ? ended
               : view_format(view, STRING_AT_END_NEXT, ended, key_text(view, COMMAND_NEXT_BLOCK));
}

/* The line below the sentence. */
typedef struct Detail {
    const char *text; /* NULL: none */
    FontRole font;
    bool is_finding, is_note; /* a note is no accusation, but told in as many words */
} Detail;

static Detail detail_of_step(View *view)
{
    FindingKind kind = FINDING_COUNT;
    const char *text = finding(view, &kind), *filling = NULL;
    bool is_note = text && finding_is_note(kind);
    if (!text || kind == FINDING_UNINITIALIZED_READ)
        filling = filling_of_step(view, text != NULL);
    if (filling)
        text = text ? arena_printf(view->arena, "%s%s", text, filling) : filling;
    if (text)
        return (Detail){text, FONT_UI, true, is_note};
    text = protect_text(view->arena, view->language, view->slot, view->step);
    if (text)
        return (Detail){text, FONT_UI, false, false};
    text = tip_arrivals_text(view);
    text = text ? text : sums_first_text(view);
    if (text)
        return (Detail){text, FONT_UI, false, false};
    text = printed(view);
    text = text ? text : formula_of_step(view, view->selection->thread);
    if (!text && session_is_at_end(view->slot))
        return (Detail){end_text(view), FONT_UI, false, false};
    return (Detail){text, FONT_CODE, false, false};
}

/* "… 0 + 4 · 8 = …": what is under way has no result yet. */
static const char *without_result(View *view, const char *sentence)
{
    const char *end = NULL;
    for (const char *at = strstr(sentence, " = "); at; at = strstr(at + 1, " = "))
        end = at;
    return end ? arena_printf(view->arena, "%.*s = …", (int)(end - sentence), sentence) : sentence;
}

/* What an accumulation did for the picked thread, in numbers; NULL where the step is none of
 * its. */
static const char *accumulated_text(View *view)
{
    const Step *step = view->step;
    uint32_t thread = view->selection->thread;
    Accumulated told;
    if (thread / WARP_LANES != step->warp ||
        !accumulated_in(&view->slot->accumulators, view->machine, view->probe, step,
                        (int)(thread % WARP_LANES), &told))
        return NULL;
    const char *text = accumulation_sentence(view->arena, view->language, view->program,
                                             view->launch, thread, &told);
    return step_is_under_way(view) ? without_result(view, text) : text;
}

/* What stands at the right of the sentence: two lines, or one where letters are large. */
typedef struct SpoilBox {
    const char *state, *key; /* key: the second line, or NULL */
    float units, width;
} SpoilBox;

static SpoilBox spoil_box(const View *view, const char *state, const char *key, float units)
{
    float width = fmaxf(view_text_width(view, FONT_UI, units, state),
                        key ? view_text_width(view, FONT_UI, units, key) : 0);
    return (SpoilBox){state, key, units, width + view_units(view, 30)};
}

/* Before an audience no sentence becomes smaller for it: then there are a few words, the key alone,
 * or nothing. */
static SpoilBox spoil_fitting(View *view, const SpoilText *text, float width, float sentence)
{
    if (!view->look->lecture) {
        SpoilBox box = spoil_box(view, text->state, text->key, TEXT_SMALL);
        box.width = fminf(box.width, width * SPOIL_SHARE);
        return box;
    }
    const char *words[] = {text->brief, text->brief, key_text(view, COMMAND_SHOW_BREAK)};
    static const float units[] = {TEXT_LARGE, TEXT_BODY, TEXT_LARGE};
    for (int i = 0; i < 2 + (text->key != NULL); ++i) {
        SpoilBox box = spoil_box(view, words[i], NULL, units[i]);
        if (sentence + box.width + view_units(view, 10) <= width)
            return box;
    }
    return (SpoilBox){.width = 0};
}

/* What is off, whether that shows, and the key that leads on. sentence: pixels of what is told
 * beside it. */
static void build_spoil(View *view, Rect *rect, float sentence)
{
    const Theme *theme = view->theme;
    SpoilText text = spoil_text(view);
    if (!text.state)
        return;
    SpoilBox told = spoil_fitting(view, &text, rect->w, sentence);
    if (told.width <= 0)
        return;
    Rect box = rect_inset(rect_cut_right(rect, told.width), view_units(view, 4));
    rect_cut_right(rect, view_units(view, 10));
    scene_box(view->scene, box, view_units(view, 5),
              view_is_hovered(view, TARGET_BUTTON, COMMAND_SHOW_BREAK, 0) ? theme->accent_tint
                                                                          : theme->panel,
              text.is_wrong ? theme->danger : theme->edge, view_units(view, 1.5f),
              text.key ? target_tag(TARGET_BUTTON, COMMAND_SHOW_BREAK, 0) : (PickTag){0});
    box = rect_inset(box, view_units(view, 3));
    rect_cut_left(&box, view_units(view, 5));
    rect_cut_right(&box, view_units(view, 5));
    Rect line = rect_cut_top(&box, told.key ? box.h / 2 : box.h);
    view_label_fitted(view, FONT_UI, told.units, 8, line, -1,
                      text.is_wrong ? theme->danger : theme->text, told.state);
    if (told.key)
        view_label_fitted(view, FONT_UI, told.units, 8, box, -1, theme->accent, told.key);
}

/* What was found is told in letters that can be read, before an audience as large as the sentence's
 * least; where one line is too short for that, it has the room of the sentence, too. */
static bool needs_both_lines(const View *view, const Detail *detail, float width)
{
    float units = view->look->lecture ? TEXT_TINY : LEAST_UNITS;
    return detail->is_finding && view_text_width(view, FONT_UI, units, detail->text) > width;
}

static bool fits_two_lines(const View *view, int px, Rect rect, const char *text)
{
    float two = scene_paragraph_height(view->scene, FONT_UI, px, rect.w, 2, text);
    return two <= rect.h &&
           scene_paragraph_height(view->scene, FONT_UI, px, rect.w, 3, text) <= two;
}

static Colour detail_colour(const View *view, const Detail *detail)
{
    return detail->is_finding && !detail->is_note ? view->theme->danger : view->theme->muted;
}

/* Before an audience nothing of it is smaller than a thirtieth of the picture's shorter side. */
static int least_px(const View *view)
{
    static const float HALL = 1.0f / 30;
    float side = fminf((float)view->scene->width, (float)view->scene->height);
    return view->look->lecture ? (int)ceilf(side * HALL) : 8;
}

static void build_both_lines(View *view, Rect rect, const Detail *detail)
{
    int px = view_font(view, TEXT_LARGE), least = least_px(view);
    px = px > least ? px : least;
    while (px > least && !fits_two_lines(view, px, rect, detail->text))
        --px;
    float height = scene_paragraph_height(view->scene, FONT_UI, px, rect.w, 2, detail->text);
    Point top = {rect.x, rect.y + (rect.h - height) / 2};
    scene_paragraph(view->scene, FONT_UI, px, top, rect.w, 2, detail_colour(view, detail),
                    detail->text);
}

/* Where the scene stands while its question is open, nothing is told that gives the answer away,
 * and no step that is neither an access nor a sum of the picked thread. Before the first step and
 * after the last one it says where one is (session/scenes/asked.h). */
static bool is_about_else(View *view)
{
    const Session *session = view->session;
    if (veil_hides(session, VEIL_CAPTION))
        return true;
    if (session_is_at_end(view->slot))
        return false;
    return veil_is_down(session) && !scene_is_left(session) && !view->look->paper && view->step &&
           !step_is_memory(view) && !accumulated_text(view);
}

/* There a long sentence has both lines, as its letters stay large; false, and nothing is drawn, if
 * it fits in one. */
static bool build_broken(View *view, Rect rect, const char *sentence)
{
    int least = least_px(view), px = view_font(view, TEXT_LARGE);
    if (!view->look->lecture || scene_text_width(view->scene, FONT_UI, least, sentence) <= rect.w)
        return false;
    px = px > least ? px : least;
    while (px > least && !fits_two_lines(view, px, rect, sentence))
        --px;
    float height = scene_paragraph_height(view->scene, FONT_UI, px, rect.w, 2, sentence);
    Point top = {rect.x, rect.y + (rect.h - height) / 2};
    scene_paragraph(view->scene, FONT_UI, px, top, rect.w, 2, view->theme->text, sentence);
    return true;
}

/* With how many threads a barrier has opened without, where there is room for it. */
static const char *with_missing(View *view, const char *sentence, float width)
{
    int count = 0;
    for (uint32_t thread = 0; thread < view->machine->thread_count; ++thread)
        count += thread_state(view, thread) == THREAD_NEVER_CAME;
    const char *both = view_format(view, STRING_CAPTION_NEVER_CAME, sentence, count);
    return count && view_text_width(view, FONT_UI, TEXT_BODY, both) <= width ? both : sentence;
}

/* Where a larger scale was asked for than the window has room for. */
static void build_scale(View *view, Rect *rect)
{
    if (view->layout.scale <= 0)
        return;
    const char *words = view_format(view, STRING_SCALE_MOST,
                                    arena_printf(view->arena, "%.3g", (double)view->layout.scale));
    float units = TEXT_TINY - 1, width = view_text_width(view, FONT_UI, units, words) + 2;
    view_label(view, FONT_UI, units, rect_cut_right(rect, width), 1, view->theme->muted, words);
    rect_cut_right(rect, view_units(view, 8));
}

void caption_build(View *view)
{
    const Theme *theme = view->theme;
    Rect rect = view->layout.caption;
    view_panel(view, rect, NULL);
    rect_cut_left(&rect, view_units(view, 14));
    rect_cut_right(&rect, view_units(view, 14));
    build_scale(view, &rect);
    const char *sentence, *asked = scene_asked_text(view->arena, view->session);
    Detail detail = {.font = FONT_UI};
    if (is_about_else(view) && view->look->paper) {
        sentence = "";
    } else if (is_about_else(view)) {
        sentence = view_format(view, STRING_CAPTION_ASKED, key_text(view, COMMAND_FORWARD),
                               key_text(view, COMMAND_REVEAL));
    } else if (asked) {
        sentence = asked;
        detail.text = view->step || view->look->paper ? NULL : hint(view);
    } else if (view->step && session_is_at_end(view->slot) && !view->machine->stopped_by) {
        sentence = end_text(view); /* of all, and not of the warp that came last */
    } else if (view->step || timeline_position(view->slot->timeline) > 0) {
        sentence = moment_sentence(view->arena, view->language, view->slot);
        const char *sum = view->step ? accumulated_text(view) : NULL;
        sentence = with_missing(view, sum ? sum : sentence, rect.w);
        if (view->step)
            detail = detail_of_step(view);
    } else {
        sentence = view_text(view, STRING_AT_START);
        detail.text = view->look->paper ? NULL : hint(view);
    }
    float units = view->look->lecture ? TEXT_BODY : TEXT_SMALL + 1;
    float wide = view_text_width(view, FONT_UI, TEXT_LARGE, sentence);
    if (detail.text)
        wide = fmaxf(wide, view_text_width(view, detail.font, units, detail.text));
    build_spoil(view, &rect, wide);
    float height = rect.h;
    rect = rect_inset(rect, 0);
    rect.y += height * 0.09f;
    rect.h -= height * 0.18f;
    if (needs_both_lines(view, &detail, rect.w)) {
        build_both_lines(view, rect, &detail);
        return;
    }
    if (build_broken(view, rect, sentence))
        return;
    Rect first = rect_cut_top(&rect, detail.text ? rect.h * 0.56f : rect.h);
    float least = (float)least_px(view) / view->unit;
    view_label_fitted(view, FONT_UI, fmaxf(TEXT_LARGE, least), fmaxf(9, least), first, -1,
                      theme->text, sentence);
    if (detail.text)
        view_label_fitted(view, detail.font, units, 8, rect, -1, detail_colour(view, &detail),
                          detail.text);
}
