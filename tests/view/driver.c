/* One event of the driver is a command, a key, something done with the mouse, a size, a pause or a
 * file; the picture is built and checked after each. The hard idea: a crash or a hang must still
 * tell the seed and the event, so both are kept where a signal handler finds them. */
#include "driver.h"
#include "session/edits/open.h"

#include "base/file.h"
#include "scene_check.h"
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/scenes/show.h"
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* A sanitizer makes events long; with fewer of them in each, it sees more scenarios
 * nevertheless. */
#ifdef __SANITIZE_ADDRESS__
enum { SCENARIO_EVENTS = 150 };
#else
enum { SCENARIO_EVENTS = 400 };
#endif

enum {
    SEED = 1,
    PATIENCE_S = 120,
    PAUSED_S = 1800,
    PIXELS_MOST = 1 << 20,
    WHOLE_EVERY = 10, /* frames, about */
};

/* Where the learner begins: recipes as run_text.h has them, the second may be NULL. */
static const char *const scenarios[][2] = {
    {"file kernels/02_tiled.cu", "file kernels/01_naive.cu"},
    {"file kernels/02_tiled.cu\nset j 3\nset k 3\nset l 3\nwithout check:40", NULL},
    {"file kernels/01_naive.cu\nset j 24\nset k 17\nset l 9", "file kernels/02_tiled.cu"},
    {"file kernels/05_strides.cu", NULL},
    {"file kernels/12_histogram.cu", "file kernels/13_histogram_private.cu"},
    {"file kernels/14_transpose.cu", "file kernels/15_transpose_tiled.cu"},
    {"file kernels/17_reduction.cu", NULL},
    {"file kernels/16_stencil.cu", "file tests/kernels/features/scan_in_steps.cu"},
    {"file tests/kernels/broken/both_barriers.cu", NULL},
    {"file tests/kernels/broken/endless.cu\nmax-steps 5000", "file kernels/09_banks.cu"},
    {"file tests/kernels/broken/block_too_large.cu", NULL},
    {"file tests/kernels/features/grid_in_three.cu", NULL},
    {"file kernels/02_tiled.cu\ndefine TILE_WIDTH 16\nset j 512\nset k 512\nset l 512", NULL},
    {"file EDITED", "file kernels/02_tiled.cu"},
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

/* For the handlers. */
static char doing[512] = "nothing";

static void tell(const char *what)
{
    ssize_t ignored = write(STDERR_FILENO, what, strlen(what));
    ignored += write(STDERR_FILENO, doing, strlen(doing));
    ignored += write(STDERR_FILENO, "\n", 1);
    (void)ignored;
}

static void on_death(void)
{
    tell("\nthe driver died at ");
}

static void on_alarm(int number)
{
    (void)number;
    tell("\nthe driver hangs at ");
    abort();
}

/* Computing time, so that a slow or paused machine is no hang; and time, for what waits for
 * ever. */
static void be_patient(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &timer, NULL);
    alarm(seconds ? PAUSED_S : 0);
}

static void on_abort(int number)
{
    (void)number;
    on_death();
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
}

extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

__attribute__((format(printf, 2, 3))) static void note(Driver *driver, const char *format, ...)
{
    char what[300];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    snprintf(doing, sizeof doing, "DRIVER_SEED=%llu event %ld: %s",
             (unsigned long long)driver->seed, driver->event, what);
    if (driver->log) {
        fprintf(driver->log, "%ld %s\n", driver->event, what);
        fflush(driver->log);
    }
}

/* ---- chance ---- */

static uint64_t next(Driver *driver)
{
    uint64_t x = driver->random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static int below(Driver *driver, int limit)
{
    return limit > 0 ? (int)(next(driver) % (uint64_t)limit) : 0;
}

static int64_t any_number(Driver *driver)
{
    static const int64_t odd[] = {0, -1, 1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, UINT32_MAX};
    switch (below(driver, 4)) {
    case 0: return odd[below(driver, sizeof odd / sizeof *odd)];
    case 1: return (int64_t)next(driver);
    case 2: return below(driver, 100);
    default: return below(driver, 2000) - 100;
    }
}

static Target any_target(Driver *driver)
{
    Target target = {(uint32_t)below(driver, TARGET_MOMENT + 3), (uint32_t)below(driver, 40),
                     (uint32_t)below(driver, 70), 0};
    if (below(driver, 8) == 0)
        target = (Target){target.kind, (uint32_t)next(driver), (uint32_t)next(driver),
                          (uint32_t)next(driver)};
    return target;
}

/* ---- checks ---- */

/* A display gets the areas that were painted, and nothing else. */
static void display(Driver *driver, const Repainted *areas, int count)
{
    for (int i = 0; i < count; ++i)
        for (int y = areas[i].y; y < areas[i].y + areas[i].height; ++y) {
            size_t at = (size_t)y * (size_t)driver->width + (size_t)areas[i].x;
            memcpy(driver->shown + at, driver->pixels + at,
                   sizeof *driver->shown * (size_t)areas[i].width);
        }
}

/* What the window shows is what a full painting shows. */
static void paint(Driver *driver)
{
    int count, threads = 1 + below(driver, 3);
    size_t size = sizeof *driver->pixels * (size_t)driver->width * (size_t)driver->height;
    Canvas canvas = {driver->pixels, driver->width, driver->height, driver->width};
    const Repainted *areas =
        repaint_scene(driver->repaint, &canvas, driver->scene, driver->glyphs, threads, &count);
    display(driver, areas, count);
    if (below(driver, WHOLE_EVERY))
        return;
    canvas.pixels = driver->whole;
    canvas_paint(&canvas, driver->scene, driver->glyphs, 1);
    if (memcmp(driver->pixels, driver->whole, size) != 0 ||
        memcmp(driver->shown, driver->whole, size) != 0)
        fail_msg("painted otherwise than wholly (%d x %d)\n%s", driver->width, driver->height,
                 doing);
}

void driver_draw(Driver *driver)
{
    arena_reset(driver->frame);
    driver->scene =
        view_build(driver->session, driver->frame, driver->width, driver->height, driver->metrics);
    char reason[400];
    if (!scene_is_sound(driver->scene, !driver->is_any_text, reason, sizeof reason))
        fail_msg("%s (%d x %d)\n%s", reason, driver->width, driver->height, doing);
    if (driver->width * driver->height <= PIXELS_MOST)
        paint(driver);
    if (below(driver, 40))
        return;
    size_t length;
    assert_non_null(scene_svg(driver->frame, driver->scene, &length));
}

static void check_session(Driver *driver)
{
    const Session *session = driver->session;
    bool is_good = session->run_count >= 0 && session->run_count <= SESSION_RUNS &&
                   session->front >= 0 && session->front < SESSION_RUNS &&
                   session->time.motion.progress >= 0 && session->time.motion.progress <= 1 &&
                   memchr(session->notice, 0, sizeof session->notice) != NULL;
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        if (!run->timeline) {
            is_good &= run->problem != NULL;
            continue;
        }
        is_good &= timeline_position(run->timeline) <= timeline_length(run->timeline);
        const Machine *machine = timeline_machine(run->timeline);
        is_good &= machine->block < launch_block_count(&run->run->launch);
    }
    const SessionRun *front = session_front(session);
    if (front)
        is_good &= session->selection.thread < timeline_machine(front->timeline)->thread_count;
    if (!is_good)
        fail_msg("the session is out of range\n%s", doing);
}

static void send(Driver *driver, Command command)
{
    Session *session = driver->session;
    driver_coverage_apply(&driver->coverage, session, command);
    session->wanted.end = session->wanted.picture = session->wanted.state = false;
    session->wanted.copy = session->wanted.paste = false;
}

static void send_of_mouse(Driver *driver, bool is_meant, Command command)
{
    driver->coverage.mouse += is_meant;
    if (is_meant)
        send(driver, command);
}

static void send_name(Driver *driver, CommandName name)
{
    send(driver, (Command){.name = name});
}

/* ---- what a learner does ---- */

static void do_command(Driver *driver)
{
    Command command = {.name = (CommandName)below(driver, COMMAND_COUNT),
                       .number = any_number(driver),
                       .target = any_target(driver)};
    note(driver, "%s %lld (%u %u %u %u)", command_info[command.name].script,
         (long long)command.number, command.target.kind, command.target.a, command.target.b,
         command.target.c);
    send(driver, command);
}

/* One of the keys of command.def, or a letter. */
static void do_key(Driver *driver)
{
    static const char *const others[] = {"Escape", "Return",    "Tab", "Shift+Tab", "Up",  "Down",
                                         "Left",   "Backspace", "",    "Shift+-",   "\x7f"};
    char key[64] = "";
    const char *keys = command_info[below(driver, COMMAND_COUNT)].keys;
    int choice = below(driver, 8);
    if (choice == 0)
        snprintf(key, sizeof key, "%c", ' ' + below(driver, 95));
    else if (choice < 3)
        snprintf(key, sizeof key, "%s", others[below(driver, sizeof others / sizeof *others)]);
    else
        snprintf(key, sizeof key, "%.*s", (int)strcspn(keys, " "), keys);
    note(driver, "key '%s'", key);
    Command command;
    if (view_command_for_key(driver->session, driver->scene, key, &command))
        send(driver, command);
}

/* Somewhere on a shape that can be picked, or anywhere. */
static Point any_point(Driver *driver)
{
    const Scene *scene = driver->scene;
    for (int tries = 0; tries < 30 && scene->count && below(driver, 6); ++tries) {
        const Shape *shape = &scene->shapes[below(driver, scene->count)];
        if (!shape->tag.kind)
            continue;
        return (Point){shape->rect.x + shape->rect.w * (float)below(driver, 1000) / 1000,
                       shape->rect.y + shape->rect.h * (float)below(driver, 1000) / 1000};
    }
    return (Point){(float)below(driver, driver->width + 40) - 20,
                   (float)below(driver, driver->height + 40) - 20};
}

static void move_to(Driver *driver, Point at, bool is_dragging)
{
    driver->session->selection.pointer = at;
    driver->session->selection.has_pointer = true;
    Command command = view_hover(driver->scene, at);
    if (!is_dragging || view_drag(driver->session, driver->scene, at, &command))
        send(driver, command);
}

static void do_press(Driver *driver)
{
    Point at = any_point(driver);
    bool with_shift = below(driver, 5) == 0;
    note(driver, "press at %.1f %.1f shift %d", (double)at.x, (double)at.y, with_shift);
    move_to(driver, at, false);
    bool can_drag = view_can_drag(driver->scene, at) && below(driver, 2);
    Command command;
    bool is_meant =
        (with_shift ? view_press_shift : view_press)(driver->session, driver->scene, at, &command);
    send_of_mouse(driver, is_meant, command);
    for (int i = below(driver, 5); can_drag && i > 0; --i) {
        driver_draw(driver);
        at = any_point(driver);
        note(driver, "drag to %.1f %.1f", (double)at.x, (double)at.y);
        move_to(driver, at, true);
    }
}

static void do_point(Driver *driver)
{
    Point at = any_point(driver);
    note(driver, "point at %.1f %.1f", (double)at.x, (double)at.y);
    move_to(driver, at, false);
    if (below(driver, 20) == 0) {
        driver->session->selection.has_pointer = false;
        send_name(driver, COMMAND_HOVER);
    }
}

static void do_wheel(Driver *driver)
{
    Point at = any_point(driver);
    int notches = below(driver, 7) - 3;
    bool with_ctrl = below(driver, 4) == 0;
    note(driver, "wheel %d at %.1f %.1f ctrl %d", notches, (double)at.x, (double)at.y, with_ctrl);
    Command command;
    bool is_meant = view_wheel(driver->session, driver->scene, at, notches, with_ctrl, &command);
    send_of_mouse(driver, is_meant, command);
}

/* The middle button takes hold of the stage and moves it. */
static void do_pan(Driver *driver)
{
    Point at = any_point(driver);
    note(driver, "pan from %.1f %.1f", (double)at.x, (double)at.y);
    move_to(driver, at, false);
    if (!view_can_pan(driver->scene, at))
        return;
    ++driver->coverage.mouse;
    for (int i = below(driver, 5); i >= 0; --i)
        move_to(driver, any_point(driver), true);
}

static void do_wait(Driver *driver)
{
    static const double waits_ms[] = {0, 1, 16.7, 250, 5000};
    double ms = waits_ms[below(driver, 5)];
    note(driver, "%.1f ms pass", ms);
    session_tick(driver->session, ms);
}

static void do_resize(Driver *driver)
{
    static const int sizes[][2] = {{320, 200},   {640, 400},   {1280, 720},  {1920, 1080},
                                   {3840, 2160}, {7680, 4320}, {1080, 1920}, {2560, 300}};
    int choice = below(driver, 12);
    driver->width = choice < 8 ? sizes[choice][0] : 320 + below(driver, 2000);
    driver->height = choice < 8 ? sizes[choice][1] : 200 + below(driver, 1200);
    note(driver, "resize to %d x %d", driver->width, driver->height);
}

/* An edit undone and done again gives the runs and the states of before. */
static const char *runs_text(Driver *driver, uint64_t hashes[SESSION_RUNS])
{
    Session *session = driver->session;
    const char *text = "";
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        text = arena_printf(driver->frame, "%s%s", text,
                            run_text_write(driver->frame, run->run->path, &run->run->options));
        if (run->timeline) {
            timeline_seek(run->timeline, 7);
            hashes[i] = timeline_hash(run->timeline);
        }
    }
    return text;
}

static void do_undo_and_redo(Driver *driver)
{
    uint64_t before[SESSION_RUNS] = {0}, after[SESSION_RUNS] = {0};
    Session *session = driver->session;
    note(driver, "undo and redo");
    session_settle(session);
    if (!session_can_undo(session))
        return;
    /* The edited file may be another one by now. */
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    if (session_trouble(session))
        return;
    const char *text = runs_text(driver, before);
    send_name(driver, COMMAND_UNDO);
    if (session_trouble(session))
        return;
    send_name(driver, COMMAND_REDO);
    const char *again = runs_text(driver, after);
    if (strcmp(text, again) != 0 || memcmp(before, after, sizeof before) != 0)
        fail_msg("undo and redo gives another run:\n%s---\n%s%s", text, again, doing);
}

static void do_save_and_open(Driver *driver)
{
    note(driver, "the state saved and opened");
    const char *reason = NULL;
    /* What is kept of a file that cannot be read any more is not read again. */
    session_reload(driver->session, (const bool[SESSION_RUNS]){true, true});
    bool is_kept = session_trouble(driver->session) != NULL;
    const char *text = state_write(driver->session, driver->frame);
    if (!state_read(driver->session, driver->frame, text, &reason))
        return; /* the edited file may be broken */
    const char *again = state_write(driver->session, driver->frame);
    if (!is_kept && strcmp(text, again) != 0)
        fail_msg("the state read is not the one written:\n%s---\n%s%s", text, again, doing);
}

/* The file changes under the program: whole, cut short, or with a letter exchanged. */
static void write_edited(Driver *driver, bool whole)
{
    char *text;
    size_t length;
    const Phrase *reason;
    assert_true(file_read(driver->frame, "kernels/02_tiled.cu", 1 << 20, &text, &length, &reason));
    if (!whole && below(driver, 2))
        length = (size_t)below(driver, (int)length);
    else if (!whole)
        text[below(driver, (int)length)] = (char)below(driver, 256);
    assert_true(file_write(driver->frame, driver->edited, text, length, &reason));
}

static void do_edit_file(Driver *driver)
{
    note(driver, "the file is saved by an editor");
    write_edited(driver, below(driver, 3) == 0);
    session_reload(driver->session, (const bool[SESSION_RUNS]){true, true});
}

/* Files and codes of windows, as the rim opens what is dropped or pasted. */
static void do_drop(Driver *driver)
{
    static const char *const paths[] = {"kernels/02_tiled.cu",
                                        "kernels/14_transpose.cu",
                                        "kernels/17_reduction.cu",
                                        "tests/kernels/broken/no_guards.cu",
                                        "tests/kernels/broken/both_barriers.cu",
                                        "kernels",
                                        "meson.build",
                                        "nowhere.cu"};
    const char *path = paths[below(driver, sizeof paths / sizeof *paths)], *reason, *warning;
    char *code = arena_printf(driver->frame, "%s", share_write(driver->session, driver->frame));
    bool is_code = below(driver, 3) == 0, is_whole = below(driver, 2), is_beside = below(driver, 2);
    note(driver, "drop of %s%s", is_code ? "a code" : path, is_beside ? " beside" : "");
    ++driver->coverage.drops;
    if (!is_whole)
        code[below(driver, (int)strlen(code))] = 'x';
    if (is_code)
        share_open(driver->session, driver->frame, code, NULL, 0, &reason, &warning);
    else
        (is_beside ? open_file_beside : open_file)(driver->session, path);
}

static void do_finish(Driver *driver)
{
    note(driver, "settle");
    session_settle(driver->session);
}

static void (*const actions[])(Driver *) = {
    do_command,       do_command,       do_command,   do_command, do_key,   do_key,   do_key,
    do_key,           do_key,           do_press,     do_press,   do_press, do_press, do_point,
    do_point,         do_wheel,         do_wheel,     do_wait,    do_wait,  do_wait,  do_resize,
    do_undo_and_redo, do_save_and_open, do_edit_file, do_finish,  do_pan,   do_drop,
};
enum { ACTIONS = sizeof actions / sizeof *actions };

/* ---- the run ---- */

static Run *load(Driver *driver, const char *text)
{
    RunRecipe recipe = run_text_read(driver->frame, text);
    if (strcmp(recipe.path, "EDITED") == 0) {
        recipe.path = driver->edited;
        driver->is_any_text = true;
        write_edited(driver, true);
    }
    Run *run = run_load(recipe.path, &recipe.options);
    if (!run->program) {
        run_print_diags(stderr, run);
        fail_msg("cannot load:\n%s", text);
    }
    return run;
}

void driver_start(Driver *driver, int scenario)
{
    session_free(driver->session);
    driver->session = session_new();
    driver->is_any_text = false;
    driver->width = 1280;
    driver->height = 720;
    note(driver, "start of %s", scenarios[scenario][0]);
    for (int i = 0; i < 2 && scenarios[scenario][i]; ++i)
        session_open(driver->session, i, load(driver, scenarios[scenario][i]), true);
    if (below(driver, 4))
        session_use_devices(driver->session, driver->devices);
    if (below(driver, 4))
        session_use_scenes(driver->session, driver->scenes);
    driver_draw(driver);
}

/* Each event has a stream of its own: what one of them drew does not change the next. */
static void begin_event(Driver *driver)
{
    be_patient(PATIENCE_S);
    driver->random = driver->seed * 1000003 + (uint64_t)driver->event;
}

static void do_anything(Driver *driver)
{
    actions[below(driver, ACTIONS)](driver);
    check_session(driver);
    driver_draw(driver);
}

void driver_run(Driver *driver, long from, long events)
{
    for (driver->event = from - from % SCENARIO_EVENTS; driver->event < events; ++driver->event) {
        begin_event(driver);
        if (driver->event % SCENARIO_EVENTS == 0)
            driver_start(driver, (int)(driver->event / SCENARIO_EVENTS % SCENARIOS));
        do_anything(driver);
    }
    be_patient(0);
}

void driver_go_on(Driver *driver, long events)
{
    for (long until = driver->event + events; driver->event < until; ++driver->event) {
        begin_event(driver);
        do_anything(driver);
    }
    be_patient(0);
}

long driver_number(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

void driver_forget_glyphs(Driver *driver)
{
    arena_free(driver->letters);
    driver->letters = arena_new();
    driver->glyphs = glyph_builtin(driver->letters);
    driver->metrics = glyph_metrics(driver->letters, driver->glyphs);
}

static char edited[] = "/tmp/tilestep-driver-XXXXXX.cu";

int driver_open(void **state)
{
    static Driver driver;
    strcpy(strstr(edited, "-driver-"), "-driver-XXXXXX.cu");
    int file = mkstemps(edited, 3);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(chdir(SOURCE_ROOT), 0);
    driver = (Driver){.seed = (uint64_t)driver_number("DRIVER_SEED", SEED),
                      .arena = arena_new(),
                      .frame = arena_new(),
                      .edited = edited};
    driver_forget_glyphs(&driver);
    Diags *diags;
    driver.devices = session_load_devices(driver.arena);
    driver.scenes = scenes_read_shipped(driver.arena, &diags);
    driver.pixels = ARENA_ARRAY(driver.arena, uint32_t, PIXELS_MOST);
    driver.whole = ARENA_ARRAY(driver.arena, uint32_t, PIXELS_MOST);
    driver.shown = ARENA_ARRAY(driver.arena, uint32_t, PIXELS_MOST);
    driver.repaint = repaint_new();
    driver.log = getenv("DRIVER_LOG") ? fopen(getenv("DRIVER_LOG"), "a") : NULL;
    *state = &driver;
    return 0;
}

int driver_close(void **state)
{
    Driver *driver = *state;
    if (driver->log)
        fclose(driver->log);
    session_free(driver->session);
    repaint_free(driver->repaint);
    arena_free(driver->letters);
    arena_free(driver->frame);
    arena_free(driver->arena);
    remove(edited);
    return 0;
}

void driver_watch(void)
{
    signal(SIGALRM, on_alarm);
    signal(SIGPROF, on_alarm);
    signal(SIGABRT, on_abort);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(on_death);
}
