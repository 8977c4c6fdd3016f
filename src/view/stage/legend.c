/* The keys look like the cells that they stand for: with borders where cells have numbers, and in
 * the colours of shaded cells where they have none. */
#include "view/stage/legend.h"
#include "session/rerun/footprint.h"

#include "view/draw/cell_look.h"
#include "view/draw/signs.h"
#include "view/values/values.h"

#include <math.h>

enum { KEYS_MOST = 5, SHADE_STEPS = 4 };
static const float KEY = 13, SAMPLE = 20, KEY_GAP = 8, ENTRY_GAP = 14;

typedef struct LegendKey {
    StringKey text;
    float border;
    Colour fill, stroke;
    bool is_hatched;
    int shades;         /* keys in a row, from small values to large ones; 1: a mark */
    const char *sample; /* of what stands in such a cell; NULL: nothing */
} LegendKey;

static StringKey tile_text(const View *view)
{
    return view->slot->footprints->phase_count > 0 ? STRING_LEGEND_TILE : STRING_LEGEND_BLOCK;
}

static StringKey hatch_text(const View *view)
{
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown && buffer_has_padding(view, i))
            return STRING_LEGEND_PADDING;
    return STRING_LEGEND_OUTSIDE;
}

/* Sums of threads that a store takes to global memory (arrows/sums.h), or of a tensor core. */
static bool has_growing_sums(const View *view)
{
    const Accumulators *known = &view->slot->accumulators;
    const Footprints *rerun = view->slot->footprints;
    if (rerun && rerun->trail && trail_store_count(rerun->trail) > 0)
        return true;
    for (int i = 0; i < known->stores.count; ++i) {
        const AccumulationStore *store = &known->stores.items[i];
        for (int k = 0; k < known->accumulations.count && store->is_value; ++k) {
            const Accumulation *item = &known->accumulations.items[k];
            bool is_own = (item->slot != OPERAND_NONE && item->variable >= 0) ||
                          accumulation_array(view->program, item) >= 0;
            if (item->accumulator == store->accumulator && is_own)
                return true;
        }
    }
    return false;
}

static int keys_of_numbers(const View *view, LegendKey keys[KEYS_MOST])
{
    const Theme *theme = view->theme;
    const PartColours *part = &theme->parts[PART_LEFT];
    keys[0] = (LegendKey){STRING_LEGEND_ACCESS, 2.5f, part->hot, part->strong, false, 1};
    keys[1] = (LegendKey){tile_text(view), 2, part->tint, part->strong, false, 1};
    keys[2] = (LegendKey){STRING_LEGEND_EMPTY, 1, theme->panel, theme->muted, false, 1};
    int count = 3;
    if (has_growing_sums(view))
        keys[count++] = (LegendKey){
            STRING_LEGEND_SUM, 1, theme->panel, theme->parts[PART_OUTPUT].strong, false, 1, "n+"};
    keys[count++] = (LegendKey){hatch_text(view), 1, theme->panel, theme->muted, true, 1};
    return count;
}

static bool have_frames(const View *view)
{
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown && !cells_have_frames(&view->buffers[i]))
            return false;
    return true;
}

static int keys_of_shades(const View *view, LegendKey keys[KEYS_MOST])
{
    const Theme *theme = view->theme;
    const PartColours *part = &theme->parts[PART_LEFT];
    keys[0] = (LegendKey){STRING_LEGEND_SHADES, 0, part->strong, 0, false, SHADE_STEPS};
    keys[1] = have_frames(view)
                  ? (LegendKey){STRING_LEGEND_ACCESS, 2, theme->panel, theme->text, false, 1}
                  : (LegendKey){STRING_LEGEND_ACCESS, 1, theme->text, theme->muted, false, 1};
    keys[2] = (LegendKey){tile_text(view), 2, theme->panel, part->strong, false, 1};
    keys[3] = (LegendKey){STRING_LEGEND_EMPTY, 1, theme->well, theme->muted, false, 1};
    return 4;
}

bool legend_is_shaded(const View *view)
{
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown && !cells_have_numbers(view, &view->buffers[i]))
            return true;
    return false;
}

/* Of all signs of a key together. */
static float signs_width(const View *view, const LegendKey *key)
{
    return view_units(view, key->sample ? SAMPLE : KEY * (float)key->shades);
}

static float entry_width(View *view, const LegendKey *key)
{
    return signs_width(view, key) + view_units(view, KEY_GAP) +
           ceilf(view_text_width(view, FONT_UI, TEXT_SMALL, view_text(view, key->text))) + 1;
}

static void build_entry(View *view, Rect line, const LegendKey *key)
{
    float side = view_units(view, KEY), width = signs_width(view, key) / (float)key->shades;
    for (int i = 0; i < key->shades; ++i) {
        Rect box = rect_cut_left(&line, width);
        box = (Rect){box.x, roundf(box.y + (box.h - side) / 2), width, side};
        Colour fill = key->shades > 1
                          ? cell_shade(view, &view->theme->parts[PART_LEFT], i, key->shades - 1)
                          : key->fill;
        view_sign(view, key->sample ? SIGN_SUM : SIGN_NONE);
        if (key->sample)
            cell_ghost(view, box, key->stroke);
        view_sign(view, SIGN_NONE);
        if (!key->sample)
            scene_box(view->scene, box, 0, fill, key->stroke, view_units(view, key->border),
                      (PickTag){0});
        if (key->is_hatched)
            sign_hatch(view, SIGN_NO_ELEMENT, box, view->theme->muted, view_units(view, 4));
        if (key->sample)
            view_label(view, FONT_CODE, TEXT_TINY, box, 0, theme_ghost(view->theme), key->sample);
    }
    rect_cut_left(&line, view_units(view, KEY_GAP));
    view_label(view, FONT_UI, TEXT_SMALL, line, -1, view->theme->muted, view_text(view, key->text));
}

void legend_build(View *view, Rect room)
{
    LegendKey keys[KEYS_MOST];
    int count = keys_of_numbers(view, keys);
    float height = view_units(view, 22);
    for (int i = 0; i < count && room.h >= height; ++i)
        if (entry_width(view, &keys[i]) <= room.w)
            build_entry(view, rect_cut_top(&room, height), &keys[i]);
}

int legend_build_line(View *view, Rect line, int first)
{
    LegendKey keys[KEYS_MOST];
    int count = legend_is_shaded(view) ? keys_of_shades(view, keys) : keys_of_numbers(view, keys);
    float gap = view_units(view, ENTRY_GAP), used = 0;
    int end = first;
    while (end < count && used + gap + entry_width(view, &keys[end]) <= line.w)
        used += gap + entry_width(view, &keys[end++]);
    line.x += line.w - used;
    line.w = used;
    for (int i = first; i < end; ++i) {
        rect_cut_left(&line, gap);
        build_entry(view, rect_cut_left(&line, entry_width(view, &keys[i])), &keys[i]);
    }
    return end;
}
