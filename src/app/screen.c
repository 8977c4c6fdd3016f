/* The display side of the window. The hard idea: on X11 SDL's software renderer is the fast way for a
 * picture that is painted on the CPU, since OpenGL without a GPU costs ten milliseconds a frame;
 * elsewhere the accelerated one knows about high resolutions. */
#include "app/screen.h"

#include "app/scale.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAINT_THREADS = 2, SIZE_LIMIT = 16384 };

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

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

static bool open_display(const char **reason)
{
    *reason = "no display was found";
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") && !is_set("SDL_VIDEODRIVER"))
        return false;
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        *reason = SDL_GetError();
        return false;
    }
    const char *driver = SDL_GetCurrentVideoDriver();
    if (driver && display_is_real(driver))
        return true;
    return false;
}

static SDL_Renderer *open_renderer(SDL_Window *window)
{
    if (getenv("SDL_RENDER_DRIVER"))
        return SDL_CreateRenderer(window, -1, 0);
    bool is_x11 = strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0;
    SDL_Renderer *renderer =
        SDL_CreateRenderer(window, -1, is_x11 ? SDL_RENDERER_SOFTWARE : SDL_RENDERER_ACCELERATED);
    return renderer ? renderer : SDL_CreateRenderer(window, -1, 0);
}

bool screen_open(Screen *screen, int width, int height, const char **reason)
{
    *screen = (Screen){.threads = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? PAINT_THREADS : 1};
    if (!open_display(reason))
        return false;
    if (strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0 && !getenv("SDL_RENDER_DRIVER"))
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    screen->window =
        SDL_CreateWindow("tilestep", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width,
                         height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (screen->window)
        screen->renderer = open_renderer(screen->window);
    screen->repaint = repaint_new();
    if (screen->renderer && screen_fit(screen)) {
        SDL_SetWindowMinimumSize(screen->window, 320, 200);
        return true;
    }
    *reason = SDL_GetError();
    return false;
}

void screen_close(Screen *screen)
{
    SDL_DestroyTexture(screen->texture);
    SDL_DestroyRenderer(screen->renderer);
    SDL_DestroyWindow(screen->window);
    free(screen->pixels);
    repaint_free(screen->repaint);
    SDL_Quit();
}

bool screen_fit(Screen *screen)
{
    int width = 0, height = 0;
    SDL_GetRendererOutputSize(screen->renderer, &width, &height);
    if (width < 1 || height < 1 || width > SIZE_LIMIT || height > SIZE_LIMIT)
        return screen->texture != NULL;
    SDL_DestroyTexture(screen->texture);
    screen->texture = SDL_CreateTexture(screen->renderer, SDL_PIXELFORMAT_XRGB8888,
                                        SDL_TEXTUREACCESS_STREAMING, width, height);
    free(screen->pixels);
    screen->pixels = malloc(sizeof *screen->pixels * (size_t)width * (size_t)height);
    screen->width = width;
    screen->height = height;
    repaint_forget(screen->repaint);
    return screen->texture && screen->pixels;
}

void screen_show(Screen *screen, const Scene *scene, GlyphSource *glyphs)
{
    Canvas canvas = {screen->pixels, screen->width, screen->height, screen->width};
    int count;
    const Repainted *areas =
        repaint_scene(screen->repaint, &canvas, scene, glyphs, screen->threads, &count);
    for (int i = 0; i < count; i++) {
        const SDL_Rect area = {areas[i].x, areas[i].y, areas[i].width, areas[i].height};
        const uint32_t *from = screen->pixels + (size_t)area.y * (size_t)screen->width + area.x;
        SDL_UpdateTexture(screen->texture, &area, from, screen->width * 4);
    }
    SDL_RenderCopy(screen->renderer, screen->texture, NULL, NULL);
    SDL_RenderPresent(screen->renderer);
}

Point screen_point(const Screen *screen, int x, int y)
{
    int width = 1, height = 1;
    SDL_GetWindowSize(screen->window, &width, &height);
    return scale_point(x, y, (Extent){width, height}, (Extent){screen->width, screen->height});
}

void screen_set_full(Screen *screen, bool full)
{
    SDL_SetWindowFullscreen(screen->window, full ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}
