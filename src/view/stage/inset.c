/* Drawing the insets. The place of the part shown has brackets in the picture of all, and so has
 * the title; they lead there better than lines, which would cross the numbers of rows and
 * columns. */
#include "view/stage/inset.h"
#include "session/data/buffer.h"

#include "view/draw/button.h"
#include "view/matrix/matrix.h"
#include "view/matrix/part.h"
#include "view/stage/inset_map.h"
#include "view/stage/matrix_numbers.h"

#include "probe/sentences/sentence.h"

#include <math.h>
#include <string.h>

static const float GAP = 10, LINE = 20, NUMBERS_WIDE = 34, NUMBERS_HIGH = 18, NAME = 26,
                   TITLE_SHRINKS = 0.85f, KEY = 28, MAP_SHARE = 0.3f, SIGN = 11;

static void build_corners(View *view, Rect room, float arm, float thick, Colour colour)
{
    for (int corner = 0; corner < 4; ++corner) {
        float right = corner % 2 ? 1.0f : 0.0f, low = corner / 2 ? 1.0f : 0.0f;
        float x = room.x + right * room.w, y = room.y + low * room.h;
        scene_rect(view->scene, (Rect){x - right * arm, y - low * thick, arm, thick}, colour,
                   (PickTag){0});
        scene_rect(view->scene, (Rect){x - right * thick, y - low * arm, thick, arm}, colour,
                   (PickTag){0});
    }
}

/* The four corners around a part that is shown large: a frame that is closed, or dark, would look
 * like cells that the step touches. */
static void build_brackets(View *view, Rect place)
{
    float thick = fmaxf(2, roundf(view_units(view, 1.5f)));
    float arm = fmaxf(thick, fminf(view_units(view, 7), fminf(place.w, place.h) * 0.4f));
    build_corners(view, rect_inset(place, -thick - 1), arm + 2, thick + 2, view->theme->panel);
    build_corners(view, rect_inset(place, -thick), arm, thick, view->theme->accent);
}

/* Where the part that is seen stands in the picture of all. */
static void build_place(View *view, const Inset *inset)
{
    const CellGrid *whole = &view->buffers[inset->buffer];
    CellRange seen = cells_seen(&inset->grid);
    int64_t columns = seen.column_end - seen.column;
    Rect place = whole->is_linear
                     ? cells_box(whole, 0, seen.column, 1, columns)
                     : cells_box(whole, seen.row, seen.column, seen.row_end - seen.row, columns);
    if (whole->window.w > 0)
        place = rect_intersect(place, whole->window);
    if (place.w > 0 && place.h > 0)
        build_brackets(view, place);
}

/* The frame around an inset's cells; where the tile reaches beyond the matrix, around that, too. */
static Rect frame_of(const View *view, const Inset *inset)
{
    const CellGrid *grid = &inset->grid;
    Footprint tile = matrix_phase(view, inset->buffer);
    Rect bounds = cells_bounds(grid);
    if (tile.row + tile.row_count > grid->rows)
        bounds.h = grid->window.h;
    if (tile.column + tile.column_count > grid->columns)
        bounds.w = grid->window.w;
    return bounds;
}

static void build_inset_cells(View *view, const Inset *inset)
{
    Rect bounds = frame_of(view, inset);
    view->insets[inset->buffer] = inset->grid;
    view->insets[inset->buffer].is_shown = true;
    scene_rect(view->scene, bounds, view->theme->panel, (PickTag){0});
    matrix_build_grid(view, inset->buffer, &inset->grid);
    scene_box(view->scene, rect_inset(bounds, -view_units(view, 1.5f)), 0, 0,
              view_part(view, inset->buffer)->strong, view_units(view, 1.5f), (PickTag){0});
}

/* Which part of the tile is seen, as scroll bars tell it: below the cells and at their right. */
static void build_tracks(View *view, const Inset *inset, bool across, bool down)
{
    const Theme *theme = view->theme;
    Colour colour = view_part(view, inset->buffer)->strong;
    Rect bounds = inset->grid.window;
    CellRange seen = inset_seen(inset);
    Footprint tile = inset_tile(view, inset);
    float thick = fmaxf(2, roundf(view_units(view, 2.5f))), off = 2 * thick;
    int64_t rows = seen.row_end - seen.row, columns = seen.column_end - seen.column;
    if (across && columns < tile.column_count && seen.column >= tile.column) {
        float unit = bounds.w / (float)tile.column_count;
        Rect track = {bounds.x, bounds.y + bounds.h + off - thick / 2, bounds.w, thick};
        Rect thumb = {bounds.x + unit * (float)(seen.column - tile.column), track.y,
                      fmaxf(unit * (float)columns, thick), thick};
        scene_rect(view->scene, track, theme->grid, (PickTag){0});
        scene_rect(view->scene, thumb, colour, (PickTag){0});
    }
    if (down && rows < tile.row_count && seen.row >= tile.row) {
        float unit = bounds.h / (float)tile.row_count;
        Rect track = {bounds.x + bounds.w + off - thick / 2, bounds.y, thick, bounds.h};
        Rect thumb = {track.x, bounds.y + unit * (float)(seen.row - tile.row), thick,
                      fmaxf(unit * (float)rows, thick)};
        scene_rect(view->scene, track, theme->grid, (PickTag){0});
        scene_rect(view->scene, thumb, colour, (PickTag){0});
    }
}

static void build_one(View *view, const Inset *inset)
{
    build_place(view, inset);
    build_inset_cells(view, inset);
    build_tracks(view, inset, true, true);
}

/* The scroll bars of the output tell of the rows and columns that it shares with the factors. */
static void build_inset_corner(View *view, const Inset insets[3])
{
    for (int i = 0; i < 3; ++i) {
        build_place(view, &insets[i]);
        build_inset_cells(view, &insets[i]);
        build_tracks(view, &insets[i], i != 1, i != 0);
    }
}

/* The thread, and its element where there is room. */
static const char *title_text(View *view, float room)
{
    int64_t scalar;
    int output = view->placement.output;
    const char *text =
        view_format(view, STRING_INSET, view_thread_at(view, view->selection->thread));
    if (output < 0 || !inset_element(view, output, &scalar))
        return text;
    const Buffer *source = &view->launch->buffers[output];
    uint64_t word = source->offset_bytes + (uint64_t)scalar * buffer_scalar_bytes(source);
    const char *both =
        arena_printf(view->arena, "%s · %s", text,
                     sentence_global_place(view->arena, view->language, view->launch, word));
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, both);
    float needed = view->look->lecture ? width + view_units(view, KEY) : width * TITLE_SHRINKS;
    return needed <= room ? both : text;
}

/* Before the title, where that loses no words by it. */
static void build_sign(View *view, Rect room)
{
    float side = view_units(view, SIGN - 2), off = view_units(view, 1);
    build_brackets(view, (Rect){room.x + 2 + off, room.y + (room.h - side) / 2, side, side});
}

/* The title; a click on it, or its key, makes the inset large or small again. */
static void build_title(View *view, Rect line, StringKey words)
{
    scene_rect(view->scene, line, 0, target_tag(TARGET_BUTTON, COMMAND_ENLARGE, 0));
    float wide = view_units(view, SIGN + 6);
    if (strcmp(title_text(view, line.w - wide), title_text(view, line.w)) == 0)
        build_sign(view, rect_cut_left(&line, wide));
    const char *text = title_text(view, line.w), *key = key_text(view, COMMAND_ENLARGE);
    Rect room = line;
    rect_cut_left(&room, view_text_width(view, FONT_UI, TEXT_SMALL, text) * TITLE_SHRINKS);
    rect_cut_bottom(&room, view_units(view, 2)); /* clear of the frame below */
    const char *button = arena_printf(view->arena, "%s  %s", view_text(view, words), key);
    float used = button_words_build(view, room, COMMAND_ENLARGE, button);
    rect_cut_right(&line, used > 0 ? used + view_units(view, 4) : 0);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, view->theme->muted, text);
}

static int count_shown(const View *view)
{
    int count = 0;
    for (int i = 0; i < view->launch->buffer_count; ++i)
        count += view->buffers[i].is_shown;
    return count;
}

static void build_strip(View *view, Rect room)
{
    int count = count_shown(view);
    float gap = view_units(view, GAP) * 2, x = room.x;
    float width = (room.w - gap * (float)(count - 1)) / (float)(count ? count : 1);
    for (int i = 0; i < view->launch->buffer_count; ++i) {
        if (!view->buffers[i].is_shown)
            continue;
        Inset inset =
            inset_place_one(view, i, (Rect){x, room.y, width, room.h}, inset_digits_small(view));
        if (inset.is_known)
            build_one(view, &inset);
        x += width + gap;
    }
}

/* False if there is no room for anything worth looking at. */
static bool place_small(View *view, Rect room, Inset insets[3])
{
    InsetDigits digits = inset_digits_small(view);
    float least = 4 * inset_cell(digits.least) + view_units(view, GAP);
    return room.w >= least && room.h >= least &&
           inset_place_corner(view, room, digits, (Point){0}, insets);
}

/* Where there is no inset beside the picture there is a way to the large one. */
static void build_opener(View *view, Rect line)
{
    const char *key = key_text(view, COMMAND_ENLARGE);
    const char *words = arena_printf(view->arena, "%s  %s", title_text(view, 0), key);
    line.w = fminf(line.w, button_words_width(view, words));
    button_words_build(view, line, COMMAND_ENLARGE, words);
}

void inset_build(View *view)
{
    Rect room = view->inset_room;
    if (room.w <= 0 || room.h <= 0)
        return;
    Rect title = rect_cut_top(&room, view_units(view, LINE));
    if (title.h < view_units(view, LINE) - 1)
        return;
    Inset insets[3];
    if (!view->placement.is_corner) {
        build_title(view, title, STRING_INSET_LARGER);
        build_strip(view, room);
    } else if (place_small(view, room, insets)) {
        build_title(view, title, STRING_INSET_LARGER);
        build_inset_corner(view, insets);
    } else {
        build_opener(view, title);
    }
}

/* ---- large ---- */

static void build_inset_name(View *view, int buffer, Rect rect, int align)
{
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 10, rect, align, view_part(view, buffer)->ink,
                      view->launch->buffers[buffer].name);
}

static void frame(View *view, const CellGrid *grid, Rect rect)
{
    scene_box(view->scene, rect_intersect(rect, grid->window), 0, 0, view->theme->text,
              fmaxf(2, view_units(view, 2)), (PickTag){0});
}

/* The row and the column that meet in the thread's element. */
static void build_meeting(View *view, const Inset insets[3])
{
    const CellGrid *left = &insets[0].grid, *above = &insets[1].grid, *output = &insets[2].grid;
    if (!insets[2].is_touched)
        return;
    frame(view, left, cells_box(left, insets[2].row, 0, 1, left->columns));
    frame(view, above, cells_box(above, 0, insets[2].column, above->rows, 1));
    frame(view, output, cells_box(output, insets[2].row, insets[2].column, 1, 1));
}

/* In one line, so that the cells get the rest: where the picture is, which thread, and the way
 * back. */
static void build_large_head(View *view, Rect line, const char *heading)
{
    const char *key = key_text(view, COMMAND_ENLARGE);
    const char *words =
        arena_printf(view->arena, "%s  %s", view_text(view, STRING_INSET_SMALLER), key);
    Rect button = rect_cut_right(&line, fminf(line.w, button_words_width(view, words)));
    rect_cut_bottom(&button, view_units(view, 4));
    button_words_build(view, button, COMMAND_ENLARGE, words);
    rect_cut_right(&line, view_units(view, 6));
    const char *text = arena_printf(view->arena, "%s · %s", heading, title_text(view, 0));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, line, -1, view->theme->text, text);
}

static void build_large_corner(View *view, Rect room, const char *heading)
{
    Point margins = {view_units(view, NUMBERS_WIDE), view_units(view, NUMBERS_HIGH)};
    float line = view_units(view, NAME);
    Rect head = rect_cut_top(&room, view_units(view, LINE + 4));
    if (heading)
        build_large_head(view, head, heading);
    else
        build_title(view, head, STRING_INSET_SMALLER);
    Inset insets[3];
    if (!inset_place_corner(view, room, inset_digits_large(view), margins, insets))
        return;
    if (inset_is_part(view, &insets[2]) || inset_is_part(view, &insets[0])) {
        Rect map = rect_cut_right(&room, fminf(room.w * MAP_SHARE, room.h));
        rect_cut_left(&map, view_units(view, GAP));
        rect_cut_top(&map, margins.y);
        if (!inset_place_corner(view, room, inset_digits_large(view), margins, insets))
            return;
        inset_map_build(view, insets, 3, map);
    }
    for (int i = 0; i < 3; ++i) {
        view->buffers[insets[i].buffer] = insets[i].grid;
        build_inset_cells(view, &insets[i]);
        build_tracks(view, &insets[i], i != 1, i != 0);
    }
    build_meeting(view, insets);
    for (int i = 0; i < 2; ++i) {
        matrix_row_numbers(view, &insets[i].grid);
        matrix_column_numbers(view, insets[i].buffer, &insets[i].grid);
    }
    Rect left = insets[0].grid.window, above = insets[1].grid.window;
    Rect output = insets[2].grid.window;
    float between = output.y - above.y - above.h, numbers = left.y - margins.y;
    Rect corner = {room.x, room.y, above.x - margins.x - room.x - 2, numbers - line - room.y};
    build_inset_name(view, insets[0].buffer, (Rect){left.x, numbers - line, left.w, line}, -1);
    view_label_fitted(
        view, FONT_UI, TEXT_BODY, 10, (Rect){output.x, above.y + above.h + 1, output.w, between},
        -1, view_part(view, insets[2].buffer)->ink, view->launch->buffers[insets[2].buffer].name);
    build_inset_name(view, insets[1].buffer, (Rect){corner.x, above.y, corner.w, line}, 1);
}

/* One below the other, each with its name and its numbers. */
static void build_large_rows(View *view, Rect room)
{
    build_title(view, rect_cut_top(&room, view_units(view, LINE + 4)), STRING_INSET_SMALLER);
    int count = count_shown(view);
    float height = room.h / (float)(count ? count : 1), numbers = view_units(view, NUMBERS_HIGH);
    for (int i = 0; i < view->launch->buffer_count; ++i) {
        if (!view->buffers[i].is_shown)
            continue;
        Rect part = rect_cut_top(&room, height);
        build_inset_name(view, i, rect_cut_top(&part, view_units(view, NAME)), -1);
        rect_cut_top(&part, numbers);
        rect_cut_bottom(&part, view_units(view, GAP));
        bool is_row = view->buffers[i].rows == 1;
        rect_cut_left(&part, is_row ? 0 : view_units(view, NUMBERS_WIDE));
        Rect map = part;
        Inset inset = inset_place_one(view, i, part, inset_digits_large(view));
        if (inset.is_known && inset_is_part(view, &inset)) {
            map = rect_cut_right(&part, fminf(part.w * MAP_SHARE, part.h));
            rect_cut_left(&map, view_units(view, GAP));
            inset = inset_place_one(view, i, part, inset_digits_large(view));
            inset_map_build(view, &inset, inset.is_known, map);
        }
        view->buffers[i].is_shown = inset.is_known;
        if (!inset.is_known)
            continue;
        view->buffers[i] = inset.grid;
        build_inset_cells(view, &inset);
        if (inset.is_touched)
            frame(view, &inset.grid, cells_box(&inset.grid, inset.row, inset.column, 1, 1));
        matrix_column_numbers(view, i, &inset.grid);
        if (!is_row)
            matrix_row_numbers(view, &inset.grid);
    }
}

void inset_build_large(View *view, Rect room, const char *heading)
{
    if (view->placement.is_corner)
        build_large_corner(view, room, heading);
    else
        build_large_rows(view, room);
}
