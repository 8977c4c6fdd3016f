/* What the pointer rests on: the value and where it came from, in a small box beside it. */
#include "session/data/line.h"
#include "session/edits/edit.h"
#include "session/lessons/about.h"
#include "session/lessons/ask.h"
#include "session/rerun/coverage.h"
#include "session/time/why.h"
#include "view/block/threads.h"
#include "view/draw/button.h"
#include "view/source/heat.h"
#include "view/stage/heading.h"
#include "view/tips/pin_place.h"
#include "view/tips/questions.h"
#include "view/tips/tip.h"
#include "view/values/filling.h"
#include "view/values/formula.h"
#include "view/values/stands.h"

#include <math.h>
#include <string.h>

static void tip_of_thread(View *view, Tip *tip, Target target)
{
    if (target.a >= view->machine->thread_count || !view->threads.grid.is_shown)
        return;
    tip->near = thread_cell(view, target.a);
    tip_add(tip, view_format(view, STRING_HOVER_THREAD, view_thread_at(view, target.a),
                             target.a / WARP_LANES, target.a % WARP_LANES,
                             view_text(view, thread_state_text(thread_state(view, target.a)))));
}

static Rect tagged_rect(const View *view, Target target)
{
    for (int i = view->scene->count - 1; i >= 0; --i) {
        PickTag tag = view->scene->shapes[i].tag;
        if (tag.kind == target.kind && tag.a == target.a)
            return view->scene->shapes[i].rect;
    }
    return (Rect){0};
}

/* What a press beside a line of the source would do. */
static void tip_of_gutter(View *view, Tip *tip, Target target)
{
    static const StringKey on[] = {STRING_HOVER_BARRIER_ON, STRING_HOVER_LINE_ON,
                                   STRING_HOVER_GUARD_ON},
                           off[] = {STRING_HOVER_BARRIER_OFF, STRING_HOVER_LINE_OFF,
                                    STRING_HOVER_GUARD_OFF};
    int line = (int)target.a;
    WithoutKind kind;
    tip->near = tagged_rect(view, target);
    bool is_off = session_is_off(view->slot, line, &kind);
    if (!is_off && !session_switchable(view->slot, line, &kind)) {
        tip_add(tip, view_format(view, STRING_HOVER_STOP, line));
        return;
    }
    tip_add(tip, view_fill(view, (is_off ? off : on)[kind], arena_printf(view->arena, "%d", line),
                           NULL));
    tip_add(tip, view_text(view, STRING_HOVER_STOP_TOO));
}

/* What a button's help does not say: what depends on the session, what is counted beside it. */
static void tip_of_now(View *view, Tip *tip, CommandName name)
{
    Coverage coverage = coverage_find(view->launch, view->slot->tiles, view->slot->last);
    Colour ink;
    for (int i = 0; name == COMMAND_STAGE_FIT && i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown && heading_folded_text(view, i))
            tip_add(tip, view_format(view, STRING_FOLDED_OF, view->launch->buffers[i].name,
                                     heading_folded_text(view, i)));
    if (name == COMMAND_JUMP)
        tip_add(tip, view_text(view, STRING_ACCESS_COUNTS));
    if (name == COMMAND_FASTER || name == COMMAND_SLOWER)
        tip_add(tip, view_text(view, STRING_SPEED_COUNTS));
    if (name == COMMAND_LAUNCH && coverage.kind == COVERAGE_SHORT)
        tip_add(tip,
                view_coverage(view, &coverage, view->launch->buffers[coverage.buffer].name, &ink));
    if (name == COMMAND_HEAT && heat_tip(view))
        tip_add(tip, heat_tip(view));
}

static void add_command(View *view, Tip *tip, CommandName name)
{
    tip_add(tip, arena_printf(view->arena, "%s  (%s)", command_info[name].help[view->language],
                              key_text(view, name)));
}

static void tip_of_run(View *view, Tip *tip, int slot)
{
    const Session *session = view->session;
    const Run *run = session->runs[slot].run;
    if (run->program && slot != session->front)
        tip_add(tip, arena_printf(view->arena, "%s  (%s)",
                                  view_format(view, STRING_HOVER_RUN, run->program->name),
                                  key_text(view, COMMAND_SWITCH_RUN)));
    else if (run->program)
        tip_add(tip, run->program->name);
    tip_add(tip, run->path);
    if (session->run_count < SESSION_RUNS)
        add_command(view, tip, COMMAND_BESIDE);
    else if (slot != session->front)
        add_command(view, tip, COMMAND_ALONE);
}

/* What a press on the edge of the source leads to. */
static void tip_of_edge(View *view, Tip *tip, Target target)
{
    tip->near = tagged_rect(view, target);
    tip_add(tip, view_format(view, STRING_HOVER_EDGE, (int)target.a));
}

/* Who stands on a line. */
static void tip_of_stands(View *view, Tip *tip, Target target)
{
    const Stand *stands;
    tip->near = tagged_rect(view, target);
    int count = stands_find(view, &stands);
    for (int i = 0; i < count; ++i) {
        if (stands[i].line != target.a)
            continue;
        tip_add(tip, tip->count == TIP_LINES - 1
                         ? "…"
                         : view_either(view, stands[i].waits, STRING_STANDS_WAIT, STRING_STANDS_RUN,
                                       __builtin_popcount(stands[i].lanes), stands[i].warp));
    }
}

static void tip_of_control(View *view, Tip *tip, Target target)
{
    tip->near = tagged_rect(view, target);
    if (tip->near.w <= 0) /* it is in a sheet above, which says it itself */
        return;
    if (target.kind == TARGET_BUTTON && target.a < COMMAND_COUNT) {
        add_command(view, tip, (CommandName)target.a);
        if (view->slot)
            tip_of_now(view, tip, (CommandName)target.a);
    } else if (target.kind == TARGET_RUN && target.a < (uint32_t)view->session->run_count) {
        tip_of_run(view, tip, (int)target.a);
    } else if (target.kind == TARGET_BLOCK) {
        tip_add(tip, view_format(view, STRING_HOVER_BLOCK, view_block_at(view, target.a)));
    } else if (target.kind == TARGET_SLIDER) {
        tip_add(tip, view_text(view, STRING_HOVER_SLIDER));
    } else if (target.kind == TARGET_COUNTER) {
        tip_add(tip, view_text(view, STRING_SO_FAR));
    } else if (target.kind == TARGET_ABOUT && about_counter(view->session, target.a)) {
        const Lesson *lesson = about_counter(view->session, target.a);
        tip_add(tip, view_format(view, STRING_ABOUT_LESSON, lesson->title.in[view->language]));
        tip_add(tip, view_text(view, STRING_ABOUT_COUNTER));
    }
}

/* In as many lines as a long struct takes, broken between its members. */
static void add_wrapped(View *view, Tip *tip, const char *text)
{
    enum { LETTERS = 72 };
    while (strlen(text) > LETTERS) {
        size_t length = LETTERS;
        while (length > 0 && !(text[length - 1] == ' ' && length > 1 && text[length - 2] == ','))
            --length;
        if (!length)
            break;
        tip_add(tip, arena_text(view->arena, text, length));
        text += length;
    }
    tip_add(tip, text);
}

/* Takes "computed" out of the tip: a formula in it says so, and how. */
static void drop_computed(const View *view, Tip *tip)
{
    int kept = 0;
    for (int i = 0; i < tip->count; ++i) {
        if (strcmp(tip->lines[i], view_text(view, STRING_HOVER_COMPUTED)) == 0)
            continue;
        tip->lines[kept] = tip->lines[i];
        tip->tags[kept++] = tip->tags[i];
    }
    for (int i = kept; i < tip->count; ++i)
        tip->tags[i] = (PickTag){0};
    tip->count = kept;
}

/* What the number in a register is, where the launch has put it into memory. */
static const char *filling_of_spot(View *view, const Spot *spot, uint32_t thread)
{
    uint64_t bits;
    if (spot->type->kind != TYPE_SCALAR || spot->space != SPACE_GENERIC ||
        !OPERAND_IS_REGISTER(spot->part.operand) ||
        spot_bits(view, spot, thread, &bits) != SPOT_KNOWN)
        return NULL;
    Origin from = probe_register_origin(view->probe, spot->part.operand, thread);
    return filling_text(view, spot->type->scalar, bits, &from);
}

static void tip_of_variable(View *view, Tip *tip, Target target)
{
    if (target.a >= (uint32_t)view->program->variable_count)
        return;
    const Variable *variable = &view->program->variables[target.a];
    uint32_t thread = view->selection->thread;
    Spot spot = spot_of(view, variable, thread);
    const char *value = variable->storage == STORAGE_LOCAL ? spot_whole_text(view, &spot, thread)
                                                           : variable_text(view, variable, thread);
    tip->near = tagged_rect(view, target);
    const char *formula = formula_of_variable(view, (int)target.a, thread);
    if (formula)
        tip_add(tip, formula);
    else if (value)
        add_wrapped(view, tip, view_format(view, STRING_HOVER_CELL, variable->name, value));
    if (value) {
        tip_add(tip, filling_of_spot(view, &spot, thread));
        tip_add_sum(view, tip, target);
        tip_of_spot(view, tip, &spot, thread);
    }
    if (formula || session_reason(view->session, target))
        drop_computed(view, tip);
    tip_add_hint(view, tip);
}

void tip_line_build(View *view, const Tip *tip, int i, Rect line, float units, Colour ink)
{
    view_label_fitted(view, FONT_UI, units, 8, line, -1, ink, tip->lines[i]);
    if (!tip->tags[i].kind)
        return;
    float width = fminf(view_text_width(view, FONT_UI, units, tip->lines[i]), line.w);
    scene_rect(view->scene, line, 0, tip->tags[i]);
    scene_rect(view->scene,
               (Rect){line.x, line.y + line.h - view_units(view, 2.5f), width,
                      fmaxf(1, view_units(view, 1))},
               ink, (PickTag){0});
}

/* What a pinned explanation that stands elsewhere is about. */
static void build_pin_lead(View *view, Rect near, Rect box)
{
    Point middle = rect_centre(near);
    Point from = {fmaxf(box.x, fminf(middle.x, box.x + box.w)),
                  fmaxf(box.y, fminf(middle.y, box.y + box.h))};
    Point to = {fmaxf(near.x, fminf(from.x, near.x + near.w)),
                fmaxf(near.y, fminf(from.y, near.y + near.h))};
    scene_line(view->scene, from, to, view->theme->focus, view_units(view, 1.5f));
    scene_box(view->scene, near, 0, 0, view->theme->focus, view_units(view, 3), (PickTag){0});
}

static void tip_build(View *view, const Tip *tip)
{
    const Theme *theme = view->theme;
    float pad = view_units(view, 10), usual = view_units(view, 21), width = 0;
    float line = fminf(usual, ((float)view->scene->height - 3 * pad) / (float)tip->count);
    float units = (TEXT_SMALL + 1) * line / usual;
    for (int i = 0; i < tip->count; ++i)
        width = fmaxf(width, view_text_width(view, FONT_UI, units, tip->lines[i]));
    float most = (float)view->scene->width - 2 * pad;
    Rect box = {tip->near.x + tip->near.w / 2, tip->near.y + tip->near.h + view_units(view, 8),
                fminf(width + 2 * pad + 2, most), (float)tip->count * line + pad};
    box.x = fmaxf(pad, fminf(box.x - box.w / 2, (float)view->scene->width - box.w - pad));
    if (tip->is_beside && tip->near.x > box.w + 2 * pad) {
        box.x = tip->near.x - box.w - pad;
        box.y = tip->near.y;
    }
    if (box.y + box.h > (float)view->scene->height - pad)
        box.y = tip->near.y - box.h - view_units(view, 8);
    if (view->is_pin)
        box = pin_place(view, tip->near, box);
    bool can_be_dragged = view->is_pin && !tip->tag.kind;
    scene_box(view->scene, box, view_units(view, 6), theme->text, view->is_pin ? theme->focus : 0,
              view->is_pin ? view_units(view, 3) : 0,
              can_be_dragged ? target_tag(TARGET_PIN, 0, 0) : tip->tag);
    if (can_be_dragged)
        build_pin_lead(view, tip->near, box);
    Rect inside = rect_inset(box, pad / 2);
    rect_cut_left(&inside, pad / 2);
    rect_cut_right(&inside, pad / 2);
    for (int i = 0; i < tip->count; ++i)
        tip_line_build(view, tip, i, rect_cut_top(&inside, line), units, theme->panel);
}

static void build_target(View *view, Target target)
{
    Tip tip = {.count = 0};
    switch (target.kind) {
    case TARGET_CELL: tip_of_cell(view, &tip, target); break;
    case TARGET_SHARED: tip_of_shared(view, &tip, target); break;
    case TARGET_THREAD: tip_of_thread(view, &tip, target); break;
    case TARGET_VARIABLE: tip_of_variable(view, &tip, target); break;
    case TARGET_FRAGMENT: tip_of_fragment(view, &tip, target); break;
    case TARGET_BEYOND: tip_of_beyond(view, &tip, target); break;
    case TARGET_GUTTER: tip_of_gutter(view, &tip, target); break;
    case TARGET_STANDS: tip_of_stands(view, &tip, target); break;
    case TARGET_EDGE: tip_of_edge(view, &tip, target); break;
    default: tip_of_control(view, &tip, target); break;
    }
    if (tip.count && tip.near.w > 0) /* else it is no longer on the picture */
        tip_build(view, &tip);
}

static bool is_explained(Target target)
{
    return target.kind == TARGET_CELL || target.kind == TARGET_SHARED ||
           target.kind == TARGET_VARIABLE || target.kind == TARGET_BEYOND ||
           target.kind == TARGET_FRAGMENT;
}

/* Before an audience nothing but a button's key lies over the picture unless it was clicked or gone
 * to by keys; nor anything over what is, or was just now, the answer to a question. */
static bool is_quiet(const View *view, Target hover)
{
    Command command;
    const Selection *selection = view->selection;
    return (view->look->lecture && !selection->focus.kind && hover.kind != TARGET_BUTTON) ||
           ask_takes(view->session, hover, &command) ||
           (selection->answered.kind && memcmp(&selection->answered, &hover, sizeof hover) == 0);
}

/* What is pinned stays until something else is pointed at. */
void hover_build(View *view)
{
    Target hover = view->selection->hover, pin = view->selection->pin;
    if (is_quiet(view, hover))
        hover = (Target){0};
    bool is_same = memcmp(&hover, &pin, sizeof hover) == 0;
    view->is_pin = is_explained(pin) && (is_same || !is_explained(hover));
    build_target(view, view->is_pin ? pin : hover);
}
