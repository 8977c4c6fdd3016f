/* The window: events become Commands, time becomes ticks, and the Session becomes a picture
 * whenever it has changed. With nothing moving the loop sleeps and looks at its files once a
 * second. */
#include "app/app.h"
#include "session/session.h"

#include "app/app_gpu.h"
#include "app/clipboard.h"
#include "app/files/hole_file.h"
#include "app/files/path_file.h"
#include "app/files/recent.h"
#include "app/files/save.h"
#include "app/files/state_file.h"
#include "app/files/watch.h"
#include "app/film.h"
#include "app/keys.h"
#include "app/lost.h"
#include "app/presenter.h"
#include "app/screen.h"
#include "app/start.h"
#include "session/edits/edit.h"
#include "session/lessons/cards.h"
#include "session/lessons/exercise.h"
#include "session/lessons/kept.h"
#include "session/programs/console.h"
#include "session/texts/strings.h"
#include "view/preview.h"
#include "view/view.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

static const double FRAME_MS = 1000.0 / 60, WORK_MS = 20, LONGEST_TICK_MS = 250, WATCH_MS = 1000,
                    TIDY_MS = 10000;

enum { FRAME_LEAST_BYTES = 1 << 20 };

typedef struct App {
    Screen screen;
    Session *session;
    AppGpu *gpu;
    FilmJob *film;
    PresenterWindow *presenter;
    Previews *previews;
    Arena *arena, *frame_arena; /* frame_arena: one picture */
    Fonts *fonts;
    GlyphSource *glyphs;
    TextMetrics *metrics;
    const Scene *scene;
    bool is_dirty, is_dragging, is_full;
    bool is_unkept; /* what was done of a lesson is not on the disk */
    double last_ms, next_frame_ms, next_watch_ms, next_tidy_ms;
    bool has_drawn; /* since memory was given back */
    FileWatch watches[SESSION_RUNS];
    bool is_stale[SESSION_RUNS];    /* runs whose files have changed and could not be loaded yet */
    const Run *noted[SESSION_RUNS]; /* runs whose files are among the recent ones */
} App;

static double now_ms(void)
{
    return (double)SDL_GetPerformanceCounter() * 1000 / (double)SDL_GetPerformanceFrequency();
}

/* Without a Chinese font there would only be boxes. */
static void app_keep_readable(App *app)
{
    Session *session = app->session;
    session->lacks_chinese = !glyph_has_chinese(app->glyphs);
    if (session->look.language != LANGUAGE_ZH || !session->lacks_chinese)
        return;
    session->look.language = LANGUAGE_EN;
    snprintf(session->notice, sizeof session->notice, "%s",
             string_get(STRING_NO_CHINESE_FONT, LANGUAGE_EN));
}

static void app_send(App *app, Command command)
{
    app->is_dirty |= session_apply(app->session, command);
    if (app->session->wanted.picture)
        save_picture(app->session, app->scene, app->glyphs);
    if (app->session->wanted.state)
        state_file_save(app->session);
    if (app->session->overview.is_wanted)
        path_file_save(app->session);
    if (app->session->exercise.hole.is_wanted) {
        hole_file_save(app->session);
        app->next_watch_ms = 0; /* what was written runs at once */
    }
    clipboard_follow(app->session);
    app_keep_readable(app);
    if (app->session->look.full_screen != app->is_full) {
        app->is_full = app->session->look.full_screen;
        screen_set_full(&app->screen, app->is_full);
    }
}

static void app_hold(App *app, bool can_drag)
{
    app->is_dragging |= can_drag;
    if (can_drag)
        SDL_CaptureMouse(SDL_TRUE);
}

static void app_press(App *app, Point at)
{
    Command command;
    if (app->session->selection.focus.kind) /* the mouse takes over from the keyboard */
        app_send(app, (Command){.name = COMMAND_FOCUS});
    app_send(app, view_hover(app->scene, at));
    app_hold(app, view_can_drag(app->scene, at));
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
    Command command = view_hover(app->scene, at);
    bool is_meant = !app->is_dragging || view_drag(app->session, app->scene, at, &command);
    app->session->selection.pointer = at;
    app->session->selection.has_pointer = true;
    app->is_dirty |= app->session->look.lecture;
    if (is_meant)
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
    if (event->event == SDL_WINDOWEVENT_SIZE_CHANGED ||
        event->event == SDL_WINDOWEVENT_DISPLAY_CHANGED) /* perhaps of another resolution */
        screen_fit(&app->screen);
    if (event->event == SDL_WINDOWEVENT_CLOSE) /* SDL_QUIT comes with the last window alone */
        app_send(app, (Command){.name = COMMAND_QUIT});
    if (event->event == SDL_WINDOWEVENT_EXPOSED)
        screen_expose(&app->screen);
    if (event->event == SDL_WINDOWEVENT_LEAVE) {
        app->session->selection.has_pointer = false;
        app_send(app, (Command){.name = COMMAND_HOVER});
    }
    app->is_dirty = true;
}

/* What takes letters; COMMAND_HOVER, which has none: nothing does. */
static CommandName app_typed_into(const Session *session)
{
    const Console *console = &session->console;
    return session->sheets.opener.is_open                         ? COMMAND_OPEN_TYPE
           : session->exercise.hole.is_open                       ? COMMAND_HOLE_TYPE
           : console->is_open && console->ask == CONSOLE_ASKS_RUN ? COMMAND_CONSOLE_TYPE
                                                                  : COMMAND_HOVER;
}

/* Letters for the line that is being filled in, the path of a file or what a program is given, by
 * which keys ever they come. */
static void app_type(App *app, const char *text)
{
    CommandName name = app_typed_into(app->session);
    for (; *text && name != COMMAND_HOVER; ++text)
        if (*text >= ' ' && *text < 127)
            app_send(app, (Command){.name = name, .number = *text});
}

static void app_handle(App *app, const SDL_Event *event)
{
    Command command;
    if (presenter_window_has(app->presenter, event)) {
        if (presenter_window_command(app->presenter, app->session, event, &command))
            app_send(app, command);
        return;
    }
    switch (event->type) {
    case SDL_QUIT: app_send(app, (Command){.name = COMMAND_QUIT}); break;
    case SDL_KEYDOWN:
        if (keys_command(app->session, app->scene, &event->key, &command))
            app_send(app, command);
        break;
    case SDL_TEXTINPUT: app_type(app, event->text.text); break;
    case SDL_MOUSEBUTTONDOWN:
        if (event->button.button == SDL_BUTTON_LEFT)
            app_press(app, screen_point(&app->screen, event->button.x, event->button.y));
        if (event->button.button == SDL_BUTTON_MIDDLE)
            app_hold(app, view_can_pan(app->scene, screen_point(&app->screen, event->button.x,
                                                                event->button.y)));
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
    default: break;
    }
}

static void app_build(App *app)
{
    size_t used = arena_used_bytes(app->frame_arena);
    arena_reset(app->frame_arena);
    arena_trim(app->frame_arena, 2 * used + FRAME_LEAST_BYTES);
    fonts_trim(app->fonts);
    app->scene = view_build(app->session, app->frame_arena, app->screen.width, app->screen.height,
                            app->metrics);
}

/* Twice where what lies under the pointer has gone on: what is explained is what lies there now. */
static void app_draw(App *app)
{
    Target target;
    app_build(app);
    if (!app->is_dragging && view_hover_again(app->session, app->scene, &target)) {
        app->session->selection.hover = target;
        app_build(app);
    }
    screen_show(&app->screen, app->scene, app->glyphs);
    app->is_dirty = false;
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

/* Other files than before are open. */
static void app_note_recent(App *app)
{
    bool is_new = false;
    for (int i = 0; i < app->session->run_count; ++i) {
        is_new |= app->noted[i] != app->session->runs[i].run;
        app->noted[i] = app->session->runs[i].run;
    }
    if (is_new)
        recent_note(app->session, NULL);
}

/* Runs whose files are there, and then, so that it is said, the one in front if its file is not. A
 * file that has gone does not keep the other one from being taken up. */
static void app_reload(App *app)
{
    Session *session = app->session;
    bool there[SESSION_RUNS] = {false}, gone[SESSION_RUNS] = {false};
    for (int i = 0; i < session->run_count; ++i) {
        bool is_gone = watch_misses_file(&app->watches[i]);
        there[i] = app->is_stale[i] && !is_gone;
        gone[i] = app->is_stale[i] && is_gone && i == session->front;
    }
    bool is_any = there[0] || there[1], is_good = is_any && session_reload(session, there);
    for (int i = 0; i < SESSION_RUNS && is_good; ++i)
        app->is_stale[i] &= !there[i];
    if (gone[0] || gone[1])
        session_reload(session, gone);
}

/* A file that was saved in an editor runs anew, at the same place. */
static void app_watch(App *app)
{
    Session *session = app->session;
    bool has_changed = false;
    for (int i = 0; i < session->run_count; ++i) {
        const Run *run = session->runs[i].run;
        bool lacks_something = app->is_stale[i] || !run->program;
        bool missed = watch_misses_file(&app->watches[i]);
        bool sees = watch_sees_change(&app->watches[i], run, lacks_something);
        sees |= i == session->front && !missed && watch_misses_file(&app->watches[i]);
        app->is_stale[i] |= sees;
        has_changed |= sees;
    }
    app_note_recent(app);
    if (has_changed)
        app_reload(app);
    app->is_dirty |= has_changed;
    app_tidy(app);
    app->next_watch_ms = now_ms() + WATCH_MS;
}

/* What was done of a lesson is on the disk at once. */
static void app_keep_progress(App *app)
{
    Session *session = app->session;
    const Phrase *problem;
    if (!session->lesson.progress.is_new)
        return;
    Arena *arena = arena_new();
    app->is_unkept = !kept_write(arena, &session->lesson.progress, &problem);
    if (app->is_unkept) {
        session_say(session, STRING_COURSE_NOT_KEPT,
                    phrase_in(arena, session->look.language, problem));
        app->is_dirty = true;
    }
    arena_free(arena);
}

/* What could not be kept is tried once more when the window has been closed: there may be room
 * again. */
static void app_keep_last(App *app)
{
    Session *session = app->session;
    session->lesson.progress.is_new |= app->is_unkept;
    app_keep_progress(app);
    if (app->is_unkept)
        fprintf(stderr, "tilestep: %s\n", session->notice);
}

static bool is_working(const App *app)
{
    return session_is_working(app->session) || cards_is_working(app->session) ||
           exercise_is_working(app->session) || app_gpu_is_working(app->gpu, app->session) ||
           film_job_is_working(app->session) || console_is_working(app->session) ||
           previews_are_wanted(app->previews, app->session);
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
    app->is_dirty |=
        film_job_follow(app->film, app->session, app->screen.width, app->screen.height);
    app->is_dirty |= session_tick(app->session, ms > LONGEST_TICK_MS ? LONGEST_TICK_MS : ms);
    app->is_dirty |= cards_follow(app->session);
    app->is_dirty |= exercise_follow(app->session);
    app->is_dirty |= console_follow(app->session, ms > LONGEST_TICK_MS ? LONGEST_TICK_MS : ms);
    app->is_dirty |= previews_follow(app->previews, app->session, app->metrics);
    app->is_dirty |= presenter_window_follow(app->presenter, app->session, &app->screen,
                                             app->glyphs, app->metrics, now, app->is_dirty);
}

static void app_loop(App *app)
{
    app_watch(app);
    app_draw(app);
    app->is_dirty |= start_lessons(app->session, app->arena);
    while (!app->session->wanted.end) {
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
        app_keep_progress(app);
        if (app->is_dirty)
            app_draw(app);
        app->next_frame_ms =
            (now - app->next_frame_ms > FRAME_MS ? now : app->next_frame_ms) + FRAME_MS;
    }
}

static int app_start(App *app, const AppOptions *options)
{
    const char *reason, *note = NULL;
    if (!start_session(app->session, app->arena, options)) {
        presenter_window_free(app->presenter);
        return 2;
    }
    app->session->console.is_allowed = true;
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
    lost_watch(app->session);
    Fonts *fonts = fonts_open(options->font_dir, app->session->look.language, &note);
    if (note)
        fprintf(stderr, "tilestep: %s\n", note);
    app->fonts = fonts;
    app->glyphs = fonts_glyphs(fonts);
    app->metrics = glyph_metrics(app->arena, app->glyphs);
    app_keep_readable(app);
    if (note && !app->session->notice[0])
        snprintf(app->session->notice, sizeof app->session->notice, "%s",
                 fonts_note(fonts, app->session->look.language));
    app_loop(app);
    fonts_close(fonts);
    lost_leave();
    presenter_window_free(app->presenter);
    screen_close(&app->screen);
    return 0;
}

int app_run(const AppOptions *options)
{
    App app = {.session = session_new(),
               .gpu = app_gpu_new(),
               .film = film_job_new(options->font_dir),
               .presenter = presenter_window_new(),
               .previews = previews_new(),
               .arena = arena_new(),
               .frame_arena = arena_new()};
    int status = app_start(&app, options);
    app_keep_last(&app);
    session_free(app.session);
    previews_free(app.previews);
    app_gpu_free(app.gpu);
    film_job_free(app.film);
    arena_free(app.frame_arena);
    arena_free(app.arena);
    return status;
}
