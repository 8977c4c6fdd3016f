/* Edits and the way back. A state of the runs is a text (run_text.h), so undo is a stack of texts,
 * with the settings of the window beside them. Whether the runs differ from what they were opened
 * as is a comparison of two texts, made where a recipe changes and kept for who draws. */
#include "session/edits/edit.h"

#include "session/data/line.h"
#include "session/edits/settings.h"
#include "session/runs/runs.h"
#include "session/time/break.h"
#include "session/time/motion.h"

#include <stdlib.h>
#include <string.h>

enum { EDIT_LIMIT = 200 };

/* The runs and the settings at one time. */
typedef struct Snapshot {
    char *texts[SESSION_RUNS];               /* NULL: no run there */
    const LaunchImage *images[SESSION_RUNS]; /* that they name; held */
    int front;
    Settings settings;
} Snapshot;

struct Edits {
    Snapshot undo[EDIT_LIMIT], redo[EDIT_LIMIT];
    int undo_count, redo_count;
    Snapshot start;
    bool differs[2]; /* the runs from what restore gives: outside of a scene, and in one */
    char *trouble;
    bool is_trouble_elsewhere; /* in a file that is not shown */
    uint64_t version;          /* counts what happened to the stacks */
    bool is_in_gesture;        /* the latest step grows with the mouse */
};

static char *keep_text(const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy)
        abort();
    return copy;
}

static void snapshot_drop(Snapshot *snapshot)
{
    for (int i = 0; i < SESSION_RUNS; ++i) {
        free(snapshot->texts[i]);
        image_release(snapshot->images[i]);
    }
    *snapshot = (Snapshot){.texts = {NULL}};
}

static Snapshot snapshot_take(const Session *session)
{
    Snapshot snapshot = {.texts = {NULL}, .front = session->front};
    Arena *arena = arena_new();
    settings_take(session, &snapshot.settings);
    for (int i = 0; i < session->run_count; ++i) {
        const Run *run = session->runs[i].run;
        snapshot.texts[i] = keep_text(run_text_write(arena, run->path, &run->options));
        snapshot.images[i] = image_hold(run->options.image);
    }
    arena_free(arena);
    return snapshot;
}

static RunRecipe snapshot_recipe(const Snapshot *snapshot, Arena *arena, int slot)
{
    RunRecipe recipe = run_text_read(arena, snapshot->texts[slot]);
    recipe.options.image = snapshot->images[slot];
    return recipe;
}

static int snapshot_run_count(const Snapshot *snapshot)
{
    int count = 0;
    while (count < SESSION_RUNS && snapshot->texts[count])
        ++count;
    return count;
}

static void push_snapshot(Snapshot *stack, int *count, Snapshot snapshot)
{
    if (*count == EDIT_LIMIT) {
        snapshot_drop(&stack[0]);
        memmove(stack, stack + 1, sizeof *stack * (EDIT_LIMIT - 1));
        --*count;
    }
    stack[(*count)++] = snapshot;
}

static void drop_snapshots(Snapshot *stack, int *count)
{
    while (*count)
        snapshot_drop(&stack[--*count]);
}

/* A step that can be undone; there is nothing left to be done again. */
static void push_undo_step(Edits *edits, Snapshot before)
{
    push_snapshot(edits->undo, &edits->undo_count, before);
    drop_snapshots(edits->redo, &edits->redo_count);
    edits->is_in_gesture = false;
    ++edits->version;
}

Edits *edits_new(void)
{
    Edits *edits = calloc(1, sizeof *edits);
    if (!edits)
        abort();
    return edits;
}

void edits_free(Edits *edits)
{
    drop_snapshots(edits->undo, &edits->undo_count);
    drop_snapshots(edits->redo, &edits->redo_count);
    snapshot_drop(&edits->start);
    free(edits->trouble);
    free(edits);
}

static bool shows_file(const Session *session, int slot, const char *path)
{
    return slot < session->run_count && strcmp(session->runs[slot].run->path, path) == 0;
}

/* What restore would give a slot: as it was opened, but with nothing switched off that no scene has
 * switched off. Where only one of two runs was kept, it may have been opened in the other slot. */
static RunRecipe default_recipe(const Session *session, Arena *arena, int slot, bool is_in_scene)
{
    const char *path = session->runs[slot].run->path;
    for (int i = 0; i < SESSION_RUNS; ++i) {
        int at = (slot + i) % SESSION_RUNS;
        const char *start = session->edits->start.texts[at];
        if (!start || (at != slot && shows_file(session, at, path)))
            continue;
        RunRecipe recipe = snapshot_recipe(&session->edits->start, arena, at);
        if (!is_in_scene)
            recipe.options.without_count = 0;
        if (strcmp(recipe.path, path) == 0)
            return recipe;
    }
    return (RunRecipe){.path = path};
}

static bool differs_from_start(const Session *session, bool is_in_scene)
{
    Arena *arena = arena_new();
    bool differs = false;
    for (int i = 0; i < session->run_count && !differs; ++i) {
        RunRecipe recipe = default_recipe(session, arena, i, is_in_scene);
        const Run *run = session->runs[i].run;
        differs = strcmp(run_text_write(arena, recipe.path, &recipe.options),
                         run_text_write(arena, run->path, &run->options)) != 0;
    }
    arena_free(arena);
    return differs;
}

/* To be called wherever the recipe of a run may have changed. */
static void note_runs(Session *session)
{
    for (int i = 0; i < 2; ++i)
        session->edits->differs[i] = differs_from_start(session, i);
}

static bool has_scene(const Session *session)
{
    return scene_stand_plan(&session->scene) != NULL;
}

void edit_forget(Session *session)
{
    Edits *edits = session->edits;
    drop_snapshots(edits->undo, &edits->undo_count);
    drop_snapshots(edits->redo, &edits->redo_count);
    edits->is_in_gesture = false;
    ++edits->version;
    note_runs(session);
}

static void note_start(Session *session, int first, int count)
{
    Snapshot now = snapshot_take(session);
    Edits *edits = session->edits;
    for (int slot = first; slot < first + count; ++slot) {
        free(edits->start.texts[slot]);
        image_release(edits->start.images[slot]);
        edits->start.texts[slot] = now.texts[slot];
        edits->start.images[slot] = now.images[slot];
        now.texts[slot] = NULL;
        now.images[slot] = NULL;
    }
    snapshot_drop(&now);
}

void edit_note_start(Session *session)
{
    note_start(session, 0, SESSION_RUNS);
    note_runs(session);
}

void session_open(Session *session, int slot, Run *run, bool owns_run)
{
    session_replace(session, slot, run, owns_run);
    note_start(session, slot, 1);
    edit_forget(session);
}

/* ---- settings ---- */

/* What the mouse adjusts while it is held, and the wheel while the pointer rests: one step for the
 * whole. */
static bool is_gesture(CommandName name)
{
    return name == COMMAND_STAGE_SET || name == COMMAND_SET_THREADS || name == COMMAND_SET_SHARED ||
           name == COMMAND_SET_REGISTERS;
}

/* Drops the step of a gesture that has come back to where it began: nothing has happened. */
static void drop_idle_step(Edits *edits, const Settings *now)
{
    Snapshot *last = &edits->undo[edits->undo_count - 1];
    if (!settings_are_equal(&last->settings, now))
        return;
    snapshot_drop(last);
    --edits->undo_count;
    edits->is_in_gesture = false;
}

void edit_end_gesture(Session *session)
{
    session->edits->is_in_gesture = false;
}

uint64_t edit_version(const Session *session)
{
    return session->edits->version;
}

void edit_note_settings(Session *session, CommandName name, const Settings *before,
                        uint64_t version)
{
    Edits *edits = session->edits;
    Settings now;
    if (edits->version != version)
        return;
    settings_take(session, &now);
    bool differs = !settings_are_equal(before, &now);
    bool goes_on = edits->is_in_gesture && is_gesture(name);
    edits->is_in_gesture &= goes_on;
    if (goes_on && differs) {
        drop_idle_step(edits, &now);
    } else if (differs) {
        Snapshot step = snapshot_take(session);
        step.settings = *before;
        push_undo_step(edits, step);
        edits->is_in_gesture = is_gesture(name) || name == COMMAND_PIN;
    }
}

/* ---- trouble ---- */

static void set_trouble(Session *session, const char *text)
{
    free(session->edits->trouble);
    session->edits->trouble = keep_text(text);
}

static void take_trouble(Session *session, const Run *run)
{
    for (int i = 0; i < run->diags->count; ++i)
        if (run->diags->items[i].severity == DIAG_ERROR) {
            set_trouble(session, diag_format_in(run->arena, run->sources, &run->diags->items[i],
                                                session->look.language));
            return;
        }
}

const char *session_trouble(const Session *session)
{
    return session->edits->trouble;
}

bool session_trouble_is_elsewhere(const Session *session)
{
    return session->edits->trouble && session->edits->is_trouble_elsewhere;
}

bool edit_drop_trouble_elsewhere(Session *session)
{
    bool is_one = session_trouble_is_elsewhere(session);
    if (is_one)
        set_trouble(session, NULL);
    return is_one;
}

/* ---- loading ---- */

/* Drops the runs that are wanted no more; whichever is in front then is where the one before
 * was. */
static void take_other_count(Session *session, const Snapshot *wanted, const Place *place)
{
    session_drop(session, snapshot_run_count(wanted));
    session->front = wanted->front;
    session_keep_valid(session);
    SessionRun *front = session_front(session);
    if (front)
        session_go_to_place(session, front, *place);
}

static void put_in_place(Session *session, const Snapshot *wanted, Run *loaded[SESSION_RUNS])
{
    session_settle(session);
    SessionRun *front = session_front(session);
    Place place = front ? session_place(front) : (Place){0};
    bool is_other_count = snapshot_run_count(wanted) != session->run_count;
    for (int i = 0; i < SESSION_RUNS; ++i)
        if (loaded[i])
            session_replace(session, i, loaded[i], true);
    if (is_other_count)
        take_other_count(session, wanted, &place);
    front = session_front(session);
    if (front)
        session_seek(session, timeline_position(front->timeline));
}

/* The run of a text for a slot; false with trouble if it takes the place of one that ran and
 * cannot. */
static bool load_slot(Session *session, Arena *arena, int slot, const Snapshot *wanted,
                      Run **loaded)
{
    const Run *shown = slot < session->run_count ? session->runs[slot].run : NULL;
    RunRecipe recipe = snapshot_recipe(wanted, arena, slot);
    *loaded = run_load(recipe.path, &recipe.options);
    if ((*loaded)->program || (shown && !shown->program))
        return true;
    take_trouble(session, *loaded);
    session->edits->is_trouble_elsewhere = !shown || strcmp(recipe.path, shown->path) != 0;
    return false;
}

/* Loads the runs whose text differs from now, and those that are stale, and puts them in place, or
 * none of them. */
static bool load_snapshot(Session *session, const Snapshot *wanted, const bool stale[SESSION_RUNS])
{
    Snapshot now = snapshot_take(session);
    Run *loaded[SESSION_RUNS] = {NULL};
    Arena *arena = arena_new();
    bool is_good = true, differs = snapshot_run_count(wanted) != snapshot_run_count(&now);
    for (int i = 0; i < SESSION_RUNS && wanted->texts[i] && is_good; ++i) {
        if (now.texts[i] && !stale[i] && strcmp(wanted->texts[i], now.texts[i]) == 0)
            continue;
        differs = true;
        is_good = load_slot(session, arena, i, wanted, &loaded[i]);
    }
    if (is_good && differs) {
        set_trouble(session, NULL);
        put_in_place(session, wanted, loaded);
        note_runs(session);
    }
    for (int i = 0; i < SESSION_RUNS && !is_good; ++i)
        run_free(loaded[i]);
    arena_free(arena);
    snapshot_drop(&now);
    return is_good;
}

static const bool none_stale[SESSION_RUNS];

/* What was played goes on from where it is, unless that is the end. */
static void play_on_from_here(Session *session)
{
    const SessionRun *front = session_front(session);
    uint64_t at = front ? timeline_position(front->timeline) : 0;
    if (front && !session->time.motion.playing && motion_look_ahead(session, at + 1) > at)
        motion_play(session);
}

bool session_reload(Session *session, const bool stale[SESSION_RUNS])
{
    Snapshot now = snapshot_take(session);
    bool was_playing = session->time.motion.playing;
    bool is_good = load_snapshot(session, &now, stale);
    if (is_good && was_playing)
        play_on_from_here(session);
    snapshot_drop(&now);
    return is_good;
}

void edit_begin(const Session *session, Arena *arena, RunRecipe recipes[SESSION_RUNS])
{
    Snapshot now = snapshot_take(session);
    for (int i = 0; i < session->run_count; ++i)
        recipes[i] = snapshot_recipe(&now, arena, i); /* the run holds the image */
    snapshot_drop(&now);
}

bool edit_commit(Session *session, const RunRecipe recipes[SESSION_RUNS])
{
    Snapshot before = snapshot_take(session), after = {.front = session->front};
    bool can_go_back = session_front(session) != NULL; /* not to what cannot run */
    Arena *arena = arena_new();
    for (int i = 0; i < SESSION_RUNS && recipes[i].path; ++i) {
        after.texts[i] = keep_text(run_text_write(arena, recipes[i].path, &recipes[i].options));
        after.images[i] = image_hold(recipes[i].options.image);
    }
    bool is_good = load_snapshot(session, &after, none_stale);
    if (is_good && can_go_back)
        push_undo_step(session->edits, before);
    else
        snapshot_drop(&before);
    snapshot_drop(&after);
    arena_free(arena);
    return is_good;
}

void edit_keep_front(Session *session)
{
    if (session->run_count < SESSION_RUNS)
        return;
    session_settle(session);
    Snapshot before = snapshot_take(session);
    break_keep_slot(session, session->front);
    session_keep_only(session, session->front);
    note_runs(session);
    set_trouble(session, NULL);
    push_undo_step(session->edits, before);
}

static void go_to_snapshot(Session *session, Snapshot *from, int *from_count, Snapshot *to,
                           int *to_count)
{
    if (!*from_count)
        return;
    Snapshot now = snapshot_take(session);
    Snapshot wanted = from[--*from_count];
    ++session->edits->version;
    session->edits->is_in_gesture = false;
    if (load_snapshot(session, &wanted, none_stale)) {
        push_snapshot(to, to_count, now);
        settings_put(session, &wanted.settings);
        snapshot_drop(&wanted);
    } else {
        from[(*from_count)++] = wanted;
        snapshot_drop(&now);
    }
}

void edit_undo(Session *session)
{
    Edits *edits = session->edits;
    go_to_snapshot(session, edits->undo, &edits->undo_count, edits->redo, &edits->redo_count);
}

void edit_redo(Session *session)
{
    Edits *edits = session->edits;
    go_to_snapshot(session, edits->redo, &edits->redo_count, edits->undo, &edits->undo_count);
}

bool session_can_undo(const Session *session)
{
    return session->edits->undo_count > 0;
}

bool session_can_redo(const Session *session)
{
    return session->edits->redo_count > 0;
}

/* Whether the latest step of a stack changes a run. */
static bool leads_to_other_runs(const Session *session, const Snapshot *stack, int count)
{
    Snapshot now = snapshot_take(session);
    bool differs = false;
    for (int i = 0; i < SESSION_RUNS && count; ++i) {
        const char *there = stack[count - 1].texts[i], *here = now.texts[i];
        differs |= !there != !here || (there && strcmp(there, here) != 0);
    }
    snapshot_drop(&now);
    return differs;
}

bool session_undo_edits(const Session *session)
{
    return leads_to_other_runs(session, session->edits->undo, session->edits->undo_count);
}

bool session_redo_edits(const Session *session)
{
    return leads_to_other_runs(session, session->edits->redo, session->edits->redo_count);
}

/* ---- defaults ---- */

bool session_is_edited(const Session *session)
{
    return session->edits->differs[has_scene(session)] || !settings_are_usual(session);
}

static bool restore_runs(Session *session)
{
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    for (int i = 0; i < session->run_count; ++i)
        recipes[i] = default_recipe(session, arena, i, has_scene(session));
    bool is_good = edit_commit(session, recipes);
    arena_free(arena);
    return is_good;
}

void edit_restore(Session *session)
{
    bool is_good = true;
    if (session->edits->differs[has_scene(session)])
        is_good = restore_runs(session);
    else
        set_trouble(session, NULL);
    if (is_good)
        settings_restore(session);
}
