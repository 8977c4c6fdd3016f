/* Lines, dashed lines and arrows, anti-aliased. For each row the columns that the stroke can touch
 * follow from two linear inequalities (distance across it, position along it); within them the
 * coverage is a box filter of both. A head and its shaft are one figure, so they never blend twice.
 *
 * Far coordinates stay exact because each row starts in double and goes on in float from there. */
#include "scene/raster.h"
#include "scene/stroke.h"

#include <math.h>

/* One row of a stroke: values at the centre of column x0 and their change per column. */
typedef struct StrokeRow {
    int x0;
    float from_start, to_end, to_shaft_end, across, phase;
    float along_step, across_step;
    float half_width, peak; /* peak: the most a thin line can cover */
    float head_length, head_half, head_slant;
    float dash, period;
} StrokeRow;

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float unit(float v)
{
    return smaller(larger(v, 0), 1);
}

static float shaft_coverage(const StrokeRow *row, float step)
{
    float across = fabsf(row->across + step * row->across_step);
    float along = step * row->along_step;
    float ends = smaller(row->from_start + along, row->to_shaft_end - along);
    return unit(ends + 0.5f) * larger(smaller(row->half_width + 0.5f - across, row->peak), 0);
}

static float head_coverage(const StrokeRow *row, float step)
{
    float across = fabsf(row->across + step * row->across_step);
    float to_end = row->to_end - step * row->along_step;
    float side = (to_end * row->head_half - across * row->head_length) * row->head_slant;
    return unit(smaller(side, row->head_length - to_end) + 0.5f);
}

/* How much of a pixel a dash covers, where phase is the place along the stroke. */
static float dash_coverage(const StrokeRow *row, float step)
{
    float phase = row->phase + step * row->along_step;
    phase -= row->period * floorf(phase / row->period);
    float own = smaller(phase, row->dash - phase);
    return unit(larger(own, phase - row->period) + 0.5f);
}

static void cover_shaft(const void *figure, int x, int y, int count, uint8_t *coverage)
{
    StrokeRow row = *(const StrokeRow *)figure;
    (void)y;
    for (int i = 0; i < count; i++)
        coverage[i] = (uint8_t)(int)(shaft_coverage(&row, (float)(x - row.x0 + i)) * 255 + 0.5f);
}

static void cover_arrow(const void *figure, int x, int y, int count, uint8_t *coverage)
{
    StrokeRow row = *(const StrokeRow *)figure;
    (void)y;
    for (int i = 0; i < count; i++) {
        float step = (float)(x - row.x0 + i);
        float most = larger(shaft_coverage(&row, step), head_coverage(&row, step));
        coverage[i] = (uint8_t)(int)(most * 255 + 0.5f);
    }
}

static void cover_dashes(const void *figure, int x, int y, int count, uint8_t *coverage)
{
    StrokeRow row = *(const StrokeRow *)figure;
    (void)y;
    for (int i = 0; i < count; i++) {
        float step = (float)(x - row.x0 + i);
        float both = shaft_coverage(&row, step) * dash_coverage(&row, step);
        coverage[i] = (uint8_t)(int)(both * 255 + 0.5f);
    }
}

static StrokeRow row_of(const Stroke *stroke, int x0, int y)
{
    double dx = x0 + 0.5 - stroke->x, dy = y + 0.5 - stroke->y;
    double along = dx * stroke->along_x + dy * stroke->along_y;
    double head = stroke->length - stroke->head_start, half = stroke->head_half;
    double phase = stroke->period > 0 ? fmod(along, stroke->period) : 0;
    return (StrokeRow){
        .x0 = x0,
        .from_start = (float)along,
        .to_end = (float)(stroke->length - along),
        .to_shaft_end = (float)(stroke->shaft_end - along),
        .across = (float)(dy * stroke->along_x - dx * stroke->along_y),
        .phase = (float)phase,
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

/* Narrows low .. high to the steps where lowest <= value + step * slope <= highest. */
static void narrow(double *low, double *high, double value, double slope, double lowest,
                   double highest)
{
    if (fabs(slope) < 1e-9) {
        if (value < lowest || value > highest)
            *high = *low - 1;
        return;
    }
    double a = (lowest - value) / slope, b = (highest - value) / slope;
    *low = fmax(*low, fmin(a, b));
    *high = fmin(*high, fmax(a, b));
}

/* The columns of a row that a stretch of the stroke may touch, as steps from x0. */
static bool touched_steps(const Stroke *stroke, const StrokeRow *row, double from, double to,
                          double reach, double *low, double *high)
{
    narrow(low, high, row->across, row->across_step, -reach - 1, reach + 1);
    narrow(low, high, stroke->length - row->to_end, row->along_step, from - 1, to + 1);
    return *low <= *high;
}

static void paint_row(const Canvas *canvas, PixelRect area, const Stroke *stroke, int y, Ink ink)
{
    StrokeRow row = row_of(stroke, area.x0, y);
    double last = area.x1 - area.x0 - 1;
    double low = 0, high = last, head_low = 0, head_high = last;
    bool touched =
        touched_steps(stroke, &row, 0, stroke->shaft_end, stroke->half_width, &low, &high);
    bool has_head = stroke->head_half > 0;
    if (has_head && touched_steps(stroke, &row, stroke->head_start, stroke->length,
                                  stroke->head_half, &head_low, &head_high)) {
        low = touched ? fmin(low, head_low) : head_low;
        high = touched ? fmax(high, head_high) : head_high;
    } else if (!touched) {
        return;
    }
    CoverRow *cover = has_head ? cover_arrow : stroke->period > 0 ? cover_dashes : cover_shaft;
    raster_row_cover(canvas, y, area.x0 + (int)low, area.x0 + (int)high + 1, ink, cover, &row);
}

void raster_stroke(const Canvas *canvas, PixelRect area, const Stroke *stroke, Ink ink)
{
    for (int y = area.y0; y < area.y1; y++)
        paint_row(canvas, area, stroke, y, ink);
}
