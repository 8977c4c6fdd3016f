/* Rectangles with whole-pixel edges: the bulk of every picture, and always crisp. */
#include "scene/paint/raster.h"

void raster_rect(const Sheet *sheet, PixelRect area, PixelRect rect, Ink ink)
{
    PixelRect seen = pixel_rect_meet(area, rect);
    if (pixel_rect_is_empty(seen) || ink.weight == 0)
        return;
    uint32_t *corner = sheet_at(sheet, seen.x0, seen.y0);
    raster_fill(&(PixelSpan){corner, seen.x1 - seen.x0, seen.y1 - seen.y0, TILE_WIDTH}, ink);
}

void raster_frame(const Sheet *sheet, PixelRect area, PixelRect rect, int width, Ink ink)
{
    int w = rect.x1 - rect.x0, h = rect.y1 - rect.y0;
    if (2 * width >= w || 2 * width >= h) {
        raster_rect(sheet, area, rect, ink);
        return;
    }
    int top = rect.y0 + width, bottom = rect.y1 - width;
    raster_rect(sheet, area, (PixelRect){rect.x0, rect.y0, rect.x1, top}, ink);
    raster_rect(sheet, area, (PixelRect){rect.x0, bottom, rect.x1, rect.y1}, ink);
    raster_rect(sheet, area, (PixelRect){rect.x0, top, rect.x0 + width, bottom}, ink);
    raster_rect(sheet, area, (PixelRect){rect.x1 - width, top, rect.x1, bottom}, ink);
}
