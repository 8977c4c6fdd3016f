/* Glyphs: rows of coverage. Bitmap rows are padded with zeros to a multiple of four, so a glyph
 * with room to its right is blended in whole groups. */
#include "scene/paint/raster.h"

void raster_glyph(const Sheet *sheet, PixelRect area, const Glyph *glyph, int x, int y, Ink ink)
{
    PixelRect box = {x, y, x + glyph->width, y + glyph->height};
    PixelRect seen = pixel_rect_meet(area, box);
    if (pixel_rect_is_empty(seen))
        return;
    int count = seen.x1 - seen.x0;
    if (seen.x1 == box.x1 && x + glyph->stride <= area.x1)
        count = x + glyph->stride - seen.x0;
    const uint8_t *from = glyph->coverage + (seen.y0 - y) * glyph->stride + (seen.x0 - x);
    uint32_t *row = sheet_at(sheet, seen.x0, seen.y0);
    raster_blend(&(PixelSpan){row, count, seen.y1 - seen.y0, TILE_WIDTH}, from, glyph->stride, ink);
}
