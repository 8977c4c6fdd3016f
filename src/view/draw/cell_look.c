/* Sizes in pixels are those that an eye needs; sizes in units grow with the window. */
#include "view/draw/cell_look.h"

#include <math.h>

static const float NUMBERS_LEAST_PX = 16, NUMBERS_LEAST = 11, FRAMES_LEAST_PX = 8;
static const float LECTURE_LEAST_PX = 29, LECTURE_LEAST = 12.1f;
static const float NUMBERS_LECTURE = 10; /* their digits fill the cell */
enum { PANEL_LEAST = 15, STRIP_LEAST = 17 };

float cells_numbers_least(const View *view)
{
    bool is_lecture = view->look->lecture;
    return fmaxf(NUMBERS_LEAST_PX, view_units(view, is_lecture ? NUMBERS_LECTURE : NUMBERS_LEAST));
}

/* 28 pixels and a little, in a picture up to 1080 high. */
float cells_lecture_least(const View *view)
{
    bool is_alone = view->look->panel != PANEL_BOTH;
    return fmaxf(is_alone ? LECTURE_LEAST_PX : NUMBERS_LEAST_PX, view_units(view, LECTURE_LEAST));
}

/* Cells that are wider than high are there for their numbers. */
bool cells_have_numbers(const View *view, const CellGrid *grid)
{
    float least = grid->wide > 0 ? NUMBERS_LEAST_PX : cells_numbers_least(view);
    return grid->group == 1 && grid->cell >= least;
}

bool cells_have_frames(const CellGrid *grid)
{
    return grid->cell >= FRAMES_LEAST_PX;
}

float cells_frame_width(const View *view, float cell, bool is_picked)
{
    float most = view_units(view, 2.5f);
    return is_picked ? fminf(most, cell * 0.2f) : fmaxf(1, fminf(most, cell * 0.1f));
}

float cells_line(const View *view, const CellGrid *grid)
{
    return fminf(view_hairline(view), fmaxf(1, floorf(grid->cell / 10)));
}

/* It lies on the cells at its edges: thin where they are small. */
float cell_outline(const View *view, float cell)
{
    float most = fmaxf(2, roundf(view_units(view, 3)));
    return fminf(most, fmaxf(2, roundf(cell * 0.1f)));
}

Colour cell_shade(const View *view, const PartColours *part, double value, double largest)
{
    double share = largest > 0 && isfinite(value) ? fabs(value) / largest : 0;
    share = share < 1 ? share : 1;
    return colour_mix(view->theme->panel, part->strong, (float)(0.1 + 0.6 * share));
}

void cell_ghost(View *view, Rect cell, Colour colour)
{
    float width = fmaxf(1, fminf(view_units(view, 1.4f), cell.h / 16));
    Rect box = rect_inset(cell, width / 2);
    const Point corners[] = {{box.x, box.y},
                             {box.x + box.w, box.y},
                             {box.x + box.w, box.y + box.h},
                             {box.x, box.y + box.h}};
    for (int i = 0; i < 4; ++i)
        scene_dashed_line(view->scene, corners[i], corners[(i + 1) % 4], colour, width);
}

bool panel_has_numbers(const View *view, const CellGrid *grid)
{
    return grid->group == 1 && grid->cell >= view_units(view, PANEL_LEAST);
}

float panel_strip_most(const View *view, const CellGrid *grid, float width, float most)
{
    float cell = floorf(width / (float)grid->columns);
    return grid->is_linear && cell >= view_units(view, STRIP_LEAST) && cell < most ? cell : most;
}
