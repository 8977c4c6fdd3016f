/* The window: events become Commands, time becomes ticks, and the Session becomes a picture whenever
 * it has changed. With nothing moving the loop sleeps and looks at its files once a second. */
#include "app/app.h"

#include "app/app_gpu.h"
#include "app/keys.h"
#include "app/save.h"
#include "app/screen.h"
#include "app/state_file.h"
#include "app/watch.h"
#include "base/assets.h"
#include "session/edit.h"
#include "session/state.h"
#include "session/strings.h"
#include "view/theme.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>

static const double FRAME_MS = 1000.0 / 60, WORK_MS = 20, LONGEST_TICK_MS = 250, WATCH_MS = 1000;

typedef struct App {
    Screen screen;
    Session *session;
    AppGpu *gpu;
    Arena *arena, *frame_arena; /* frame_arena: one picture */
    GlyphSource *glyphs;
    TextMetrics *metrics;
    const Scene *scene;
    bool is_dirty, is_dragging, is_full;
    double last_ms, next_frame_ms, next_watch_ms;
    FileWatch watches[SESSION_RUNS];
} App;

static double now_ms(void)
{
    return (double)SDL_GetPerformanceCounter() * 1000 / (double)SDL_GetPerformanceFrequency();
}

static void app_send(App *app, Command command)
{
    app->is_dirty |= session_apply(app->session, command);
    if (app->session->export_wanted)
        save_picture(app->session, app->scene, app->glyphs);
    if (app->session->state_wanted)
        state_file_save(app->session);
    if (app->session->look.full_screen != app->is_full) {
        app->is_full = app->session->look.full_screen;
        screen_set_full(&app->screen, app->is_full);
    }
}

static void app_press(App *app, Point at)
{
    Command command;
    if (view_can_drag(app->scene, at)) {
        app->is_dragging = true;
        SDL_CaptureMouse(SDL_TRUE);
    }
    bool with_shift = SDL_GetModState() & KMOD_SHIFT;
    if ((with_shift ? view_press_shift : view_press)(app->session, app->scene, at, &command))
        app_send(app, command);
}

static void app_release(App *app)
{
    if (app->is_dragging)
        SDL_CaptureMouse(SDL_FALSE);
    app->is_dragging = false;
}

static void app_point(App *app, Point at)
{
    app->session->selection.pointer = at;
    app->session->selection.has_pointer = true;
    app->is_dirty |= app->session->look.lecture;
    Command command = view_hover(app->scene, at);
    if (!app->is_dragging || view_drag(app->session, app->scene, at, &command))
        app_send(app, command);
}

static void app_wheel(App *app, int notches)
{
    int x, y;
    SDL_GetMouseState(&x, &y);
    Command command;
    if (view_wheel(app->session, app->scene, screen_point(&app->screen, x, y), notches,
                   SDL_GetModState() & KMOD_CTRL, &command))
        app_send(app, command);
}

static void app_window_event(App *app, const SDL_WindowEvent *event)
{
    if (event->event == SDL_WINDOWEVENT_SIZE_CHANGED)
        screen_fit(&app->screen);
    if (event->event == SDL_WINDOWEVENT_LEAVE) {
        app->session->selection.has_pointer = false;
        app_send(app, (Command){.name = COMMAND_HOVER});
    }
    app->is_dirty = true;
}

static void app_handle(App *app, const SDL_Event *event)
{
    Command command;
    switch (event->type) {
    case SDL_QUIT: app_send(app, (Command){.name = COMMAND_QUIT}); break;
    case SDL_KEYDOWN:
        if (keys_command(app->session, &event->key, &command))
            app_send(app, command);
        break;
    case SDL_MOUSEBUTTONDOWN:
        if (event->button.button == SDL_BUTTON_LEFT)
            app_press(app, screen_point(&app->screen, event->button.x, event->button.y));
        break;
    case SDL_MOUSEBUTTONUP: app_release(app); break;
    case SDL_MOUSEMOTION:
        app_point(app, screen_point(&app->screen, event->motion.x, event->motion.y));
        break;
    case SDL_MOUSEWHEEL: app_wheel(app, event->wheel.y); break;
    case SDL_DROPFILE:
        state_file_open(app->session, event->drop.file);
        SDL_free(event->drop.file);
        app->is_dirty = true;
        break;
    case SDL_WINDOWEVENT: app_window_event(app, &event->window); break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        screen_fit(&app->screen);
        app->is_dirty = true;
        break;
    default: break;
    }
}

static void app_draw(App *app)
{
    arena_reset(app->frame_arena);
    app->scene = view_build(app->session, app->frame_arena, app->screen.width, app->screen.height,
                            app->metrics);
    screen_show(&app->screen, app->scene, app->glyphs);
    app->is_dirty = false;
}

/* A file that was saved in an editor runs anew, at the same place. */
static void app_watch(App *app)
{
    bool has_changed = false;
    for (int i = 0; i < app->session->run_count; ++i) {
        const Run *run = app->session->runs[i].run;
        has_changed |= watch_sees_change(&app->watches[i], run, run->path);
    }
    if (has_changed)
        session_reload(app->session);
    app->is_dirty |= has_changed;
    app->next_watch_ms = now_ms() + WATCH_MS;
}

static bool is_working(const App *app)
{
    return session_is_working(app->session) || app_gpu_is_working(app->gpu, app->session);
}

/* Milliseconds until something has to be done without an event. */
static int app_patience_ms(const App *app)
{
    bool is_moving = session_is_moving(app->session);
    if (!is_moving && !app->is_dirty && !is_working(app))
        return (int)WATCH_MS;
    double left = app->next_frame_ms - now_ms();
    if (!is_moving && !app->is_dirty)
        left = WORK_MS;
    return left > 0 ? (int)(left + 0.999) : 0;
}

static void app_wait(App *app)
{
    SDL_Event event;
    int patience_ms = app_patience_ms(app);
    if (SDL_WaitEventTimeout(&event, patience_ms))
        do
            app_handle(app, &event);
        while (SDL_PollEvent(&event));
}

static void app_tick(App *app)
{
    double now = now_ms(), ms = now - app->last_ms;
    app->last_ms = now;
    app->is_dirty |= app_gpu_follow(app->gpu, app->session);
    app->is_dirty |= session_tick(app->session, ms > LONGEST_TICK_MS ? LONGEST_TICK_MS : ms);
}

static void app_loop(App *app)
{
    app_watch(app);
    app_draw(app);
    while (!app->session->quit) {
        bool was_idle = !session_is_moving(app->session) && !is_working(app);
        app_wait(app);
        double now = now_ms();
        if (was_idle)
            app->last_ms = now;
        if (now >= app->next_watch_ms)
            app_watch(app);
        if (now < app->next_frame_ms)
            continue;
        app_tick(app);
        if (app->is_dirty)
            app_draw(app);
        app->next_frame_ms =
            (now - app->next_frame_ms > FRAME_MS ? now : app->next_frame_ms) + FRAME_MS;
    }
}

static bool apply_look(Session *session, const AppOptions *options)
{
    const char *language = options->language;
    const char *names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3 && !language; ++i)
        if (getenv(names[i]) && *getenv(names[i]))
            language = getenv(names[i]);
    if (language)
        language_parse(language, &session->look.language);
    if (options->theme && !theme_parse(options->theme, &session->look.theme)) {
        fprintf(stderr, "tilestep: no theme is called '%s'; there are light, dark and contrast\n",
                options->theme);
        return false;
    }
    if (options->scale > 0)
        session->look.scale = options->scale;
    session->look.reduced_motion = options->reduced_motion;
    return true;
}

/* Loads a file into a slot; what is wrong with it goes to stderr. */
static bool open_run(Session *session, int slot, const char *path, const LoadOptions *load)
{
    LoadOptions options = *load;
    options.assume = true;
    Run *run = run_load(path, &options);
    if (run->program) {
        session_open(session, slot, run, true);
        const char *problem = session->runs[slot].problem;
        if (!problem)
            return true;
        fprintf(stderr, "tilestep: %s: %s\n", path, problem);
        return false;
    }
    run_print_diags(stderr, run);
    if (run->unit && slot == 0) { /* shown, and watched until it is mended */
        session_open(session, slot, run, true);
        return true;
    }
    run_free(run);
    return false;
}

static bool open_runs(App *app, const AppOptions *options)
{
    const char *path = options->path, *compare = options->compare_path;
    if (!path) {
        path = asset_find(app->arena, "kernels/02_tiled.cu");
        compare = compare ? compare : asset_find(app->arena, "kernels/01_naive.cu");
    }
    if (!path) {
        fprintf(stderr, "tilestep: the example kernels/02_tiled.cu was not found; name a file, or "
                        "set TILESTEP_DATA to the folder that holds kernels/\n");
        return false;
    }
    if (state_file_is_one(path)) {
        state_file_open(app->session, path);
        if (!app->session->run_count)
            fprintf(stderr, "tilestep: %s: %s\n", path, app->session->notice);
        return app->session->run_count > 0;
    }
    if (!open_run(app->session, 0, path, &options->load))
        return false;
    LoadOptions other = options->load;
    other.kernel = other.template_args = NULL;
    other.without_count = 0;
    return !compare || open_run(app->session, 1, compare, &other);
}

static int app_start(App *app, const AppOptions *options)
{
    const char *reason, *note = NULL;
    if (!apply_look(app->session, options) || !open_runs(app, options))
        return 2;
    session_use_devices(app->session, session_load_devices(app->arena));
    form_ask(app->session);
    if (options->start_step)
        session_apply(app->session,
                      (Command){.name = COMMAND_SEEK, .number = (int64_t)options->start_step});
    if (!screen_open(&app->screen, options->width > 0 ? options->width : 1280,
                     options->height > 0 ? options->height : 720, &reason)) {
        fprintf(stderr,
                "tilestep: the window cannot be opened: %s\n"
                "without a display, 'tilestep compare' prints the counts and 'tilestep render' "
                "draws the picture into a file\n",
                reason);
        screen_close(&app->screen);
        return 2;
    }
    Fonts *fonts = fonts_open(options->font_dir, &note);
    if (note)
        fprintf(stderr, "tilestep: %s\n", note);
    app->glyphs = fonts_glyphs(fonts);
    app->metrics = glyph_metrics(app->arena, app->glyphs);
    app_loop(app);
    fonts_close(fonts);
    screen_close(&app->screen);
    return 0;
}

bool app_is_available(const char **reason)
{
    *reason = NULL;
    return true;
}

int app_run(const AppOptions *options)
{
    App app = {.session = session_new(),
               .gpu = app_gpu_new(),
               .arena = arena_new(),
               .frame_arena = arena_new()};
    int status = app_start(&app, options);
    session_free(app.session);
    app_gpu_free(app.gpu);
    arena_free(app.frame_arena);
    arena_free(app.arena);
    return status;
}
