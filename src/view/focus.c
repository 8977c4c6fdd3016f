/* The keyboard's way about the picture. The Scene is the only list of what there is: whatever the
 * mouse can press is a place that Tab comes to. Shapes of one kind, such as the cells of a matrix,
 * are one place, in which the arrows move by where things stand. */
#include "view/focus.h"
#include "session/data/buffer.h"

#include "session/data/line.h"

#include "base/hash.h"
#include "session/sheets/sheet.h"
#include "view/draw/context.h"
#include "view/draw/slider.h"
#include "view/mouse.h"
#include "view/sheets/sheets.h"
#include "view/view.h"

#include <math.h>
#include <string.h>

enum { PLACES_MOST = 256, SCROLL_LINES = 3 /* a line may be folded into as many rows */ };

static Target target_of(const Shape *shape)
{
    return (Target){shape->tag.kind, shape->tag.a, shape->tag.b, shape->tag.c};
}

/* Whether the keyboard can stand on a target: all that is not in a sheet, which has keys of its
 * own. */
static bool can_hold_focus(Target target)
{
    switch (target.kind) {
    case TARGET_CELL:
    case TARGET_SHARED:
    case TARGET_THREAD:
    case TARGET_BLOCK:
    case TARGET_VARIABLE:
    case TARGET_BEYOND:
    case TARGET_FRAGMENT:
    case TARGET_RUN:
    case TARGET_BUTTON:
    case TARGET_SCRUBBER:
    case TARGET_FINDING:
    case TARGET_SLIDER:
    case TARGET_GUTTER:
    case TARGET_MOMENT:
    case TARGET_HEAT:
    case TARGET_EDGE:
    case TARGET_COUNTS:
    case TARGET_ABOUT:
    case TARGET_LESSON:
    case TARGET_OPTION:
    case TARGET_LAUNCH:
    case TARGET_SIZE:
    case TARGET_NAME: return true;
    default: return false;
    }
}

/* One place: a button, the cells of one matrix, all threads. */
static bool is_same_place(Target a, Target b)
{
    bool by_number = a.kind == TARGET_CELL || a.kind == TARGET_SHARED || a.kind == TARGET_BUTTON;
    return a.kind == b.kind && (!by_number || a.a == b.a);
}

/* A slider stays itself when its value changes, and rows when they are scrolled. */
static bool is_same_target(Target a, Target b)
{
    if (a.kind == TARGET_SLIDER && b.kind == TARGET_SLIDER)
        return a.a == b.a;
    if ((a.kind == TARGET_COUNTS || a.kind == TARGET_LESSON) && a.kind == b.kind)
        return true;
    return memcmp(&a, &b, sizeof a) == 0;
}

int focus_find(const Scene *scene, Target target)
{
    for (int i = 0; target.kind && i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == target.kind &&
            is_same_target(target_of(&scene->shapes[i]), target))
            return i;
    return -1;
}

/* ---- from place to place ---- */

/* What lies in the strip at the top comes first, the rest in the order it was painted in. */
static bool is_in_strip(const Scene *scene, const Layout *layout, int shape)
{
    const Rect *rect = &scene->shapes[shape].rect;
    return layout->title.h > 0 && rect->y + rect->h / 2 < layout->title.y + layout->title.h;
}

static int gather_places(const Session *session, const Scene *scene, int places[PLACES_MOST])
{
    Layout layout = layout_shown(scene->width, scene->height, session);
    int count = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < scene->count && count < PLACES_MOST; ++i) {
            Target target = target_of(&scene->shapes[i]);
            if (!can_hold_focus(target) || is_in_strip(scene, &layout, i) != (pass == 0))
                continue;
            bool is_new = true;
            for (int j = count - 1; j >= 0 && is_new; --j)
                is_new = !is_same_place(target, target_of(&scene->shapes[places[j]]));
            if (is_new)
                places[count++] = i;
        }
    return count;
}

/* The first name on the current line. */
static int entry_name(const Session *session, const Scene *scene, Target first)
{
    int gutter = focus_find(scene, (Target){TARGET_GUTTER, (uint32_t)session_line(session), 0, 0});
    for (int i = 0; gutter >= 0 && i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == TARGET_NAME &&
            scene->shapes[i].rect.y == scene->shapes[gutter].rect.y)
            return i;
    return focus_find(scene, first);
}

/* Where a place is entered: at what is picked in it, else at its first. */
static int entry(const Session *session, const Scene *scene, int shape)
{
    Target first = target_of(&scene->shapes[shape]), wanted = first;
    const SessionRun *front = session_front(session);
    Target pin = session->selection.pin;
    switch (first.kind) {
    case TARGET_THREAD: wanted.a = session->selection.thread; break;
    case TARGET_RUN: wanted.a = (uint32_t)session->front; break;
    case TARGET_FINDING: wanted.a = (uint32_t)session->selection.finding; break;
    case TARGET_GUTTER:
    case TARGET_HEAT: wanted.a = (uint32_t)session_line(session); break;
    case TARGET_BLOCK: wanted.a = front ? timeline_machine(front->timeline)->block : 0; break;
    case TARGET_NAME: return entry_name(session, scene, first);
    default: wanted = is_same_place(pin, first) ? pin : first; break;
    }
    int found = focus_find(scene, wanted);
    return found >= 0 ? found : shape;
}

static Command go_to(Target target)
{
    return (Command){.name = COMMAND_FOCUS, .target = target};
}

static Command go_on(const Session *session, const Scene *scene, int by)
{
    int places[PLACES_MOST], count = gather_places(session, scene, places), at = by > 0 ? -1 : 0;
    Target focus = session->selection.focus;
    if (!count)
        return go_to((Target){0});
    for (int i = 0; focus_find(scene, focus) >= 0 && i < count; ++i)
        if (is_same_place(focus, target_of(&scene->shapes[places[i]])))
            at = i;
    int to = entry(session, scene, places[(at + by + count) % count]);
    return go_to(target_of(&scene->shapes[to]));
}

/* ---- within a place ---- */

/* The shapes of the place that at belongs to, each target once: the first that has it. */
static int gather_items(const Scene *scene, int at, int **out)
{
    Target place = target_of(&scene->shapes[at]);
    uint32_t size = 64;
    while (size < 2 * (uint32_t)scene->count)
        size *= 2;
    int *table = ARENA_ARRAY(scene->arena, int, size), count = 0;
    int *items = *out = ARENA_ARRAY(scene->arena, int, scene->count + 1);
    for (int i = 0; i < scene->count; ++i) {
        Target target = target_of(&scene->shapes[i]);
        if (target.kind != place.kind || !is_same_place(target, place))
            continue;
        uint32_t slot = (uint32_t)hash_bytes(HASH_START, &target, sizeof target) & (size - 1);
        while (table[slot] && !is_same_target(target_of(&scene->shapes[table[slot] - 1]), target))
            slot = (slot + 1) & (size - 1);
        if (table[slot])
            continue;
        table[slot] = i + 1;
        items[count++] = i;
    }
    return count;
}

typedef struct Way {
    int x, y;
} Way;

/* The nearest item in a direction: along a row only what stands in it, up and down the nearest row
 * first. -1 if there is none. */
static int nearest(const Scene *scene, const int *items, int count, int at, Way way)
{
    Rect from = scene->shapes[at].rect;
    Point here = rect_centre(from);
    int best = -1;
    float best_on = 0, best_aside = 0;
    for (int i = 0; i < count; ++i) {
        Point there = rect_centre(scene->shapes[items[i]].rect);
        float x = there.x - here.x, y = there.y - here.y;
        float on = roundf(way.x ? x * (float)way.x : y * (float)way.y);
        float aside = fabsf(way.x ? y : x);
        if (on < 1 || (way.x && aside > from.h / 2))
            continue;
        if (best < 0 || on < best_on || (on == best_on && aside < best_aside)) {
            best = items[i];
            best_on = on;
            best_aside = aside;
        }
    }
    return best;
}

/* At the end of a row the next one begins. */
static int in_order(const int *items, int count, int at, int by)
{
    for (int i = 0; i < count; ++i)
        if (items[i] == at)
            return i + by >= 0 && i + by < count ? items[i + by] : -1;
    return -1;
}

/* Where only a part of a matrix is seen, its edge moves on. */
static bool pan(const Session *session, Target cell, Way way, Command *command)
{
    static const CommandName on[STAGE_AXES] = {COMMAND_STAGE_DOWN, COMMAND_STAGE_RIGHT,
                                               COMMAND_STAGE_ALONG};
    static const CommandName back[STAGE_AXES] = {COMMAND_STAGE_UP, COMMAND_STAGE_LEFT,
                                                 COMMAND_STAGE_BACK};
    const SessionRun *front = session_front(session);
    if (!front || session->stage.zoom <= 0 || (int)cell.a >= front->run->launch.buffer_count)
        return false;
    Placement place = placement_of(front, session->stage.is_whole);
    int64_t rows, columns, element = (int64_t)target_element(cell);
    const Buffer *buffer = &front->run->launch.buffers[cell.a];
    buffer_shape(buffer, &rows, &columns);
    bool is_along = (way.x != 0) != buffer->is_transposed; /* what follows each other in memory */
    int64_t at = is_along ? element % columns : element / columns;
    int64_t count = is_along ? columns : rows;
    StageAxis axis = way.x ? STAGE_COLUMNS : STAGE_ROWS;
    if (place.is_corner && (int)cell.a == (way.x ? place.left : place.above))
        axis = STAGE_ALONG;
    bool is_on = way.x + way.y > 0;
    *command = (Command){.name = is_on ? on[axis] : back[axis]};
    return is_on ? at + 1 < count : at > 0;
}

/* The line at the edge of the source pane that goes on in a direction. */
static bool scroll(const Session *session, const Scene *scene, Target focus, int by,
                   Command *command)
{
    const SessionRun *front = session_front(session);
    int lines = front ? front->run->sources->files[0].line_count : 0, edge = 0;
    for (int i = 0; i < scene->count; ++i) {
        int line = (int)scene->shapes[i].tag.a;
        if (scene->shapes[i].tag.kind == TARGET_GUTTER && (!edge || (by > 0) == (line > edge)))
            edge = line;
    }
    if (!edge || edge + by < 1 || edge + by > lines)
        return false;
    if (focus.kind != TARGET_NAME)
        focus.a = (uint32_t)(edge + by);
    int by_lines = by > 0 ? SCROLL_LINES : -(edge > SCROLL_LINES ? SCROLL_LINES : edge - 1);
    *command = (Command){.name = COMMAND_FOCUS, .number = by_lines, .target = focus};
    return true;
}

static bool move(const Session *session, const Scene *scene, int at, Way way, Command *command)
{
    int *items, count = gather_items(scene, at, &items);
    Target focus = target_of(&scene->shapes[at]);
    int to = nearest(scene, items, count, at, way);
    if (to < 0 && focus.kind == TARGET_CELL && session->stage.zoom > 0)
        return pan(session, focus, way, command);
    if (to < 0 && way.y &&
        (focus.kind == TARGET_GUTTER || focus.kind == TARGET_HEAT || focus.kind == TARGET_NAME))
        return scroll(session, scene, focus, way.y, command);
    if (to < 0 && way.y && focus.kind == TARGET_VARIABLE)
        return scroll_rows(scene, TARGET_REGISTERS, way.y, command);
    if (to < 0 && way.y && focus.kind == TARGET_LAUNCH)
        return scroll_rows(scene, TARGET_LAUNCHES, way.y, command);
    if (way.y && (focus.kind == TARGET_COUNTS || focus.kind == TARGET_LESSON))
        return scroll_rows(scene, (TargetKind)focus.kind, way.y, command);
    if (to < 0 && way.x)
        to = in_order(items, count, at, way.x);
    if (to >= 0)
        *command = go_to(target_of(&scene->shapes[to]));
    return to >= 0;
}

static bool move_slider(Target slider, const char *key, Command *command)
{
    int64_t value = slider.c, grain = slider_grain(slider);
    if (strcmp(key, "Left") == 0)
        value -= grain;
    else if (strcmp(key, "Right") == 0)
        value += grain;
    else if (strcmp(key, "Shift+Left") == 0)
        value /= 2;
    else if (strcmp(key, "Shift+Right") == 0)
        value *= 2;
    else if (strcmp(key, "Home") == 0)
        value = 0;
    else if (strcmp(key, "End") == 0)
        value = slider.b;
    else
        return false;
    *command = slider_set(slider, value);
    return true;
}

/* ---- keys ---- */

static bool key_is_either(const char *key, const char *a, const char *b)
{
    return strcmp(key, a) == 0 || strcmp(key, b) == 0;
}

/* The time line and a slider have keys of their own and are no places to press. */
static bool press(const Session *session, const Scene *scene, int at, bool with_shift,
                  Command *command)
{
    Target target = target_of(&scene->shapes[at]);
    Rect rect = scene->shapes[at].rect;
    if (target.kind == TARGET_SCRUBBER || target.kind == TARGET_SLIDER)
        return false;
    return (with_shift ? press_shift_on : press_on)(session, target, rect, rect_centre(rect),
                                                    command);
}

static bool way_of_key(const char *key, Way *way)
{
    static const struct {
        const char *key;
        Way way;
    } ways[] = {{"Left", {-1, 0}}, {"Right", {1, 0}}, {"Up", {0, -1}}, {"Down", {0, 1}}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i)
        if (strcmp(key, ways[i].key) == 0) {
            *way = ways[i].way;
            return true;
        }
    return false;
}

/* True if the key belongs to what the keyboard stands on; then *is_any tells whether it does
 * anything. */
static bool take_key(const Session *session, const Scene *scene, int at, const char *key,
                     Command *command, bool *is_any)
{
    Target focus = target_of(&scene->shapes[at]);
    bool with_shift = key_is_either(key, "Shift+Return", "Shift+Space");
    Way way;
    if (with_shift || key_is_either(key, "Return", "Space")) {
        *is_any = press(session, scene, at, with_shift, command);
        return focus.kind != TARGET_SCRUBBER;
    }
    if (focus.kind == TARGET_SLIDER && move_slider(focus, key, command))
        return *is_any = true;
    if (focus.kind == TARGET_BUTTON || focus.kind == TARGET_SCRUBBER || !way_of_key(key, &way))
        return false;
    *is_any = move(session, scene, at, way, command);
    return true;
}

static bool is_sheet_open(const Session *session)
{
    return sheet_on_top(session) != SHEET_COUNT || session->look.blank;
}

Command view_resolve(const Session *session, const Scene *scene, Command command)
{
    int at = focus_find(scene, session->selection.focus);
    if (command.name == COMMAND_FOCUS_NEXT || command.name == COMMAND_FOCUS_BACK)
        return go_on(session, scene, command.name == COMMAND_FOCUS_NEXT ? 1 : -1);
    if (command.name == COMMAND_PRESS && at >= 0)
        press(session, scene, at, false, &command);
    return command;
}

/* In the sheet of what can be opened arrows move by where things stand. */
static bool take_way(const Session *session, const Scene *scene, const char *key, Command *command)
{
    Way way;
    return sheet_on_top(session) == SHEET_OPENER && way_of_key(key, &way) &&
           opener_way(session, scene, way.x, way.y, command);
}

bool view_command_for_key(const Session *session, const Scene *scene, const char *key,
                          Command *command)
{
    bool is_any;
    if (take_way(session, scene, key, command))
        return true;
    int at = is_sheet_open(session) ? -1 : focus_find(scene, session->selection.focus);
    if (at >= 0 && take_key(session, scene, at, key, command, &is_any))
        return is_any;
    if (!session_command_for_key(session, key, command))
        return false;
    if (!is_sheet_open(session))
        *command = view_resolve(session, scene, *command);
    return true;
}

void focus_build(View *view)
{
    int at = is_sheet_open(view->session) ? -1 : focus_find(view->scene, view->selection->focus);
    if (at < 0)
        return;
    Rect rect = rect_inset(view->scene->shapes[at].rect, -view_units(view, 3));
    float line = view_units(view, 2.5f), radius = fminf(view_units(view, 10), rect.h / 3);
    scene_box(view->scene, rect_inset(rect, -line / 2), radius, 0, view->theme->panel, line * 2,
              (PickTag){0});
    scene_box(view->scene, rect, radius, 0, view->theme->focus, line, (PickTag){0});
}
