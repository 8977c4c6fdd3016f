/* Four arrangements: full; the same with the stage above all else, where a window is high; without
 * registers, the panels closer together; stage and source alone. A strip of results above, the
 * sentence and the time line below, columns between. Lecture mode has two of its own, for wide and
 * for high windows, without the strip and the registers. */
#include "view/draw/layout.h"

#include "session/lessons/exercise.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"

#include <math.h>

static const float UNIT_LEAST = 0.8f, UNIT_MOST = 6;
static const float SHEET_WIDTH = 215,
                   SHEET_HEIGHT = 225; /* units that a window has at least, whatever the zoom */

typedef struct Sheet {
    float unit, width, height, gap;
    bool has_panel, is_both;   /* both: the panel has the place of the source, too */
    bool has_lesson;           /* one is taken: its text and its question have room */
    bool has_keys, is_lecture; /* the keys just pressed have a line */
    bool is_paper;             /* nothing is pressed there */
    float top;                 /* what lies above all that is placed: the line of a scene */
} Sheet;

static const float TABS = 30, SOURCE_SHARE = 0.4f, LESSON_SOURCE = 0.34f, LESSON_SHARE = 0.52f,
                   LECTURE_SCALE = 1.6f, TALL_WIDTH = 900;
static const float SCENE = 60, SCENE_HALL = 70, SCENE_LINE = 40, SCENE_LEAST = 24,
                   SCENE_WIDTH = 500;
static const float LECTURE_ASKED = 0.28f; /* of the height: three lines of the source */
static const float LECTURE_WIDTH = 640, LECTURE_HEIGHT = 360; /* at least */
static const float KEYS = 28, KEYS_HEIGHT = 320, KEYS_HEIGHT_LECTURE = 420, LECTURE_GAP = 6,
                   LECTURE_CAPTION = 46, LECTURE_TRANSPORT = 44, SOURCE_LEAST = 75;
static const float FRAME = 70, LECTURE_FRAME = 40; /* of a block, beside its cells */
static const float BOTH_STAGE = 0.5f, BOTH_SHARED = 0.5f;
static const float STAGE_LEAST = 0.38f; /* of what it has with the block */
static const float PANEL_LEAST = 150;   /* below a lesson; what has less is left out */
static const float HEAD_NAMES = 24, HEAD_COUNTERS = 36; /* of lecture mode */

static Rect place_rounded(const Sheet *sheet, float x, float y, float w, float h)
{
    float left = roundf(x * sheet->unit), top = roundf((y + sheet->top) * sheet->unit);
    return (Rect){left, top, roundf((x + w) * sheet->unit) - left,
                  roundf((y + sheet->top + h) * sheet->unit) - top};
}

static void place_strip(Layout *layout, const Sheet *sheet, float height, float title_width,
                        float end)
{
    float gap = sheet->gap, right = 132;
    layout->title = place_rounded(sheet, gap, gap, title_width, height);
    layout->buttons = place_rounded(sheet, end - right, gap, right, height);
    float x = gap + title_width + gap, w = end - right - gap - x;
    if (w >= 150)
        layout->counters = place_rounded(sheet, x, gap, w, height);
}

/* From below: the time line, but not on paper, the keys that were pressed, the sentence unless it
 * is 0 high. Returns where the room above ends. */
static float place_bottom(Layout *layout, const Sheet *sheet, float caption, float transport)
{
    float gap = sheet->gap, width = sheet->width - 2 * gap;
    float y = sheet->height;
    if (!sheet->is_paper)
        layout->transport = place_rounded(sheet, gap, y -= gap + transport, width, transport);
    if (sheet->has_keys && !sheet->is_lecture)
        layout->keys = place_rounded(sheet, gap, y -= gap + KEYS, width, KEYS);
    if (caption > 0)
        layout->caption = place_rounded(sheet, gap, y -= gap + caption, width, caption);
    return y - gap;
}

/* The source above, the tabs and what they open below it. */
static void place_source(Layout *layout, const Sheet *sheet, float x, float y, float w, float h)
{
    float gap = sheet->gap;
    if (sheet->has_lesson) {
        float upper = h * (sheet->has_panel ? LESSON_SHARE : LESSON_SOURCE);
        float below = y + upper + gap;
        *(sheet->has_panel ? &layout->lesson : &layout->source) =
            place_rounded(sheet, x, y, w, upper);
        layout->tabs = place_rounded(sheet, x, below, w, TABS);
        *(sheet->has_panel ? &layout->panel : &layout->lesson) =
            place_rounded(sheet, x, below + TABS, w, y + h - below - TABS);
        return;
    }
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
    float y = strip + 2 * gap, h = place_bottom(layout, sheet, caption, transport) - y;
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
    float top = sheet->has_lesson ? gap : y; /* there is much to read */
    place_strip(layout, sheet, strip, 236, sheet->has_lesson ? x - gap : sheet->width - gap);
    place_source(layout, sheet, x, top, source, h + y - top);
}

/* Higher than wide: the stage across all, what the full arrangement has beside it below. */
static void place_tall(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, strip = 86, caption = 50, transport = 56;
    place_strip(layout, sheet, strip, 236, sheet->width - gap);
    float y = strip + 2 * gap, width = sheet->width - 2 * gap;
    float h = place_bottom(layout, sheet, caption, transport) - y;
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
    place_strip(layout, sheet, strip, 236, sheet->width - gap);
    float y = strip + 2 * gap, h = place_bottom(layout, sheet, caption, transport) - y;
    float inner = sheet->width - 3 * gap, stage = inner * 0.46f, right = inner - stage;
    float lower = h * 0.46f, half = (right - gap) / 2;
    layout->stage = place_rounded(sheet, gap, y, stage, h);
    float x = 2 * gap + stage;
    if (sheet->has_panel || sheet->has_lesson) {
        place_source(layout, sheet, x, y, right, h);
        return;
    }
    place_source(layout, sheet, x, y, right, h - lower - gap);
    layout->shared = place_rounded(sheet, x, y + h - lower, half, lower);
    layout->threads =
        place_rounded(sheet, x + half + gap, y + h - lower, right - half - gap, lower);
}

/* What has the room in a small window: the panel, else the lesson, else what is there anyway. */
static Rect *small_panel(Layout *layout, const Sheet *sheet, Rect *other)
{
    return sheet->has_panel ? &layout->panel : sheet->has_lesson ? &layout->lesson : other;
}

static void place_small(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, strip = 82, transport = 56, y = gap;
    if (sheet->height >= 440 && sheet->width >= 640) {
        place_strip(layout, sheet, strip, 200, sheet->width - gap);
        y += strip + gap;
    }
    float h = place_bottom(layout, sheet, 0, transport) - y;
    if (sheet->width < 500) {
        Rect all = place_rounded(sheet, gap, y, sheet->width - 2 * gap, h);
        *small_panel(layout, sheet, &layout->stage) = all;
        return;
    }
    float inner = sheet->width - 3 * gap;
    layout->stage = place_rounded(sheet, gap, y, inner / 2, h);
    Rect right = place_rounded(sheet, 2 * gap + inner / 2, y, inner / 2, h);
    *small_panel(layout, sheet, &layout->source) = right;
}

/* What is told of the runs: names and what is off, then two counters, in one line or in two.
 * Returns the height. */
static float place_head(Layout *layout, const Sheet *sheet, float x, float w, bool is_one_line)
{
    float gap = sheet->gap, half = (w - gap) / 2;
    layout->title = place_rounded(sheet, x, gap, is_one_line ? half : w, HEAD_NAMES);
    layout->counters = place_rounded(sheet, x, 2 * gap + HEAD_NAMES, w, HEAD_COUNTERS);
    if (!is_one_line)
        return HEAD_NAMES + gap + HEAD_COUNTERS;
    layout->title = place_rounded(sheet, x, gap, half, HEAD_COUNTERS);
    layout->counters = place_rounded(sheet, x + half + gap, gap, half, HEAD_COUNTERS);
    return HEAD_COUNTERS;
}

/* Both kernels, each with its stage and what a block of it keeps. */
static void place_lecture_both(Layout *layout, const Sheet *sheet, float bottom)
{
    float gap = sheet->gap, half = (sheet->width - 3 * gap) / 2;
    float y = 2 * gap + place_head(layout, sheet, gap, sheet->width - 2 * gap, true);
    float stage = (half - gap) * BOTH_STAGE, block = half - gap - stage, h = bottom - y;
    float shared = (h - gap) * BOTH_SHARED;
    layout->stage = place_rounded(sheet, gap, y, stage, h);
    layout->shared = place_rounded(sheet, 2 * gap + stage, y, block, shared);
    layout->threads =
        place_rounded(sheet, 2 * gap + stage, y + shared + gap, block, h - gap - shared);
    layout->panel = place_rounded(sheet, 2 * gap + half, y, half, h);
}

/* The keys just pressed stand below the source, where the stage loses nothing to them. Returns
 * where the room above ends. */
static float place_lecture_keys(Layout *layout, const Sheet *sheet, float x, float bottom, float w)
{
    if (!sheet->has_keys)
        return bottom;
    layout->keys = place_rounded(sheet, x, bottom - KEYS, w, KEYS);
    return bottom - KEYS - sheet->gap;
}

/* For the back row: what is needed, much larger. Values fly from the stage to shared memory and to
 * the threads, so both stay in the picture, side by side. The stage has the whole height. */
static void place_lecture(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap;
    float bottom = place_bottom(layout, sheet, LECTURE_CAPTION, LECTURE_TRANSPORT);
    if (sheet->is_both) {
        bottom = place_lecture_keys(layout, sheet, gap, bottom, sheet->width - 2 * gap);
        place_lecture_both(layout, sheet, bottom);
        return;
    }
    float inner = sheet->width - 3 * gap, stage = inner * 0.47f, right = inner - stage;
    float x = 2 * gap + stage, y = 2 * gap + place_head(layout, sheet, x, right, false);
    layout->stage = place_rounded(sheet, gap, gap, stage, bottom - gap);
    bottom = place_lecture_keys(layout, sheet, x, bottom, right);
    bool is_asked = sheet->top > 0 || sheet->is_paper; /* a scene's panel has its answer */
    float share = !sheet->has_panel ? 0.54f : is_asked ? LECTURE_ASKED : 0.4f;
    float h = bottom - y, source = (h - gap) * share;
    layout->source = place_rounded(sheet, x, y, right, source);
    y += source + gap;
    float lower = bottom - y, shared = (right - gap) * 0.54f;
    if (sheet->has_panel) {
        layout->panel = place_rounded(sheet, x, y, right, lower);
        return;
    }
    layout->shared = place_rounded(sheet, x, y, shared, lower);
    layout->threads = place_rounded(sheet, x + shared + gap, y, right - shared - gap, lower);
}

static Rect around(Rect a, Rect b)
{
    float x = fminf(a.x, b.x), y = fminf(a.y, b.y);
    return (Rect){x, y, fmaxf(a.x + a.w, b.x + b.w) - x, fmaxf(a.y + a.h, b.y + b.h) - y};
}

void layout_without_shared(Layout *layout, const Look *look)
{
    Rect *shared = &layout->shared, *threads = &layout->threads;
    if (shared->w <= 0 || threads->w <= 0 || (shared->y != threads->y && !look->lecture))
        return;
    *threads = around(*threads, *shared);
    *shared = (Rect){0};
}

void layout_for_banks(Layout *layout, const Look *look)
{
    Rect *shared = &layout->shared, *threads = &layout->threads, *registers = &layout->registers;
    if (look->lecture && shared->w > 0 && shared->y == threads->y) {
        Rect stage = layout->stage;
        layout->stage = *shared;
        *shared = stage;
        return;
    }
    if (registers->w <= 0 || threads->y <= shared->y || registers->y <= threads->y)
        return;
    float more = registers->y - threads->y - threads->h + registers->h;
    shared->h += more;
    threads->y += more;
    *registers = (Rect){0};
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
    float beside = fmaxf(layout->source.w, layout->lesson.w);
    float third = (layout->stage.w + block->w + beside) / 3;
    float wanted = fmaxf(0, block->h - block->w);
    float right = roundf(fminf(wanted, fmaxf(0, beside - 1.02f * third)));
    float left = roundf(fminf(wanted - right, fmaxf(0, layout->stage.w - 0.98f * third)));
    layout->stage.w -= left;
    block->x -= left;
    block->w += left + right;
    layout->registers.x = block->x;
    layout->registers.w = block->w;
    give_from_left(&layout->source, right);
    give_from_left(&layout->tabs, right);
    give_from_left(&layout->panel, right);
    give_from_left(&layout->lesson, right);
    if (layout->lesson.w > 0) { /* the strip ends where the lesson begins */
        layout->counters.w += layout->counters.w > 0 ? right : 0;
        layout->buttons.x += right;
    }
}

/* What the lesson can have without its neighbour in the column falling below its least height. */
float layout_lesson_most(const Layout *layout)
{
    bool has_panel = layout->panel.w > 0;
    float neighbour = has_panel ? layout->panel.h : layout->source.h;
    float least = (has_panel ? PANEL_LEAST : SOURCE_LEAST) * layout->unit;
    return layout->lesson.h + fmaxf(0, neighbour - least);
}

/* The source above, if something of it is left, then the tabs and the lesson. */
static void stack_below_source(Layout *layout, Rect column, float gap, float height)
{
    Rect *tabs = &layout->tabs;
    float source = column.h - height - tabs->h - gap;
    bool has_source = source >= SOURCE_LEAST * layout->unit;
    float above = has_source ? source + gap : 0;
    layout->source = has_source ? (Rect){column.x, column.y, column.w, source} : (Rect){0};
    layout->panel = (Rect){0};
    tabs->y = column.y + above;
    float top = tabs->y + tabs->h;
    layout->lesson = (Rect){column.x, top, column.w, column.y + column.h - top};
}

void layout_raise_lesson(Layout *layout, float height)
{
    Rect *lesson = &layout->lesson, *panel = &layout->panel, *source = &layout->source;
    float more = roundf(height) - lesson->h, most = layout_lesson_most(layout);
    if (lesson->w <= 0 || layout->tabs.w <= 0 || more <= 0)
        return;
    if (panel->w <= 0) {
        Rect column = around(*source, *lesson);
        if (source->w > 0)
            stack_below_source(layout, column, layout->tabs.y - source->y - source->h,
                               floorf(fminf(height, most)));
    } else if (height > most) {
        float gap = layout->tabs.y - lesson->y - lesson->h;
        stack_below_source(layout, around(*lesson, *panel), gap, roundf(height));
    } else {
        lesson->h += more;
        layout->tabs.y += more;
        panel->y += more;
        panel->h -= more;
    }
}

float layout_block_least(const Layout *layout, int rows, float least)
{
    return least * (float)rows + LECTURE_FRAME * layout->unit;
}

/* Before an audience: the block above the source, if its digits can be read there from afar and
 * some lines of the source are left. */
static bool place_block_above_source(Layout *layout, int rows, float least)
{
    Rect right = around(layout->source, layout->block);
    float gap = LECTURE_GAP * layout->unit;
    float height = (right.h - gap) * 0.58f;
    height = roundf(fmaxf(height, layout_block_least(layout, rows, least)));
    if (right.h - gap - height < SOURCE_LEAST * layout->unit)
        return false;
    layout->block = (Rect){right.x, right.y, right.w, height};
    layout->source = (Rect){right.x, right.y + height + gap, right.w, right.h - height - gap};
    return true;
}

/* Else it has the place of the stage, and the stage stands above the source. */
static void place_block_first(Layout *layout)
{
    Rect big = layout->stage, right = around(layout->source, layout->block);
    float gap = LECTURE_GAP * layout->unit, height = roundf((right.h - gap) * 0.68f);
    layout->block = big;
    layout->stage = (Rect){right.x, right.y, right.w, height};
    layout->source = (Rect){right.x, right.y + height + gap, right.w, right.h - height - gap};
}

/* The registers give way if cells have numbers without them, and only then. */
static void take_registers(Layout *layout, int rows, float least)
{
    Rect *block = &layout->block, all = around(*block, layout->registers);
    float frame = FRAME * layout->unit, count = (float)rows;
    if (layout->registers.w <= 0 || (block->h - frame) / count >= least ||
        (all.h - frame) / count < least)
        return;
    *block = all;
    layout->registers = (Rect){0};
}

/* Beside another run the stage is a map: what the digits of the block need is taken from it, but
 * for a third. */
static void widen_beside(Layout *layout, int rows, float least)
{
    Rect *stage = &layout->stage, *block = &layout->block;
    float all = stage->w + block->w, wanted = layout_block_least(layout, rows, least);
    float more = roundf(fminf(wanted, all * (1 - STAGE_LEAST)) - block->w);
    if (more <= 0 || stage->x >= block->x || stage->y + stage->h <= block->y)
        return;
    stage->w -= more;
    block->x -= more;
    block->w += more;
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
    if (is_full && (layout->source.w > 0 || layout->lesson.w > 0))
        widen_block(layout);
    else if (look->lecture && look->panel == PANEL_BOTH)
        widen_beside(layout, rows, least);
    else if (look->lecture && is_side_by_side && !place_block_above_source(layout, rows, least))
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
    float gap = sheet->gap, width = sheet->width - 2 * gap;
    float bottom = place_bottom(layout, sheet, LECTURE_CAPTION, LECTURE_TRANSPORT);
    bottom = place_lecture_keys(layout, sheet, gap, bottom, width);
    float top = 2 * gap + place_head(layout, sheet, gap, width, true);
    float h = bottom - top - 2 * gap, stage = h * 0.45f;
    float middle = h * (sheet->has_panel ? 0.3f : 0.2f), source = h - stage - middle;
    float shared = (width - gap) * 0.54f, y = top + gap + stage;
    layout->stage = place_rounded(sheet, gap, top, width, stage);
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

/* Two lines of an answer have room, of smaller letters where two runs need the height; a stage of a
 * lesson has one line. In lecture mode what is below has less height, but the same unit. */
static void place_scene(Layout *layout, Sheet *sheet, float unit, const Session *session)
{
    bool is_lecture = session->look.lecture;
    bool has_line = lesson_shown(session) || (is_lecture && sheet->is_both);
    float units = has_line ? SCENE_LINE : is_lecture ? SCENE_HALL : SCENE;
    float gap = sheet->gap;
    float height = fmaxf(SCENE_LEAST, units * unit / sheet->unit);
    layout->scene = place_rounded(sheet, gap, gap, sheet->width - 2 * gap, height);
    sheet->top = gap + height;
    sheet->height -= sheet->top;
}

/* What stands beside the stage: whoever takes a lesson sees it unless no panel is open; one that is
 * hidden leaves its room to it. Before an audience there is the line above alone. */
static void set_beside(Sheet *sheet, const Session *session)
{
    const Look *look = &session->look;
    sheet->has_lesson = (lesson_shown(session) || exercise_is_open(session)) && !look->lecture &&
                        !look->paper && look->panel != PANEL_NONE;
    sheet->has_panel = look->panel != PANEL_NONE && look->panel != PANEL_LESSON &&
                       (!sheet->has_lesson || !veil_hides_panel(session, look->panel));
}

Layout layout_shown(int width, int height, const Session *session)
{
    const Look *look = &session->look;
    float unit = fminf((float)width / 1280, (float)height / 720);
    if (is_tall((float)width, (float)height))
        unit = (float)width / TALL_WIDTH;
    unit = fminf(fmaxf(unit, UNIT_LEAST), UNIT_MOST) * look->scale;
    float most = fminf((float)width / SHEET_WIDTH, (float)height / SHEET_HEIGHT);
    unit = fminf(unit, fmaxf(UNIT_LEAST, most));
    float plain = unit;
    if (look->lecture)
        unit = lecture_unit(unit, width, height);
    Sheet sheet = {.unit = unit,
                   .width = (float)width / unit,
                   .height = (float)height / unit,
                   .gap = 12,
                   .is_both = look->panel == PANEL_BOTH,
                   .has_keys = look->show_keys,
                   .is_paper = look->paper};
    set_beside(&sheet, session);
    sheet.has_keys &= sheet.height >= (look->lecture ? KEYS_HEIGHT_LECTURE : KEYS_HEIGHT);
    Layout layout = {.unit = unit};
    if (scene_shown(session) && !look->paper && sheet.width >= SCENE_WIDTH &&
        sheet.height >= LECTURE_HEIGHT) {
        sheet.gap = look->lecture ? LECTURE_GAP : 12;
        place_scene(&layout, &sheet, plain, session);
    }
    if (look->lecture && sheet.width >= LECTURE_WIDTH &&
        sheet.height >= LECTURE_HEIGHT - sheet.top) {
        sheet.gap = LECTURE_GAP;
        sheet.is_lecture = true;
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
