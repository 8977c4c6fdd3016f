/* Where cells stand: matrices, wrapped strips, groups, what lies outside. */
#include "session/data/session_data.h"
#include "test.h"
#include "view/draw/cells.h"
#include "view/draw/layout.h"

static bool is_inside(Rect inner, Rect outer)
{
    return inner.x >= outer.x - 0.5f && inner.y >= outer.y - 0.5f &&
           inner.x + inner.w <= outer.x + outer.w + 1 && inner.y + inner.h <= outer.y + outer.h + 1;
}

TEST(test_a_matrix)
{
    CellGrid grid = {.rows = 3, .columns = 5, .group = 1, .wrap = 1, .origin = {10, 20}, .cell = 8};
    Rect cell = cells_cell(&grid, 7);
    assert_true(cell.x == 26 && cell.y == 28 && cell.w == 8 && cell.h == 8);
    assert_int_equal(cells_element(&grid, 1, 2), 7);
    Rect before = cells_cell(&grid, -1), after = cells_cell(&grid, 15);
    assert_true(before.y == 12);
    assert_true(after.y == 44);
    Rect box = cells_box(&grid, 1, 1, 2, 3);
    assert_true(box.x == 18 && box.y == 28 && box.w == 24 && box.h == 16);
}

TEST(test_groups)
{
    CellGrid grid = {.rows = 100, .columns = 50, .group = 8, .wrap = 1, .cell = 4};
    assert_int_equal(cells_drawn_rows(&grid), 13);
    assert_int_equal(cells_drawn_columns(&grid), 7);
    Rect cell = cells_cell(&grid, 9 * 50 + 17);
    assert_true(cell.x == 8 && cell.y == 4);
    assert_int_equal(cells_element(&grid, 1, 2), 8 * 50 + 16);
}

static void check_flow(int64_t rows, int64_t columns, bool is_linear, Rect area)
{
    CellGrid grids[3] = {0};
    CellGrid *all[3];
    for (int i = 0; i < 3; ++i) {
        grids[i] = (CellGrid){.rows = rows, .columns = columns, .is_linear = is_linear};
        grids[i].before = (Point){i == 1 && !is_linear ? 5 : 0, i == 0 ? 5 : 0};
        all[i] = &grids[i];
    }
    cells_flow(all, 3, area, 20, 30, 48, 3);
    for (int i = 0; i < 3; ++i) {
        assert_true(is_inside(cells_outline(&grids[i]), area));
        assert_true(cells_bounds(&grids[i]).y - cells_outline(&grids[i]).y >= (i == 0 ? 5 : 0));
        int64_t last = rows * columns - 1;
        assert_true(is_inside(cells_cell(&grids[i], last), area));
        assert_true(grids[i].cell >= 3);
    }
}

/* Lines of a strip are made of natural lengths or of halves of one, however large its cells are;
 * what needs one line has no more cells than elements. */
TEST(test_strips_wrap_naturally)
{
    static const int64_t lengths[][2] = {{64, 32}, {72, 32}, {30, 8}, {512, 32}, {4, 8}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
        for (float width = 80; width < 900; width += 7) {
            int64_t columns = lengths[i][0], line = lengths[i][1];
            CellGrid grid = {
                .rows = 1, .columns = columns, .is_linear = true, .natural = line, .wrap = 1};
            CellGrid *grids[] = {&grid};
            cells_flow(grids, 1, (Rect){0, 0, width, 300}, 20, 10, 40, 3);
            int64_t wrap = grid.wrap * grid.group;
            bool is_one_line = cells_drawn_rows(&grid) == 1;
            assert_true(is_one_line ? wrap <= columns + line
                                    : wrap % line == 0 || line % wrap == 0);
            assert_true(columns > line || !is_one_line || wrap == columns);
        }
}

/* Strips below each other in the same columns need their numbers once. */
TEST(test_numbers_are_spared_below)
{
    CellGrid strips[3], *grids[3];
    for (int i = 0; i < 3; ++i) {
        strips[i] = (CellGrid){.rows = 1, .columns = 256, .is_linear = true, .natural = 32};
        strips[i].numbers = 18;
        grids[i] = &strips[i];
    }
    cells_flow(grids, 3, (Rect){0, 0, 420, 300}, 42, 34, 48, 3);
    float cell = strips[0].cell;
    assert_true(!strips[0].is_below && strips[1].is_below && strips[2].is_below);
    for (int i = 0; i < 3; ++i)
        strips[i].numbers = 0;
    cells_flow(grids, 3, (Rect){0, 0, 420, 300}, 42, 34, 48, 3);
    assert_true(!strips[1].is_below && strips[0].cell <= cell);
}

TEST(test_flow_fits_whatever_comes)
{
    Rect area = {5, 7, 400, 300};
    check_flow(4, 4, false, area);
    check_flow(3, 17, false, area);
    check_flow(1024, 1024, false, area);
    check_flow(16384, 16384, false, area);
    check_flow(1, 5, true, area);
    check_flow(1, 1000, true, area);
    check_flow(1, 100000000, true, area);
}

static void check_apart(const Rect *rects, int count, int width, int height)
{
    Rect window = {0, 0, (float)width, (float)height};
    for (int i = 0; i < count; ++i) {
        if (rects[i].w <= 0)
            continue;
        assert_true(is_inside(rects[i], window));
        for (int j = 0; j < i; ++j) {
            const Rect *a = &rects[i], *b = &rects[j];
            bool apart = b->w <= 0 || a->x + a->w <= b->x || b->x + b->w <= a->x ||
                         a->y + a->h <= b->y || b->y + b->h <= a->y;
            if (!apart)
                fail_msg("panels %d and %d overlap at %dx%d", i, j, width, height);
        }
    }
}

TEST(test_panels_do_not_overlap)
{
    static const int sizes[][2] = {{320, 200},   {500, 320},   {640, 400},   {800, 600},
                                   {1024, 768},  {1280, 720},  {1366, 768},  {1920, 1080},
                                   {1080, 1920}, {3840, 2160}, {7680, 4320}, {2560, 600}};
    static const float scales[] = {0.5f, 1, 1.5f, 3};
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 4; ++j) {
            Layout layout =
                layout_shown(sizes[i][0], sizes[i][1], &(Session){.look.scale = scales[j]});
            const Rect rects[] = {layout.title,   layout.counters, layout.buttons, layout.stage,
                                  layout.shared,  layout.threads,  layout.source,  layout.registers,
                                  layout.caption, layout.transport};
            assert_true(layout.unit > 0);
            if (scales[j] <= 1.5f && sizes[i][0] >= 640)
                check_apart(rects, 10, sizes[i][0], sizes[i][1]);
        }
}

/* Letters follow the width that is needed; before an audience half is for the block. */
TEST(test_a_tall_window)
{
    Session session = {.look.scale = 1};
    Layout layout = layout_shown(1080, 1920, &session);
    assert_true(layout.unit > 1.19f && layout.registers.w > 0);
    session.look.lecture = true;
    layout = layout_shown(1080, 1920, &session);
    assert_true(layout.unit > 1.6f && layout.stage.w > 300);
    assert_true(layout.shared.h > 200 && layout.threads.h > 200);
    assert_true(layout.shared.w * layout.shared.h + layout.threads.w * layout.threads.h >
                0.45f * 1080 * 1920);
    session.look.panel = PANEL_MEMORY;
    layout = layout_shown(1080, 1920, &session);
    assert_true(layout.panel.h > 300 && layout.panel.w > 400);
}
