/* It sleeps with the first window, which wakes at least once a second: so its clock goes on. */
#include "app/presenter.h"
#include "session/data/session_data.h"

#include "session/texts/strings.h"
#include "view/presenter.h"
#include "view/view.h"

#include <stdlib.h>

enum { WIDTH = 1024, HEIGHT = 640 };

struct PresenterWindow {
    Screen screen;
    Arena *arena;       /* of the picture */
    const Scene *scene; /* NULL: nothing is drawn */
    double started_ms;
    bool is_started, is_dirty;
};

PresenterWindow *presenter_window_new(void)
{
    PresenterWindow *window = calloc(1, sizeof *window);
    if (!window)
        abort();
    window->arena = arena_new();
    return window;
}

static void close_window(PresenterWindow *window)
{
    if (window->screen.window)
        screen_close_second(&window->screen);
    window->scene = NULL;
}

void presenter_window_free(PresenterWindow *window)
{
    if (!window)
        return;
    close_window(window);
    arena_free(window->arena);
    free(window);
}

/* As the session wants it; false if it is closed. */
static bool is_open(PresenterWindow *window, Session *session, const Screen *first)
{
    const char *reason;
    if (!session->presenter.is_open) {
        close_window(window);
        return false;
    }
    if (window->screen.window)
        return true;
    const char *title = string_get(STRING_PRESENTER_TITLE, session->look.language);
    window->is_dirty = true;
    if (screen_open_second(&window->screen, first, title, WIDTH, HEIGHT, &reason))
        return true;
    close_window(window);
    session->presenter.is_open = false;
    session_say_text(session, reason);
    return false;
}

/* True if another second is shown. */
static bool count_seconds(PresenterWindow *window, Presenter *presenter, double now_ms)
{
    if (!window->is_started || presenter->is_restarted)
        window->started_ms = now_ms;
    window->is_started = true;
    presenter->is_restarted = false;
    int64_t seconds = (int64_t)((now_ms - window->started_ms) / 1000);
    bool is_new = seconds != presenter->seconds;
    presenter->seconds = seconds;
    return is_new;
}

bool presenter_window_follow(PresenterWindow *window, Session *session, const Screen *first,
                             GlyphSource *glyphs, const TextMetrics *metrics, double now_ms,
                             bool is_new)
{
    bool was_wanted = session->presenter.is_open;
    if (!is_open(window, session, first))
        return was_wanted;
    window->is_dirty |= count_seconds(window, &session->presenter, now_ms) || is_new;
    if (!window->is_dirty)
        return false;
    arena_reset(window->arena);
    window->scene = presenter_build(session, window->arena, window->screen.width,
                                    window->screen.height, metrics);
    screen_show(&window->screen, window->scene, glyphs);
    window->is_dirty = false;
    return false;
}

bool presenter_window_has(const PresenterWindow *window, const SDL_Event *event)
{
    if (!window->screen.window)
        return false;
    Uint32 id = SDL_GetWindowID(window->screen.window);
    switch (event->type) {
    case SDL_WINDOWEVENT: return event->window.windowID == id;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: return event->button.windowID == id;
    case SDL_MOUSEMOTION: return event->motion.windowID == id;
    case SDL_MOUSEWHEEL: return event->wheel.windowID == id;
    default: return false;
    }
}

bool presenter_window_command(PresenterWindow *window, const Session *session,
                              const SDL_Event *event, Command *command)
{
    if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_CLOSE) {
        *command = (Command){.name = COMMAND_PRESENTER};
        return true;
    }
    if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED)
        screen_fit(&window->screen);
    if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_EXPOSED)
        screen_expose(&window->screen);
    window->is_dirty |= event->type == SDL_WINDOWEVENT;
    if (event->type != SDL_MOUSEBUTTONDOWN || event->button.button != SDL_BUTTON_LEFT ||
        !window->scene)
        return false;
    Point at = screen_point(&window->screen, event->button.x, event->button.y);
    return view_press(session, window->scene, at, command);
}
