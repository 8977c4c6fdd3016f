/* Hatching: the coverage depends on x + y only, a periodic ramp around each slanted line. */
#include "scene/paint/raster.h"

typedef struct Hatch {
    int x0, y0;
    float spacing, half_width;
} Hatch;

static void cover_hatch(const void *figure, int x, int y, int count, uint8_t *coverage)
{
    const Hatch *hatch = figure;
    for (int i = 0; i < count; i++) {
        float place = (float)(x + i - hatch->x0 + y - hatch->y0 + 1) * 0.70710678f;
        float periods = place / hatch->spacing;
        float phase = (periods - (float)(int)periods) * hatch->spacing;
        float distance = phase < hatch->spacing - phase ? phase : hatch->spacing - phase;
        float cover = hatch->half_width + 0.5f - distance;
        cover = cover < 0 ? 0 : cover > 1 ? 1 : cover;
        coverage[i] = (uint8_t)(int)(cover * 255 + 0.5f);
    }
}

void raster_hatch(const Sheet *sheet, PixelRect area, PixelRect rect, float spacing, float width,
                  Ink ink)
{
    Hatch hatch = {rect.x0, rect.y0, spacing, width / 2};
    PixelRect seen = pixel_rect_meet(area, rect);
    for (int y = seen.y0; y < seen.y1; y++)
        raster_row_cover(sheet, y, seen.x0, seen.x1, ink, cover_hatch, &hatch);
}
