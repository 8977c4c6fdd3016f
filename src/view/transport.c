/* Time: the buttons that move it, and the line of all moments with its blocks, phases and
 * barriers. */
#include "session/data/session_data.h"
#include "session/scenes/veil.h"
#include "session/time/bookmark.h"
#include "session/time/motion.h"
#include "view/draw/button.h"
#include "view/draw/lift.h"
#include "view/draw/signs.h"
#include "view/frame.h"

#include <math.h>

static const float BUTTON = 52, WORDS_LEAST = 42, TICK_LEAST_PX = 4;

typedef struct Track {
    View *view;
    Rect rect;
    uint64_t length;
    uint64_t now;
    bool has_names; /* there is room for those of the blocks above it */
} Track;

static float track_x(const Track *track, uint64_t at)
{
    return track->rect.x +
           (track->length ? (float)((double)at / (double)track->length) * track->rect.w : 0);
}

/* The moment shown, with the part of the beat under way. */
static float now_x(const Track *track)
{
    const Motion *motion = &track->view->session->time.motion;
    if (!motion->moving)
        return track_x(track, track->now);
    float before = track_x(track, motion->from), after = track_x(track, track->now);
    return before + (after - before) * track->view->progress;
}

/* Another block than before makes the next step. */
static bool is_turn(const Tick *tick)
{
    return tick->kind == TICK_BLOCK || tick->kind == TICK_TURN;
}

static void build_blocks(const Track *track, const Tick *ticks, int count)
{
    View *view = track->view;
    const Theme *theme = view->theme;
    float line = view_hairline(view);
    scene_box(view->scene, track->rect, 0, theme->well, theme->grid, line, (PickTag){0});
    for (int i = 0; i < count; ++i) {
        if (!is_turn(&ticks[i]))
            continue;
        uint64_t end = track->length;
        for (int j = i + 1; j < count && end == track->length; ++j)
            if (is_turn(&ticks[j]))
                end = ticks[j].at;
        float from = track_x(track, ticks[i].at), to = track_x(track, end);
        if (to - from < TICK_LEAST_PX)
            return;
        if (ticks[i].block % 2)
            scene_rect(
                view->scene,
                rect_inset((Rect){from - line, track->rect.y, to - from + 2 * line, track->rect.h},
                           line),
                theme->accent_tint, (PickTag){0});
        const char *text = view_indices(view, ticks[i].block, view->launch->grid);
        if (!track->has_names ||
            to - from < view_text_width(view, FONT_CODE, TEXT_TINY, text) + view_units(view, 6))
            continue;
        view_label(
            view, FONT_CODE, TEXT_TINY,
            (Rect){from, track->rect.y - view_units(view, 17), to - from, view_units(view, 15)}, 0,
            theme->muted, text);
    }
}

static int count_kind(const Tick *ticks, int count, TickKind kind)
{
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += ticks[i].kind == kind;
    return sum;
}

static void build_ticks(const Track *track, const Tick *ticks, int count, TickKind kind)
{
    View *view = track->view;
    const Theme *theme = view->theme;
    int of_kind = count_kind(ticks, count, kind);
    if ((float)of_kind * TICK_LEAST_PX > track->rect.w)
        return;
    for (int i = 0; i < count; ++i) {
        if (ticks[i].kind != kind)
            continue;
        float x = roundf(track_x(track, ticks[i].at));
        float top = track->rect.y, h = track->rect.h, w = view_hairline(view);
        Rect tick = {x, top + h * 0.55f, w, h * 0.45f};
        if (kind == TICK_PHASE)
            tick = (Rect){x, top, w, h};
        if (kind == TICK_BLOCK || kind == TICK_TURN)
            tick = (Rect){x - w, top - h * 0.25f, 2 * w, h * 1.5f};
        view_sign(view, kind == TICK_BARRIER ? SIGN_OPENS : SIGN_NONE);
        scene_rect(view->scene, tick, kind == TICK_BARRIER ? theme->waiting : theme->muted,
                   (PickTag){0});
        view_sign(view, SIGN_NONE);
        if (kind == TICK_BARRIER)
            sign_circle(view, SIGN_OPENS, (Point){x + w / 2, top + h}, view_units(view, 2.5f),
                        theme->waiting, 0, 0);
    }
}

static void build_position(const Track *track)
{
    View *view = track->view;
    float x = now_x(track), w = view_units(view, 4), over = view_units(view, 5);
    Rect rect = track->rect, past = rect_cut_bottom(&rect, fmaxf(3, roundf(view_units(view, 3))));
    past.w = x - past.x;
    scene_rect(view->scene, past, view->theme->accent, (PickTag){0});
    rect = track->rect;
    scene_box(view->scene, (Rect){x - w / 2, rect.y - over, w, rect.h + 2 * over}, w / 2,
              view->theme->accent, 0, 0, (PickTag){0});
}

/* The sign of something found, if the line holds its block. */
static void build_found(const Track *track, uint32_t block, uint64_t step)
{
    View *view = track->view;
    const SessionRun *slot = view->slot;
    if (!slot->covers_grid && block != slot->first_block)
        return;
    float top = track->rect.y, r = view_units(view, 3.5f);
    float x = roundf(track_x(track, session_block_moment(slot, block, step + 1)));
    view_sign(view, SIGN_FOUND);
    for (int side = -1; side <= 1; side += 2)
        scene_line(view->scene, (Point){x + (float)side * r, top - 2 * r}, (Point){x, top},
                   view->theme->danger, view_units(view, 2));
    view_sign(view, SIGN_NONE);
}

/* Where running would stop, and where something was found: signs above the line, of their own
 * shape. */
static void build_marks(const Track *track)
{
    View *view = track->view;
    const Breaks *breaks = &view->session->time.breaks;
    float top = track->rect.y, r = view_units(view, 3.5f);
    for (int i = 0; breaks->marked == view->slot->timeline && i < breaks->mark_count; ++i) {
        float x = roundf(track_x(track, breaks->marks[i]));
        view_sign(view, SIGN_STOP);
        scene_box(view->scene, (Rect){x - r, top - r, 2 * r, 2 * r}, 0, view->theme->panel,
                  view->theme->danger, view_units(view, 1.5f), (PickTag){0});
        view_sign(view, SIGN_NONE);
    }
    if (breaks->marked == view->slot->timeline && breaks->marked_to < track->length &&
        breaks->mark_count + !breaks->is_all_marked > 0) { /* not looked at yet */
        float x = track_x(track, breaks->marked_to);
        sign_dashed_line(view, SIGN_UNSEARCHED, (Point){x, top - r},
                         (Point){track->rect.x + track->rect.w, top - r}, view->theme->muted,
                         view_units(view, 1.5f));
    }
    int count;
    const Finding *findings = session_findings(view->slot, &count);
    for (int i = 0; i < count && !veil_hides(view->session, VEIL_MARKS); ++i) {
        if (!finding_has_place(findings[i].kind))
            continue;
        build_found(track, findings[i].block, findings[i].step);
        if (findings[i].scope == SCOPE_GRID)
            build_found(track, findings[i].other_block, findings[i].other_step);
    }
}

/* Bookmarks: pennants on the line. */
static void build_bookmarks(const Track *track)
{
    View *view = track->view;
    const Session *session = view->session;
    float top = track->rect.y, w = view_units(view, 9), h = view_units(view, 7);
    for (int i = 0; i < session->time.bookmark_count; ++i) {
        uint64_t at;
        if (!bookmark_moment(view->slot, session->time.bookmarks[i], &at))
            continue;
        float x = roundf(track_x(track, at));
        scene_rect(view->scene, (Rect){x, top, fmaxf(2, view_units(view, 1.5f)), track->rect.h},
                   view->theme->accent, (PickTag){0});
        scene_rect(view->scene, (Rect){x, top, w, h}, view->theme->accent, (PickTag){0});
    }
}

typedef unsigned long long Count;

/* The moment in so many ways, the most telling first: by what one steps by and by instructions,
 * once they are counted, and where the line holds one block of many, which. */
enum { MOMENT_TEXTS = 4 };
static int moment_texts(const Track *track, const char *texts[MOMENT_TEXTS])
{
    View *view = track->view;
    bool is_all = view->slot->is_measured;
    uint64_t all, done = timeline_accesses(view->slot->timeline, &all);
    uint64_t blocks = launch_block_count(view->launch);
    const char *step = view_either(view, is_all, STRING_STEP_OF, STRING_STEP_OF_MORE,
                                   (Count)track->now, (Count)track->length);
    const char *both =
        is_all ? view_format(view, STRING_ACCESS_OF, (Count)done, (Count)all, step) : step;
    int count = 0;
    if (!view->slot->covers_grid && blocks > 1)
        texts[count++] = view_format(view, STRING_STEP_OF_BLOCK, both,
                                     view_block_at(view, view->machine->block), (Count)blocks);
    texts[count++] = both;
    if (is_all)
        texts[count++] =
            view_format(view, STRING_ACCESS_AND_STEP, (Count)done, (Count)all, (Count)track->now);
    texts[count++] = step;
    return count;
}

/* What there is room for. */
static const char *moment_text(const Track *track, float width)
{
    const char *texts[MOMENT_TEXTS];
    int count = moment_texts(track, texts), i = 0;
    while (i < count - 1 && view_text_width(track->view, FONT_UI, TEXT_BODY, texts[i]) > width)
        ++i;
    return texts[i];
}

/* The signs behind the speed turn it; they are larger to the mouse than to the eye. */
static void build_speed_signs(View *view, Rect words)
{
    static const CommandName speeds[] = {COMMAND_FASTER, COMMAND_SLOWER};
    float plus = view_text_width(view, FONT_UI, TEXT_SMALL, "+");
    float minus = view_text_width(view, FONT_UI, TEXT_SMALL, "− ");
    float edge = words.x + words.w, middle = edge - plus - minus * 0.2f;
    const Rect rects[] = {
        {middle, words.y, edge + view_units(view, 4) - middle, words.h},
        {middle - minus - view_units(view, 4), words.y, minus + view_units(view, 4), words.h}};
    for (int i = 0; i < 2; ++i) {
        bool is_hovered = view_is_hovered(view, TARGET_BUTTON, speeds[i], 0);
        scene_box(view->scene, rects[i], view_units(view, 4), 0,
                  is_hovered ? view->theme->accent : 0, is_hovered ? 1 : 0,
                  target_tag(TARGET_BUTTON, speeds[i], 0));
    }
}

/* A press opens the sheet that goes to a step by its number. */
static void build_step(const Track *track, Rect line)
{
    View *view = track->view;
    const Theme *theme = view->theme;
    const char *text = moment_text(track, line.w);
    float over = view_units(view, 4), width = view_text_width(view, FONT_UI, TEXT_BODY, text);
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, COMMAND_JUMP, 0);
    Rect box = {line.x - over, line.y, fminf(width, line.w) + 2 * over, line.h};
    scene_box(view->scene, box, view_units(view, 4), is_hovered ? theme->accent_tint : 0,
              is_hovered ? theme->accent : 0, is_hovered ? 1 : 0,
              target_tag(TARGET_BUTTON, COMMAND_JUMP, 0));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, line, -1, theme->text, text);
}

static void build_texts(const Track *track, Rect line)
{
    View *view = track->view;
    const Theme *theme = view->theme;
    double speed = session_speed(view->session->time.motion.speed);
    const char *rate = view_format(view, STRING_SPEED, arena_printf(view->arena, "%g", speed));
    const char *keys = arena_printf(view->arena, "%s  − +", rate);
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, keys) + 1;
    if (width < line.w * 0.5f) {
        Rect words = rect_cut_right(&line, width);
        view_label(view, FONT_UI, TEXT_SMALL, words, 1, theme->muted, keys);
        build_speed_signs(view, words);
    }
    build_step(track, line);
}

static void build_track(View *view, Rect room)
{
    int count;
    const Tick *ticks = timeline_ticks(view->slot->timeline, &count);
    bool has_words = room.h >= view_units(view, WORDS_LEAST);
    Rect line = rect_cut_top(&room, has_words ? view_units(view, 20) : 0);
    Rect bar = {room.x, room.y + room.h * 0.48f, room.w, view_units(view, 14)};
    bar.y = roundf(fminf(bar.y, room.y + room.h - bar.h - view_units(view, 6)));
    Track track = {view, bar, timeline_length(view->slot->timeline),
                   timeline_position(view->slot->timeline),
                   bar.y - view_units(view, 15) >= line.y + line.h - view_units(view, 4)};
    if (has_words)
        build_texts(&track, line);
    build_blocks(&track, ticks, count);
    build_ticks(&track, ticks, count, TICK_PHASE);
    build_ticks(&track, ticks, count, TICK_BARRIER);
    build_ticks(&track, ticks, count, TICK_BLOCK);
    build_ticks(&track, ticks, count, TICK_TURN);
    int marks = view->scene->count;
    build_marks(&track);
    lift_texts(view, marks);
    build_bookmarks(&track);
    build_position(&track);
    scene_rect(view->scene,
               (Rect){bar.x, line.y + line.h, bar.w, room.y + room.h - line.y - line.h}, 0,
               target_tag(TARGET_SCRUBBER, 0, 0));
}

void transport_build(View *view)
{
    Rect room = view->layout.transport;
    CommandName moves[COMMAND_COUNT];
    int count = button_list(BUTTON_TRANSPORT, moves);
    float gap = view_units(view, 6);
    float width = fminf(view_units(view, BUTTON), room.w * 0.55f / (float)count - gap);
    for (int i = 0; i < count; ++i) {
        button_build(view, rect_cut_left(&room, width), moves[i]);
        rect_cut_left(&room, gap);
    }
    rect_cut_left(&room, view_units(view, 14));
    rect_cut_right(&room, view_units(view, 6));
    build_track(view, room);
}
