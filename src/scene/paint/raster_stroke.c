/* Lines, dashed lines and arrows, anti-aliased. For each row the columns that the stroke can touch
 * follow from two linear inequalities (distance across it, position along it); within them the
 * coverage is a box filter of both. A head and its shaft are one figure, so they never blend twice.
 *
 * Far coordinates stay exact because each row starts in double and goes on in float from there. */
#include "base/clones.h"
#include "scene/paint/blend.h"
#include "scene/paint/floats.h"
#include "scene/paint/raster.h"
#include "scene/paint/stroke.h"

#include <math.h>

/* One row of a stroke: values at the centre of its first column and their change per step. */
typedef struct StrokeRow {
    float from_start, to_end, to_shaft_end, across, phase;
    float along_step, across_step;
    float half_width, peak; /* peak: the most a thin line can cover */
    float head_length, head_half, head_slant;
    float dash, period;
} StrokeRow;

/* Coverage far from the ends of the shaft, by the distance across alone. */
static inline Floats middle_coverage(const StrokeRow *row, Floats step)
{
    Floats across = floats_abs(row->across + step * row->across_step);
    Floats width = floats_min(row->half_width + 0.5f - across, floats_all(row->peak));
    return floats_max(width, floats_all(0));
}

static inline Floats shaft_coverage(const StrokeRow *row, Floats step)
{
    Floats along = step * row->along_step;
    Floats ends = floats_min(row->from_start + along, row->to_shaft_end - along);
    return floats_unit(ends + 0.5f) * middle_coverage(row, step);
}

static inline Floats head_coverage(const StrokeRow *row, Floats step)
{
    Floats across = floats_abs(row->across + step * row->across_step);
    Floats to_end = row->to_end - step * row->along_step;
    Floats side = (to_end * row->head_half - across * row->head_length) * row->head_slant;
    return floats_unit(floats_min(side, row->head_length - to_end) + 0.5f);
}

/* How much of a pixel a dash covers, where phase is the place along the stroke. */
static inline Floats dash_coverage(const StrokeRow *row, Floats step)
{
    Floats phase = row->phase + step * row->along_step;
    phase -= row->period * floats_floor(phase / row->period);
    Floats own = floats_min(phase, row->dash - phase);
    return floats_unit(floats_max(own, phase - row->period) + 0.5f);
}

typedef enum Part { PART_MIDDLE, PART_SHAFT, PART_ARROW, PART_DASHES } Part;

static inline __attribute__((always_inline)) Floats part_coverage(const StrokeRow *row, Floats step,
                                                                  Part part)
{
    if (part == PART_MIDDLE)
        return middle_coverage(row, step);
    Floats shaft = shaft_coverage(row, step);
    if (part == PART_SHAFT)
        return shaft;
    return part == PART_ARROW ? floats_max(shaft, head_coverage(row, step))
                              : shaft * dash_coverage(row, step);
}

/* Columns of a row, counted from the first one of the stroke: it touches first .. last, and its
 * area ends before end. */
typedef struct SeenSteps {
    int first, last, end;
} SeenSteps;

/* Blends these columns, whole groups where there is room; pixels is the first. A pixel does not
 * depend on its group. */
static inline __attribute__((always_inline)) void
blend_steps(uint32_t *pixels, SeenSteps steps, const StrokeRow *row, Ink ink, Part part)
{
    const Floats weight = floats_all((float)ink.weight);
    const Pixels above = pixels_all(ink.colour);
    for (int i = steps.first; i <= steps.last; i += BLEND_GROUP, pixels += BLEND_GROUP) {
        Floats step = floats_all((float)i) + (Floats){0, 1, 2, 3};
        Floats covered = part_coverage(row, step, part) * weight + 0.5f;
        Pixels weights = (Pixels) __builtin_convertvector(covered, Whole);
        if (i + BLEND_GROUP <= steps.end) {
            Lanes lanes = (Lanes)(weights | weights << 16);
            pixels_store(pixels, blend_group(pixels_load(pixels), above, lanes));
            continue;
        }
        for (int k = 0; i + k < steps.end; k++)
            pixels[k] = blend_pixel(pixels[k], ink.colour, weights[k]);
    }
}

/* x0 is the column of step 0. */
static inline __attribute__((always_inline)) void paint_steps(const Sheet *sheet, int x0, int y,
                                                              SeenSteps steps, const StrokeRow *row,
                                                              Ink ink, Part part)
{
    blend_steps(sheet_at(sheet, x0 + steps.first, y), steps, row, ink, part);
}

/* What all rows of a stroke have in common. The reciprocals are 0 where a row runs exactly across
 * or along. */
typedef struct StrokeArea {
    const Stroke *stroke;
    StrokeRow row;
    double along, across; /* of the row's first column: a float would lose the columns far away */
    double per_across, per_along;
    double head_top, head_bottom;
} StrokeArea;

static StrokeRow common_row(const Stroke *stroke)
{
    double head = stroke->length - stroke->head_start, half = stroke->head_half;
    return (StrokeRow){
        .along_step = (float)stroke->along_x,
        .across_step = (float)-stroke->along_y,
        .half_width = (float)stroke->half_width,
        .peak = stroke->half_width < 0.5 ? (float)(2 * stroke->half_width) : 1,
        .head_length = (float)head,
        .head_half = (float)half,
        .head_slant = half > 0 ? (float)(1 / sqrt(head * head + half * half)) : 0,
        .dash = (float)stroke->dash,
        .period = (float)stroke->period,
    };
}

static StrokeArea area_of(const Stroke *stroke)
{
    const double flat = 1e-9;
    double base_y = stroke->y + stroke->along_y * stroke->head_start;
    double tip_y = stroke->y + stroke->along_y * stroke->length;
    double reach = stroke->head_half + 2;
    return (StrokeArea){
        .stroke = stroke,
        .row = common_row(stroke),
        .per_across = fabs(stroke->along_y) < flat ? 0 : -1 / stroke->along_y,
        .per_along = fabs(stroke->along_x) < flat ? 0 : 1 / stroke->along_x,
        .head_top = (base_y < tip_y ? base_y : tip_y) - reach,
        .head_bottom = (base_y < tip_y ? tip_y : base_y) + reach,
    };
}

static void enter_row(StrokeArea *area, int x0, int y)
{
    const Stroke *stroke = area->stroke;
    StrokeRow *row = &area->row;
    double dx = x0 + 0.5 - stroke->x, dy = y + 0.5 - stroke->y;
    double along = dx * stroke->along_x + dy * stroke->along_y;
    area->along = along;
    area->across = dy * stroke->along_x - dx * stroke->along_y;
    row->from_start = (float)along;
    row->to_end = (float)(stroke->length - along);
    row->to_shaft_end = (float)(stroke->shaft_end - along);
    row->across = (float)area->across;
    row->phase = stroke->period > 0 ? (float)fmod(along, stroke->period) : 0;
}

/* The steps low .. high from the first column. */
typedef struct Steps {
    double low, high;
} Steps;

/* Narrows steps to those where lowest <= value + step / per_value <= highest. */
static void narrow_steps(Steps *steps, double value, double per_value, double lowest,
                         double highest)
{
    if (per_value == 0) {
        if (value < lowest || value > highest)
            steps->high = steps->low - 1;
        return;
    }
    double a = (lowest - value) * per_value, b = (highest - value) * per_value;
    double near = a < b ? a : b, far = a < b ? b : a;
    steps->low = near > steps->low ? near : steps->low;
    steps->high = far < steps->high ? far : steps->high;
}

/* The columns of this row that a stretch of the stroke may touch. */
static bool touched(const StrokeArea *area, double from, double to, double reach, Steps *steps)
{
    narrow_steps(steps, area->across, area->per_across, -reach - 0.5, reach + 0.5);
    narrow_steps(steps, area->along, area->per_along, from - 0.5, to + 0.5);
    return steps->low <= steps->high;
}

/* The slant of its sides makes a head softer at the tip and the corners. */
static bool head_touched(const StrokeArea *area, int y, Steps *steps)
{
    const Stroke *stroke = area->stroke;
    return stroke->head_half > 0 && y >= area->head_top && y <= area->head_bottom &&
           touched(area, stroke->head_start, stroke->length + 1, stroke->head_half + 0.5, steps);
}

static void paint_row(const Sheet *sheet, PixelRect part, PixelRect whole, StrokeArea *area, int y,
                      Ink ink)
{
    const Stroke *stroke = area->stroke;
    sheet_look_ahead(sheet);
    enter_row(area, whole.x0, y);
    Steps all = {0, whole.x1 - whole.x0 - 1};
    Steps shaft = all, head = all;
    bool in_shaft = touched(area, 0, stroke->shaft_end, stroke->half_width, &shaft);
    bool in_head = head_touched(area, y, &head);
    if (!in_shaft && !in_head)
        return;
    if (!in_shaft)
        shaft = head;
    else if (in_head)
        shaft = (Steps){shaft.low < head.low ? shaft.low : head.low,
                        shaft.high > head.high ? shaft.high : head.high};
    int from = part.x0 - whole.x0, end = part.x1 - whole.x0;
    int low = (int)shaft.low, high = (int)shaft.high;
    SeenSteps steps = {low > from ? low : from, high < end ? high : end - 1, end};
    if (in_head)
        paint_steps(sheet, whole.x0, y, steps, &area->row, ink, PART_ARROW);
    else if (stroke->period > 0)
        paint_steps(sheet, whole.x0, y, steps, &area->row, ink, PART_DASHES);
    else
        paint_steps(sheet, whole.x0, y, steps, &area->row, ink, PART_SHAFT);
}

/* The rows of an area that a stroke may touch within its columns. */
static PixelRect touched_rows(const Stroke *stroke, PixelRect area)
{
    if (fabs(stroke->along_x) < 1e-3)
        return area;
    double reach = fmax(stroke->half_width, stroke->head_half) + 2;
    double slope = stroke->along_y / stroke->along_x, spread = reach / fabs(stroke->along_x);
    double a = stroke->y + (area.x0 - stroke->x) * slope;
    double b = stroke->y + (area.x1 - stroke->x) * slope;
    double top = fmin(a, b) - spread, bottom = fmax(a, b) + spread;
    area.y0 = top > area.y0 ? (int)fmin(top, area.y1) : area.y0;
    area.y1 = bottom < area.y1 ? (int)fmax(bottom, area.y0) : area.y1;
    return area;
}

/* All of an area lies so far within the shaft that neither its ends nor a head show there. */
static bool is_middle(const Stroke *stroke, PixelRect area)
{
    const double soft = 2;
    double dx = (area.x0 + area.x1) / 2.0 - stroke->x, dy = (area.y0 + area.y1) / 2.0 - stroke->y;
    double along = dx * stroke->along_x + dy * stroke->along_y;
    double deep = soft + (area.x1 - area.x0) / 2.0 * fabs(stroke->along_x) +
                  (area.y1 - area.y0) / 2.0 * fabs(stroke->along_y);
    double end = stroke->head_half > 0 ? stroke->head_start : stroke->shaft_end;
    return stroke->period == 0 && along - deep > 0 && along + deep < end;
}

/* What rows of such an area have: distances across it at step 0, and the steps that are touched. */
typedef struct MiddleRows {
    double across[TILE_HEIGHT];
    int first[TILE_HEIGHT], last[TILE_HEIGHT];
} MiddleRows;

static double between(double v, double least, double most)
{
    v = v > least ? v : least;
    return v < most ? v : most;
}

/* Rows from y on, count of them, of steps from .. end - 1; all at once, without a branch. */
static void find_middle_rows(const StrokeArea *area, int x0, int y, int count, int from, int end,
                             MiddleRows *rows)
{
    const Stroke *stroke = area->stroke;
    double dx = x0 + 0.5 - stroke->x, reach = stroke->half_width + 0.5;
    double spread = reach * fabs(area->per_across), top = y + 0.5;
    double start_y = stroke->y, along_x = stroke->along_x, beside = dx * stroke->along_y;
    double per_across = area->per_across;
    for (int i = 0; i < count; i++) {
        double across = (i + top - start_y) * along_x - beside;
        double low = -across * per_across - spread, high = low + 2 * spread;
        rows->across[i] = across;
        rows->first[i] = (int)between(low, from, end);
        rows->last[i] = (int)between(high, from - 1, end - 1);
    }
    for (int i = 0; i < count && per_across == 0; i++) {
        rows->first[i] = fabs(rows->across[i]) < reach ? from : end;
        rows->last[i] = end - 1;
    }
}

/* Paints such an area, where the distance across is all that counts. */
static void paint_middle(const Sheet *sheet, PixelRect part, PixelRect whole,
                         const StrokeArea *area, Ink ink)
{
    MiddleRows rows;
    StrokeRow row = area->row;
    int from = part.x0 - whole.x0, end = part.x1 - whole.x0;
    find_middle_rows(area, whole.x0, part.y0, part.y1 - part.y0, from, end, &rows);
    for (int i = 0; i < part.y1 - part.y0; i++) {
        sheet_look_ahead(sheet);
        row.across = (float)rows.across[i];
        paint_steps(sheet, whole.x0, part.y0 + i, (SeenSteps){rows.first[i], rows.last[i], end},
                    &row, ink, PART_MIDDLE);
    }
}

HOST_CLONES
void raster_stroke(const Sheet *sheet, PixelRect area, PixelRect whole, const Stroke *stroke,
                   Ink ink)
{
    StrokeArea shape = area_of(stroke);
    area = touched_rows(stroke, area);
    if (is_middle(stroke, area)) {
        paint_middle(sheet, area, whole, &shape, ink);
        return;
    }
    for (int y = area.y0; y < area.y1; y++)
        paint_row(sheet, area, whole, &shape, y, ink);
}
