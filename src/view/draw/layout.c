/* Four arrangements: full; the same with the stage above all else, where a window is high; without
 * registers, the panels closer together; stage and source alone. A strip of results above, the
 * sentence and the time line below, columns between. Lecture mode has two of its own, for wide and
 * for high windows, without the strip and the registers. */
#include "view/draw/layout.h"

#include "session/scenes/show.h"

#include <math.h>

static const float UNIT_LEAST = 0.8f, UNIT_MOST = 6;
static const float SHEET_WIDTH = 215,
                   SHEET_HEIGHT = 225; /* units that a window has at least, whatever the zoom */

typedef struct Sheet {
    float unit, width, height, gap;
    bool has_panel, is_both; /* both: the panel has the place of the source, too */
    float top;               /* what lies above all that is placed: the line of a scene */
} Sheet;

static const float TABS = 30, SOURCE_SHARE = 0.4f, LECTURE_SCALE = 1.6f, TALL_WIDTH = 900;
static const float SCENE = 40, SCENE_LEAST = 24, SCENE_WIDTH = 500;
static const float LECTURE_WIDTH = 640, LECTURE_HEIGHT = 360; /* at least */

static Rect place_rounded(const Sheet *sheet, float x, float y, float w, float h)
{
    float left = roundf(x * sheet->unit), top = roundf((y + sheet->top) * sheet->unit);
    return (Rect){left, top, roundf((x + w) * sheet->unit) - left,
                  roundf((y + sheet->top + h) * sheet->unit) - top};
}

static void place_strip(Layout *layout, const Sheet *sheet, float height, float title_width)
{
    float gap = sheet->gap, right = 132;
    layout->title = place_rounded(sheet, gap, gap, title_width, height);
    layout->buttons = place_rounded(sheet, sheet->width - gap - right, gap, right, height);
    float x = gap + title_width + gap, w = sheet->width - gap - right - gap - x;
    if (w >= 150)
        layout->counters = place_rounded(sheet, x, gap, w, height);
}

static void place_bottom(Layout *layout, const Sheet *sheet, float caption, float transport)
{
    float gap = sheet->gap, width = sheet->width - 2 * gap;
    float y = sheet->height - gap - transport;
    layout->transport = place_rounded(sheet, gap, y, width, transport);
    layout->caption = place_rounded(sheet, gap, y - gap - caption, width, caption);
}

/* The source above, the tabs and what they open below it. */
static void place_source(Layout *layout, const Sheet *sheet, float x, float y, float w, float h)
{
    float gap = sheet->gap;
    if (!sheet->has_panel || sheet->is_both) {
        *(sheet->is_both ? &layout->panel : &layout->source) =
            place_rounded(sheet, x, y, w, h - TABS - gap);
        layout->tabs = place_rounded(sheet, x, y + h - TABS, w, TABS);
        return;
    }
    float source = h * SOURCE_SHARE, top = y + source + gap;
    layout->source = place_rounded(sheet, x, y, w, source);
    layout->tabs = place_rounded(sheet, x, top, w, TABS);
    layout->panel = place_rounded(sheet, x, top + TABS, w, y + h - top - TABS);
}

static void place_full(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, strip = 86, caption = 50, transport = 56;
    place_strip(layout, sheet, strip, 236);
    place_bottom(layout, sheet, caption, transport);
    float y = strip + 2 * gap;
    float h = sheet->height - y - caption - transport - 3 * gap;
    float inner = sheet->width - 4 * gap;
    float stage = inner * 0.37f, block = inner * 0.235f, source = inner - stage - block;
    if (sheet->is_both) { /* half for each */
        source = (inner + gap) / 2;
        stage = (inner - source) * 0.61f;
        block = inner - source - stage;
    }
    float shared = (h - 2 * gap) * 0.39f, threads = (h - 2 * gap) * 0.32f;
    float x = gap;
    layout->stage = place_rounded(sheet, x, y, stage, h);
    x += stage + gap;
    layout->shared = place_rounded(sheet, x, y, block, shared);
    layout->threads = place_rounded(sheet, x, y + shared + gap, block, threads);
    layout->registers = place_rounded(sheet, x, y + shared + threads + 2 * gap, block,
                                      h - shared - threads - 2 * gap);
    x += block + gap;
    place_source(layout, sheet, x, y, source, h);
}

/* Higher than wide: the stage across all, what the full arrangement has beside it below. */
static void place_tall(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, strip = 86, caption = 50, transport = 56;
    place_strip(layout, sheet, strip, 236);
    place_bottom(layout, sheet, caption, transport);
    float y = strip + 2 * gap, width = sheet->width - 2 * gap;
    float h = sheet->height - y - caption - transport - 3 * gap;
    float stage = h * 0.5f, lower = h - stage - gap, block = (width - gap) * 0.37f;
    float shared = (lower - 2 * gap) * 0.39f, threads = (lower - 2 * gap) * 0.32f;
    layout->stage = place_rounded(sheet, gap, y, width, stage);
    y += stage + gap;
    layout->shared = place_rounded(sheet, gap, y, block, shared);
    layout->threads = place_rounded(sheet, gap, y + shared + gap, block, threads);
    layout->registers = place_rounded(sheet, gap, y + shared + threads + 2 * gap, block,
                                      lower - shared - threads - 2 * gap);
    place_source(layout, sheet, 2 * gap + block, y, width - gap - block, lower);
}

static void place_medium(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, strip = 86, caption = 52, transport = 56;
    place_strip(layout, sheet, strip, 236);
    place_bottom(layout, sheet, caption, transport);
    float y = strip + 2 * gap;
    float h = sheet->height - y - caption - transport - 3 * gap;
    float inner = sheet->width - 3 * gap, stage = inner * 0.46f, right = inner - stage;
    float lower = h * 0.46f, half = (right - gap) / 2;
    layout->stage = place_rounded(sheet, gap, y, stage, h);
    float x = 2 * gap + stage;
    if (sheet->has_panel) {
        place_source(layout, sheet, x, y, right, h);
        return;
    }
    place_source(layout, sheet, x, y, right, h - lower - gap);
    layout->shared = place_rounded(sheet, x, y + h - lower, half, lower);
    layout->threads =
        place_rounded(sheet, x + half + gap, y + h - lower, right - half - gap, lower);
}

static void place_small(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, strip = 82, transport = 56, y = gap;
    if (sheet->height >= 440 && sheet->width >= 640) {
        place_strip(layout, sheet, strip, 200);
        y += strip + gap;
    }
    float bottom = sheet->height - gap - transport;
    layout->transport = place_rounded(sheet, gap, bottom, sheet->width - 2 * gap, transport);
    float h = bottom - gap - y;
    if (sheet->width < 500) {
        Rect all = place_rounded(sheet, gap, y, sheet->width - 2 * gap, h);
        *(sheet->has_panel ? &layout->panel : &layout->stage) = all;
        return;
    }
    float inner = sheet->width - 3 * gap;
    layout->stage = place_rounded(sheet, gap, y, inner / 2, h);
    Rect right = place_rounded(sheet, 2 * gap + inner / 2, y, inner / 2, h);
    *(sheet->has_panel ? &layout->panel : &layout->source) = right;
}

/* For the back row: what is needed, much larger. Values fly from the stage to shared memory and to
 * the threads, so both stay in the picture, side by side. */
static void place_lecture(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, caption = 48, transport = 56;
    place_bottom(layout, sheet, caption, transport);
    float h = sheet->height - caption - transport - 4 * gap;
    float inner = sheet->width - 3 * gap, stage = inner * (sheet->is_both ? 0.5f : 0.47f);
    float right = inner - stage;
    float x = 2 * gap + stage, source = (h - gap) * (sheet->has_panel ? 0.4f : 0.56f);
    layout->stage = place_rounded(sheet, gap, gap, stage, h);
    if (sheet->is_both) {
        layout->panel = place_rounded(sheet, x, gap, right, h);
        return;
    }
    layout->source = place_rounded(sheet, x, gap, right, source);
    float y = 2 * gap + source, lower = h - source - gap, shared = (right - gap) * 0.54f;
    if (sheet->has_panel) {
        layout->panel = place_rounded(sheet, x, y, right, lower);
        return;
    }
    layout->shared = place_rounded(sheet, x, y, shared, lower);
    layout->threads = place_rounded(sheet, x + shared + gap, y, right - shared - gap, lower);
}

void layout_without_shared(Layout *layout)
{
    Rect *shared = &layout->shared, *threads = &layout->threads;
    if (shared->w <= 0 || threads->w <= 0 || shared->y != threads->y)
        return;
    threads->w += threads->x - shared->x;
    threads->x = shared->x;
    *shared = (Rect){0};
}

static Rect around(Rect a, Rect b)
{
    float x = fminf(a.x, b.x), y = fminf(a.y, b.y);
    return (Rect){x, y, fmaxf(a.x + a.w, b.x + b.w) - x, fmaxf(a.y + a.h, b.y + b.h) - y};
}

/* What stands to the right of the block gives up room from its left side. */
static void give_from_left(Rect *rect, float width)
{
    if (rect->w <= 0)
        return;
    rect->x += width;
    rect->w -= width;
}

/* In the full arrangement the block is to be about as wide as high: its neighbours give up what
 * they have beyond a third of the width. */
static void widen_block(Layout *layout)
{
    Rect *block = &layout->block;
    float third = (layout->stage.w + block->w + layout->source.w) / 3;
    float wanted = fmaxf(0, block->h - block->w);
    float right = roundf(fminf(wanted, fmaxf(0, layout->source.w - 1.02f * third)));
    float left = roundf(fminf(wanted - right, fmaxf(0, layout->stage.w - 0.98f * third)));
    layout->stage.w -= left;
    block->x -= left;
    block->w += left + right;
    layout->registers.x = block->x;
    layout->registers.w = block->w;
    give_from_left(&layout->source, right);
    give_from_left(&layout->tabs, right);
    give_from_left(&layout->panel, right);
}

/* Before an audience: the block above the source, if its digits can be read there from afar. */
static bool place_block_above_source(Layout *layout, int rows)
{
    static const float FRAME = 70, CELL_LEAST = 16;
    Rect right = around(layout->source, layout->block);
    float gap = right.x - layout->stage.x - layout->stage.w,
          height = roundf((right.h - gap) * 0.58f);
    if (height - FRAME * layout->unit < CELL_LEAST * layout->unit * (float)rows)
        return false;
    layout->block = (Rect){right.x, right.y, right.w, height};
    layout->source = (Rect){right.x, right.y + height + gap, right.w, right.h - height - gap};
    return true;
}

/* Else it has the place of the stage, and the stage stands above the source. */
static void place_block_first(Layout *layout)
{
    Rect big = layout->stage, right = around(layout->source, layout->block);
    float gap = right.x - big.x - big.w, height = roundf((right.h - gap) * 0.57f);
    layout->block = big;
    layout->stage = (Rect){right.x, right.y, right.w, height};
    layout->source = (Rect){right.x, right.y + height + gap, right.w, right.h - height - gap};
}

/* The registers give way if cells have numbers without them, and only then. */
static void take_registers(Layout *layout, int rows, float least)
{
    static const float FRAME = 70;
    Rect *block = &layout->block, all = around(*block, layout->registers);
    float frame = FRAME * layout->unit, count = (float)rows;
    if (layout->registers.w <= 0 || (block->h - frame) / count >= least ||
        (all.h - frame) / count < least)
        return;
    *block = all;
    layout->registers = (Rect){0};
}

bool layout_join_block(Layout *layout, const Look *look, int rows, float least)
{
    if (layout->shared.w <= 0 || layout->threads.w <= 0)
        return false;
    layout->block = around(layout->shared, layout->threads);
    bool is_full = layout->registers.w > 0 && layout->stage.x < layout->block.x &&
                   layout->stage.y == layout->block.y;
    bool is_side_by_side = layout->stage.x < layout->block.x && layout->source.w > 0;
    layout->shared = layout->threads = (Rect){0};
    if (look->enlarged)
        return true;
    take_registers(layout, rows, least);
    if (is_full && layout->source.w > 0)
        widen_block(layout);
    else if (look->lecture && is_side_by_side && !place_block_above_source(layout, rows))
        place_block_first(layout);
    return true;
}

/* Larger, but not so large that the source and the sentence would have no room. */
static float lecture_unit(float unit, int width, int height)
{
    float fits = fminf((float)width / LECTURE_WIDTH, (float)height / LECTURE_HEIGHT);
    return fmaxf(unit, fminf(unit * LECTURE_SCALE, fits));
}

/* The same for a window that is higher than wide: the stage above, what flies from it right
 * below. */
static void place_lecture_tall(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, caption = 48, transport = 56, width = sheet->width - 2 * gap;
    place_bottom(layout, sheet, caption, transport);
    float h = sheet->height - caption - transport - 6 * gap, stage = h * 0.45f;
    float middle = h * (sheet->has_panel ? 0.3f : 0.2f), source = h - stage - middle;
    float shared = (width - gap) * 0.54f, y = 2 * gap + stage;
    layout->stage = place_rounded(sheet, gap, gap, width, stage);
    if (sheet->is_both) {
        layout->panel = place_rounded(sheet, gap, y, width, middle + gap + source);
        return;
    }
    layout->source = place_rounded(sheet, gap, y + middle + gap, width, source);
    if (sheet->has_panel) {
        layout->panel = place_rounded(sheet, gap, y, width, middle);
        return;
    }
    layout->shared = place_rounded(sheet, gap, y, shared, middle);
    layout->threads = place_rounded(sheet, 2 * gap + shared, y, width - gap - shared, middle);
}

static bool is_tall(float width, float height)
{
    return height >= 1.25f * width;
}

/* As high in lecture mode as it is without. What is below has less height, but the same unit. */
static void place_scene(Layout *layout, Sheet *sheet, float unit)
{
    float height = fmaxf(SCENE_LEAST, SCENE * unit / sheet->unit), gap = sheet->gap;
    layout->scene = place_rounded(sheet, gap, gap, sheet->width - 2 * gap, height);
    sheet->top = gap + height;
    sheet->height -= sheet->top;
}

static Layout lay_out(int width, int height, const Look *look, bool has_scene)
{
    float unit = fminf((float)width / 1280, (float)height / 720);
    if (is_tall((float)width, (float)height))
        unit = (float)width / TALL_WIDTH;
    unit = fminf(fmaxf(unit, UNIT_LEAST), UNIT_MOST) * look->scale;
    float most = fminf((float)width / SHEET_WIDTH, (float)height / SHEET_HEIGHT);
    unit = fminf(unit, fmaxf(UNIT_LEAST, most));
    float plain = unit;
    if (look->lecture)
        unit = lecture_unit(unit, width, height);
    Sheet sheet = {unit, (float)width / unit,       (float)height / unit,
                   12,   look->panel != PANEL_NONE, look->panel == PANEL_BOTH};
    Layout layout = {.unit = unit};
    if (has_scene && sheet.width >= SCENE_WIDTH && sheet.height >= LECTURE_HEIGHT) {
        sheet.gap = look->lecture ? 8 : 12;
        place_scene(&layout, &sheet, plain);
    }
    if (look->lecture && sheet.width >= LECTURE_WIDTH &&
        sheet.height >= LECTURE_HEIGHT - sheet.top) {
        sheet.gap = 8;
        if (is_tall(sheet.width, sheet.height))
            place_lecture_tall(&layout, &sheet);
        else
            place_lecture(&layout, &sheet);
    } else if (sheet.width >= TALL_WIDTH - 1 && is_tall(sheet.width, sheet.height)) {
        place_tall(&layout, &sheet);
    } else if (sheet.width >= 1080 && sheet.height >= 600) {
        place_full(&layout, &sheet);
    } else if (sheet.width >= 640 && sheet.height >= 560) {
        sheet.gap = 8;
        place_medium(&layout, &sheet);
    } else {
        sheet.gap = 6;
        place_small(&layout, &sheet);
    }
    return layout;
}

Layout layout_of(int width, int height, const Look *look)
{
    return lay_out(width, height, look, false);
}

Layout layout_shown(int width, int height, const Session *session)
{
    return lay_out(width, height, &session->look, scene_shown(session) != NULL);
}
