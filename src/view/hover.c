/* What the pointer rests on: the value and where it came from, in a small box beside it. */
#include "view/button.h"
#include "view/formula.h"
#include "view/threads.h"
#include "view/values.h"

#include "probe/sentence.h"

#include <math.h>
#include <string.h>

enum { TIP_LINES = 5 };

typedef struct Tip {
    const char *lines[TIP_LINES];
    int count;
    Rect near;
    PickTag tag; /* where a click on the box leads */
} Tip;

static void tip_add(Tip *tip, const char *line)
{
    if (line && *line && tip->count < TIP_LINES)
        tip->lines[tip->count++] = line;
}

static void tip_of_cell(View *view, Tip *tip, Target target)
{
    int buffer = (int)target.a;
    int64_t scalar = (int64_t)target_element(target);
    if (buffer >= view->launch->buffer_count || !view->buffers[buffer].is_shown)
        return;
    const Buffer *source = &view->launch->buffers[buffer];
    if (scalar < 0 || scalar >= buffer_scalars(source))
        return;
    uint64_t at = source->offset_bytes + (uint64_t)scalar * buffer_scalar_bytes(source), bits;
    const char *place = sentence_global_place(view->arena, view->language, view->launch, at);
    tip->near = cells_cell(&view->buffers[buffer], scalar);
    if (buffer_value(view, buffer, scalar, &bits))
        tip_add(tip, view_format(
                         view, STRING_HOVER_CELL, place,
                         machine_value_text(view->arena, view->launch, source->type, bits, false)));
    else
        tip_add(tip, view_format(view, STRING_HOVER_EMPTY, place));
    uint32_t loads, stores;
    if (probe_global_counts(view->probe, at & ~(uint64_t)3, &loads, &stores))
        tip_add(tip, view_format(view, STRING_HOVER_READS, loads, stores));
}

static const char *origin_line(View *view, Origin origin, ScalarType type)
{
    switch (origin.kind) {
    case ORIGIN_GLOBAL:
        return view_format(
            view, STRING_HOVER_FROM,
            sentence_global_place(view->arena, view->language, view->launch, origin.at));
    case ORIGIN_CONSTANT:
        return view_format(view, STRING_HOVER_CONSTANT, value_short(view->arena, type, origin.at));
    case ORIGIN_COMPUTED: return view_text(view, STRING_HOVER_COMPUTED);
    default: return "";
    }
}

/* A pinned box leads to the step that wrote the value. */
static void tip_to_step(View *view, Tip *tip, uint64_t step)
{
    uint64_t start = session_moment(view->slot, (Place){.block = view->machine->block});
    tip_add(tip, view_format(view, view->is_pin ? STRING_PIN_GO : STRING_PIN_HOW,
                             (unsigned long long)(start + step + 1)));
    if (view->is_pin)
        tip->tag = target_tag(TARGET_MOMENT, 0, start + step + 1);
}

static void tip_of_shared(View *view, Tip *tip, Target target)
{
    uint32_t offset = target.b;
    int64_t scalar;
    int variable = shared_variable_at(view, offset, &scalar);
    if (variable < 0 || !view->shared[variable].is_shown)
        return;
    const char *place = sentence_shared_place(view->arena, view->program, view->launch, offset);
    tip->near = cells_cell(&view->shared[variable], scalar);
    if (!machine_shared_set(view->machine)[offset]) {
        tip_add(tip, view_format(view, STRING_HOVER_UNSET, place));
        return;
    }
    ScalarType type = shared_scalar(&view->program->shared[variable]);
    uint64_t bits = value_bits(type, machine_shared(view->machine) + offset);
    tip_add(tip, view_format(view, STRING_HOVER_CELL, place,
                             machine_value_text(view->arena, view->launch, type, bits, false)));
    tip_add(tip, origin_line(view, probe_shared_origin(view->probe, offset & ~3u), type));
    WordHistory history = probe_shared_history(view->probe, offset & ~3u);
    if (history.writer != 0xffffffff) {
        Dim3 at = dim3_from_linear(history.writer, view->launch->block);
        tip_add(tip, view_format(view, STRING_HOVER_WRITER, at.x, at.y, history.reads));
        tip_to_step(view, tip, history.writer_step);
    }
}

static void tip_of_thread(View *view, Tip *tip, Target target)
{
    if (target.a >= view->machine->thread_count || !view->threads.grid.is_shown)
        return;
    Dim3 at = dim3_from_linear(target.a, view->launch->block);
    tip->near = thread_cell(view, target.a);
    tip_add(tip, view_format(view, STRING_HOVER_THREAD, at.x, at.y, target.a / WARP_LANES,
                             target.a % WARP_LANES,
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

static void tip_of_control(View *view, Tip *tip, Target target)
{
    tip->near = tagged_rect(view, target);
    if (target.kind == TARGET_BUTTON && target.a < COMMAND_COUNT) {
        tip_add(tip,
                arena_printf(view->arena, "%s  (%s)", command_info[target.a].help[view->language],
                             key_text(view, (CommandName)target.a)));
    } else if (target.kind == TARGET_RUN && (int)target.a < view->session->run_count) {
        const Run *run = view->session->runs[target.a].run;
        if (run->program)
            tip_add(tip, arena_printf(view->arena, "%s  (%s)",
                                      view_format(view, STRING_HOVER_RUN, run->program->name),
                                      key_text(view, COMMAND_SWITCH_RUN)));
        tip_add(tip, run->path);
    } else if (target.kind == TARGET_BLOCK) {
        Dim3 at = dim3_from_linear(target.a, view->launch->grid);
        tip_add(tip, view_format(view, STRING_HOVER_BLOCK, at.x, at.y));
    } else if (target.kind == TARGET_COUNTER) {
        tip_add(tip, view_text(view, STRING_SO_FAR));
    }
}

static void tip_of_variable(View *view, Tip *tip, Target target)
{
    if ((int)target.a >= view->program->variable_count)
        return;
    const Variable *variable = &view->program->variables[target.a];
    uint32_t thread = view->session->selection.thread;
    const char *value = variable_text(view, variable, thread);
    tip->near = tagged_rect(view, target);
    const char *formula = formula_of_variable(view, (int)target.a, thread);
    if (formula)
        tip_add(tip, formula);
    else if (value)
        tip_add(tip, view_format(view, STRING_HOVER_CELL, variable->name, value));
    if (variable->storage == STORAGE_REGISTER && value)
        tip_add(
            tip,
            origin_line(view, probe_register_origin(view->probe, variable->operand, thread),
                        variable->type->kind == TYPE_SCALAR ? variable->type->scalar : SCALAR_U64));
}

static void tip_build(View *view, const Tip *tip)
{
    const Theme *theme = view->theme;
    float units = TEXT_SMALL + 1, line = view_units(view, 21), pad = view_units(view, 10);
    float width = 0;
    for (int i = 0; i < tip->count; ++i)
        width = fmaxf(width, view_text_width(view, FONT_UI, units, tip->lines[i]));
    float most = (float)view->scene->width - 2 * pad;
    Rect box = {tip->near.x + tip->near.w / 2, tip->near.y + tip->near.h + view_units(view, 8),
                fminf(width + 2 * pad + 2, most), (float)tip->count * line + pad};
    box.x = fmaxf(pad, fminf(box.x - box.w / 2, (float)view->scene->width - box.w - pad));
    if (box.y + box.h > (float)view->scene->height - pad)
        box.y = tip->near.y - box.h - view_units(view, 8);
    scene_box(view->scene, box, view_units(view, 6), theme->text, view->is_pin ? theme->focus : 0,
              view->is_pin ? view_units(view, 3) : 0, tip->tag);
    Rect inside = rect_inset(box, pad / 2);
    rect_cut_left(&inside, pad / 2);
    rect_cut_right(&inside, pad / 2);
    for (int i = 0; i < tip->count; ++i)
        view_label_fitted(view, FONT_UI, units, 8, rect_cut_top(&inside, line), -1, theme->panel,
                          tip->lines[i]);
}

static void build_target(View *view, Target target)
{
    Tip tip = {.count = 0};
    switch (target.kind) {
    case TARGET_CELL: tip_of_cell(view, &tip, target); break;
    case TARGET_SHARED: tip_of_shared(view, &tip, target); break;
    case TARGET_THREAD: tip_of_thread(view, &tip, target); break;
    case TARGET_VARIABLE: tip_of_variable(view, &tip, target); break;
    default: tip_of_control(view, &tip, target); break;
    }
    if (tip.count)
        tip_build(view, &tip);
}

static bool is_explained(Target target)
{
    return target.kind == TARGET_CELL || target.kind == TARGET_SHARED ||
           target.kind == TARGET_VARIABLE;
}

/* What is pinned stays until something else is pointed at. */
void hover_build(View *view)
{
    Target hover = view->session->selection.hover, pin = view->session->selection.pin;
    bool is_same = memcmp(&hover, &pin, sizeof hover) == 0;
    view->is_pin = is_explained(pin) && (is_same || !is_explained(hover));
    build_target(view, view->is_pin ? pin : hover);
}
