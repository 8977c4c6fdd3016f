/* Screen: an SDL window that shows a Scene. The picture is painted on the CPU, straight into the
 * memory that the display shows, and only where it differs from the last one. */
#pragma once

#include "scene/paint/repaint.h"

#include <SDL.h>

typedef struct Screen {
    SDL_Window *window;
    SDL_Surface *shown;   /* SDL's, of the window */
    SDL_Surface *painted; /* the same, or our own where the display has other pixels */
    Repaint *repaint;     /* what painted shows */
    bool is_exposed;      /* all of it must be shown anew */
    int width, height;    /* of the picture, in pixels of the output */
    SDL_Rect small;       /* where it is put when it is no longer full; w 0: SDL knows */
    int threads;          /* that paint */
} Screen;

/* Opens the display and a window of that many of its units; false with a reason, in one line, when
 * there is no display that somebody can see. screen_close comes in either case. */
bool screen_open(Screen *screen, int width, int height, const char **reason);
void screen_close(Screen *screen);

/* Opens another window beside an open one, on another display where there are two,
 * else in a corner;
 * screen_close_second comes in either case, before the first one is closed. */
bool screen_open_second(Screen *screen, const Screen *first, const char *title, int width,
                        int height, const char **reason);
void screen_close_second(Screen *screen);

/* Follows the size of the window, which may have changed; false if there is no memory for it. */
bool screen_fit(Screen *screen);

/* To be called when the display has lost what it showed: the next screen_show brings all of it. */
void screen_expose(Screen *screen);

/* Paints and shows a scene, which has to be of width x height pixels. */
void screen_show(Screen *screen, const Scene *scene, GlyphSource *glyphs);

/* A place of the mouse, told by SDL in units of the window, in pixels of the picture. */
Point screen_point(const Screen *screen, int x, int y);

/* Fills the display, or goes back to the size and place of before; also where no window manager
 * does that. */
void screen_set_full(Screen *screen, bool full);
