/* The session of a picture that no window shows: opened, brought to a moment, told commands. */
#ifndef TILESTEP_CLI_FILM_PICTURE_H
#define TILESTEP_CLI_FILM_PICTURE_H

#include "session/session.h"

typedef struct PictureOptions {
    int width, height; /* 0: 1280 x 720 */
    float scale;       /* 0: 1 */
    ThemeName theme;
    Language language;
    uint64_t step;      /* steps done on the timeline of run; past the end: the end */
    const char *script; /* commands that follow, as "panel-memory; lecture"; may be NULL */
    DeviceTable devices;
    const Scenes *scenes; /* that the window would know; NULL: none */
    const GpuView *gpu;   /* what a GPU made of run; NULL: nobody asked one */
    /* Finds out what the picture shows about the whole run. */
    void (*finish)(void *context, Session *session);
    void *context;
} PictureOptions;

/* Whether every command of such a script is known; else *wrong is the first that is not. */
bool picture_check_script(Arena *arena, const char *script, const char **wrong);

/* Sends every command of such a script and lets each end its move. */
void picture_run_script(Arena *arena, Session *session, const char *script);

/* A session on run (and compare, or NULL) at the moment that options tell, with all that can be known
 * found out. The runs stay the caller's, and so does the session. */
Session *picture_session(Arena *arena, Run *run, Run *compare, const PictureOptions *options);

#endif
