/* The mouse on the stage. The point is put back into the geometry that the picture was made with,
 * so that zooming keeps the element under the pointer where it is and dragging keeps it in the
 * hand. */
#include "session/data/session_data.h"
#include "view/stage/stage.h"

#include "session/selection/stage.h"
#include "view/draw/gather.h"
#include "view/stage/place.h"

#include <math.h>

static const double WHEEL_SHARE = 0.15;

/* One buffer under the pointer, direction by direction: 0 down, 1 across. */
typedef struct Grip {
    StageAxis axes[2];
    double all[2]; /* pixels of the whole buffer */
    double with_spare[2];
    double before[2]; /* room before it */
    double seen[2];   /* and of what is seen */
    double at[2];     /* the pointer, from the window's edge */
    double centre[2]; /* the middle of what is seen, as a share */
} Grip;

static View geometry(const Session *session, const Scene *scene)
{
    View view = {
        .session = session,
        .look = &session->look,
        .selection = &session->selection,
        .slot = session_front(session),
        .arena = scene->arena,
        .theme = theme_get(session->look.theme),
        .language = session->look.language,
        .layout = layout_shown(scene->width, scene->height, session),
        .scene = scene_new(scene->arena, scene->width, scene->height, scene->background,
                           scene->metrics), /* names are measured, nothing is drawn */
    };
    view.unit = view.layout.unit;
    if (view.slot) {
        view_gather(&view);
        stage_place(&view);
    }
    return view;
}

static void set_direction(Grip *grip, int i, double spare, double first, float cell, float origin,
                          float start, float length, float at)
{
    double scroll = first * cell + (start - origin);
    grip->all[i] = fmax(grip->with_spare[i] - spare * cell, 1);
    grip->seen[i] = fmin(length, grip->with_spare[i]);
    grip->at[i] = at - start;
    grip->centre[i] = (scroll + grip->seen[i] / 2) / grip->all[i];
}

static Rect window_of(const CellGrid *grid)
{
    return grid->window.w > 0 ? grid->window : cells_bounds(grid);
}

static Grip grip_buffer(const View *view, int buffer, Point at)
{
    Grip result = {{0}}, *grip = &result;
    const CellGrid *grid = &view->buffers[buffer];
    Rect window = window_of(grid);
    const Placement *place = &view->placement;
    bool is_corner = place->is_corner;
    grip->axes[0] = is_corner && buffer == place->above ? STAGE_ALONG : STAGE_ROWS;
    grip->axes[1] = is_corner && buffer == place->left ? STAGE_ALONG : STAGE_COLUMNS;
    grip->with_spare[0] = cells_height(grid);
    grip->with_spare[1] = cells_width(grid);
    grip->before[0] = cells_before(grid).y;
    grip->before[1] = cells_before(grid).x;
    set_direction(grip, 0, (double)grid->spare_rows, (double)grid->first_row, grid->cell,
                  grid->origin.y, window.y, window.h, at.y);
    set_direction(grip, 1, (double)grid->spare_columns, (double)grid->first_column, grid->cell,
                  grid->origin.x, window.x, window.w, at.x);
    return result;
}

/* The buffer under a point, -1 if there is none. */
static int buffer_at(const View *view, Point at)
{
    for (int i = 0; view->slot && !view->look->enlarged && i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown && rect_holds(window_of(&view->buffers[i]), at))
            return i;
    return -1;
}

static float cell_px(const View *view)
{
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown)
            return view->buffers[i].cell / (float)view->buffers[i].group;
    return 0;
}

/* The share that must stand in the middle of what is seen, so that the element under the pointer
 * stays there. */
static double keep_under(const Grip *before, const Grip *after, int i)
{
    double element = before->centre[i] + (before->at[i] - before->seen[i] / 2) / before->all[i];
    return element - (after->at[i] - after->seen[i] / 2) / after->all[i];
}

bool stage_zoom_at(const Session *session, const Scene *scene, Point at, int notches,
                   Command *command)
{
    View view = geometry(session, scene);
    int buffer = buffer_at(&view, at);
    if (buffer < 0)
        return false;
    Grip grip = grip_buffer(&view, buffer, at);
    Session after = *session;
    if (session->stage.zoom == 0)
        after.stage = stage_at_block(session);
    after.stage.zoom = session->stage.zoom + notches;
    int most = stage_zoom_most(session);
    after.stage.zoom = after.stage.zoom < 0 ? 0 : after.stage.zoom > most ? most : after.stage.zoom;
    View zoomed = geometry(&after, scene);
    float before_px = cell_px(&view), after_px = cell_px(&zoomed);
    bool is_stuck = after_px == before_px && notches > 0;
    Grip kept = grip_buffer(&zoomed, buffer, at);
    for (int i = 0; i < 2 && !is_stuck; ++i)
        after.stage.centre[grip.axes[i]] = keep_under(&grip, &kept, i);
    *command = stage_command(is_stuck ? session->stage : after.stage);
    return true;
}

static double between(double value, double least, double most)
{
    return least > most ? 0.5 : fmin(fmax(value, least), most);
}

static void move_by(StageView *stage, const Grip *grip, int i, double pixels)
{
    double half = grip->seen[i] / grip->all[i] / 2;
    stage->centre[grip->axes[i]] = between(grip->centre[i] - pixels / grip->all[i],
                                           half - grip->before[i] / grip->all[i], 1 - half);
}

/* What the drag began on stays in the hand, wherever the pointer goes. */
static int held_buffer(const View *view)
{
    Target held = view->selection->hover;
    if (held.kind == TARGET_CELL && (int)held.a < view->launch->buffer_count)
        return (int)held.a;
    return view->placement.output >= 0 ? view->placement.output : 0;
}

bool stage_drag(const Session *session, const Scene *scene, Point from, Point to, Command *command)
{
    View view = geometry(session, scene);
    if (session->stage.zoom <= 0 || session->look.enlarged || !view.slot ||
        view.launch->buffer_count == 0)
        return false;
    int buffer = held_buffer(&view);
    if (!view.buffers[buffer].is_shown)
        return false;
    Grip grip = grip_buffer(&view, buffer, from);
    StageView stage = session->stage;
    move_by(&stage, &grip, 0, to.y - from.y);
    move_by(&stage, &grip, 1, to.x - from.x);
    *command = stage_command(stage);
    return true;
}

bool stage_wheel(const Session *session, const Scene *scene, Point at, int notches,
                 Command *command)
{
    View view = geometry(session, scene);
    int buffer = session->stage.zoom > 0 ? buffer_at(&view, at) : -1;
    if (buffer < 0)
        return false;
    Grip grip = grip_buffer(&view, buffer, at);
    StageView stage = session->stage;
    move_by(&stage, &grip, 0, notches * grip.seen[0] * WHEEL_SHARE);
    *command = stage_command(stage);
    return true;
}
