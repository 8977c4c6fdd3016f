/* Text in scenes: single texts, labels that fit their rectangle, and paragraphs. A line may break
 * at a space and on either side of a Chinese character, except where that would leave closing
 * punctuation at the start of a line or opening punctuation at the end of one. */
#include "scene/scene.h"

#include "base/text/utf8.h"
#include "scene/text/glyph.h"

#include <math.h>
#include <string.h>

static const char ELLIPSIS[] = "\xe2\x80\xa6";
enum { ELLIPSIS_BYTES = 3 };

/* A run of text set in one size. */
typedef struct Style {
    Scene *scene;
    FontRole font;
    int px;
    Colour colour;
    bool has_code; /* backquotes set off what is in the code font, and are not seen */
    Colour code;   /* the colour of that */
} Style;

static float width_of(const Style *style, const char *text, size_t length)
{
    const TextMetrics *metrics = style->scene->metrics;
    return metrics->width(metrics->context, style->font, style->px, text, length);
}

static void draw_text(const Style *style, Point baseline, float width, char *text)
{
    scene_add(style->scene, &(Shape){.kind = SHAPE_TEXT,
                                     .rect = {baseline.x, baseline.y, width, 0},
                                     .fill = style->colour,
                                     .text = text,
                                     .font = style->font,
                                     .font_px = style->px});
}

float scene_text_width(const Scene *scene, FontRole font, int font_px, const char *text)
{
    return scene->metrics->width(scene->metrics->context, font, font_px, text, strlen(text));
}

float scene_text(Scene *scene, FontRole font, int font_px, Point baseline, Colour colour,
                 const char *text)
{
    Style style = {.scene = scene, .font = font, .px = font_px, .colour = colour};
    size_t length = strlen(text);
    float width = width_of(&style, text, length);
    draw_text(&style, baseline, width, arena_text(scene->arena, text, length));
    return width;
}

/* The most bytes of whole characters from the front that are no wider than width. */
static size_t fitting_length(const Style *style, const char *text, size_t length, float width)
{
    const char *at = text, *end = text + length;
    size_t fitting = 0;
    float used = 0;
    while (at < end) {
        const char *here = at;
        utf8_next(&at, end);
        used += width_of(style, here, (size_t)(at - here));
        if (used > width)
            break;
        fitting = (size_t)(at - text);
    }
    return fitting;
}

/* The front of text with an ellipsis, within width; NULL if not even the ellipsis fits. */
static char *shortened(const Style *style, const char *text, size_t length, float width)
{
    float rest = width - width_of(style, ELLIPSIS, ELLIPSIS_BYTES);
    if (!(rest >= 0))
        return NULL;
    size_t kept = fitting_length(style, text, length, rest);
    while (kept > 0 && text[kept - 1] == ' ')
        kept--;
    char *cut = arena_text(style->scene->arena, text, kept + ELLIPSIS_BYTES);
    memcpy(cut + kept, ELLIPSIS, ELLIPSIS_BYTES);
    return cut;
}

bool scene_label(Scene *scene, FontRole font, int font_px, Rect rect, int align, Colour colour,
                 const char *text)
{
    Style style = {.scene = scene, .font = font, .px = font_px, .colour = colour};
    size_t length = strlen(text);
    float width = width_of(&style, text, length);
    bool whole = width <= rect.w;
    char *shown =
        whole ? arena_text(scene->arena, text, length) : shortened(&style, text, length, rect.w);
    if (!shown)
        return false;
    if (!whole)
        width = width_of(&style, shown, strlen(shown));
    float spare = align < 0 ? 0 : align > 0 ? rect.w - width : (rect.w - width) / 2;
    /* Half of a capital's height below the middle. */
    float baseline = rect.y + rect.h / 2 + 0.365f * (float)font_px;
    draw_text(&style, (Point){floorf(rect.x + spare + 0.5f), floorf(baseline + 0.5f)}, width,
              shown);
    return whole;
}

static bool code_is_one_of(uint32_t code, const char *characters)
{
    const char *at = characters, *end = characters + strlen(characters);
    while (at < end)
        if (utf8_next(&at, end) == code)
            return true;
    return false;
}

static bool must_not_start(uint32_t code)
{
    return code_is_one_of(code, "，。、；：？！）》」』】〉”’…·,.;:?!)]}%");
}

static bool must_not_end(uint32_t code)
{
    return code_is_one_of(code, "（《「『【〈“‘([{");
}

static bool may_break(uint32_t before, uint32_t after)
{
    if (before == ' ')
        return after != ' ';
    if (!glyph_is_wide(before) && !glyph_is_wide(after))
        return false;
    return after != ' ' && !must_not_start(after) && !must_not_end(before);
}

static size_t without_spaces(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length;
}

static bool is_quote(const Style *style, uint32_t code)
{
    return style->has_code && code == '`';
}

/* What the text in or outside of backquotes is set in. */
static Style part_style(const Style *style, bool is_code)
{
    Style part = *style;
    part.font = is_code ? FONT_CODE : style->font;
    part.colour = is_code ? style->code : style->colour;
    return part;
}

/* Bytes of the line at the start of text, the spaces after it included. A word wider than a whole
 * line is broken where it must be; a line holds at least one character. is_code: text begins within
 * backquotes. */
static size_t line_length(const Style *style, const char *text, size_t length, float width,
                          bool is_code)
{
    const char *at = text, *end = text + length;
    size_t line = 0; /* up to the last place where it may end */
    uint32_t before = 0;
    float used = 0;
    Style part = part_style(style, is_code);
    while (at < end) {
        size_t upto = (size_t)(at - text);
        uint32_t code = utf8_next(&at, end);
        if (upto > 0 && may_break(before, code))
            line = upto;
        if (is_quote(style, code))
            part = part_style(style, is_code = !is_code);
        else
            used += width_of(&part, text + upto, (size_t)(at - text) - upto);
        if (used > width && code != ' ' && upto > 0)
            return line > 0 ? line : upto;
        before = code;
    }
    return length;
}

static float line_height_of(int font_px)
{
    return floorf(1.4f * (float)font_px + 0.5f);
}

float scene_paragraph(Scene *scene, FontRole font, int font_px, Point top, float width,
                      int max_lines, Colour colour, const char *text)
{
    Style style = {.scene = scene, .font = font, .px = font_px, .colour = colour};
    float line_height = line_height_of(font_px);
    float baseline = top.y + floorf(1.05f * (float)font_px + 0.5f);
    int lines = 0;
    while (*text && lines < max_lines) {
        size_t hard = strcspn(text, "\n");
        size_t length = hard ? line_length(&style, text, hard, width, false) : 0;
        size_t shown = without_spaces(text, length);
        const char *rest = text + length + (text[length] == '\n');
        bool cut = lines + 1 == max_lines && *rest != '\0';
        char *line = cut ? shortened(&style, text, hard, width) : NULL;
        if (!line)
            line = arena_text(scene->arena, text, shown);
        if (*line)
            draw_text(&style, (Point){top.x, baseline}, width_of(&style, line, strlen(line)), line);
        baseline += line_height;
        lines++;
        text = rest;
    }
    return (float)lines * line_height;
}

float scene_paragraph_height(Scene *scene, FontRole font, int font_px, float width, int max_lines,
                             const char *text)
{
    Style style = {.scene = scene, .font = font, .px = font_px};
    int lines = 0;
    for (; *text && lines < max_lines; ++lines) {
        size_t hard = strcspn(text, "\n");
        size_t length = hard ? line_length(&style, text, hard, width, false) : 0;
        text += length + (text[length] == '\n');
    }
    return (float)lines * line_height_of(font_px);
}

/* Draws a line of prose piece by piece; returns whether it ends within backquotes. */
static bool draw_pieces(const Style *style, Point baseline, const char *text, size_t length,
                        bool is_code, bool is_seen)
{
    for (const char *end = text + length; text < end; ++text) {
        const char *quote = memchr(text, '`', (size_t)(end - text));
        size_t bytes = (size_t)((quote ? quote : end) - text);
        Style part = part_style(style, is_code);
        float width = width_of(&part, text, bytes);
        if (is_seen && bytes)
            draw_text(&part, baseline, width, arena_text(style->scene->arena, text, bytes));
        baseline.x += width;
        if (!quote)
            break;
        is_code = !is_code;
        text = quote;
    }
    return is_code;
}

int scene_prose(Scene *scene, int font_px, Point top, float width, int first, int count,
                Colour colour, Colour code, const char *text)
{
    Style style = {scene, FONT_UI, font_px, colour, true, code};
    float baseline = top.y + floorf(1.05f * (float)font_px + 0.5f);
    bool is_code = false;
    int lines = 0;
    for (; *text; ++lines) {
        size_t hard = strcspn(text, "\n");
        size_t length = hard ? line_length(&style, text, hard, width, is_code) : 0;
        Point at = {top.x, baseline + (float)(lines - first) * line_height_of(font_px)};
        is_code = draw_pieces(&style, at, text, without_spaces(text, length), is_code,
                              lines >= first && lines < first + count);
        text += length + (text[length] == '\n');
    }
    return lines;
}

float scene_line_height(int font_px)
{
    return line_height_of(font_px);
}
