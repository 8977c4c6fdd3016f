/* A row is a number, a drawing and a sentence, which takes as many lines as it needs: nothing is
 * cut and nothing gets too small to be read. Lengths follow from the letters. */
#include "view/sheets/sign_list.h"
#include "view/sheets/sign_sample.h"

#include <math.h>
#include <string.h>

static const float NUMBER_LEAST = 7; /* pixels: two digits of the smallest letters */

static const struct Explained {
    const char *english, *or_so, *chinese;
    const char *texts[LANGUAGE_COUNT];
} terms[] = {
#define TERM(english, or_so, chinese, en, zh) {english, or_so, chinese, {en, zh}},
#include "view/sheets/term.def"
};
enum { TERMS = sizeof terms / sizeof *terms, LINES_MOST = 8 };
_Static_assert(sizeof terms <= TERMS_MOST * sizeof *terms, "room for all words");

static bool is_said(const View *view, const struct Explained *term)
{
    bool is_chinese = view->language == LANGUAGE_ZH;
    for (int i = 0; i < view->scene->count; ++i) {
        const char *text = view->scene->shapes[i].text;
        if (text && (strstr(text, is_chinese ? term->chinese : term->english) ||
                     (!is_chinese && strstr(text, term->or_so))))
            return true;
    }
    return false;
}

int sign_rows_of_words(const View *view, SignRow rows[TERMS_MOST])
{
    int count = 0;
    for (int i = 0; i < TERMS; ++i)
        if (is_said(view, &terms[i]))
            rows[count++] = (SignRow){SIGN_NONE, 0, terms[i].texts[view->language]};
    return count;
}

int sign_rows_of_all(const View *view, SignRow rows[SIGN_ROWS_MOST])
{
    int count = 0;
    for (int i = 1; i < SIGN_COUNT; ++i)
        rows[count++] = (SignRow){(Sign)i, 0, sign_texts[i][view->language]};
    for (int i = 0; i < TERMS; ++i)
        rows[count++] = (SignRow){SIGN_NONE, 0, terms[i].texts[view->language]};
    return count;
}

static bool has_numbers(const SignRow *rows, int count)
{
    for (int i = 0; i < count; ++i)
        if (rows[i].number)
            return true;
    return false;
}

float sign_number_radius(int font_px)
{
    return fmaxf(NUMBER_LEAST, roundf(0.62f * (float)font_px));
}

static float numbers_width(bool is_numbered, int font_px)
{
    return is_numbered ? 2 * sign_number_radius(font_px) + 0.45f * (float)font_px : 0;
}

/* What stands at the left of a sentence: its number, if rows have some, and its drawing. */
static float marks_width(bool is_numbered, int font_px)
{
    return numbers_width(is_numbered, font_px) + 2.4f * (float)font_px;
}

static float text_left(const SignRow *row, bool is_numbered, int font_px)
{
    return row->sign ? marks_width(is_numbered, font_px) : 0;
}

static float row_height(const View *view, const SignRow *row, float width, bool is_numbered,
                        int font_px)
{
    float words =
        scene_paragraph_height(view->scene, FONT_UI, font_px,
                               width - text_left(row, is_numbered, font_px), LINES_MOST, row->text);
    float number = row->number ? 2 * sign_number_radius(font_px) + 1 : 0;
    return fmaxf(words + 0.12f * (float)font_px, number);
}

float sign_list_height(const View *view, const SignRow *rows, int count, float width, int font_px)
{
    float height = 0;
    for (int i = 0; i < count; ++i)
        height += row_height(view, &rows[i], width, has_numbers(rows, count), font_px);
    return height;
}

void sign_number_build(View *view, Point at, int number, int font_px)
{
    float r = sign_number_radius(font_px), line = fmaxf(1, roundf(r / 8));
    const char *digits = arena_printf(view->arena, "%d", number);
    int px = (int)fmaxf(8, 0.8f * (float)font_px);
    float width = scene_text_width(view->scene, FONT_UI, px, digits);
    scene_box(view->scene, (Rect){at.x - r, at.y - r, 2 * r, 2 * r}, r, view->theme->focus,
              view->theme->panel, line, (PickTag){0});
    scene_text(view->scene, FONT_UI, px, (Point){at.x - width / 2, at.y + 0.35f * (float)px},
               view->theme->panel, digits);
}

int sign_list_fit(const View *view, const SignRow *rows, int count, Rect column, int font_px)
{
    bool is_numbered = has_numbers(rows, count);
    int fit = 0;
    float height = 0;
    while (fit < count) {
        height += row_height(view, &rows[fit], column.w, is_numbered, font_px);
        if (fit > 0 && height > column.h + 0.5f)
            break;
        ++fit;
    }
    return fit;
}

int sign_list_build(View *view, const SignRow *rows, int count, Rect column, int font_px)
{
    float em = (float)font_px;
    bool is_numbered = has_numbers(rows, count);
    int shown = sign_list_fit(view, rows, count, column, font_px);
    for (int i = 0; i < shown; ++i) {
        const SignRow *row = &rows[i];
        float middle = column.y + scene_line_height(font_px) / 2, x = column.x;
        if (row->number)
            sign_number_build(view, (Point){x + sign_number_radius(font_px), middle}, row->number,
                              font_px);
        x += numbers_width(is_numbered, font_px);
        if (row->sign)
            sign_sample_build(view, (Rect){x, middle - 0.65f * em, 1.9f * em, 1.3f * em},
                              row->sign);
        float left = text_left(row, is_numbered, font_px);
        scene_paragraph(view->scene, FONT_UI, font_px, (Point){column.x + left, column.y},
                        column.w - left, LINES_MOST, view->theme->text, row->text);
        column.y += row_height(view, row, column.w, is_numbered, font_px);
    }
    return shown;
}
