/* FilmJob: makes the film that the session asks for, beside the window: tilestep itself runs
 * `render` on the state of the window in a process of its own. Never waits. */
#pragma once

#include "session/data/session_type.h"

typedef struct FilmJob FilmJob;

/* font_dir, which may be NULL, must outlive the job. */
FilmJob *film_job_new(const char *font_dir);
/* Ends a film under way, which takes away what it has written; waits for that, two seconds at most.
 * NULL is allowed. */
void film_job_free(FilmJob *job);

/* Starts, follows or ends the film that is wanted, in width x height pixels. True if anything that
 * can be seen has changed. To be called at every tick; a notice tells at the end where the film is,
 * or why there is none. */
bool film_job_follow(FilmJob *job, Session *session, int width, int height);
/* Whether it should be followed now and then, though nothing moves. */
bool film_job_is_working(const Session *session);
