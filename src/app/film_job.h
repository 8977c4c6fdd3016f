/* FilmJob: makes the film that the session's sheet asks for, beside the window: tilestep itself runs
 * `render` on the state of the window in a process of its own. Never waits. */
#ifndef TILESTEP_APP_FILM_JOB_H
#define TILESTEP_APP_FILM_JOB_H

#include "session/session.h"

typedef struct FilmJob FilmJob;

FilmJob *film_job_new(const char *font_dir);
/* Ends a film under way and what it has written. NULL is allowed. */
void film_job_free(FilmJob *job);

/* Starts, follows or ends; width and height are those of the window. True if anything that can be
 * seen has changed. */
bool film_job_follow(FilmJob *job, Session *session, int width, int height);
/* It should be followed now and then. */
bool film_job_is_working(const Session *session);

#endif
