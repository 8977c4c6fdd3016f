/* Finishing what a picture shows: the length of the run, the counts of its grid. Steps are counted,
 * not seconds, so the same picture comes out everywhere. */
#pragma once

#include "cli/terminal/progress.h"
#include "session/data/session_type.h"

/* The context of finish_work. */
typedef struct Finish {
    uint64_t moment;   /* the last one that a picture shows; UINT64_MAX: the end, or unknown */
    Progress progress; /* set by finish_work */
    bool is_cut;       /* out: the run is longer than was looked for */
} Finish;

/* So many steps behind the moment are looked for the end of a run; a loop without end is longer. */
#define FINISH_STEPS ((uint64_t)1 << 19)

/* For PictureOptions.finish: finds out all that can be known, but stops at a run that goes on for
 * FINISH_STEPS beyond the moment. Says how far it is as progress_update does; stops at Ctrl+C. */
void finish_work(void *context, Session *session);
