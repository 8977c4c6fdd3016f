/* Choosing among what a launch could be where nobody says. Private to load. */
#pragma once

#include "count/sample.h"
#include "load/files/files.h"

/* Loads the source in one way (load.c). */
Run *load_once(LoadSource source, const LoadOptions *options, const LoadAttempt *attempt);

/* How a run would go. */
typedef struct Rating {
    int faults;        /* kinds of findings in a sample of its blocks that sizes and contents can be
                          blamed for; INT_MAX: it cannot run */
    uint32_t findings; /* a bit for each kind, also of others */
    double cost;       /* as of GridSample */
    bool is_least;     /* the sample did not come to its end: there may be more of both */
    uint64_t endless;  /* as of GridSample */
    double spent;      /* likewise */
    SampleFound found[SAMPLE_FOUND];
    int found_count; /* of these, at most as many as there is room for */
} Rating;

/* *left: the cost that this sample and those that follow may have together; each may take half of
 * it. A sample that does not come to its end stands for a cost beyond LOAD_BUDGET. */
Rating load_rate(const Run *run, double *left);

/* The source loaded in one way, and how it goes. */
typedef struct Trial {
    LoadAttempt attempt;
    Run *run;
    Rating rating; /* zeros: nobody has asked yet */
} Trial;

/* Whether nothing that is the kernel's own fault has vanished; races of a kernel that writes where
 * it should not may come from that. */
bool load_keeps_findings(const Rating *from, const Rating *to);

/* Adds a sentence to Run.notes of a run that is loaded. */
void load_add_note(Run *run, const Phrase *note);

/* Loads it in several ways, where something is open, and keeps the one that a person would choose:
 * the first that a sample of the blocks finds no fault with. A fault that is found every time is
 * the kernel's own. With LoadOptions.fit sizes of the file are brought down (fit.h). */
Run *load_best(LoadSource source, const LoadOptions *options);

/* What a run may take, as of GridSample, where its sizes are chosen here: about two seconds. */
#define LOAD_BUDGET (2 * SAMPLE_STEPS_A_SECOND)

/* ---- launch.c ---- */

/* Chooses the kernel and its launch in the host code; gives unknown sizes a default. */
void load_choose(Loader *loader);

/* Grid, block and dynamic shared memory (extents.c). */
void load_extents_all(Loader *loader);
