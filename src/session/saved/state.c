/* The saved window. The lines of runs are those that undo keeps (run_text.h); the others are a word
 * and numbers, by a table. Files are looked for and runs loaded before anything is changed. */
#include "session/saved/state.h"

#include "base/file.h"
#include "load/image/text.h"
#include "session/edits/edit.h"
#include "session/edits/run_text.h"
#include "session/lessons/take.h"
#include "session/runs/runs.h"
#include "session/saved/along.h"
#include "session/saved/launch_image.h"
#include "session/selection/panel.h"
#include "session/selection/pick.h"
#include "session/selection/stage.h"
#include "session/texts/strings.h"
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
    const int *knobs = session->model.knobs;
    if (look->heat || look->enlarged)
        text = arena_printf(arena, "%sshown %d %d\n", text, (int)look->heat, (int)look->enlarged);
    if (knobs[0] >= 0 || knobs[1] >= 0 || knobs[2] >= 0)
        text = arena_printf(arena, "%sknobs %d %d %d\n", text, knobs[0], knobs[1], knobs[2]);
    if (session->model.device != panel_usual_device(&session->model.devices))
        text = arena_printf(arena, "%sdevice %s\n", text,
                            session->model.devices.models[session->model.device].name);
    const ScenePlan *scene = scene_stand_plan(&session->scene);
    if (lesson_shown(session))
        text = arena_printf(arena, "%slesson %s\n", text, lesson_shown(session)->name);
    if (scene)
        text = arena_printf(arena, "%sscene %d %s\n", text, (int)session->scene.is_revealed,
                            scene->name);
    if (look->frame)
        text = arena_printf(arena, "%sframe %d\n", text, (int)look->frame);
    if (look->banks)
        text = arena_printf(arena, "%sbanks 1\n", text);
    if (look->scale != 1)
        text = arena_printf(arena, "%sscale %.9g\n", text, (double)look->scale);
    Target pin = session->selection.pin;
    if (pin.kind)
        text = arena_printf(arena, "%spin %u %u %u %u\n", text, pin.kind, pin.a, pin.b, pin.c);
    return text;
}

/* A run with its files as a code names them, or has them with it. */
static const char *write_named_run(const Run *run, Arena *arena, bool with_sources)
{
    LoadOptions options = run->options;
    bool is_along =
        with_sources && !along_is_shipped(arena, run) && along_take(arena, run, &options);
    if (!is_along)
        options.source_count = 0;
    NamedText *arguments = ARENA_ARRAY(arena, NamedText, options.argument_count + 1);
    for (int i = 0; i < options.argument_count; ++i) {
        const char *value = options.arguments[i].value;
        arguments[i] = options.arguments[i];
        if (*value == '@')
            arguments[i].value = arena_printf(arena, "@%s", picks_name(arena, value + 1));
    }
    options.arguments = arguments;
    return run_text_write(arena, is_along ? file_name(run->path) : picks_name(arena, run->path),
                          &options);
}

static const char *write_own_run(const Run *run, Arena *arena)
{
    const char *path = run->options.source_count ? run->path : full_path(arena, run->path);
    return run_text_write(arena, path, &run->options);
}

/* For whom a state is. */
typedef enum Reader { READER_SELF, READER_OTHER, READER_WITHOUT_SOURCES } Reader;

static const char *write_runs(const Session *session, Arena *arena, Reader reader)
{
    const char *text = "";
    for (int i = 0; i < session->run_count; ++i) {
        const Run *run = session->runs[i].run;
        text = arena_printf(
            arena, "%srun %d\n%s%s", text, i,
            reader == READER_SELF ? write_own_run(run, arena)
                                  : write_named_run(run, arena, reader == READER_OTHER),
            launch_image_write(run, arena, reader == READER_SELF ? SIZE_MAX : LAUNCH_IMAGE_CODE));
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
    for (int i = 0; i < session->time.breaks.line_count; ++i)
        text = arena_printf(arena, "%sstop %d %d\n", text, session->time.breaks.lines[i].slot,
                            session->time.breaks.lines[i].line);
    for (int i = 0; i < BREAK_CONDITIONS; ++i)
        if (session->time.breaks.conditions[i])
            text = arena_printf(arena, "%sstop-on %d\n", text, i);
    for (int i = 0; i < session->time.bookmark_count; ++i) {
        Place place = session->time.bookmarks[i];
        text = arena_printf(arena, "%sbookmark %u %llu %llu\n", text, place.block,
                            (unsigned long long)place.step, (unsigned long long)place.length);
    }
    return text;
}

static const char *write_all(const Session *session, Arena *arena, Reader reader)
{
    const Look *look = &session->look;
    const char *marks = write_marks(session, arena);
    Target stage = stage_command(session->stage).target;
    if (stage.kind)
        marks = arena_printf(arena, "%sstage %u %u %u %u\n", marks, stage.kind, stage.a, stage.b,
                             stage.c);
    const char *shown = arena_printf(arena, "look %d %d %d %d\n", (int)look->language,
                                     (int)look->theme, (int)look->panel, (int)look->reduced_motion);
    return arena_printf(arena, STATE_FIRST_LINE "\n%s%s%s%s", write_runs(session, arena, reader),
                        write_place(session, arena), marks, write_shown(session, arena, shown));
}

const char *state_write(const Session *session, Arena *arena)
{
    return write_all(session, arena, READER_SELF);
}

const char *state_write_named(const Session *session, Arena *arena, bool with_sources)
{
    return write_all(session, arena, with_sources ? READER_OTHER : READER_WITHOUT_SOURCES);
}

const char *state_write_file(const Session *session, Arena *arena)
{
    const char *text = state_write(session, arena);
    return session->look.lecture ? arena_printf(arena, "%slecture\n", text) : text;
}

void state_want(Session *session)
{
    motion_arrive(session);
    session->wanted.state = true;
}

bool state_is_one(const char *text)
{
    return strncmp(text, STATE_FIRST_LINE "\n", sizeof STATE_FIRST_LINE) == 0;
}

/* ---- lines that are not about a run ---- */

typedef struct Line {
    const char *rest; /* behind the word and a blank */
    long long numbers[4];
    int count;
} Line;

static Line split_line(const char *rest)
{
    Line line = {.rest = rest};
    for (const char *text = rest; line.count < 4 && *text;) {
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

static Target target_of_line(const Line *line)
{
    Target target = {0};
    uint32_t *parts[] = {&target.kind, &target.a, &target.b, &target.c};
    for (int i = 0; i < line->count && i < 4; ++i)
        if (is_below(line->numbers[i], (long long)UINT32_MAX + 1))
            *parts[i] = (uint32_t)line->numbers[i];
    return target;
}

static void take_front(Session *session, const Line *line)
{
    pick_run(session, line->numbers[0]);
}

static void take_place(Session *session, const Line *line)
{
    SessionRun *front = session_front(session);
    long long block = line->numbers[0], step = line->numbers[1];
    if (!front || !is_below(block, UINT32_MAX) || step < 0)
        return;
    pick_block(session, block);
    if (timeline_takes_turns(front->timeline)) /* all turns are needed */
        motion_look_ahead(session, UINT64_MAX);
    uint64_t moment = session_view_moment(front, session_place(front).block, (uint64_t)step);
    motion_to_step(session, moment > INT64_MAX ? INT64_MAX : (int64_t)moment);
}

static void take_thread(Session *session, const Line *line)
{
    pick_thread(session, line->numbers[0]);
}

static void take_stop(Session *session, const Line *line)
{
    Breaks *breaks = &session->time.breaks;
    if (breaks->line_count < BREAK_LINES && is_below(line->numbers[0], SESSION_RUNS) &&
        is_below(line->numbers[1], INT32_MAX))
        breaks->lines[breaks->line_count++] =
            (BreakLine){(int)line->numbers[0], (int)line->numbers[1]};
}

static void take_stop_on(Session *session, const Line *line)
{
    if (is_below(line->numbers[0], BREAK_CONDITIONS))
        session->time.breaks.conditions[line->numbers[0]] = true;
}

static void take_bookmark(Session *session, const Line *line)
{
    const long long *numbers = line->numbers;
    if (is_below(numbers[0], UINT32_MAX) && numbers[1] >= 0 && numbers[2] > 0)
        bookmark_add(session,
                     (Place){(uint32_t)numbers[0], (uint64_t)numbers[1], (uint64_t)numbers[2]});
}

static void take_stage(Session *session, const Line *line)
{
    stage_set(session, target_of_line(line));
}

static void take_look(Session *session, const Line *line)
{
    Look *look = &session->look;
    if (!is_below(line->numbers[0], LANGUAGE_COUNT) || !is_below(line->numbers[1], THEME_COUNT) ||
        !is_below(line->numbers[2], PANEL_COUNT))
        return;
    look->language = (Language)line->numbers[0];
    look->theme = (ThemeName)line->numbers[1];
    look->panel = (PanelName)line->numbers[2];
    look->reduced_motion = line->numbers[3] != 0;
}

static void take_lecture(Session *session, const Line *line)
{
    (void)line;
    motion_lecture(session, true);
}

static void take_shown(Session *session, const Line *line)
{
    if (!is_below(line->numbers[0], HEAT_COUNT))
        return;
    session->look.heat = (HeatName)line->numbers[0];
    session->look.enlarged = line->numbers[1] != 0;
}

static void take_knobs(Session *session, const Line *line)
{
    for (int i = 0; i < KNOB_COUNT; ++i)
        if (line->numbers[i] >= 0)
            panel_set_knob(session, (Knob)i, line->numbers[i]);
}

static void take_device(Session *session, const Line *line)
{
    const DeviceModel *model = device_find(&session->model.devices, line->rest);
    if (model)
        session->model.device = (int)(model - session->model.devices.models);
}

static void take_lesson(Session *session, const Line *line)
{
    lesson_use(session, line->rest);
}

/* "scene 1 NAME"; one that this window does not know is none. */
static void take_scene(Session *session, const Line *line)
{
    SceneStand *stand = &session->scene;
    const char *blank = strrchr(line->rest, ' ');
    stand->index = stand->scenes && blank ? scenes_find(stand->scenes, blank + 1) : SCENE_NONE;
    stand->is_revealed = line->numbers[0] != 0;
}

static void take_banks(Session *session, const Line *line)
{
    session->look.banks = line->numbers[0] > 0;
}

static void take_frame(Session *session, const Line *line)
{
    if (line->numbers[0] >= 0 && line->numbers[0] < FRAME_COUNT)
        session->look.frame = (FrameName)line->numbers[0];
}

static void take_scale(Session *session, const Line *line)
{
    float scale = strtof(line->rest, NULL);
    if (scale >= SCALE_LEAST && scale <= SCALE_MOST)
        session->look.scale = scale;
}

static void take_pin(Session *session, const Line *line)
{
    Target pin = target_of_line(line);
    if (pin.kind == TARGET_CELL || pin.kind == TARGET_SHARED || pin.kind == TARGET_VARIABLE ||
        pin.kind == TARGET_NAME || pin.kind == TARGET_BEYOND)
        session->selection.pin = pin;
}

/* All that may stand in a state beside the words of runs, and how many numbers it needs. */
static const struct {
    const char *word;
    int fewest;
    void (*take)(Session *session, const Line *line);
} words[] = {
    {"front", 1, take_front},          {"place", 2, take_place},
    {"thread", 1, take_thread},        {"stop", 2, take_stop},
    {"stop-on", 1, take_stop_on},      {"bookmark", 3, take_bookmark},
    {"stage", 1, take_stage},          {"look", 4, take_look},
    {"lecture", 0, take_lecture},      {"shown", 2, take_shown},
    {"knobs", KNOB_COUNT, take_knobs}, {"device", 0, take_device},
    {"lesson", 0, take_lesson},        {"scene", 1, take_scene},
    {"banks", 1, take_banks},          {"frame", 1, take_frame},
    {"scale", 1, take_scale},          {"pin", 1, take_pin},
};

static void take_line(Session *session, Arena *arena, const char *text, size_t length)
{
    size_t word = strcspn(text, " \n");
    const char *rest = text + word + (text[word] == ' ');
    size_t rest_length = word < length ? (size_t)(text + length - rest) : 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        if (strlen(words[i].word) != word || strncmp(text, words[i].word, word) != 0)
            continue;
        Line line = split_line(arena_text(arena, rest, rest_length));
        if (line.count >= words[i].fewest)
            words[i].take(session, &line);
    }
}

static const char *next_state_line(const char *text)
{
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

/* Reads the lines of runs; those of each begin with a line "run N". Returns how many runs there
 * are; lines: those of each. */
static int read_runs(Arena *arena, const char *text, RunRecipe recipes[SESSION_RUNS],
                     const char *lines[SESSION_RUNS])
{
    const char *starts[SESSION_RUNS + 1];
    int count = 0;
    for (; *text && count < SESSION_RUNS; text = next_state_line(text))
        if (strncmp(text, "run ", 4) == 0 || strncmp(text, "run\n", 4) == 0)
            starts[count++] = next_state_line(text);
    starts[count] = text + strlen(text);
    for (int i = 0; i < count; ++i) {
        lines[i] = arena_text(arena, starts[i], (size_t)(starts[i + 1] - starts[i]));
        recipes[i] = run_text_read(arena, lines[i]);
    }
    return count;
}

static void read_session_lines(Session *session, Arena *arena, const char *text)
{
    for (; *text; text = next_state_line(text))
        take_line(session, arena, text, strcspn(text, "\n"));
}

/* The first word of a line that means nothing here, as in the text of another version; or NULL. */
static const char *unknown_word(Arena *arena, const char *text)
{
    for (text = next_state_line(text); *text; text = next_state_line(text)) {
        const char *word = arena_text(arena, text, strcspn(text, " \n"));
        bool is_known = !*word || strcmp(word, "run") == 0 || run_text_has(word) ||
                        strcmp(word, LAUNCH_IMAGE_WORD) == 0;
        for (size_t i = 0; i < sizeof words / sizeof *words && !is_known; ++i)
            is_known = strcmp(word, words[i].word) == 0;
        if (!is_known)
            return word;
    }
    return NULL;
}

/* ---- runs ---- */

/* Sources that came along are forgotten where the same files are here, which can be edited. */
static const char *take_along(Arena *arena, const Picks *picks, LoadOptions *options,
                              const char *name)
{
    const char *here = along_find(arena, picks, options, name);
    if (here)
        options->source_count = 0;
    return here ? here : name;
}

/* Puts the files that are to be opened in the place of those that a run names; false: *missing is
 * nowhere. A file whose source came along is none on this machine, whatever it is called. */
static bool find_files(Arena *arena, const Picks *picks, RunRecipe *recipe, const char **missing,
                       bool *is_other)
{
    LoadOptions *options = &recipe->options;
    NamedText *arguments = ARENA_ARRAY(arena, NamedText, options->argument_count + 1);
    *missing = recipe->path;
    recipe->path = options->source_count ? take_along(arena, picks, options, file_name(*missing))
                                         : picks_find(picks, arena, *missing, is_other);
    for (int i = 0; recipe->path && i < options->argument_count; ++i) {
        arguments[i] = options->arguments[i];
        if (arguments[i].value[0] != '@')
            continue;
        *missing = arguments[i].value + 1;
        const char *path = picks_find(picks, arena, *missing, is_other);
        if (!path)
            return false;
        arguments[i].value = arena_printf(arena, "@%s", path);
    }
    options->arguments = arguments;
    return recipe->path != NULL;
}

/* The same for all runs. Returns why it cannot be, or NULL; *warning: a file has another content,
 * or NULL. */
static const char *find_all_files(const Session *session, Arena *arena, const Picks *picks,
                                  RunRecipe *recipes, int count, const char **warning)
{
    Language language = session->look.language;
    *warning = NULL;
    for (int i = 0; i < count; ++i) {
        const char *missing;
        bool is_other = false;
        if (!recipes[i].path)
            return phrase_in(arena, language, PHRASE_LITERAL("the state names no file"));
        if (!find_files(arena, picks, &recipes[i], &missing, &is_other))
            return string_fill(arena, STRING_CODE_NO_FILE, language, file_name(missing), NULL);
        if (is_other)
            *warning = string_fill(arena, STRING_CODE_OTHER_CONTENT, language,
                                   file_name(recipes[i].path), NULL);
    }
    return count ? NULL : phrase_in(arena, language, PHRASE_LITERAL("the state holds no run"));
}

/* Why a run could not be loaded; else NULL. */
static const char *load_runs(Arena *arena, const RunRecipe *recipes, const char *const *lines,
                             int count, Run **loaded, Language language)
{
    for (int i = 0; i < count; ++i) {
        LoadOptions options = recipes[i].options;
        bool is_missing;
        options.image =
            launch_image_read(arena, lines[i], recipes[i].path, IMAGE_TEXT_BYTES, &is_missing);
        const Run *run = loaded[i] = is_missing ? NULL : run_load(recipes[i].path, &options);
        image_release(options.image);
        if (is_missing)
            return string_fill(arena, STRING_STATE_NO_IMAGE, language, file_name(recipes[i].path),
                               NULL);
        if (run->program)
            continue;
        if (run->diags->count)
            return diag_format_in(arena, run->sources, &run->diags->items[0], language);
        return phrase_in(arena, language, PHRASE_LITERAL("the kernel cannot be loaded"));
    }
    return NULL;
}

/* How a window opens: what a state does not tell is as in a new one. */
static void start_anew(Session *session)
{
    session_settle(session);
    lesson_leave(session);
    session->sheets.form.is_open = false;
    session->time.breaks = (Breaks){.line_count = 0};
    session->time.bookmark_count = 0;
    session->stage = (StageView){0};
    session->look.heat = HEAT_EXECUTIONS;
    session->look.enlarged = false;
    session->look.frame = FRAME_BLOCK;
    session->look.scale = 1;
    session->scene.index = SCENE_NONE;
    session->scene.told = SCENE_TOLD_NOTHING;
    session->look.show_help = session->look.blank = false;
    session->look.facts = FACTS_NONE;
    session->notice[0] = '\0';
    panel_start(session);
    session_use_devices(session, session->model.devices);
}

bool state_read_from(Session *session, Arena *arena, const char *text, const Picks *picks,
                     const char **reason, const char **warning)
{
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    Run *loaded[SESSION_RUNS] = {NULL};
    const char *lines[SESSION_RUNS];
    int count = read_runs(arena, text, recipes, lines);
    const char *unknown = unknown_word(arena, text);
    *reason = find_all_files(session, arena, picks, recipes, count, warning);
    if (unknown && !*warning)
        *warning = string_fill(arena, STRING_STATE_WORD, session->look.language, unknown, NULL);
    if (!*reason)
        *reason = load_runs(arena, recipes, lines, count, loaded, session->look.language);
    if (*reason) {
        for (int i = 0; i < SESSION_RUNS; ++i)
            run_free(loaded[i]);
        return false;
    }
    start_anew(session);
    for (int i = 0; i < count; ++i)
        session_open(session, i, loaded[i], true);
    session_drop(session, count);
    read_session_lines(session, arena, text);
    session->time.breaks.is_marked = false;
    break_follow(session);
    lens_follow(session);
    edit_forget(session);
    lesson_follow(session);
    return true;
}

bool state_read(Session *session, Arena *arena, const char *text, const char **reason)
{
    const char *warning;
    return state_read_from(session, arena, text, &(Picks){.is_own = true}, reason, &warning);
}
