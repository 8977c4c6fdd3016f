/* Rounded rectangles and circles. The coverage of a pixel is half minus its signed distance to the
 * edge, so one formula serves fill and stroke; each row knows the columns that lie wholly inside
 * and fills them plainly. */
#include "scene/paint/raster.h"

#include <math.h>

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

/* Distance from a pixel's centre to the edge, negative inside. */
static float edge_distance(const Round *round, int x, float dy)
{
    float qx = fabsf((float)x + 0.5f - round->centre_x) - (round->half_w - round->radius);
    float qy = fabsf(dy) - (round->half_h - round->radius);
    float ox = larger(qx, 0), oy = larger(qy, 0);
    return sqrtf(ox * ox + oy * oy) + smaller(larger(qx, qy), 0) - round->radius;
}

/* How much of a pixel lies within the edge moved inwards by inset. */
static float inside(float distance, float inset)
{
    return smaller(larger(0.5f - distance - inset, 0), 1);
}

static void cover_fill(const void *figure, int x, int y, int count, uint8_t *coverage)
{
    const Round *round = figure;
    float dy = (float)y + 0.5f - round->centre_y;
    float inset = round->stroke.weight ? round->stroke_width / 2 : 0;
    for (int i = 0; i < count; i++)
        coverage[i] = (uint8_t)(inside(edge_distance(round, x + i, dy), inset) * 255 + 0.5f);
}

static void cover_stroke(const void *figure, int x, int y, int count, uint8_t *coverage)
{
    const Round *round = figure;
    float dy = (float)y + 0.5f - round->centre_y;
    for (int i = 0; i < count; i++) {
        float distance = edge_distance(round, x + i, dy);
        float ring = inside(distance, 0) - inside(distance, round->stroke_width);
        coverage[i] = (uint8_t)(ring * 255 + 0.5f);
    }
}

/* Half the width of the figure, moved inwards by inset, at a height; negative where there is
 * none. */
static float half_extent(const Round *round, float inset, float dy)
{
    float half_w = round->half_w - inset, half_h = round->half_h - inset;
    float radius = larger(round->radius - inset, 0);
    float beyond = larger(fabsf(dy) - (half_h - radius), 0);
    if (fabsf(dy) > half_h || half_w < 0)
        return -1;
    return half_w - radius + sqrtf(larger(radius * radius - beyond * beyond, 0));
}

static int clamp_column(float x, PixelRect area)
{
    if (x <= (float)area.x0)
        return area.x0;
    return x >= (float)area.x1 ? area.x1 : (int)x;
}

static void blend_part(const Sheet *sheet, int y, int x0, int x1, const Round *round)
{
    if (round->fill.weight)
        raster_row_cover(sheet, y, x0, x1, round->fill, cover_fill, round);
    if (round->stroke.weight)
        raster_row_cover(sheet, y, x0, x1, round->stroke, cover_stroke, round);
}

static void paint_row(const Sheet *sheet, PixelRect area, const Round *round, int y)
{
    float dy = (float)y + 0.5f - round->centre_y;
    float outer = half_extent(round, -1, dy);
    if (outer < 0)
        return;
    float inner = half_extent(round, (round->stroke.weight ? round->stroke_width : 0) + 1, dy);
    int x0 = clamp_column(round->centre_x - outer, area);
    int x1 = clamp_column(round->centre_x + outer + 1, area);
    if (inner < 1) {
        blend_part(sheet, y, x0, x1, round);
        return;
    }
    int solid0 = clamp_column(round->centre_x - inner + 1, area);
    int solid1 = clamp_column(round->centre_x + inner, area);
    blend_part(sheet, y, x0, solid0, round);
    if (round->fill.weight && solid1 > solid0)
        raster_fill(&(PixelSpan){sheet_at(sheet, solid0, y), solid1 - solid0, 1, 0}, round->fill);
    blend_part(sheet, y, solid1 > solid0 ? solid1 : solid0, x1, round);
}

void raster_round(const Sheet *sheet, PixelRect area, const Round *round)
{
    for (int y = area.y0; y < area.y1; y++)
        paint_row(sheet, area, round, y);
}
