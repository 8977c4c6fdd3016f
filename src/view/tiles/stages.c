/* When it comes: the stages of a pipeline of asynchronous copies as rows over the steps of a warp.
 * Each group of copies is a bar where it is in flight, and another one behind it where what it has
 * brought lies and is read; the ring of stages shows as rows that are taken in turn. Below stands
 * what the warp does meanwhile, so that a copy beside which nothing is computed shows as what it
 * is: a bubble. */
#include "session/rerun/stages.h"

#include "session/data/session_data.h"
#include "view/panels/panel.h"

#include "probe/sentences/sentence.h"

#include <math.h>

enum { GROUPS_MOST = 8, ROW = 30, ROW_LEAST = 12, TITLE = 20, LABEL = 96, KEY = 14 }; /* units */

/* The steps of the warp that are shown, and where; and the moment, which has a line through all. */
typedef struct Axis {
    Rect room;
    uint64_t from, to, now;
} Axis;

static float axis_x(const Axis *axis, uint64_t at)
{
    at = at < axis->from ? axis->from : at > axis->to ? axis->to : at;
    double share = (double)(at - axis->from) / (double)(axis->to - axis->from);
    return roundf(axis->room.x + axis->room.w * (float)share);
}

static uint64_t group_end(const Stages *stages, const StageGroup *group)
{
    return group->landed == STAGE_NEVER      ? stages->steps
           : group->last_read == STAGE_NEVER ? group->landed + 1
                                             : group->last_read + 1;
}

/* All groups, or of many those around the moment. */
static Axis axis_of(const Stages *stages, Rect room)
{
    int first = 0, last = stages->group_count - 1;
    if (stages->group_count > GROUPS_MOST) {
        while (first < last && group_end(stages, &stages->groups[first]) <= stages->now)
            ++first;
        first = first < 2 ? 0 : first - 2;
        first = first + GROUPS_MOST > last ? last + 1 - GROUPS_MOST : first;
        last = first + GROUPS_MOST - 1;
    }
    uint64_t from = stages->groups[first].begun, to = group_end(stages, &stages->groups[last]);
    return (Axis){room, from, to > from ? to : from + 1, stages->now};
}

static bool is_bubble(const StageGroup *group)
{
    return group->landed != STAGE_NEVER && !group->products;
}

static bool has_now(const Axis *axis)
{
    return axis->now >= axis->from && axis->now <= axis->to;
}

/* What of a bar its word has: the larger part beside the line of the moment. */
static Rect word_room(const Axis *axis, Rect bar)
{
    float now = axis_x(axis, axis->now), gap = 3;
    if (!has_now(axis) || now <= bar.x + gap || now >= bar.x + bar.w - gap)
        return rect_inset(bar, 2);
    if (now < bar.x + bar.w / 2)
        return (Rect){now + gap, bar.y, bar.x + bar.w - now - 2 * gap, bar.h};
    return (Rect){bar.x + gap, bar.y, now - bar.x - 2 * gap, bar.h};
}

/* A stretch of a row with a word in it, where there is room. */
static void build_bar(View *view, const Axis *axis, Rect row, uint64_t from, uint64_t to,
                      Colour fill, Colour edge, Colour ink, const char *word)
{
    if (to <= axis->from || from >= axis->to)
        return;
    float x = axis_x(axis, from), end = axis_x(axis, to);
    Rect bar = {x, row.y + 2, fmaxf(end - x, 2), row.h - 4};
    scene_box(view->scene, bar, 0, fill, edge, view_hairline(view), (PickTag){0});
    Rect room = word_room(axis, bar);
    if (word && view_text_width(view, FONT_UI, 8, word) <= room.w)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, room, 0, ink, word);
}

static void build_group(View *view, const Axis *axis, const Stages *stages, Rect row, int index)
{
    const Theme *theme = view->theme;
    const StageGroup *group = &stages->groups[index];
    uint64_t landed = group->landed == STAGE_NEVER ? stages->steps : group->landed;
    Colour colour = is_bubble(group) || group->landed == STAGE_NEVER
                        ? theme->warning
                        : theme->parts[PART_LEFT].strong;
    build_bar(view, axis, row, group->begun, landed, colour_mix(theme->panel, colour, 0.25f),
              colour, theme->text, view_format(view, STRING_STAGES_FLIGHT, index));
    if (group->landed != STAGE_NEVER && group->last_read != STAGE_NEVER)
        build_bar(view, axis, row, landed, group->last_read + 1,
                  colour_mix(theme->panel, theme->good, 0.35f), theme->good, theme->text,
                  view_format(view, STRING_STAGES_READ, index));
}

/* What the warp does: products as bars, waits and barriers as lines. */
static void build_work(View *view, const Axis *axis, const Stages *stages, Rect row)
{
    const Theme *theme = view->theme;
    Rect well = {axis->room.x, row.y + 2, axis->room.w, row.h - 4};
    scene_box(view->scene, well, 0, theme->well, theme->grid, view_hairline(view), (PickTag){0});
    for (int i = 0; i < stages->work_count; ++i) {
        const StageStep *step = &stages->work[i];
        if (step->at < axis->from || step->at >= axis->to)
            continue;
        float x = axis_x(axis, step->at), end = axis_x(axis, step->at + 1);
        bool is_product = step->work == STAGE_PRODUCT;
        Colour colour = is_product                 ? theme->accent
                        : step->work == STAGE_WAIT ? theme->danger
                                                   : theme->muted;
        Rect mark = {x, well.y, fmaxf(end - x, is_product ? 3 : 2), well.h};
        scene_rect(view->scene, mark, colour, (PickTag){0});
    }
}

/* The row of a stage has the place of its first word as its name. */
static const char *stage_name(const View *view, const Stages *stages, int stage)
{
    return stage < stages->count ? sentence_shared_place(view->arena, view->program, view->launch,
                                                         (uint32_t)stages->lows[stage])
                                 : view_text(view, STRING_STAGES_NEVER);
}

static bool is_in_row(const Stages *stages, const StageGroup *group, int row)
{
    return row < stages->count ? group->stage == row : group->stage < 0;
}

static int count_rows(const Stages *stages)
{
    for (int i = 0; i < stages->group_count && stages->is_whole; ++i)
        if (stages->groups[i].stage < 0)
            return stages->count + 1;
    return stages->count;
}

/* The moment: a line so many pixels high through all rows, with its name in the heading. */
static void build_now(View *view, const Axis *axis, Rect heading, float high)
{
    const char *word = view_text(view, STRING_STAGES_NOW);
    float x = axis_x(axis, axis->now), top = axis->room.y,
          wide = view_text_width(view, FONT_UI, TEXT_TINY, word) + 2,
          left = fminf(x - wide / 2, axis->room.x + axis->room.w - wide);
    scene_line(view->scene, (Point){x, top}, (Point){x, top + high}, view->theme->text,
               view_units(view, 1.5f));
    if (heading.h > 0)
        view_label(view, FONT_UI, TEXT_TINY, (Rect){left, heading.y, wide, heading.h}, 0,
                   view->theme->text, word);
}

static void build_rows(View *view, Rect room, const Stages *stages)
{
    int rows = count_rows(stages);
    float head = (float)view_font(view, TEXT_TINY) + 2;
    bool has_head = room.h - head >= (float)(rows + 1) * view_units(view, ROW_LEAST);
    Rect heading = has_head ? rect_cut_top(&room, head) : (Rect){0};
    float high = fminf(room.h / (float)(rows + 1), view_units(view, ROW));
    Rect area = room;
    rect_cut_left(&area, view_units(view, LABEL));
    Axis axis = axis_of(stages, area);
    if (high < view_units(view, ROW_LEAST))
        return;
    for (int row = 0; row <= rows; ++row) {
        Rect line = rect_cut_top(&room, high);
        Rect name = rect_cut_left(&line, view_units(view, LABEL - 6));
        bool is_work = row == rows;
        view_label_fitted(
            view, is_work ? FONT_UI : FONT_CODE, TEXT_SMALL, 8, name, -1, view->theme->text,
            is_work ? view_text(view, STRING_STAGES_WORK) : stage_name(view, stages, row));
        for (int i = 0; i < stages->group_count && !is_work; ++i)
            if (is_in_row(stages, &stages->groups[i], row))
                build_group(view, &axis, stages, line, i);
        if (is_work)
            build_work(view, &axis, stages, line);
    }
    if (has_now(&axis))
        build_now(view, &axis, heading, high * (float)(rows + 1));
}

static void build_key(View *view, Rect *line, Colour colour, StringKey words)
{
    const char *text = view_text(view, words);
    float width = view_text_width(view, FONT_UI, TEXT_TINY, text) + 1;
    if (line->w < width + view_units(view, KEY + 6))
        return;
    Rect box = rect_cut_left(line, view_units(view, KEY));
    box = (Rect){box.x, roundf(box.y + (box.h - box.w) / 2), box.w, box.w};
    scene_box(view->scene, box, 0, colour_mix(view->theme->panel, colour, 0.3f), colour, 1,
              (PickTag){0});
    rect_cut_left(line, view_units(view, 5));
    view_label(view, FONT_UI, TEXT_TINY, rect_cut_left(line, width), -1, view->theme->muted, text);
    rect_cut_left(line, view_units(view, 9));
}

static void build_keys(View *view, Rect line)
{
    const Theme *theme = view->theme;
    build_key(view, &line, theme->parts[PART_LEFT].strong, STRING_STAGES_KEY_FLIGHT);
    build_key(view, &line, theme->warning, STRING_STAGES_KEY_BUBBLE);
    build_key(view, &line, theme->good, STRING_STAGES_KEY_READ);
    build_key(view, &line, theme->accent, STRING_STAGES_KEY_PRODUCT);
    build_key(view, &line, theme->danger, STRING_STAGES_KEY_WAIT);
}

static void build_verdict(View *view, Rect *room, const Stages *stages)
{
    int bubbles = 0, never = 0;
    for (int i = 0; i < stages->group_count; ++i) {
        bubbles += is_bubble(&stages->groups[i]);
        never += stages->is_whole && stages->groups[i].landed == STAGE_NEVER;
    }
    panel_text(
        view, room, TEXT_BODY, 2, bubbles > 1 ? view->theme->warning : view->theme->good,
        view_format(view, STRING_STAGES_VERDICT, stages->group_count, stages->count, bubbles));
    if (never)
        panel_text(view, room, TEXT_SMALL, 1, view->theme->warning,
                   view_format(view, STRING_STAGES_LEFT, never));
}

void panel_stages_build(View *view, Rect room)
{
    uint32_t warp = view->selection->thread / WARP_LANES;
    const Stages *stages = stages_gather(view->arena, view->slot->footprints, view->program, warp,
                                         view->machine->step_count);
    if (!stages || !stages->group_count) {
        panel_text(view, &room, TEXT_LARGE, 3, view->theme->muted,
                   view_text(view, STRING_STAGES_NONE));
        return;
    }
    Rect line = rect_cut_top(&room, view_units(view, TITLE));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, line, -1, view->theme->text,
                      view_format(view, STRING_STAGES_TITLE, warp));
    build_verdict(view, &room, stages);
    build_keys(view, rect_cut_bottom(&room, view_units(view, TITLE)));
    build_rows(view, room, stages);
}
