/* The other kernel beside the one in front: its stage, its shared memory and its sentence at the
 * same moment of the one clock. It is built as if it were in front, from a session that differs in
 * nothing else, so that both are drawn by the same functions; what it shows is then no target of
 * the mouse, since places in the picture mean the kernel in front. */
#include "session/data/session_data.h"
#include "view/panels/panel.h"

#include "session/edits/show_break.h"
#include "session/scenes/show.h"
#include "session/time/moment.h"
#include "view/arrows/flights.h"
#include "view/arrows/product.h"
#include "view/arrows/sums.h"
#include "view/arrows/told.h"
#include "view/block/block.h"
#include "view/draw/gather.h"
#include "view/draw/needs.h"
#include "view/stage/stage.h"

#include <math.h>
#include <string.h>

static const float HEAD = 24, HEAD_LECTURE = 20, SENTENCE = 24, GAP = 6, LEAST_WIDTH = 420,
                   LEAST_WIDTH_LECTURE = 340, LEAST_HEIGHT_LECTURE = 180, LEAST_HEIGHT = 220,
                   PADDING = 12;

static const Session *with_front(View *view, int front)
{
    Session *twin = arena_alloc(view->arena, sizeof *twin);
    *twin = *view->session;
    twin->front = front;
    twin->selection.hover = twin->selection.focus = twin->selection.pin = (Target){0};
    twin->stage = (StageView){.is_whole = twin->stage.is_whole};
    twin->look.enlarged = false;
    const Machine *machine = timeline_machine(twin->runs[front].timeline);
    if (twin->selection.thread >= machine->thread_count)
        twin->selection.thread = 0;
    return twin;
}

static View view_of(View *view, int front)
{
    const Session *twin = with_front(view, front);
    View other = {
        .session = twin,
        .look = &twin->look,
        .selection = &twin->selection,
        .arena = view->arena,
        .scene = view->scene,
        .theme = view->theme,
        .language = view->language,
        .unit = view->unit,
        .cuts = view->cuts,
        .progress = 1,
    };
    other.layout.unit = view->unit;
    other.slot = session_front(other.session);
    return other;
}

/* Its name, which brings it to the front, and how far it is in the block. */
static void build_both_head(View *view, Rect line, int front, bool is_right)
{
    Place place = session_place(view->slot);
    const char *at = view_format(view, STRING_BOTH_AT, (unsigned long long)place.step,
                                 (unsigned long long)place.length);
    const char *name = view->program->name;
    if (is_right)
        name = view_format(view, STRING_SPOIL_ALL_ON, name);
    PickTag tag = target_tag(TARGET_RUN, (uint32_t)front, 0);
    scene_rect(view->scene, line, 0, tag);
    Rect mark = rect_cut_left(&line, view_units(view, 14));
    view_run_mark(view, mark, front, 4.5f);
    rect_cut_left(&line, view_units(view, 6));
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, at) + view_units(view, 8);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_right(&line, width), 1,
                      view->theme->muted, at);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, line, -1, view->theme->text, name);
}

/* The stage alone has the frame of the panel as its own. */
static void place_alone(View *view, Rect room)
{
    view->is_bare = true;
    view->layout.stage = rect_inset(room, -view_units(view, PADDING));
}

static float side_of(const View *view)
{
    return fminf((float)view->scene->width, (float)view->scene->height);
}

/* Before an audience the digits of the block come first. */
static bool has_room_for_sentence(const View *view, float height)
{
    Need block = needs_of_run(view->slot, view->look, view->unit, side_of(view)).block;
    return view->layout.caption.h > 0 &&
           (!view->look->lecture || height >= block.frame_h + block.cells_h);
}

/* "M", "M[0][1]": said of a buffer, or of whatever the step accesses. */
static bool is_of_buffer(const View *view, const char *word)
{
    for (int i = 0; i < view->launch->buffer_count; ++i) {
        const char *name = view->launch->buffers[i].name;
        size_t length = strlen(name);
        if (strncmp(word, name, length) == 0 && (!word[length] || word[length] == '['))
            return true;
    }
    return false;
}

/* A scene in which threads and shared memory are marked or lit, and nothing in global memory is,
 * has these large. */
static bool is_of_block_alone(const View *view)
{
    const ScenePlan *plan = scene_shown(view->session);
    if (!plan || !plan->lit_count || scene_marks(view->session, MARK_ACCESS) ||
        scene_marks(view->session, MARK_REQUEST) || view->layout.block.w > 0 ||
        view->layout.shared.w <= 0 || view->layout.threads.w <= 0)
        return false;
    for (uint32_t i = 0; i < plan->mark_count; ++i)
        if (is_of_buffer(view, plan->mark[i]))
            return false;
    for (uint32_t i = 0; i < plan->lit_count; ++i)
        if (is_of_buffer(view, plan->lit[i]))
            return false;
    return true;
}

static void place_block_alone(View *view, Rect room)
{
    view->layout.stage = (Rect){0};
    view->layout.shared = rect_cut_top(&room, roundf(room.h / 2));
    rect_cut_top(&room, view_units(view, GAP));
    view->layout.threads = room;
}

static void build_other(View *view, Rect room, int front, bool is_right)
{
    bool is_lecture = view->look->lecture;
    Rect head = rect_cut_top(&room, view_units(view, is_lecture ? HEAD_LECTURE : HEAD));
    rect_cut_top(&room, view_units(view, GAP));
    float sentence = view_units(view, SENTENCE + GAP);
    bool has_sentence = has_room_for_sentence(view, room.h - sentence);
    Rect foot = rect_cut_bottom(&room, has_sentence ? sentence : 0);
    bool is_small = room.w < view_units(view, is_lecture ? LEAST_WIDTH_LECTURE : LEAST_WIDTH) ||
                    room.h < view_units(view, is_lecture ? LEAST_HEIGHT_LECTURE : LEAST_HEIGHT);
    if (is_small)
        place_alone(view, room);
    else
        layout_place_run(&view->layout, view->slot, view->look, room, side_of(view));
    view_gather(view);
    if (is_of_block_alone(view))
        place_block_alone(view, room);
    build_both_head(view, head, front, is_right);
    int first = view->scene->count;
    if (view->layout.stage.w > 0)
        stage_build(view);
    if (view->is_corner) {
        block_build(view);
    } else if (view->layout.threads.w > 0) {
        if (view->layout.shared.w > 0)
            shared_build(view);
        threads_build(view);
    }
    sums_build(view);
    product_build(view);
    flights_build(view);
    for (int i = first; i < view->scene->count; ++i)
        view->scene->shapes[i].tag = (PickTag){0};
    rect_cut_top(&foot, has_sentence ? view_units(view, GAP) : 0);
    if (has_sentence)
        view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, foot, -1, view->theme->text,
                          moment_sentence(view->arena, view->language, view->slot));
}

static void build_none(View *view, Rect room)
{
    panel_text(view, &room, TEXT_BODY, 4, view->theme->text, view_text(view, STRING_BOTH_NONE));
    panel_button(view, &room, STRING_BOTH_CHOOSE, COMMAND_BESIDE);
}

void panel_both_build(View *view, Rect room)
{
    const Session *session = view->session;
    int front = 1 - session->front;
    if (session->run_count < 2) {
        build_none(view, room);
        return;
    }
    if (!session->runs[front].timeline) {
        panel_text(view, &room, TEXT_BODY, 6, view->theme->danger,
                   phrase_in(view->arena, view->language, session->runs[front].problem));
        return;
    }
    View other = view_of(view, front);
    other.layout.caption = view->layout.caption;
    build_other(&other, room, front, session_has_right_beside(session));
    told_build_beside(view, &other);
}
