/* The display side of the window. The hard idea: on X11 a window's own surface is memory that the
 * display shares, so of a picture only what was painted has to be shown; OpenGL without a GPU costs
 * ten milliseconds a frame. Elsewhere SDL keeps a texture behind the surface, which knows about
 * high resolutions. */
#include "app/screen.h"

#include "app/scale.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAINT_THREADS = 2 };

/* SDL starts without any display, on drivers that show nothing; those only count when asked for. */
static bool display_is_real(const char *driver)
{
    static const char *const unseen[] = {"offscreen", "dummy", "evdev"};
    const char *wanted = getenv("SDL_VIDEODRIVER");
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; ++i)
        if (strcmp(driver, unseen[i]) == 0)
            return wanted && strcmp(wanted, driver) == 0;
    return true;
}

static bool environment_has(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

/* X11 would read half a megabyte of rules by which the user's locale composes letters, a tenth of
 * what it takes until the first picture; all that is typed here is ASCII (app_type in
 * app_sdl.c). */
static bool start_video(void)
{
    const char *locale = getenv("LC_ALL");
    char *kept = locale ? strdup(locale) : NULL;
    setenv("LC_ALL", "C", true);
    bool good = SDL_Init(SDL_INIT_VIDEO) == 0;
    if (kept)
        setenv("LC_ALL", kept, true);
    else
        unsetenv("LC_ALL");
    free(kept);
    return good;
}

static bool open_display(const char **reason)
{
    *reason = "no display was found";
    if (!environment_has("DISPLAY") && !environment_has("WAYLAND_DISPLAY") &&
        !environment_has("SDL_VIDEODRIVER"))
        return false;
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    if (!start_video()) {
        *reason = SDL_GetError();
        return false;
    }
    const char *driver = SDL_GetCurrentVideoDriver();
    if (driver && display_is_real(driver))
        return true;
    return false;
}

static bool open_window(Screen *screen, const char *title, SDL_Rect place, const char **reason)
{
    *screen = (Screen){.threads = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? PAINT_THREADS : 1};
    screen->window = SDL_CreateWindow(title, place.x, place.y, place.w, place.h,
                                      SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    screen->repaint = repaint_new();
    if (screen->window && screen_fit(screen)) {
        SDL_SetWindowMinimumSize(screen->window, 320, 200);
        return true;
    }
    *reason = SDL_GetError();
    return false;
}

bool screen_open(Screen *screen, int width, int height, const char **reason)
{
    *screen = (Screen){.window = NULL};
    if (!open_display(reason))
        return false;
    if (strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0)
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    SDL_Rect place = {SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height};
    return open_window(screen, "tilestep", place, reason);
}

/* In the middle of another display than the one of a window, or in a corner of that one. */
static SDL_Rect beside_window(SDL_Window *window, int width, int height)
{
    int own = SDL_GetWindowDisplayIndex(window), other = own == 0;
    SDL_Rect room = {0, 0, width, height};
    if (other < SDL_GetNumVideoDisplays()) {
        const int at = SDL_WINDOWPOS_CENTERED_DISPLAY(other);
        return (SDL_Rect){at, at, width, height};
    }
    SDL_GetDisplayUsableBounds(own, &room);
    return (SDL_Rect){room.x + room.w - width, room.y + room.h - height, width, height};
}

bool screen_open_second(Screen *screen, const Screen *first, const char *title, int width,
                        int height, const char **reason)
{
    return open_window(screen, title, beside_window(first->window, width, height), reason);
}

static void let_go(Screen *screen)
{
    if (screen->painted != screen->shown)
        SDL_FreeSurface(screen->painted);
    screen->painted = screen->shown = NULL;
}

void screen_close_second(Screen *screen)
{
    let_go(screen);
    if (screen->window)
        SDL_DestroyWindow(screen->window);
    repaint_free(screen->repaint);
    *screen = (Screen){.window = NULL};
}

void screen_close(Screen *screen)
{
    screen_close_second(screen);
    SDL_Quit();
}

bool screen_fit(Screen *screen)
{
    let_go(screen);
    screen->shown = screen->painted = SDL_GetWindowSurface(screen->window);
    if (!screen->shown)
        return false;
    screen->width = screen->shown->w;
    screen->height = screen->shown->h;
    if (screen->shown->format->format != SDL_PIXELFORMAT_XRGB8888)
        screen->painted = SDL_CreateRGBSurfaceWithFormat(0, screen->width, screen->height, 32,
                                                         SDL_PIXELFORMAT_XRGB8888);
    repaint_forget(screen->repaint);
    screen_expose(screen);
    return screen->painted;
}

void screen_expose(Screen *screen)
{
    screen->is_exposed = true;
}

static void show_areas(Screen *screen, const Repainted *areas, int count)
{
    SDL_Rect *rects = malloc(sizeof *rects * (size_t)(count + 1));
    for (int i = 0; rects && i < count; i++) {
        rects[i] = (SDL_Rect){areas[i].x, areas[i].y, areas[i].width, areas[i].height};
        if (screen->painted != screen->shown)
            SDL_BlitSurface(screen->painted, &rects[i], screen->shown,
                            &(SDL_Rect){rects[i].x, rects[i].y, 0, 0});
    }
    if (screen->is_exposed || !rects)
        SDL_UpdateWindowSurface(screen->window);
    else if (count > 0)
        SDL_UpdateWindowSurfaceRects(screen->window, rects, count);
    screen->is_exposed = false;
    free(rects);
}

void screen_show(Screen *screen, const Scene *scene, GlyphSource *glyphs)
{
    if (SDL_GetWindowSurface(screen->window) != screen->shown)
        screen_fit(screen);
    if (!screen->painted)
        return;
    SDL_Surface *painted = screen->painted;
    Canvas canvas = {painted->pixels, painted->w, painted->h, painted->pitch / 4};
    int count;
    const Repainted *areas =
        repaint_scene(screen->repaint, &canvas, scene, glyphs, screen->threads, &count);
    show_areas(screen, areas, count);
}

Point screen_point(const Screen *screen, int x, int y)
{
    int width = 1, height = 1;
    SDL_GetWindowSize(screen->window, &width, &height);
    return scale_point(x, y, (Extent){width, height}, (Extent){screen->width, screen->height});
}

static SDL_Rect place_of(SDL_Window *window)
{
    SDL_Rect place;
    SDL_GetWindowPosition(window, &place.x, &place.y);
    SDL_GetWindowSize(window, &place.w, &place.h);
    return place;
}

static void put_window(SDL_Window *window, SDL_Rect place)
{
    SDL_SetWindowPosition(window, place.x, place.y);
    SDL_SetWindowSize(window, place.w, place.h);
}

/* X11 leaves full screen to the window manager, and SDL takes it for granted that there is one. A
 * window that nobody has put a border around may be without, so it takes the whole display by
 * itself. */
static bool is_unmanaged(SDL_Window *window)
{
    int top = 0, left = 0, bottom = 0, right = 0;
    SDL_GetWindowBordersSize(window, &top, &left, &bottom, &right);
    return strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0 && !(top | left | bottom | right);
}

static void fill_display(Screen *screen)
{
    SDL_Rect display;
    int number = SDL_GetWindowDisplayIndex(screen->window);
    if (number < 0 || SDL_GetDisplayBounds(number, &display) != 0)
        return;
    screen->small = place_of(screen->window);
    put_window(screen->window, display);
}

void screen_set_full(Screen *screen, bool full)
{
    screen->small.w = full ? 0 : screen->small.w;
    if (full && is_unmanaged(screen->window))
        fill_display(screen);
    SDL_SetWindowFullscreen(screen->window, full ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    if (!full && screen->small.w > 0)
        put_window(screen->window, screen->small);
    screen_fit(screen);
}
