/* The window: events become Commands, time becomes ticks, and the Session becomes a picture
 * whenever it has changed. With nothing moving the loop sleeps and looks at its files once a
 * second. */
#include "app/app.h"
#include "session/session.h"

#include "app/app_gpu.h"
#include "app/clipboard.h"
#include "app/desk.h"
#include "app/files/state_file.h"
#include "app/film.h"
#include "app/keys.h"
#include "app/lost.h"
#include "app/presenter.h"
#include "app/screen.h"
#include "app/start.h"
#include "view/view.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

static const double FRAME_MS = 1000.0 / 60, WORK_MS = 20, WATCH_MS = 1000, TIDY_MS = 10000;

typedef struct App {
    Screen screen;
    Desk desk;
    AppGpu *gpu;
    FilmJob *film;
    PresenterWindow *presenter;
    Arena *arena;
    Fonts *fonts;
    bool is_full;
    double last_ms, next_frame_ms, next_watch_ms, next_tidy_ms;
    bool has_drawn; /* since memory was given back */
} App;

static double now_ms(void)
{
    return (double)SDL_GetPerformanceCounter() * 1000 / (double)SDL_GetPerformanceFrequency();
}

static void app_send(App *app, Command command)
{
    Desk *desk = &app->desk;
    desk->is_dirty |= session_apply(app->desk.session, command);
    if (app->desk.session->exercise.hole.is_wanted)
        app->next_watch_ms = 0; /* what is written runs at once */
    desk_write_files(desk);
    clipboard_follow(app->desk.session);
    desk_keep_readable(desk);
    if (app->desk.session->look.full_screen != app->is_full) {
        app->is_full = app->desk.session->look.full_screen;
        screen_set_full(&app->screen, app->is_full);
    }
}

/* The desk's way to send. */
static void app_take(void *context, Command command)
{
    app_send(context, command);
}

static void app_hold(App *app, bool can_drag)
{
    app->desk.is_dragging |= can_drag;
    if (can_drag)
        SDL_CaptureMouse(SDL_TRUE);
}

static void app_press(App *app, Point at)
{
    desk_press(&app->desk, at, SDL_GetModState() & KMOD_SHIFT);
    if (app->desk.is_dragging)
        SDL_CaptureMouse(SDL_TRUE);
}

static void app_release(App *app)
{
    if (app->desk.is_dragging)
        SDL_CaptureMouse(SDL_FALSE);
    app->desk.is_dragging = false;
}

static void app_wheel(App *app, int notches)
{
    int x, y;
    SDL_GetMouseState(&x, &y);
    desk_wheel(&app->desk, screen_point(&app->screen, x, y), notches,
               SDL_GetModState() & KMOD_CTRL);
}

static void app_window_event(App *app, const SDL_WindowEvent *event)
{
    if (event->event == SDL_WINDOWEVENT_SIZE_CHANGED ||
        event->event == SDL_WINDOWEVENT_DISPLAY_CHANGED) /* perhaps of another resolution */
        screen_fit(&app->screen);
    if (event->event == SDL_WINDOWEVENT_CLOSE) /* SDL_QUIT comes with the last window alone */
        app_send(app, (Command){.name = COMMAND_QUIT});
    if (event->event == SDL_WINDOWEVENT_EXPOSED)
        screen_expose(&app->screen);
    if (event->event == SDL_WINDOWEVENT_LEAVE)
        desk_leave(&app->desk);
    app->desk.is_dirty = true;
}

static void app_handle(App *app, const SDL_Event *event)
{
    Command command;
    if (presenter_window_has(app->presenter, event)) {
        if (presenter_window_command(app->presenter, app->desk.session, event, &command))
            app_send(app, command);
        return;
    }
    switch (event->type) {
    case SDL_QUIT: app_send(app, (Command){.name = COMMAND_QUIT}); break;
    case SDL_KEYDOWN:
        if (keys_command(app->desk.session, app->desk.scene, &event->key, &command))
            app_send(app, command);
        break;
    case SDL_TEXTINPUT: desk_type(&app->desk, event->text.text); break;
    case SDL_MOUSEBUTTONDOWN:
        if (event->button.button == SDL_BUTTON_LEFT)
            app_press(app, screen_point(&app->screen, event->button.x, event->button.y));
        if (event->button.button == SDL_BUTTON_MIDDLE)
            app_hold(app, view_can_pan(app->desk.scene, screen_point(&app->screen, event->button.x,
                                                                     event->button.y)));
        break;
    case SDL_MOUSEBUTTONUP: app_release(app); break;
    case SDL_MOUSEMOTION:
        desk_point(&app->desk, screen_point(&app->screen, event->motion.x, event->motion.y));
        break;
    case SDL_MOUSEWHEEL: app_wheel(app, event->wheel.y); break;
    case SDL_DROPFILE:
        state_file_open(app->desk.session, event->drop.file);
        SDL_free(event->drop.file);
        app->desk.is_dirty = true;
        break;
    case SDL_DROPTEXT:
        clipboard_open(app->desk.session, event->drop.file);
        SDL_free(event->drop.file);
        app->desk.is_dirty = true;
        break;
    case SDL_WINDOWEVENT: app_window_event(app, &event->window); break;
    default: break;
    }
}

static void app_draw(App *app)
{
    fonts_trim(app->fonts);
    desk_build(&app->desk, app->screen.width, app->screen.height);
    screen_show(&app->screen, app->desk.scene, app->desk.glyphs);
    app->has_drawn = true;
}

/* Large pictures and runs leave free memory between what is kept, which malloc gives back only when
 * asked to. */
static void app_tidy(App *app)
{
    double now = now_ms();
    if (!app->has_drawn || now < app->next_tidy_ms)
        return;
    malloc_trim(0);
    app->has_drawn = false;
    app->next_tidy_ms = now + TIDY_MS;
}

static void app_watch(App *app)
{
    desk_watch(&app->desk);
    app_tidy(app);
    app->next_watch_ms = now_ms() + WATCH_MS;
}

/* What could not be kept is tried once more when the window has been closed: there may be room
 * again. */
static void app_keep_last(App *app)
{
    Session *session = app->desk.session;
    session->lesson.progress.is_new |= app->desk.is_unkept;
    desk_keep_progress(&app->desk);
    if (app->desk.is_unkept)
        fprintf(stderr, "tilestep: %s\n", session->notice);
}

static bool is_working(const App *app)
{
    return desk_is_working(&app->desk) || app_gpu_is_working(app->gpu, app->desk.session) ||
           film_job_is_working(app->desk.session);
}

/* Milliseconds until something has to be done without an event. */
static int app_patience_ms(const App *app)
{
    bool is_moving = session_is_moving(app->desk.session);
    if (!is_moving && !app->desk.is_dirty && !is_working(app))
        return (int)WATCH_MS;
    double left = app->next_frame_ms - now_ms();
    if (!is_moving && !app->desk.is_dirty)
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
    app->desk.is_dirty |= app_gpu_follow(app->gpu, app->desk.session);
    app->desk.is_dirty |=
        film_job_follow(app->film, app->desk.session, app->screen.width, app->screen.height);
    desk_tick(&app->desk, ms);
    app->desk.is_dirty |=
        presenter_window_follow(app->presenter, app->desk.session, &app->screen, app->desk.glyphs,
                                app->desk.metrics, now, app->desk.is_dirty);
}

static void app_loop(App *app)
{
    app_watch(app);
    app_draw(app);
    app->desk.is_dirty |= start_lessons(app->desk.session, app->arena);
    while (!app->desk.session->wanted.end) {
        bool was_idle = !session_is_moving(app->desk.session) && !is_working(app);
        app_wait(app);
        double now = now_ms();
        if (was_idle)
            app->last_ms = now;
        if (now >= app->next_watch_ms)
            app_watch(app);
        if (now < app->next_frame_ms)
            continue;
        app_tick(app);
        desk_keep_progress(&app->desk);
        if (app->desk.is_dirty)
            app_draw(app);
        app->next_frame_ms =
            (now - app->next_frame_ms > FRAME_MS ? now : app->next_frame_ms) + FRAME_MS;
    }
}

static int app_start(App *app, const AppOptions *options)
{
    const char *reason, *note = NULL;
    if (!start_session(app->desk.session, app->arena, options)) {
        presenter_window_free(app->presenter);
        return 2;
    }
    app->desk.session->console.is_allowed = true;
    lost_prepare();
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1"); /* else the first click only gives focus */
    if (!screen_open(&app->screen, options->width > 0 ? options->width : 1280,
                     options->height > 0 ? options->height : 720, &reason)) {
        fprintf(stderr,
                "tilestep: the window cannot be opened: %s\n"
                "without a display, 'tilestep compare' prints the counts and 'tilestep render' "
                "draws the picture into a file\n",
                reason);
        screen_close(&app->screen);
        presenter_window_free(app->presenter);
        return 2;
    }
    lost_watch(app->desk.session);
    Fonts *fonts = fonts_open(options->font_dir, app->desk.session->look.language, &note);
    if (note)
        fprintf(stderr, "tilestep: %s\n", note);
    app->fonts = fonts;
    app->desk.glyphs = fonts_glyphs(fonts);
    app->desk.metrics = glyph_metrics(app->arena, app->desk.glyphs);
    desk_keep_readable(&app->desk);
    if (note && !app->desk.session->notice[0])
        snprintf(app->desk.session->notice, sizeof app->desk.session->notice, "%s",
                 fonts_note(fonts, app->desk.session->look.language));
    app_loop(app);
    fonts_close(fonts);
    lost_leave();
    presenter_window_free(app->presenter);
    screen_close(&app->screen);
    return 0;
}

int app_run(const AppOptions *options)
{
    App app = {.desk = desk_new(),
               .gpu = app_gpu_new(),
               .film = film_job_new(options->font_dir),
               .presenter = presenter_window_new(),
               .arena = arena_new()};
    app.desk.send = app_take;
    app.desk.context = &app;
    int status = app_start(&app, options);
    app_keep_last(&app);
    desk_end(&app.desk);
    app_gpu_free(app.gpu);
    film_job_free(app.film);
    arena_free(app.arena);
    return status;
}
