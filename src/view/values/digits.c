/* The size of a cell's digits: it follows the cell, keeps clear of the outline of a tile, and is
 * one for all cells of a grid, since numbers of two sizes look as if one mattered more. */
#include "view/values/digits.h"

#include "view/draw/cell_look.h"
#include "view/values/values.h"

#include <math.h>
#include <string.h>

enum {
    DIGITS_LEAST_PX = 8,
    DIGITS_LECTURE_PX = 11, /* in the smallest cell that has a number, in a picture 720 high */
    DIGITS_HALL_PX = 28,    /* of any cell of lecture mode that they fit into */
    DIGITS_MOST_PX = 1000,
    LONG = 5 /* letters */
};
static const float READABLE = 9, CELL_SMALL_PX = 20;
static const float DIGITS_LECTURE =
    6.67f;                               /* units of lecture mode: those 11 pixels, or 16 of 1080 */
static const float DIGITS_HALL = 11.67f; /* those 28 pixels of 1080 */
static const float HALL_CELL = 0.85f;    /* the height of such a cell, in em: no digit descends */
static const float READ = 1 / 90.0f, READ_HALL = 1 / 40.0f; /* of the picture's shorter side */

static int least_px(const View *view)
{
    if (!view->look->lecture)
        return DIGITS_LEAST_PX;
    return (int)fmaxf(DIGITS_LECTURE_PX, roundf(view_units(view, DIGITS_LECTURE)));
}

/* Letters do not become smaller than these to keep clear of an outline, if the cell has room for
 * them at all: those that everybody can read, and before an audience the last row. */
static int clear_least_px(const View *view, Rect cell, const char *text)
{
    float side = fminf((float)view->scene->width, (float)view->scene->height);
    int least = least_px(view), read = (int)ceilf(side * (view->look->lecture ? READ_HALL : READ));
    if (read <= least)
        return least;
    return scene_text_width(view->scene, FONT_CODE, read, text) <= cell.w - 2 ? read : least;
}

/* Digits follow the height of their cell, of which they take more in lecture mode, up to 24 units;
 * there a cell that has room for 28 pixels has them, even if they fill it. They keep clear of the
 * outline of a tile if they can. 0: they do not fit. */
static int digit_px(const View *view, Rect cell, bool is_full, const char *text)
{
    bool is_lecture = view->look->lecture;
    float most = view_units(view, TEXT_HUGE);
    float share = is_lecture || is_full ? 0.63f : cell.w > 1.1f * cell.h ? 0.5f : 0.42f;
    float size = fmaxf(cell.h * share, fminf(cell.h * 0.63f, view_units(view, 11)));
    if (is_lecture && cell.h >= HALL_CELL * view_units(view, DIGITS_HALL))
        size = fmaxf(size, view_units(view, DIGITS_HALL));
    if (is_lecture && cell.h >= HALL_CELL * DIGITS_HALL_PX)
        size = fmaxf(size, DIGITS_HALL_PX);
    int px = (int)roundf(fminf(size, most)), least = least_px(view),
        kept = clear_least_px(view, cell, text);
    float clear = is_full ? cell.w - 4 : cell.w - 2 * cell_outline(view, cell.h) - 2;
    while (px > kept && scene_text_width(view->scene, FONT_CODE, px, text) > clear)
        --px;
    return px < least || scene_text_width(view->scene, FONT_CODE, px, text) > cell.w - 2 ? 0 : px;
}

DigitStyle digits_alike(const View *view, Rect cell, bool is_full, size_t longest)
{
    char digits[LONG + 1] = "00000";
    int one = digit_px(view, cell, is_full, "0");
    digits[longest < sizeof digits ? longest : sizeof digits - 1] = 0;
    int all = digit_px(view, cell, is_full, digits);
    return (DigitStyle){is_full, all * 3 > one * 2 ? all : one * 2 / 3 + 1};
}

float digits_room(const View *view, size_t letters)
{
    int px = (int)fmaxf((float)least_px(view), view_units(view, READABLE));
    float letter = scene_text_width(view->scene, FONT_CODE, px, "0");
    return letter * (float)letters + 2 * cell_outline(view, CELL_SMALL_PX) + 2;
}

bool digits_have_room(const View *view, Rect cell, size_t letters)
{
    return cell.w >= digits_room(view, letters) && digit_px(view, cell, false, "0") > 0;
}

size_t digits_longer(size_t longest, const char *text)
{
    size_t letters = strlen(text);
    return letters > longest ? letters : longest;
}

DigitStyle digits_alone(void)
{
    return (DigitStyle){false, DIGITS_MOST_PX};
}

bool cell_number(View *view, Rect cell, DigitStyle style, Colour colour, const char *text)
{
    int px = digit_px(view, cell, style.is_full, text);
    if (px <= 0)
        return false;
    px = px < style.px ? px : style.px;
    bool is_tight = scene_text_width(view->scene, FONT_CODE, px, text) > cell.w - 4;
    float pad = is_tight ? 1 : 2;
    Rect inside = {cell.x + pad, cell.y, cell.w - 2 * pad, cell.h};
    scene_label(view->scene, FONT_CODE, px, inside, 0, colour, text);
    return true;
}

/* A long number is rather rounded than written in letters that nobody reads. */
static bool is_readable(const View *view, Rect cell, DigitStyle style, const char *text)
{
    if (strlen(text) <= LONG)
        return true;
    return !strstr(text, "e+") &&
           digit_px(view, cell, style.is_full, text) >= view_units(view, READABLE);
}

/* Two short lines in the corner, as of an "about equal" sign. */
static void build_about(View *view, Rect cell)
{
    float thick = fmaxf(1, roundf(cell.h / 24)), wide = fmaxf(4, roundf(cell.h / 5));
    Rect line = {cell.x + cell.w - wide - 2 * thick, cell.y + 2 * thick, wide, thick};
    scene_rect(view->scene, line, view->theme->text, (PickTag){0});
    line.y += 2 * thick;
    scene_rect(view->scene, line, view->theme->text, (PickTag){0});
}

/* The text of a number that is not whole has lost all of its decimals. */
static bool is_about(double value, const char *text)
{
    return value != floor(value) && !text[strspn(text, "-0123456789")];
}

void cell_value(View *view, Rect cell, DigitStyle style, ScalarType type, uint64_t bits)
{
    cell_value_in(view, cell, style, view->theme->text, type, bits);
}

void cell_value_in(View *view, Rect cell, DigitStyle style, Colour colour, ScalarType type,
                   uint64_t bits)
{
    const char *text = value_short(view->arena, type, bits);
    for (int letters = (int)strlen(text); letters > 1; --letters) {
        if (is_readable(view, cell, style, text) && cell_number(view, cell, style, colour, text)) {
            if (is_about(value_number(type, bits), text))
                build_about(view, cell);
            return;
        }
        letters = letters > LONG + 1 ? LONG + 1 : letters;
        text = value_brief(view->arena, type, bits, letters - 1);
    }
    if (!cell_number(view, cell, style, colour, text))
        scene_label(view->scene, FONT_CODE, least_px(view), cell, 0, colour, "·");
}
