/* The saved window. The lines of runs are those that undo keeps (run_text.h); the others are a word
 * and numbers. Runs are loaded before anything is changed. */
#include "session/saved/state.h"

#include "session/edits/edit.h"
#include "session/edits/run_text.h"
#include "session/lessons/take.h"
#include "session/pick/panel.h"
#include "session/pick/pick.h"
#include "session/pick/stage.h"
#include "session/runs/runs.h"
#include "session/time/bookmark.h"
#include "session/time/break.h"
#include "session/time/lens.h"
#include "session/time/motion.h"

#include <stdlib.h>
#include <string.h>

/* The text may be opened from another folder. */
static const char *full_path(Arena *arena, const char *path)
{
    char *full = realpath(path, NULL);
    const char *kept = full ? arena_text(arena, full, strlen(full)) : path;
    free(full);
    return kept;
}

/* Adds lines for what differs from how a window opens. */
static const char *write_shown(const Session *session, Arena *arena, const char *text)
{
    const Look *look = &session->look;
    const int *knobs = session->knobs;
    if (look->heat || look->enlarged)
        text = arena_printf(arena, "%sshown %d %d\n", text, (int)look->heat, (int)look->enlarged);
    if (knobs[0] >= 0 || knobs[1] >= 0 || knobs[2] >= 0)
        text = arena_printf(arena, "%sknobs %d %d %d\n", text, knobs[0], knobs[1], knobs[2]);
    if (session->device != panel_usual_device(&session->devices))
        text = arena_printf(arena, "%sdevice %s\n", text,
                            session->devices.models[session->device].name);
    const ScenePlan *scene = scene_stand_plan(&session->scene);
    if (lesson_shown(session))
        text = arena_printf(arena, "%slesson %s\n", text, lesson_shown(session)->name);
    if (scene)
        text = arena_printf(arena, "%sscene %d %s\n", text, (int)session->scene.is_revealed,
                            scene->name);
    if (look->banks)
        text = arena_printf(arena, "%sbanks 1\n", text);
    if (look->scale != 1)
        text = arena_printf(arena, "%sscale %.9g\n", text, (double)look->scale);
    Target pin = session->selection.pin;
    if (pin.kind)
        text = arena_printf(arena, "%spin %u %u %u %u\n", text, pin.kind, pin.a, pin.b, pin.c);
    return text;
}

static const char *write_runs(const Session *session, Arena *arena)
{
    const char *text = "";
    for (int i = 0; i < session->run_count; ++i) {
        const Run *run = session->runs[i].run;
        text = arena_printf(arena, "%srun %d\n%s", text, i,
                            run_text_write(arena, full_path(arena, run->path), &run->options));
    }
    return text;
}

static const char *write_place(const Session *session, Arena *arena)
{
    const SessionRun *front = session_front(session);
    if (!front)
        return "";
    Place place = session_place(front);
    return arena_printf(arena, "front %d\nplace %u %llu\nthread %u\n", session->front, place.block,
                        (unsigned long long)place.step, session->selection.thread);
}

static const char *write_marks(const Session *session, Arena *arena)
{
    const char *text = "";
    for (int i = 0; i < session->breaks.line_count; ++i)
        text = arena_printf(arena, "%sstop %d %d\n", text, session->breaks.lines[i].slot,
                            session->breaks.lines[i].line);
    for (int i = 0; i < BREAK_CONDITIONS; ++i)
        if (session->breaks.conditions[i])
            text = arena_printf(arena, "%sstop-on %d\n", text, i);
    for (int i = 0; i < session->bookmark_count; ++i) {
        Place place = session->bookmarks[i];
        text = arena_printf(arena, "%sbookmark %u %llu %llu\n", text, place.block,
                            (unsigned long long)place.step, (unsigned long long)place.length);
    }
    return text;
}

const char *state_write(const Session *session, Arena *arena)
{
    const Look *look = &session->look;
    const char *marks = write_marks(session, arena);
    Target stage = stage_command(session->stage).target;
    if (stage.kind)
        marks = arena_printf(arena, "%sstage %u %u %u %u\n", marks, stage.kind, stage.a, stage.b,
                             stage.c);
    const char *shown = arena_printf(arena, "look %d %d %d %d\n", (int)look->language,
                                     (int)look->theme, (int)look->panel, (int)look->reduced_motion);
    return arena_printf(arena, STATE_FIRST_LINE "\n%s%s%s%s", write_runs(session, arena),
                        write_place(session, arena), marks, write_shown(session, arena, shown));
}

const char *state_write_file(const Session *session, Arena *arena)
{
    const char *text = state_write(session, arena);
    return session->look.lecture ? arena_printf(arena, "%slecture\n", text) : text;
}

void state_want(Session *session)
{
    motion_arrive(session);
    session->state_wanted = true;
}

bool state_is_one(const char *text)
{
    return strncmp(text, STATE_FIRST_LINE "\n", sizeof STATE_FIRST_LINE) == 0;
}

typedef struct Line {
    const char *word;
    long long numbers[4];
    int count;
} Line;

static Line split_line(Arena *arena, const char *text)
{
    size_t length = strcspn(text, " ");
    Line line = {arena_text(arena, text, length), {0}, 0};
    text += length;
    while (line.count < 4 && *text) {
        char *end;
        line.numbers[line.count] = strtoll(text, &end, 10);
        if (end == text)
            break;
        ++line.count;
        text = end;
    }
    return line;
}

static bool is_below(long long value, long long count)
{
    return value >= 0 && value < count;
}

static void take_look(Look *look, const Line *line)
{
    if (line->count < 4 || !is_below(line->numbers[0], LANGUAGE_COUNT) ||
        !is_below(line->numbers[1], THEME_COUNT) || !is_below(line->numbers[2], PANEL_COUNT))
        return;
    look->language = (Language)line->numbers[0];
    look->theme = (ThemeName)line->numbers[1];
    look->panel = (PanelName)line->numbers[2];
    look->reduced_motion = line->numbers[3] != 0;
}

static Target target_of_line(const Line *line)
{
    Target target = {0};
    uint32_t *parts[] = {&target.kind, &target.a, &target.b, &target.c};
    for (int i = 0; i < line->count && i < 4; ++i)
        if (is_below(line->numbers[i], (long long)UINT32_MAX + 1))
            *parts[i] = (uint32_t)line->numbers[i];
    return target;
}

static void take_pin(Session *session, Target pin)
{
    if (pin.kind == TARGET_CELL || pin.kind == TARGET_SHARED || pin.kind == TARGET_VARIABLE ||
        pin.kind == TARGET_NAME || pin.kind == TARGET_BEYOND)
        session->selection.pin = pin;
}

static void take_knobs(Session *session, const long long *values)
{
    for (int i = 0; i < KNOB_COUNT; ++i)
        if (values[i] >= 0)
            panel_turn_knob(session, (Knob)i, values[i]);
}

static void take_device(Session *session, const char *name)
{
    const DeviceModel *model = device_find(&session->devices, name);
    if (model)
        session->device = (int)(model - session->devices.models);
}

/* "scene 1 NAME"; one that this window does not know is none. */
static void take_scene(Session *session, const Line *line, const char *whole)
{
    SceneStand *stand = &session->scene;
    const char *name = strrchr(whole, ' ');
    stand->index = stand->scenes ? scenes_find(stand->scenes, name + 1) : SCENE_NONE;
    stand->is_revealed = line->numbers[0] != 0;
}

static void take_scale(Look *look, const char *number)
{
    float scale = strtof(number, NULL);
    if (scale >= SCALE_LEAST && scale <= SCALE_MOST)
        look->scale = scale;
}

/* Takes a line that write_shown writes; false if it is another. */
static bool take_shown(Session *session, const Line *line, const char *whole)
{
    const long long *numbers = line->numbers;
    if (strcmp(line->word, "shown") == 0 && is_below(numbers[0], HEAT_COUNT)) {
        session->look.heat = (HeatName)numbers[0];
        session->look.enlarged = numbers[1] != 0;
    } else if (strcmp(line->word, "knobs") == 0 && line->count == KNOB_COUNT) {
        take_knobs(session, numbers);
    } else if (strncmp(whole, "device ", 7) == 0) {
        take_device(session, whole + 7);
    } else if (strncmp(whole, "lesson ", 7) == 0) {
        lesson_use(session, whole + 7);
    } else if (strcmp(line->word, "scene") == 0 && line->count > 0) {
        take_scene(session, line, whole);
    } else if (strcmp(line->word, "scale") == 0 && line->count > 0) {
        take_scale(&session->look, whole + 6);
    } else if (strcmp(line->word, "banks") == 0) {
        session->look.banks = line->count > 0 && line->numbers[0] > 0;
    } else if (strcmp(line->word, "pin") == 0) {
        take_pin(session, target_of_line(line));
    } else {
        return false;
    }
    return true;
}

static void go_to_step(Session *session, long long block, long long step)
{
    SessionRun *front = session_front(session);
    if (!front || !is_below(block, UINT32_MAX) || step < 0)
        return;
    pick_block(session, block);
    Place start = {.block = session_place(front).block};
    motion_to_step(session, (int64_t)session_moment(front, start) + (int64_t)step);
}

/* Takes a line that is about the session as a whole. */
static void take_session_line(Session *session, const Line *line)
{
    Breaks *breaks = &session->breaks;
    const long long *numbers = line->numbers;
    if (strcmp(line->word, "front") == 0)
        pick_run(session, numbers[0]);
    else if (strcmp(line->word, "place") == 0)
        go_to_step(session, numbers[0], numbers[1]);
    else if (strcmp(line->word, "thread") == 0)
        pick_thread(session, numbers[0]);
    else if (strcmp(line->word, "stop") == 0 && breaks->line_count < BREAK_LINES &&
             is_below(numbers[0], SESSION_RUNS) && is_below(numbers[1], INT32_MAX))
        breaks->lines[breaks->line_count++] = (BreakLine){(int)numbers[0], (int)numbers[1]};
    else if (strcmp(line->word, "stop-on") == 0 && is_below(numbers[0], BREAK_CONDITIONS))
        breaks->conditions[numbers[0]] = true;
    else if (strcmp(line->word, "bookmark") == 0 && is_below(numbers[0], UINT32_MAX) &&
             numbers[1] >= 0 && numbers[2] > 0)
        bookmark_add(session,
                     (Place){(uint32_t)numbers[0], (uint64_t)numbers[1], (uint64_t)numbers[2]});
    else if (strcmp(line->word, "stage") == 0)
        stage_set(session, target_of_line(line));
    else if (strcmp(line->word, "look") == 0)
        take_look(&session->look, line);
    else if (strcmp(line->word, "lecture") == 0)
        session->look.lecture = session->look.full_screen = true;
}

static const char *next_state_line(const char *text)
{
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

/* Reads the lines of runs; those of each begin with a line "run N". Returns how many runs there
 * are. */
static int read_runs(Arena *arena, const char *text, RunRecipe recipes[SESSION_RUNS])
{
    const char *starts[SESSION_RUNS + 1];
    int count = 0;
    for (; *text && count < SESSION_RUNS; text = next_state_line(text))
        if (strncmp(text, "run ", 4) == 0 || strncmp(text, "run\n", 4) == 0)
            starts[count++] = next_state_line(text);
    starts[count] = text + strlen(text);
    for (int i = 0; i < count; ++i)
        recipes[i] =
            run_text_read(arena, arena_text(arena, starts[i], (size_t)(starts[i + 1] - starts[i])));
    return count;
}

/* Takes all lines that are not about one run. */
static void read_session_lines(Session *session, Arena *arena, const char *text)
{
    for (; *text; text = next_state_line(text)) {
        const char *whole = arena_text(arena, text, strcspn(text, "\n"));
        Line line = split_line(arena, whole);
        if (!take_shown(session, &line, whole))
            take_session_line(session, &line);
    }
}

/* Why a run could not be loaded, or there is none; else NULL. */
static const char *load_runs(Arena *arena, const RunRecipe *recipes, int count, Run **loaded,
                             Language language)
{
    for (int i = 0; i < count; ++i) {
        if (!recipes[i].path)
            return phrase_in(arena, language, PHRASE_LITERAL("the state names no file"));
        const Run *run = loaded[i] = run_load(recipes[i].path, &recipes[i].options);
        if (run->program)
            continue;
        if (run->diags->count)
            return diag_format_in(arena, run->sources, &run->diags->items[0], language);
        return phrase_in(arena, language, PHRASE_LITERAL("the kernel cannot be loaded"));
    }
    return count ? NULL : phrase_in(arena, language, PHRASE_LITERAL("the state holds no run"));
}

bool state_read(Session *session, Arena *arena, const char *text, const char **reason)
{
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    Run *loaded[SESSION_RUNS] = {NULL};
    int count = read_runs(arena, text, recipes);
    *reason = load_runs(arena, recipes, count, loaded, session->look.language);
    if (*reason) {
        for (int i = 0; i < SESSION_RUNS; ++i)
            run_free(loaded[i]);
        return false;
    }
    session_settle(session);
    lesson_leave(session);
    session->form.is_open = false;
    session->breaks = (Breaks){.line_count = 0};
    session->bookmark_count = 0;
    session->stage = (StageView){0};
    session->look.heat = HEAT_EXECUTIONS;
    session->look.enlarged = false;
    session->look.scale = 1;
    session->scene.index = SCENE_NONE;
    session->scene.told = SCENE_TOLD_NOTHING;
    session->look.show_help = session->look.blank = false;
    session->look.facts = FACTS_NONE;
    session->notice[0] = '\0';
    panel_start(session);
    session_use_devices(session, session->devices);
    for (int i = 0; i < count; ++i)
        session_open(session, i, loaded[i], true);
    session_drop(session, count);
    read_session_lines(session, arena, text);
    session->breaks.is_marked = false;
    break_follow(session);
    lens_follow(session);
    edit_forget(session);
    lesson_follow(session);
    return true;
}
