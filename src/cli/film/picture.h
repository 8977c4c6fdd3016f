/* The session of a picture that no window shows: opened, brought to a moment, told commands. A
 * script is commands between semicolons, as "panel-memory; lecture" (script names of
 * command.def). */
#pragma once

#include "cli/terminal/command.h"
#include "lesson/lesson.h"
#include "probe/models/device.h"
#include "session/data/gpu.h"
#include "session/data/look.h"
#include "session/data/session_type.h"

typedef struct PictureOptions {
    int width, height; /* 0: 1280 x 720 */
    float scale;       /* 0: 1 */
    ThemeName theme;
    Language language;
    uint64_t step;      /* steps done on the timeline of run; past the end: the end */
    const char *script; /* commands that follow; may be NULL */
    DeviceTable devices;
    const Scenes *scenes; /* that the window would know; NULL: none */
    Lessons *lessons;     /* the same of lessons */
    const GpuView *gpu;   /* what a GPU made of run; NULL: nobody asked one */
    /* Finds out what the picture shows about the whole run: called once, before the moment is gone
     * to. finish_work (cli/terminal/finish.h) is one. */
    void (*finish)(void *context, Session *session);
    void *context;
} PictureOptions;

/* The fonts of the window, or those that are built in; what is missing is said on stderr. The
 * host's, or in the command's arena. */
GlyphSource *picture_fonts(Cli *cli);

/* Whether every command of a script is known; else *wrong, in arena, is the first that is not.
 * script may be NULL. */
bool picture_check_script(Arena *arena, const char *script, const char **wrong);

/* Sends every command of the options' script, of which unknown ones are passed over, and lets each
 * end its move; then finds out what the moment that it led to needs, with their finish. Commands
 * for the keyboard's place in the picture mean a picture of 1280 x 720. */
void picture_run_script(Arena *arena, Session *session, const PictureOptions *options);

/* A session on run (and compare, or NULL) at the moment that options tell, after their script. The
 * runs stay the caller's and must outlive the session, which the caller ends with session_free. */
Session *picture_session(Arena *arena, Run *run, Run *compare, const PictureOptions *options);
