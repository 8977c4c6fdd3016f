/* The frame of the part of a matrix that a phase uses: a box, unless the part is wrapped, is cut or
 * has gaps. Each line lies on the cells inside it. */
#include "view/matrix/part_frame.h"
#include "view/draw/signs.h"

#include "view/draw/cell_look.h"

#include <math.h>

static const float GAPS_LEAST_PX = 6;

typedef struct PartFrame {
    const View *view;
    const CellGrid *grid;
    Footprint part;
    CellRange seen;
    Colour colour;
    float thick;
} PartFrame;

/* The edge of a row of the part on the side of its neighbour row, where that is not of the part. */
static void build_edge(const PartFrame *frame, Rect row, Rect other, float y, float thick)
{
    float left = fmaxf(row.x, other.x), right = fminf(row.x + row.w, other.x + other.w);
    if (other.w <= 0 || right <= left)
        left = right = row.x + row.w;
    Scene *scene = frame->view->scene;
    Colour colour = frame->colour;
    scene_rect(scene, (Rect){row.x, y, left - row.x, thick}, colour, (PickTag){0});
    scene_rect(scene, (Rect){right, y, row.x + row.w - right, thick}, colour, (PickTag){0});
}

/* The part of a strip that is wrapped, in one row; without extent if it is not in it. */
static Rect wrapped_row(const PartFrame *frame, int64_t row)
{
    const CellGrid *grid = frame->grid;
    int64_t first_row, first, last_row, last;
    cells_find(grid, frame->part.column, &first_row, &first);
    cells_find(grid, frame->part.column + frame->part.column_count - 1, &last_row, &last);
    if (row < first_row || row > last_row)
        return (Rect){0};
    Rect from = cells_drawn_cell(grid, row, row == first_row ? first : 0);
    Rect to = cells_drawn_cell(grid, row, row == last_row ? last : grid->wrap - 1);
    return (Rect){from.x, from.y, to.x + to.w - from.x, from.h};
}

static void build_wrapped_frame(const PartFrame *frame)
{
    Scene *scene = frame->view->scene;
    float thick = frame->thick;
    Colour colour = frame->colour;
    for (int64_t i = frame->seen.row; i < frame->seen.row_end; ++i) {
        Rect row = wrapped_row(frame, i);
        if (row.w <= 0)
            continue;
        build_edge(frame, row, wrapped_row(frame, i - 1), row.y, thick);
        build_edge(frame, row, wrapped_row(frame, i + 1), row.y + row.h - thick, thick);
        scene_rect(scene, (Rect){row.x, row.y, thick, row.h}, colour, (PickTag){0});
        scene_rect(scene, (Rect){row.x + row.w - thick, row.y, thick, row.h}, colour, (PickTag){0});
    }
}

/* A tile that hangs over the edge is seen so where there is room for that: its frame is open where
 * more of it would follow. */
static void build_frame(const PartFrame *frame)
{
    const CellGrid *grid = frame->grid;
    Footprint tile = frame->part;
    int64_t rows = grid->rows + grid->spare_rows - tile.row;
    int64_t columns = grid->columns + grid->spare_columns - tile.column;
    bool is_cut = grid->spare_rows > 0 && rows < tile.row_count;
    bool is_narrow = grid->spare_columns > 0 && columns < tile.column_count;
    Rect box = cells_box(grid, tile.row, tile.column, rows < tile.row_count ? rows : tile.row_count,
                         columns < tile.column_count ? columns : tile.column_count);
    float thick = frame->thick;
    Scene *scene = frame->view->scene;
    Colour colour = frame->colour;
    if (!is_cut && !is_narrow) {
        scene->sign = SIGN_USED;
        scene_box(scene, box, 0, 0, colour, thick, (PickTag){0});
        scene->sign = SIGN_NONE;
        return;
    }
    scene_rect(scene, (Rect){box.x, box.y, box.w, thick}, colour, (PickTag){0});
    scene_rect(scene, (Rect){box.x, box.y, thick, box.h}, colour, (PickTag){0});
    if (!is_cut)
        scene_rect(scene, (Rect){box.x, box.y + box.h - thick, box.w, thick}, colour, (PickTag){0});
    if (!is_narrow)
        scene_rect(scene, (Rect){box.x + box.w - thick, box.y, thick, box.h}, colour, (PickTag){0});
}

static bool is_of_part(const PartFrame *frame, int64_t row, int64_t column)
{
    const CellGrid *grid = frame->grid;
    return row >= 0 && column >= 0 && row < grid->rows && column < grid->columns &&
           footprint_touches(&frame->part, cells_element(grid, row, column), row, column);
}

/* Of a part with gaps, the cells that are of it: a line wherever one beside them is not. */
static void build_frame_with_gaps(const PartFrame *frame)
{
    const CellRange *seen = &frame->seen;
    Scene *scene = frame->view->scene;
    Colour colour = frame->colour;
    float thick = frame->thick;
    for (int64_t row = seen->row; row < seen->row_end; ++row)
        for (int64_t column = seen->column; column < seen->column_end; ++column) {
            if (!is_of_part(frame, row, column))
                continue;
            Rect cell = cells_drawn_cell(frame->grid, row, column);
            Rect sides[] = {{cell.x, cell.y, cell.w, thick},
                            {cell.x, cell.y + cell.h - thick, cell.w, thick},
                            {cell.x, cell.y, thick, cell.h},
                            {cell.x + cell.w - thick, cell.y, thick, cell.h}};
            const int beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
            for (int i = 0; i < 4; ++i)
                if (!is_of_part(frame, row + beside[i][0], column + beside[i][1]))
                    scene_rect(scene, sides[i], colour, (PickTag){0});
        }
}

void part_frame_build(View *view, const CellGrid *grid, Colour colour, Footprint part, bool is_full)
{
    PartFrame frame = {view, grid, part, cells_seen(grid), colour, cell_outline(view, grid->cell)};
    if (grid->is_linear)
        build_wrapped_frame(&frame);
    else if (is_full || grid->group > 1 || grid->cell < GAPS_LEAST_PX)
        build_frame(&frame);
    else
        build_frame_with_gaps(&frame);
}
