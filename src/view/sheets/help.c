/* The help sheet: every command that has a key, straight from the table of commands, in its order;
 * a heading stands above the first of what belongs together. The next page has all signs. */
#include "view/draw/button.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"
#include "view/sheets/sign_list.h"

#include <math.h>
#include <string.h>

enum { KEYS_SHOWN = 2, COLUMNS = 3 };
static const float KEYS_SHARE = 0.3f; /* of a column */
static const float WIDTH = 1250, HEIGHT = 690, COLUMN_LEAST = 380, UNIT_LEAST = 0.45f,
                   UNIT_SMALL = 0.6f;

static const struct Heading {
    CommandName first;
    StringKey words;
} headings[] = {
    {COMMAND_GO_START, STRING_HELP_TIME},         {COMMAND_NEXT_BLOCK, STRING_HELP_PLACE},
    {COMMAND_PANEL_FINDINGS, STRING_HELP_PANELS}, {COMMAND_OPEN, STRING_HELP_FILE},
    {COMMAND_BREAK_LINE, STRING_HELP_CHANGE},     {COMMAND_EXPORT, STRING_HELP_TAKE},
    {COMMAND_LECTURE, STRING_HELP_WINDOW},
};
enum { HEADINGS = sizeof headings / sizeof *headings };

static int count_rows(void)
{
    int rows = HEADINGS;
    for (int i = 0; i < COMMAND_COUNT; ++i)
        rows += command_info[i].keys[0] != '\0';
    return rows;
}

static const struct Heading *heading_of(CommandName command)
{
    for (int i = 0; i < HEADINGS; ++i)
        if (headings[i].first == command)
            return &headings[i];
    return NULL;
}

static void build_keys(View *view, Rect room, const char *keys)
{
    const Theme *theme = view->theme;
    for (int shown = 0; *keys && shown < KEYS_SHOWN; ++shown) {
        int length = (int)strcspn(keys, " ");
        const char *text = key_name_text(view, keys, length);
        float width = view_text_width(view, FONT_CODE, 12, text) + view_units(view, 10);
        if (width > room.w)
            return;
        Rect key = rect_cut_right(&room, width);
        key.y += key.h * 0.12f;
        key.h *= 0.76f;
        scene_box(view->scene, key, view_units(view, 4), theme->well, theme->muted,
                  view_hairline(view), (PickTag){0});
        view_label(view, FONT_CODE, 12, key, 0, theme->text, text);
        rect_cut_right(&room, view_units(view, 5));
        keys += length;
        keys += *keys == ' ';
    }
}

/* Commands that go about the picture by keys mean nothing to the mouse; and nobody shall quit by a
 * slip of the mouse. */
static bool can_be_clicked(CommandName command)
{
    return command != COMMAND_FOCUS_NEXT && command != COMMAND_FOCUS_BACK &&
           command != COMMAND_PRESS && command != COMMAND_QUIT;
}

static void build_help_row(View *view, Rect row, CommandName command)
{
    const CommandInfo *info = &command_info[command];
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, command, 0);
    if (can_be_clicked(command))
        scene_box(view->scene, row, view_units(view, 4),
                  is_hovered ? view->theme->accent_tint : view->theme->panel, 0, 0,
                  target_tag(TARGET_BUTTON, command, 0));
    Rect keys = rect_cut_left(&row, row.w * KEYS_SHARE);
    build_keys(view, keys, info->keys);
    rect_cut_left(&row, view_units(view, 10));
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 8, row, -1, view->theme->text,
                      info->help[view->language]);
}

static void build_heading(View *view, Rect row, StringKey words)
{
    rect_cut_left(&row, row.w * KEYS_SHARE + view_units(view, 10));
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 8, row, -1, view->theme->accent,
                      view_text(view, words));
}

/* The rows flow from one column into the next; a heading is never the last of its column. What has
 * no room is on another page. */
typedef struct Page {
    Rect inside;
    int columns, lines; /* of a column */
    float height;       /* of a line */
    int first;          /* column; -1: nothing is drawn */
} Page;

static Page page_of_keys(const View *view, Rect inside, int columns)
{
    int lines = (count_rows() + 1 + COLUMNS - 1) / COLUMNS;
    Page page = {inside, columns, lines, fminf(inside.h / (float)lines, view_units(view, 30)), -1};
    if (columns < COLUMNS) {
        page.height = inside.h;
        page.lines = sheet_rows(view, inside.h, lines, &page.height);
    }
    return page;
}

/* Draws the columns of the page; returns how many all rows take. */
static int build_rows(View *view, const Page *page)
{
    int lines = page->lines, shown = 0;
    float width = page->inside.w / (float)page->columns;
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        const struct Heading *heading = heading_of((CommandName)i);
        for (int part = heading ? 0 : 1; part < 2 && command_info[i].keys[0]; ++part) {
            shown += part == 0 && shown % lines == lines - 1;
            int column = shown / lines - page->first;
            Rect row = {page->inside.x + (float)column * width,
                        page->inside.y + (float)(shown % lines) * page->height, width,
                        page->height};
            ++shown;
            if (page->first < 0 || column < 0 || column >= page->columns)
                continue;
            if (part == 1)
                build_help_row(view, row, (CommandName)i);
            else
                build_heading(view, row, heading->words);
        }
    }
    return (shown + lines - 1) / lines;
}

/* All of the keys matter more than the letters of lecture mode, unless those get illegible. */
static int choose_columns(View *view, float width, float height)
{
    float fits = fminf(width * 0.97f / WIDTH, height * 0.96f / HEIGHT);
    if (fits >= UNIT_LEAST) {
        view->unit = fminf(view->unit, fits);
        return COLUMNS;
    }
    view->unit = UNIT_SMALL;
    int columns = (int)(width / view_units(view, COLUMN_LEAST));
    return columns < 1 ? 1 : columns < COLUMNS ? columns : COLUMNS - 1;
}

/* All signs and words flow through columns and pages; draws the one page wanted, counted from 0, or
 * none. Returns how many there are. */
static int build_signs(View *view, Rect inside, int columns, int wanted)
{
    SignRow rows[SIGN_ROWS_MOST];
    int count = sign_rows_of_all(view, rows), font_px = view_font(view, TEXT_SMALL + 1), pages = 0;
    float gap = view_units(view, 24);
    float width = (inside.w - gap * (float)(columns - 1)) / (float)columns;
    for (int at = 0; at < count; ++pages)
        for (int i = 0; i < columns && at < count; ++i) {
            Rect column = {inside.x + (float)i * (width + gap), inside.y, width, inside.h};
            at += pages == wanted ? sign_list_build(view, rows + at, count - at, column, font_px)
                                  : sign_list_fit(view, rows + at, count - at, column, font_px);
        }
    return pages;
}

/* The title, which is read aloud first, and the button that turns the page. */
static void build_head(View *view, Rect head, bool is_keys, bool is_last, int page, int pages)
{
    const char *key = key_text(view, COMMAND_HELP);
    const char *words = is_keys && is_last
                            ? view_format(view, STRING_HELP_TURN, key)
                            : view_format(view, STRING_HELP_PAGE, page + 1, pages, key);
    Rect title = head;
    title.w -= button_words_width(view, words);
    view_label_fitted(view, FONT_UI, TEXT_HUGE, 8, title, -1, view->theme->text,
                      view_text(view, is_keys ? STRING_HELP_TITLE : STRING_HELP_SIGNS));
    button_words_build(view, head, COMMAND_HELP, words);
}

void help_build(View *view)
{
    const Theme *theme = view->theme;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    sheet_dim(view, target_tag(TARGET_BEHIND, COMMAND_CLOSE, 0));
    float unit = view->unit;
    int columns = choose_columns(view, all_w, all_h);
    float width = fminf(view_units(view, WIDTH), all_w * 0.97f);
    float height = fminf(view_units(view, HEIGHT), all_h * 0.96f);
    Rect sheet = sheet_build(view, width, height, (PickTag){0});
    Rect inside = rect_inset(sheet, view_units(view, 22));
    Rect head = rect_cut_top(&inside, view_units(view, 36));
    Rect foot = rect_cut_bottom(&inside, view_units(view, 26));
    Page keys = page_of_keys(view, inside, columns);
    int sign_columns = columns < COLUMNS ? columns : COLUMNS - 1;
    int key_pages = (build_rows(view, &keys) + columns - 1) / columns;
    int pages = key_pages + build_signs(view, inside, sign_columns, -1);
    int page = view->look->help_page % pages;
    bool is_keys = page < key_pages;
    build_head(view, head, is_keys, page == key_pages - 1, page, pages);
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 8, foot, -1, theme->muted,
                      view_text(view, !is_keys            ? STRING_HELP_IN_SIGHT
                                      : columns < COLUMNS ? STRING_HELP_MORE
                                                          : STRING_HELP_CLOSE));
    if (is_keys) {
        keys.first = page * columns;
        build_rows(view, &keys);
    } else {
        build_signs(view, inside, sign_columns, page - key_pages);
    }
    view->unit = unit;
}
