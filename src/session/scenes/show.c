/* A scene is opened like any edit: recipes of runs, then what the window shows of them. Moments of
 * a scene are those of its first run; where the other one is in front, the clock says which of its
 * own. */
#include "session/scenes/show.h"

#include "probe/time/clock.h"
#include "probe/time/ticks.h"
#include "session/data/line.h"
#include "session/edits/edit.h"
#include "session/edits/form.h"
#include "session/scenes/recipe.h"
#include "session/scenes/veil.h"
#include "session/selection/panel.h"
#include "session/selection/pick.h"
#include "session/time/lens.h"
#include "session/time/motion.h"

#include <string.h>
#include <sys/stat.h>

enum { ITERATIONS_PLAYED = 8 }; /* at most, on the way to a scene's point */

void session_use_scenes(Session *session, const Scenes *scenes)
{
    session->scene =
        (SceneStand){.scenes = scenes, .index = SCENE_NONE, .told = SCENE_TOLD_NOTHING};
}

/* ---- moments ---- */

void scene_note_told(Session *session)
{
    const SessionRun *front = session_front(session);
    bool is_first = front && front == &session->runs[0] && front->timeline;
    session->scene.told = is_first ? motion_destination(session) : SCENE_TOLD_NOTHING;
}

void scene_note_look(Session *session)
{
    SceneStand *stand = &session->scene;
    stand->panel = session->look.panel;
    stand->enlarged = session->look.enlarged;
    stand->banks = session->look.banks;
}

static bool find_moment(Arena *arena, const SessionRun *run, const Waypoint *waypoint,
                        uint64_t *moment)
{
    WaypointMissing missing;
    return waypoint_find(arena, run->timeline, run->run->program, &run->run->launch, waypoint,
                         moment, &missing);
}

uint64_t scene_moment(const Session *session, const Waypoint *waypoint)
{
    const SessionRun *front = session_front(session), *first = &session->runs[0];
    uint64_t moment = timeline_length(front->timeline);
    Arena *arena = arena_new();
    if (first->timeline && find_moment(arena, first, waypoint, &moment) && first != front) {
        uint64_t block =
            clock_block(first->run->launch.grid, timeline_machine(first->timeline)->block,
                        front->run->launch.grid);
        moment = clock_moment((ClockRun){first->run->program, first->timeline}, moment,
                              (ClockRun){front->run->program, front->timeline}, (uint32_t)block);
    }
    arena_free(arena);
    return moment;
}

void scene_follow(Session *session)
{
    SceneStand *stand = &session->scene;
    const ScenePlan *plan = scene_shown(session);
    const SessionRun *first = &session->runs[0];
    const void *run = session->run_count ? first->run : NULL;
    if (stand->point_of[0] == plan && stand->point_of[1] == run)
        return;
    stand->point_of[0] = plan;
    stand->point_of[1] = run;
    stand->point = SCENE_TOLD_NOTHING;
    Arena *arena = arena_new();
    if (plan && run && first->timeline && !find_moment(arena, first, &plan->to, &stand->point))
        stand->point = SCENE_TOLD_NOTHING;
    arena_free(arena);
}

bool scene_is_answered(const Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    return plan && plan->answer.in[LANGUAGE_EN] && session->scene.is_revealed;
}

bool scene_is_marked(const Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    const SessionRun *front = session_front(session);
    return plan && plan->mark_count && session->scene.is_revealed && front &&
           front == &session->runs[0] && front->timeline &&
           timeline_position(front->timeline) == session->scene.point;
}

static bool names(const char *const *words, uint32_t count, MarkPart part)
{
    for (uint32_t i = 0; i < count; ++i)
        if (strcmp(words[i], mark_words[part]) == 0)
            return true;
    return false;
}

bool scene_marks(const Session *session, MarkPart part)
{
    const ScenePlan *plan = scene_shown(session);
    return plan && names(plan->mark, plan->mark_count, part);
}

bool scene_lights(const Session *session, MarkPart part)
{
    const ScenePlan *plan = scene_shown(session);
    return plan && names(plan->lit, plan->lit_count, part);
}

/* Goes to a moment told by its meaning, in a run that may be another than the front one, and picks
 * the thread; false if there is none. */
static bool scene_go_to(Session *session, int slot, const Waypoint *waypoint)
{
    SessionRun *run = &session->runs[slot];
    if (slot >= session->run_count || !run->timeline)
        return false;
    Dim3 grid = run->run->launch.grid, block = run->run->launch.block;
    Arena *arena = arena_new();
    uint64_t moment;
    pick_run(session, slot);
    if (waypoint->when != WAYPOINT_OVER && waypoint->block.x < grid.x && waypoint->block.y < grid.y)
        pick_block(session, (int64_t)dim3_linear(waypoint->block, grid));
    bool is_found = find_moment(arena, run, waypoint, &moment);
    arena_free(arena);
    if (is_found)
        motion_jump(session, moment);
    pick_thread(session, (int64_t)dim3_linear(waypoint->thread, block));
    if (is_found)
        session->selection.source_line = session_line_decided(session);
    return is_found;
}

void scene_travel(Session *session, const Waypoint *waypoint)
{
    SessionRun *run = &session->runs[0];
    if (session_front(session) != run || !run->covers_grid) {
        scene_go_to(session, 0, waypoint);
    } else {
        motion_to(session, scene_moment(session, waypoint));
        pick_thread(session, (int64_t)dim3_linear(waypoint->thread, run->run->launch.block));
    }
    scene_note_told(session);
}

/* ---- opening ---- */

/* A stage of a lesson that names none has its own. */
static PanelName panel_of(const ScenePlan *plan)
{
    for (int i = 0; plan->panel && i < PANEL_COUNT; ++i)
        if (strcmp(plan->panel, panel_names[i]) == 0)
            return (PanelName)i;
    return plan->stage ? PANEL_LESSON : PANEL_NONE;
}

static HeatName heat_of(const char *name)
{
    for (int i = 0; name && i < HEAT_COUNT; ++i)
        if (strcmp(name, heat_names[i]) == 0)
            return (HeatName)i;
    return HEAT_EXECUTIONS;
}

/* How a window opens, but for what the scene says; language and theme are the reader's own. */
static void show_plan(Session *session, const ScenePlan *plan)
{
    const DeviceModel *device =
        plan->device ? device_find(&session->model.devices, plan->device) : NULL;
    session->time.breaks = (Breaks){.line_count = 0};
    session->time.bookmark_count = 0;
    session->stage = (StageView){0};
    session->selection.pin = (Target){0};
    session->look.enlarged = plan->enlarged;
    session->look.banks = plan->banks;
    session->look.panel = panel_of(plan);
    session->look.heat = heat_of(plan->heat);
    session->look.show_help = session->look.show_controls = session->look.blank = false;
    session->look.facts = FACTS_NONE;
    panel_start(session);
    session->model.device = device ? (int)(device - session->model.devices.models)
                                   : panel_usual_device(&session->model.devices);
    if (plan->speed)
        motion_set_speed(session, plan->speed);
    scene_note_look(session);
}

static void tell_trouble(Session *session, const Diags *diags, const Scenes *scenes)
{
    Arena *arena = arena_new();
    if (diags->count)
        snprintf(session->notice, sizeof session->notice, "%s",
                 diag_format_in(arena, scenes->sources, &diags->items[0], session->look.language));
    arena_free(arena);
}

bool scene_open(Session *session, int64_t index, bool is_over)
{
    return scene_open_of(session, session->scene.scenes, index, is_over);
}

bool scene_open_of(Session *session, const Scenes *scenes, int64_t index, bool is_over)
{
    if (!scenes || index < 0 || index >= scenes->count)
        return false;
    const ScenePlan *plan = &scenes->plans[index];
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    Diags *diags = diags_new(arena);
    session_settle(session);
    bool is_good = recipe_of_scene(arena, scenes, plan, recipes, diags);
    if (!is_good)
        tell_trouble(session, diags, scenes);
    else
        is_good = edit_commit(session, recipes);
    arena_free(arena);
    if (!is_good)
        return false;
    form_close(&session->sheets.form);
    session->scene.scenes = scenes;
    session->scene.index = (int)index;
    session->scene.is_revealed = is_over;
    edit_note_start(session);
    show_plan(session, plan);
    scene_go_to(session, 0, is_over ? &plan->to : &plan->at);
    session->selection.finding = 0;
    session->selection.counter_scroll = 0;
    if (is_over)
        panel_pick_finding_here(session);
    lens_follow(session);
    scene_note_told(session);
    return true;
}

void scene_skip(Session *session, int by)
{
    const SceneStand *stand = &session->scene;
    int64_t index = (int64_t)(stand->index == SCENE_NONE ? (by > 0 ? -1 : 0) : stand->index) + by;
    if (!stand->scenes || index < 0 || index >= stand->scenes->count)
        session_say(session, by > 0 ? STRING_SCENE_LAST : STRING_SCENE_FIRST, "");
    else
        scene_open(session, index, false);
}

void scene_restore(Session *session)
{
    if (scene_shown(session))
        scene_open(session, session->scene.index, false);
    else
        form_restore(session);
}

/* ---- away from it and back ---- */

/* A stage that asks nothing is there to be tried out, and one with a goal to be changed: whatever
 * is done there is no straying. */
static bool has_free_hand(const ScenePlan *plan)
{
    return plan->stage && !plan->stage->ask;
}

/* The stage is looked at as it was led to: its panel, and no part large. */
static bool look_back(Session *session)
{
    const SceneStand *stand = &session->scene;
    Look *look = &session->look;
    bool is_other = look->panel != stand->panel || look->enlarged != stand->enlarged ||
                    look->banks != stand->banks;
    look->panel = stand->panel;
    look->enlarged = stand->enlarged;
    look->banks = stand->banks;
    return is_other;
}

/* Who takes a lesson alone steps from where a stage opens to its point. */
static bool is_on_the_way(const Session *session, const ScenePlan *plan)
{
    const SceneStand *stand = &session->scene;
    uint64_t at = motion_destination(session);
    bool is_ahead = at >= stand->told && stand->point != SCENE_TOLD_NOTHING && at <= stand->point;
    return plan->stage && is_ahead;
}

bool scene_is_left(const Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    const SessionRun *front = session_front(session);
    const SceneStand *stand = &session->scene;
    uint64_t told = stand->told;
    if (!plan || !front || has_free_hand(plan))
        return false;
    return front != &session->runs[0] || session_is_edited(session) ||
           session->look.panel != stand->panel || session->look.enlarged != stand->enlarged ||
           session->look.banks != stand->banks ||
           (told != SCENE_TOLD_NOTHING && motion_destination(session) != told &&
            !is_on_the_way(session, plan));
}

bool scene_is_tried(const Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    bool is_answered =
        plan && plan->stage && session->lesson.stages[session->scene.index].mark != STAGE_OPEN;
    return is_answered && session_is_edited(session) && scene_is_left(session);
}

bool scene_return(Session *session)
{
    SceneStand stand = session->scene;
    const ScenePlan *plan = scene_shown(session);
    if (plan && session_front(session) && has_free_hand(plan))
        return look_back(session);
    if (!scene_is_left(session) || !scene_open(session, stand.index, false))
        return false;
    session->scene = stand;
    look_back(session);
    if (stand.told != SCENE_TOLD_NOTHING)
        motion_jump(session, stand.told);
    if (stand.is_revealed)
        panel_pick_finding_here(session);
    scene_note_told(session);
    return true;
}

/* ---- through a scene ---- */

/* Iterations of the loop that begin on the way to the point, in the block in view. */
static int iterations_until(const Timeline *timeline, uint64_t from, uint64_t point)
{
    BlockTicks block;
    int iterations = 0;
    uint32_t in_view = ticks_block_at(timeline, from);
    if (!ticks_of_block(timeline, in_view, &block))
        return 0;
    for (int i = 0; i < block.count; ++i)
        iterations += block.ticks[i].block == in_view && tick_begins_iteration(&block.ticks[i]) &&
                      block.ticks[i].at > from && block.ticks[i].at <= point;
    return iterations;
}

/* In the block where the scene opens to the next barrier, or, where there is none, iteration by
 * iteration to the point if those are few; else straight to the point, as where all blocks have
 * ended. */
static void go_towards(Session *session, const ScenePlan *plan, uint64_t point)
{
    const SessionRun *front = session_front(session);
    const Timeline *timeline = front->timeline;
    uint64_t start = scene_moment(session, &plan->at), from = motion_destination(session);
    bool is_near = plan->to.when != WAYPOINT_OVER &&
                   ticks_block_at(timeline, from) == ticks_block_at(timeline, start);
    if (is_near && front->run->program->has_barrier)
        motion_by_barrier(session, 1);
    else if (is_near && iterations_until(timeline, from, point) <= ITERATIONS_PLAYED)
        motion_play_to(session, point);
    else
        motion_jump(session, point);
    motion_stop_at(session, point, 1);
}

void scene_answer(Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    if (!session_front(session)) {
        veil_lift(session);
        return;
    }
    if (motion_destination(session) != session->scene.point)
        scene_travel(session, &plan->to);
    Timeline *timeline = session_front(session)->timeline;
    uint64_t stands = timeline_position(timeline);
    timeline_seek(timeline, motion_destination(session)); /* what is found there is picked */
    veil_lift(session);
    timeline_seek(timeline, stands);
}

void scene_forward(Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    if (!plan || !session_front(session)) {
        motion_by_barrier(session, 1);
        return;
    }
    if (session->time.motion.moving &&
        !session->time.motion.playing) { /* a second press completes it */
        session_settle(session);
        return;
    }
    session_settle(session);
    uint64_t point = scene_moment(session, &plan->to);
    if (motion_destination(session) < point) {
        go_towards(session, plan, point);
        scene_note_told(session);
        return;
    }
    if (veil_is_down(session))
        scene_answer(session);
    else
        scene_skip(session, 1);
}

void scene_back(Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    if (!plan || !session_front(session)) {
        motion_by_barrier(session, -1);
        return;
    }
    uint64_t start = scene_moment(session, &plan->at);
    if (motion_destination(session) > start) {
        motion_by_grain(session, GRAIN_BARRIER, -1);
        motion_stop_at(session, start, -1);
        scene_note_told(session);
    } else if (!session->scene.index) {
        session_say(session, STRING_SCENE_FIRST, "");
    } else {
        scene_open(session, session->scene.index - 1, true);
    }
}

/* The file that a scene names for a slot is the one with this place on the disk. */
static bool is_scene_file(Arena *arena, const Scenes *scenes, const SceneRun *run,
                          const struct stat *file)
{
    struct stat there;
    const char *kernel = run->kernel ? recipe_find_kernel(arena, scenes, run->kernel) : NULL;
    return kernel && stat(kernel, &there) == 0 && file->st_dev == there.st_dev &&
           file->st_ino == there.st_ino;
}

int scene_with_file(const Session *session, const char *path, int *slot)
{
    const Scenes *scenes = session->scene.scenes;
    struct stat file;
    Arena *arena = arena_new();
    int found = SCENE_NONE, count = scenes && stat(path, &file) == 0 ? scenes->count : 0;
    for (int i = 0; found == SCENE_NONE && i < SCENE_RUNS * count; ++i)
        if (is_scene_file(arena, scenes, &scenes->plans[i % count].runs[i / count], &file)) {
            found = i % count;
            *slot = i / count;
        }
    arena_free(arena);
    return found;
}

bool scene_open_file(Session *session, const char *path)
{
    int slot, index = scene_with_file(session, path, &slot);
    if (index == SCENE_NONE || !scene_open(session, index, false))
        return false;
    session->scene.index = SCENE_NONE;
    pick_run(session, slot);
    return true;
}
