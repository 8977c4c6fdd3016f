/* What a window does with its session whatever shows it, SDL or a page: pointer and letters become
 * Commands, what the session wants kept is kept, files are watched, the picture is built. */
#pragma once

#include "app/files/watch.h"
#include "scene/text/glyph.h"
#include "session/session.h"
#include "view/preview.h"

typedef struct Desk {
    Session *session;
    Previews *previews;
    Arena *frame_arena; /* one picture */
    GlyphSource *glyphs;
    TextMetrics *metrics;
    const Scene *scene;
    bool is_dirty, is_dragging;
    bool is_unkept; /* what was done of a lesson is not on the disk */
    FileWatch watches[SESSION_RUNS];
    bool is_stale[SESSION_RUNS];    /* runs whose files have changed and could not be loaded yet */
    const Run *noted[SESSION_RUNS]; /* runs whose files are among the recent ones */
    /* Does a Command, as whoever shows the desk does it. */
    void (*send)(void *context, Command command);
    void *context;
} Desk;

/* With a session of its own; glyphs, metrics and send are the caller's to set. desk_end frees what
 * is the desk's. */
Desk desk_new(void);
void desk_end(Desk *desk);

/* Without a Chinese font there would only be boxes: then it is English, and says so. */
void desk_keep_readable(Desk *desk);

/* Writes the files that the session wants written: picture, saved window, path, exercise. */
void desk_write_files(Desk *desk);

/* The pointer, in pixels of the picture. is_dragging tells whether something is held. */
void desk_press(Desk *desk, Point at, bool with_shift);
void desk_point(Desk *desk, Point at);
void desk_wheel(Desk *desk, Point at, int notches, bool with_ctrl);
void desk_leave(Desk *desk);

/* Letters for the line that is being filled in, the path of a file or what a program is given, by
 * which keys ever they come. */
void desk_type(Desk *desk, const char *text);

/* Whether there is work that goes on beside the picture, and lets it and time go on. */
bool desk_is_working(const Desk *desk);
void desk_tick(Desk *desk, double ms);

/* Looks whether files have been changed, and takes them up; notes those that were opened. */
void desk_watch(Desk *desk);

/* What was done of a lesson is kept at once. */
void desk_keep_progress(Desk *desk);

/* Builds the picture. */
void desk_build(Desk *desk, int width, int height);
