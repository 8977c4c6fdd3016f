/* A name of the source under the pointer: its value in every lane of the picked thread's warp, or,
 * once it is pinned, in all threads of the block. Values that are all the same are said once; a
 * block of many threads is summed up warp by warp. */
#include "view/block/threads.h"
#include "view/draw/signs.h"
#include "view/tips/pin_place.h"
#include "view/tips/questions.h"
#include "view/tips/tip.h"
#include "view/values/name.h"
#include "view/values/values.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 8, COLUMNS_MOST = 16, THREADS_IN_FULL = 64, TEXT_MOST = 60 };
static const float CELL_H = 34, CELL_H_ELEMENT = 48, CELL_W = 46, LINE = 20;

typedef struct NameTable {
    View *view;
    uint32_t offset, first, count; /* threads */
    const char *text;              /* the name, with its subscripts in the picked thread */
    Tip why;                       /* of the picked thread */
    NameValue *values;             /* [count] */
    bool is_same, is_element, is_struct;
} NameTable;

static const char *thread_text(const View *view, uint32_t thread)
{
    return view_indices(view, thread, view->launch->block);
}

static const char *index_text(const View *view, const NameValue *value)
{
    const char *text = "";
    for (int i = 0; i < value->index_count; ++i)
        text = arena_printf(view->arena, "%s[%lld]", text, (long long)value->indices[i]);
    return text;
}

/* In few letters for cells; in full for a sentence. */
static const char *name_value_text(const View *view, const NameValue *value, bool in_full)
{
    switch (value->state) {
    case NAME_KNOWN:
        if (value->is_pointer)
            return pointer_text(view, value->spot.type, value->bits);
        if (in_full)
            return value->members ? value->members
                                  : machine_value_text(view->arena, view->launch, value->type,
                                                       value->bits, false);
        return value_short(view->arena, value->type, value->bits);
    case NAME_ASLEEP: return in_full ? view_text(view, STRING_NAME_ASLEEP) : "–";
    case NAME_UNSET: return in_full ? view_text(view, STRING_NAME_UNSET) : "?";
    case NAME_OUTSIDE: return in_full ? view_text(view, STRING_NAME_OUTSIDE) : "×";
    default: return view_text(view, STRING_NAME_NONE);
    }
}

static bool is_equal(const NameValue *a, const NameValue *b)
{
    bool has_same_members = !a->members || !b->members || strcmp(a->members, b->members) == 0;
    return a->state == b->state && has_same_members &&
           (a->state != NAME_KNOWN || a->bits == b->bits) &&
           memcmp(a->indices, b->indices, sizeof a->indices) == 0;
}

static NameTable gather_values(View *view, uint32_t offset, bool is_block)
{
    uint32_t all = view->machine->thread_count;
    uint32_t first = is_block ? 0 : view->selection->thread / WARP_LANES * WARP_LANES;
    uint32_t count = is_block ? all : all - first < WARP_LANES ? all - first : WARP_LANES;
    NameTable table = {.view = view,
                       .offset = offset,
                       .first = first,
                       .count = count,
                       .values = ARENA_ARRAY(view->arena, NameValue, count),
                       .is_same = true};
    for (uint32_t i = 0; i < count; ++i) {
        table.values[i] = name_value(view, offset, first + i);
        table.is_same &= is_equal(&table.values[i], &table.values[0]);
        table.is_element |= table.values[i].is_element;
        table.is_struct |= table.values[i].members != NULL;
    }
    uint32_t picked = view->selection->thread;
    const NameValue *value = &table.values[picked - first];
    table.text = name_path(view, offset, value);
    view->is_pin = is_block;
    if (value->spot.type && (value->state == NAME_KNOWN || value->state == NAME_UNSET))
        tip_of_spot(view, &table.why, &value->spot, picked);
    return table;
}

/* ---- drawing ---- */

static bool is_in_full(const NameTable *table)
{
    return !table->is_same && !table->is_struct && table->count <= THREADS_IN_FULL;
}

static int table_columns(const NameTable *table)
{
    uint32_t side = table->view->launch->block.x;
    return side <= COLUMNS_MOST && table->count > WARP_LANES ? (int)side
           : side < COLUMNS && side > 1                      ? (int)side
                                                             : COLUMNS;
}

static int table_rows(const NameTable *table)
{
    int columns = table_columns(table), warps = (int)((table->count + WARP_LANES - 1) / WARP_LANES);
    if (table->is_same || table->is_struct)
        return 0;
    return is_in_full(table) ? ((int)table->count + columns - 1) / columns : warps;
}

static void build_table_cell(const NameTable *table, Rect cell, uint32_t index)
{
    View *view = table->view;
    const Theme *theme = view->theme;
    const NameValue *value = &table->values[index];
    uint32_t thread = table->first + index;
    bool is_picked = thread == view->selection->thread;
    bool runs = thread_state(view, thread) <= THREAD_READY;
    scene_box(view->scene, cell, view_units(view, 3), runs ? theme->panel : theme->well,
              is_picked ? theme->focus : theme->grid, is_picked ? view_units(view, 2) : 1,
              target_tag(TARGET_THREAD, thread, 0));
    if (value->state == NAME_OUTSIDE)
        sign_hatch(view, SIGN_NO_ELEMENT, rect_inset(cell, 2), theme->grid, view_units(view, 5));
    float line = cell.h / (table->is_element ? 3 : 2);
    cell = rect_inset(cell, view_units(view, 2));
    view_label_fitted(view, FONT_CODE, TEXT_TINY, 7, rect_cut_top(&cell, line - 2), 0, theme->muted,
                      thread_text(view, thread));
    if (table->is_element)
        view_label_fitted(view, FONT_CODE, TEXT_TINY, 6, rect_cut_bottom(&cell, line - 2), 0,
                          theme->muted, index_text(view, value));
    view_label_fitted(view, FONT_CODE, TEXT_SMALL, 6, cell, 0, theme->text,
                      name_value_text(view, value, false));
}

/* One warp of many: the value that its threads share, or the least and the largest. */
static void build_warp(const NameTable *table, Rect line, uint32_t warp)
{
    View *view = table->view;
    uint32_t begin = warp * WARP_LANES, end = begin + WARP_LANES;
    end = end < table->count ? end : table->count;
    const NameValue *least = &table->values[begin], *most = least;
    bool is_same = true;
    for (uint32_t i = begin; i < end; ++i) {
        const NameValue *value = &table->values[i];
        is_same &= is_equal(value, &table->values[begin]);
        if (value->state != NAME_KNOWN)
            continue;
        double number = value_number(value->type, value->bits);
        if (least->state != NAME_KNOWN || number < value_number(least->type, least->bits))
            least = value;
        if (most->state != NAME_KNOWN || number > value_number(most->type, most->bits))
            most = value;
    }
    const char *text = name_value_text(view, least, false);
    if (!is_same)
        text = arena_printf(view->arena, "%s … %s", text, name_value_text(view, most, false));
    Rect name = rect_cut_left(&line, view_units(view, 150));
    view_label_fitted(view, FONT_CODE, TEXT_SMALL, 7, name, -1, view->theme->muted,
                      arena_printf(view->arena, "W%u  %s … %s", warp, thread_text(view, begin),
                                   thread_text(view, end - 1)));
    view_label_fitted(view, FONT_CODE, TEXT_SMALL, 7, line, -1, view->theme->text, text);
}

static const char *picked_text(const NameTable *table)
{
    View *view = table->view;
    uint32_t thread = view->selection->thread;
    const NameValue *value = &table->values[thread - table->first];
    return view_format(view, STRING_NAME_THREAD, thread_text(view, thread), table->text,
                       name_value_text(view, value, true));
}

static const char *threads_text(const NameTable *table, bool is_block)
{
    View *view = table->view;
    unsigned warp = table->first / WARP_LANES, count = table->count;
    if (table->is_struct && !table->is_same)
        return view_format(view, STRING_NAME_MEMBERS, table->text);
    if (is_block)
        return view_either(view, table->is_same, STRING_NAME_SAME_BLOCK, STRING_NAME_BLOCK, count);
    return view_either(view, table->is_same, STRING_NAME_SAME, STRING_NAME_WARP, warp, count);
}

/* Beside the name, where the window has room. */
static Rect place_box(const View *view, Rect near, float width, float height)
{
    float margin = view_units(view, 8), right = (float)view->scene->width - margin;
    Rect box = {near.x, near.y + near.h + view_units(view, 6), fminf(width, right - margin),
                height};
    if (box.y + height > (float)view->scene->height - margin)
        box.y = fmaxf(margin, near.y - height - view_units(view, 6));
    box.x = fmaxf(margin, fminf(box.x, right - box.w));
    box.h = fminf(height, (float)view->scene->height - 2 * margin);
    return box;
}

static void build_table(const NameTable *table, Rect near, bool is_block)
{
    View *view = table->view;
    const Theme *theme = view->theme;
    int rows = table_rows(table), columns = table_columns(table);
    bool in_full = is_in_full(table);
    float pad = view_units(view, 10), line = view_units(view, LINE);
    float row = in_full ? view_units(view, table->is_element ? CELL_H_ELEMENT : CELL_H) : line;
    const char *first = picked_text(table), *second = threads_text(table, is_block);
    const char *hint = view_text(view, is_block ? STRING_NAME_PINNED : STRING_NAME_HINT);
    float width = fmaxf(view_text_width(view, FONT_CODE, TEXT_BODY, first),
                        view_text_width(view, FONT_UI, TEXT_SMALL, hint));
    width = fmaxf(width, in_full ? view_units(view, CELL_W) * (float)columns
                         : rows  ? view_units(view, 300)
                                 : 0);
    for (int i = 0; i < table->why.count; ++i)
        width = fmaxf(width, view_text_width(view, FONT_UI, TEXT_SMALL, table->why.lines[i]));
    Rect box = place_box(view, near, width + 2 * pad + 2,
                         line * (float)(3 + table->why.count) + row * (float)rows + 2 * pad);
    if (is_block && view->selection->pin_place != PIN_BY_ITSELF)
        box = pin_place(view, near, box); /* somebody has moved it */
    scene_box(view->scene, box, view_units(view, 8), theme->panel,
              is_block ? theme->focus : theme->accent, view_units(view, 2),
              target_tag(is_block ? TARGET_PIN : TARGET_SHEET, 0, 0));
    scene_clip(view->scene, box);
    Rect inside = rect_inset(box, pad);
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, rect_cut_top(&inside, line), -1, theme->text,
                      first);
    Rect foot = rect_cut_bottom(&inside, line);
    for (int i = 0; i < table->why.count; ++i)
        tip_line_build(view, &table->why, i, rect_cut_top(&inside, line), TEXT_SMALL,
                       view->theme->text);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(&inside, line), -1, theme->muted,
                      second);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, foot, -1, theme->muted, hint);
    row = rows ? fminf(row, inside.h / (float)rows) : row;
    float cell = inside.w / (float)columns;
    for (uint32_t i = 0; in_full && i < table->count; ++i)
        build_table_cell(table,
                         (Rect){inside.x + (float)(i % (uint32_t)columns) * cell,
                                inside.y + (float)(i / (uint32_t)columns) * row, cell - 2, row - 2},
                         i);
    for (int i = 0; !in_full && i < rows; ++i)
        build_warp(table, rect_cut_top(&inside, row), (uint32_t)i);
    scene_unclip(view->scene);
}

/* Where the name stands on the page; a pinned one that does not is kept at the pane's foot. */
static bool name_rect(const View *view, Target target, bool is_pin, Rect *rect)
{
    for (int i = 0; i < view->scene->count; ++i) {
        PickTag tag = view->scene->shapes[i].tag;
        if (tag.kind == TARGET_NAME && tag.a == target.a) {
            *rect = view->scene->shapes[i].rect;
            return true;
        }
    }
    *rect = view->layout.source;
    rect->y += rect->h;
    rect->h = 0;
    return is_pin && rect->w > 0;
}

void names_build(View *view)
{
    const Selection *selection = view->selection;
    bool is_pin = selection->pin.kind == TARGET_NAME &&
                  (selection->hover.kind != TARGET_NAME || selection->hover.a == selection->pin.a);
    Target target = is_pin ? selection->pin : selection->hover;
    Rect near;
    if (target.kind != TARGET_NAME || !name_at(view, target.a) ||
        !name_rect(view, target, is_pin, &near))
        return;
    if (near.h > 0)
        scene_box(view->scene, near, view_units(view, 3), 0, view->theme->focus,
                  view_units(view, 1.5f), (PickTag){0});
    NameTable table = gather_values(view, target.a, is_pin);
    build_table(&table, near, is_pin);
}
