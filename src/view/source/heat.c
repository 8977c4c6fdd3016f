/* Numbers of a line come from the per-line tables of the Report: so far, and in all once the
 * grid is counted. The bar is so far, the tick is in all, as in the counters above. */
#include "view/source/heat.h"

#include "probe/counting/sectors.h"
#include "probe/record/shown.h"
#include "session/scenes/veil.h"
#include "view/draw/button.h"
#include "view/draw/signs.h"
#include "view/panels/strip.h"

#include <math.h>

static const float BAR_WIDTH = 18, NUMBER_WIDTH = 30; /* of the strip, with the gap behind it */

static const StringKey names[HEAT_COUNT] = {STRING_HEAT_EXECUTIONS, STRING_HEAT_REQUESTS,
                                            STRING_HEAT_SECTORS,    STRING_HEAT_SECTORS_EACH,
                                            STRING_HEAT_WAVEFRONTS, STRING_HEAT_NONE};

static uint64_t cost(const LineCount *line, HeatName name)
{
    uint64_t requests = line->global_load.requests + line->global_store.requests,
             sectors = line->global_load.sectors + line->global_store.sectors;
    switch (name) {
    case HEAT_EXECUTIONS: return line->instructions;
    case HEAT_REQUESTS: return requests;
    case HEAT_SECTORS: return sectors;
    case HEAT_SECTORS_EACH: return requests ? (sectors + requests - 1) / requests : 0;
    case HEAT_WAVEFRONTS: return line->shared_load.wavefronts + line->shared_store.wavefronts;
    default: return 0;
    }
}

static void add_lines_of(LineCount *sum, const SourceSet *set, uint32_t file, const Report *report)
{
    int at = (int)source_line_number(set, (Span){.file = file}),
        end = at + set->files[file].line_count;
    for (; at < end && at <= report->line_count; ++at)
        line_count_add(sum, &report_lines(report)[at]);
}

/* Of a line of file 0; for an #include, with all that it leads to. */
static const LineCount *line_count(const View *view, const Report *report, int line)
{
    const SourceSet *set = view->program->sources;
    if (!report || line < 0 || line > set->files[0].line_count)
        return NULL;
    const LineCount *own = report_line(report, (uint32_t)line);
    if (report->line_count == set->files[0].line_count)
        return own;
    LineCount *sum = arena_copy(view->arena, own, sizeof *own);
    for (uint32_t file = 1; file < (uint32_t)set->count; ++file)
        if (set->files[file].is_included && source_main_line(set, (Span){.file = file}) == line)
            add_lines_of(sum, set, file, report);
    return sum;
}

Heat heat_find(const View *view)
{
    Heat heat = {view->look->heat, 0};
    if (veil_hides(view->session, VEIL_HEAT))
        return heat;
    const Report *report = session_report(view->slot);
    for (int i = 1; i <= view->program->sources->files[0].line_count; ++i) {
        uint64_t value = cost(line_count(view, report, i), heat.name);
        heat.most = value > heat.most ? value : heat.most;
    }
    return heat;
}

float heat_width(const View *view, const Heat *heat)
{
    if (heat->name == HEAT_NONE)
        return 0;
    return view_units(view, heat->name == HEAT_SECTORS_EACH ? NUMBER_WIDTH : BAR_WIDTH);
}

/* The fewest sectors that the bytes of a request of the line fit in. */
static uint64_t sectors_needed(const LineCount *line)
{
    uint64_t requests = line->global_load.requests + line->global_store.requests,
             bytes = line->global_load.bytes + line->global_store.bytes,
             each = requests * SECTOR_BYTES;
    return each ? (bytes + each - 1) / each : 0;
}

/* A request takes few sectors, and it matters how many: their number, amber where fewer would
 * do. */
static void build_number(View *view, Rect box, int line, const LineCount *count)
{
    uint64_t each = count ? cost(count, HEAT_SECTORS_EACH) : 0;
    if (!each)
        return;
    scene_rect(view->scene, box, 0, target_tag(TARGET_HEAT, (uint32_t)line, 0));
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, box, 1,
                      each > sectors_needed(count) ? view->theme->warning : view->theme->good,
                      counter_number(view, each));
}

void heat_build_line(View *view, const Heat *heat, Rect box, int line)
{
    const Theme *theme = view->theme;
    const LineCount *now = line_count(view, probe_report(view->probe), line);
    const LineCount *all = line_count(view, view->slot->total, line);
    uint64_t part = now ? cost(now, heat->name) : 0, whole = all ? cost(all, heat->name) : part;
    bool is_hovered = view_is_hovered(view, TARGET_HEAT, (uint32_t)line, 0);
    if (!heat->most || !whole)
        return;
    if (heat->name == HEAT_SECTORS_EACH) {
        build_number(view, box, line, all ? all : now);
        return;
    }
    float scale = box.w / (float)heat->most, pad = roundf(box.h * 0.22f);
    Rect bar = {box.x, box.y + pad, box.w, box.h - 2 * pad};
    scene_box(view->scene, bar, 0, theme->well, is_hovered ? theme->accent : theme->grid,
              view_hairline(view), target_tag(TARGET_HEAT, (uint32_t)line, 0));
    bar.w = fmaxf(part ? 1.5f : 0, fminf(box.w, (float)part * scale));
    view_sign(view, SIGN_COUNT_BAR);
    scene_rect(view->scene, bar, theme->muted, (PickTag){0});
    float x = box.x + fmaxf(2, fminf(box.w, (float)whole * scale));
    scene_rect(view->scene, (Rect){x - 2, bar.y - 1, 2, bar.h + 2}, theme->muted, (PickTag){0});
    view_sign(view, SIGN_NONE);
}

const char *heat_name(View *view, const Heat *heat)
{
    return arena_printf(view->arena, "%s  %s", view_text(view, names[heat->name]),
                        key_text(view, COMMAND_HEAT));
}

const char *heat_legend(View *view, const Heat *heat)
{
    if (heat->name == HEAT_NONE || veil_hides(view->session, VEIL_HEAT))
        return heat_name(view, heat);
    return view_format(view, STRING_HEAT_LEGEND, view_text(view, names[heat->name]),
                       counter_number(view, heat->most), key_text(view, COMMAND_HEAT));
}

const char *heat_tip(View *view)
{
    Heat heat = heat_find(view);
    return heat.name == HEAT_NONE || veil_hides(view->session, VEIL_HEAT)
               ? NULL
               : view_format(view, STRING_HOVER_HEAT, view_text(view, names[heat.name]),
                             counter_number(view, heat.most));
}

/* ---- the numbers of a line ---- */

static const char *pair(View *view, uint64_t part, const uint64_t *whole)
{
    const char *text = counter_number(view, part);
    return whole ? arena_printf(view->arena, "%s / %s", text, counter_number(view, *whole)) : text;
}

static bool strip_rect(const View *view, uint32_t line, Rect *rect)
{
    for (int i = 0; i < view->scene->count; ++i)
        if (view->scene->shapes[i].tag.kind == TARGET_HEAT &&
            view->scene->shapes[i].tag.a == line) {
            *rect = view->scene->shapes[i].rect;
            return true;
        }
    return false;
}

void heat_tip_build(View *view)
{
    const Theme *theme = view->theme;
    Target hover = view->selection->hover;
    const LineCount *now = line_count(view, probe_report(view->probe), (int)hover.a);
    const LineCount *all = line_count(view, view->slot->total, (int)hover.a);
    Rect near;
    if (hover.kind != TARGET_HEAT || !now || !strip_rect(view, hover.a, &near))
        return;
    int shown = 0;
    for (int i = 0; i < counter_tip_count; ++i)
        shown += counter_at(all ? all : now, counter_tips[i].at) > 0;
    float line = view_units(view, 20), pad = view_units(view, 10), width = view_units(view, 320);
    float height = line * (float)(shown + 1) + 2 * pad, most = (float)view->scene->height;
    Rect box = {near.x + near.w + view_units(view, 6), near.y, width, height};
    box.x = fminf(box.x, (float)view->scene->width - width - pad);
    box.y = fmaxf(pad, fminf(box.y, most - height - pad));
    scene_box(view->scene, box, view_units(view, 8), theme->panel, theme->accent,
              view_units(view, 2), (PickTag){0});
    Rect inside = rect_inset(box, pad), head = rect_cut_top(&inside, line);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, head, -1, theme->muted,
                      view_format(view, STRING_LINE_TITLE, hover.a));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, head, 1, theme->muted,
                      view_text(view, STRING_SO_FAR));
    for (int i = 0; i < counter_tip_count; ++i) {
        uint64_t part = counter_at(now, counter_tips[i].at);
        uint64_t whole = all ? counter_at(all, counter_tips[i].at) : part;
        if (!whole)
            continue;
        Rect row = rect_cut_top(&inside, line);
        view_label_fitted(view, FONT_CODE, TEXT_SMALL, 8, rect_cut_right(&row, row.w * 0.42f), 1,
                          theme->text, pair(view, part, all ? &whole : NULL));
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, row, -1, theme->text,
                          counter_tips[i].name[view->language]);
    }
}
