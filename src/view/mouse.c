/* The mouse: a point in the Scene, by way of its pick tag, becomes a Command. */
#include "view/mouse.h"

#include "session/lessons/ask.h"
#include "session/selection/pick.h"
#include "session/sheets/sheet.h"
#include "view/draw/slider.h"
#include "view/stage/stage.h"
#include "view/view.h"

#include <math.h>
#include <string.h>

static Target target_at(const Scene *scene, Point at, Rect *rect)
{
    PickTag tag = scene_pick(scene, at, rect);
    return (Target){tag.kind, tag.a, tag.b, tag.c};
}

static Command seek_at(const Session *session, Rect track, Point at)
{
    const SessionRun *front = session_front(session);
    double length = front ? (double)timeline_length(front->timeline) : 0;
    double share = track.w > 0 ? (at.x - track.x) / track.w : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return (Command){.name = COMMAND_SEEK, .number = (int64_t)(share * length + 0.5)};
}

/* The bar of an answer as far as a point. */
static Command bar_at(Target bar, Rect track, Point at)
{
    double share = track.w > 0 ? (at.x - track.x) / track.w : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return (Command){.name = COMMAND_ANSWER_BAR, .number = (int64_t)(share * bar.a + 0.5)};
}

static bool scrubber_rect(const Scene *scene, Rect *track)
{
    for (int i = scene->count - 1; i >= 0; --i)
        if (scene->shapes[i].tag.kind == TARGET_SCRUBBER) {
            *track = scene->shapes[i].rect;
            return true;
        }
    return false;
}

bool press_on(const Session *session, Target target, Rect rect, Point at, Command *command)
{
    if (ask_takes(session, target, command))
        return true;
    switch (target.kind) {
    case TARGET_SCRUBBER: *command = seek_at(session, rect, at); return true;
    case TARGET_BUTTON:
    case TARGET_BEHIND: *command = (Command){.name = (CommandName)target.a}; return true;
    case TARGET_BLOCK: *command = (Command){COMMAND_PICK_BLOCK, target.a, {0}}; return true;
    case TARGET_THREAD: *command = (Command){COMMAND_PICK_THREAD, target.a, {0}}; return true;
    case TARGET_PALETTE: *command = (Command){COMMAND_PALETTE_GO, target.a, {0}}; return true;
    case TARGET_HEAT: *command = (Command){.name = COMMAND_HEAT}; return true;
    case TARGET_EDGE:
        *command = (Command){COMMAND_SCROLL_SOURCE, (int32_t)target.b, {0}};
        return true;
    case TARGET_CELL:
    case TARGET_SHARED:
    case TARGET_NAME:
    case TARGET_BEYOND:
    case TARGET_FRAGMENT:
    case TARGET_VARIABLE: *command = (Command){COMMAND_PIN, 0, target}; return true;
    case TARGET_SLIDER: *command = slider_at(target, rect, at); return true;
    case TARGET_FINDING: *command = (Command){COMMAND_FINDING_GO, target.a, {0}}; return true;
    case TARGET_MOMENT:
        *command = (Command){COMMAND_SEEK, target.b | (int64_t)target.c << 32, {0}};
        if (target.a)
            command->target = (Target){TARGET_THREAD, target.a - 1, 0, 0};
        return true;
    case TARGET_GUTTER: *command = (Command){COMMAND_TOGGLE, target.a, {0}}; return true;
    case TARGET_FILE:
        *command = (Command){target.b ? COMMAND_OPEN_BESIDE : COMMAND_OPEN_GO, target.a, {0}};
        return true;
    case TARGET_FIELD: *command = (Command){COMMAND_FORM_PICK, target.a, {0}}; return true;
    case TARGET_FIELD_STEP: *command = (Command){COMMAND_FORM_ADJUST, 0, target}; return true;
    case TARGET_CONTROL: *command = (Command){COMMAND_ADJUST, 0, target}; return true;
    case TARGET_RUN: *command = (Command){COMMAND_SHOW_RUN, target.a, {0}}; return true;
    case TARGET_TALLY: *command = (Command){COMMAND_CLASS_PICK, target.a, {0}}; return true;
    case TARGET_CARD: *command = (Command){COMMAND_CARDS_GO, target.a, {0}}; return true;
    case TARGET_ABOUT: *command = (Command){COMMAND_ABOUT_COUNTER, target.a, {0}}; return true;
    case TARGET_DIGIT:
        *command = (Command){COMMAND_ANSWER_TYPE, (int32_t)target.a, {0}};
        return true;
    case TARGET_OPTION: *command = (Command){COMMAND_ANSWER_PICK, target.a, {0}}; return true;
    case TARGET_LAUNCH: *command = (Command){COMMAND_LAUNCH_PICK, target.a, {0}}; return true;
    case TARGET_CONSOLE: *command = (Command){COMMAND_CONSOLE_PICK, 0, target}; return true;
    case TARGET_SIZE: *command = (Command){COMMAND_EXERCISE_SIZE, target.a, {0}}; return true;
    case TARGET_OVERVIEW: *command = (Command){COMMAND_OVERVIEW_PICK, target.a, {0}}; return true;
    case TARGET_BAR: *command = bar_at(target, rect, at); return true;
    default: return false;
    }
}

bool press_shift_on(const Session *session, Target target, Rect rect, Point at, Command *command)
{
    if (target.kind == TARGET_FILE)
        target.b = 1;
    if (target.kind != TARGET_GUTTER)
        return press_on(session, target, rect, at, command);
    *command = (Command){COMMAND_BREAK_LINE, target.a, {0}};
    return true;
}

bool view_press(const Session *session, const Scene *scene, Point at, Command *command)
{
    Rect rect;
    Target target = target_at(scene, at, &rect);
    if (session->look.blank) { /* a press takes it away, as any key does */
        *command = (Command){.name = COMMAND_BLANK};
        return true;
    }
    return press_on(session, target, rect, at, command);
}

bool view_press_shift(const Session *session, const Scene *scene, Point at, Command *command)
{
    Rect rect;
    Target target = target_at(scene, at, &rect);
    return press_shift_on(session, target, rect, at, command);
}

static const Shape *slider_shape(const Scene *scene, uint32_t knob)
{
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == TARGET_SLIDER && scene->shapes[i].tag.a == knob)
            return &scene->shapes[i];
    return NULL;
}

static bool is_on_stage(uint32_t kind)
{
    return kind == TARGET_STAGE || kind == TARGET_CELL;
}

bool view_can_drag(const Scene *scene, Point at)
{
    uint32_t kind = target_at(scene, at, NULL).kind;
    return kind == TARGET_SCRUBBER || kind == TARGET_SLIDER || kind == TARGET_PIN ||
           kind == TARGET_BAR || is_on_stage(kind);
}

bool view_can_pan(const Scene *scene, Point at)
{
    return is_on_stage(target_at(scene, at, NULL).kind);
}

static uint32_t pin_share(float at, int whole)
{
    float share = whole > 0 ? at / (float)whole : 0;
    return (uint32_t)(fminf(fmaxf(share, 0), 1) * PIN_WHOLE);
}

/* By as much as the pointer has moved. */
static bool pin_drag(const Scene *scene, Point from, Point to, Command *command)
{
    for (int i = scene->count - 1; i >= 0; --i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->tag.kind != TARGET_PIN)
            continue;
        Target target = {TARGET_PIN, pin_share(shape->rect.x + to.x - from.x, scene->width),
                         pin_share(shape->rect.y + to.y - from.y, scene->height), 0};
        *command = (Command){.name = COMMAND_PIN_TO, .target = target};
        return true;
    }
    return false;
}

static bool bar_drag(const Scene *scene, Point at, Command *command)
{
    for (int i = scene->count - 1; i >= 0; --i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->tag.kind != TARGET_BAR)
            continue;
        *command = bar_at((Target){TARGET_BAR, shape->tag.a, 0, 0}, shape->rect, at);
        return true;
    }
    return false;
}

bool view_drag(const Session *session, const Scene *scene, Point at, Command *command)
{
    Rect track;
    Target target = session->selection.hover; /* what the drag began on */
    if (target.kind == TARGET_SLIDER && target.a < KNOB_COUNT) {
        const Shape *slider = slider_shape(scene, target.a);
        if (slider)
            *command = slider_at((Target){TARGET_SLIDER, slider->tag.a, slider->tag.b, 0},
                                 slider->rect, at);
        return slider != NULL;
    }
    if (target.kind == TARGET_BAR)
        return bar_drag(scene, at, command);
    if (target.kind == TARGET_PIN)
        return pin_drag(scene, session->selection.pointer, at, command);
    if (is_on_stage(target.kind))
        return stage_drag(session, scene, session->selection.pointer, at, command);
    if (!scrubber_rect(scene, &track))
        return false;
    *command = seek_at(session, track, at);
    return true;
}

Command view_hover(const Scene *scene, Point at)
{
    return (Command){.name = COMMAND_HOVER, .target = target_at(scene, at, NULL)};
}

bool view_hover_again(const Session *session, const Scene *scene, Target *target)
{
    const Selection *selection = &session->selection;
    if (!selection->has_pointer || selection->focus.kind)
        return false;
    *target = target_at(scene, selection->pointer, NULL);
    if (selection->is_resting && pick_is_handle(*target))
        *target = (Target){0};
    return memcmp(target, &selection->hover, sizeof *target) != 0;
}

static bool is_in_source(Target target)
{
    return target.kind == TARGET_SOURCE || target.kind == TARGET_LINE ||
           target.kind == TARGET_GUTTER || target.kind == TARGET_NAME ||
           target.kind == TARGET_HEAT || target.kind == TARGET_EDGE || target.kind == TARGET_STANDS;
}

bool scroll_rows(const Scene *scene, TargetKind rows, int by, Command *command)
{
    for (int i = 0; i < scene->count; ++i) {
        PickTag tag = scene->shapes[i].tag;
        if (tag.kind != rows || !(by < 0 ? tag.a : tag.b))
            continue;
        int64_t most = (int64_t)tag.a + tag.b, to = (int64_t)tag.a + by;
        *command = (Command){.name = rows == TARGET_COUNTS     ? COMMAND_SCROLL_COUNTERS
                                     : rows == TARGET_LESSON   ? COMMAND_SCROLL_LESSON
                                     : rows == TARGET_LAUNCHES ? COMMAND_SCROLL_LAUNCHES
                                                               : COMMAND_SCROLL_REGISTERS,
                             .number = to < 0      ? 0
                                       : to > most ? most
                                                   : to};
        return true;
    }
    return false;
}

/* Whether the source shows its first line, by being negative, or its last one: scrolling on there
 * would have to be scrolled back, with nothing to be seen. */
static bool source_ends(const Session *session, const Scene *scene, int by)
{
    const SessionRun *front = session_front(session);
    uint32_t first = UINT32_MAX, last = 0;
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == TARGET_LINE) {
            uint32_t line = scene->shapes[i].tag.a;
            first = line < first ? line : first;
            last = line > last ? line : last;
        }
    if (!front || !last)
        return false;
    uint32_t lines = (uint32_t)front->run->sources->files[0].line_count;
    return by < 0 ? first <= 1 : last >= lines;
}

bool view_wheel(const Session *session, const Scene *scene, Point at, int notches, bool with_ctrl,
                Command *command)
{
    Target target = target_at(scene, at, NULL);
    if (sheet_wheel(session, notches, command))
        return true;
    if (with_ctrl && is_on_stage(target.kind))
        return stage_zoom_at(session, scene, at, notches, command);
    if (with_ctrl) {
        *command = (Command){.name = notches > 0 ? COMMAND_ZOOM_IN : COMMAND_ZOOM_OUT};
        return notches != 0;
    }
    if (is_on_stage(target.kind))
        return stage_wheel(session, scene, at, notches, command);
    if (is_in_source(target)) {
        if (source_ends(session, scene, -notches))
            return false;
        *command = (Command){.name = COMMAND_SCROLL_SOURCE, .number = -3 * notches};
        return true;
    }
    if (target.kind == TARGET_VARIABLE || target.kind == TARGET_REGISTERS)
        return scroll_rows(scene, TARGET_REGISTERS, -2 * notches, command);
    if (target.kind == TARGET_LAUNCH || target.kind == TARGET_LAUNCHES)
        return scroll_rows(scene, TARGET_LAUNCHES, -2 * notches, command);
    if (target.kind == TARGET_COUNTS || target.kind == TARGET_LESSON)
        return scroll_rows(scene, (TargetKind)target.kind, -2 * notches, command);
    const SessionRun *front = session_front(session);
    if (target.kind != TARGET_SCRUBBER || !front)
        return false;
    int64_t position = (int64_t)timeline_position(front->timeline) - notches;
    *command = (Command){.name = COMMAND_SEEK, .number = position < 0 ? 0 : position};
    return true;
}
