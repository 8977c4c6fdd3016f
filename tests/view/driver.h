/* A learner who does anything, at random but repeatable: for tests that drive a session.
 * Environment: DRIVER_SEED repeats a run, DRIVER_LOG names a file for every event. A crash or a
 * hang tells the seed and the event. */
#pragma once

#include "driver_coverage.h"
#include "scene/paint/repaint.h"
#include "view/view.h"

#include <stdio.h>

typedef struct Driver {
    uint64_t seed, random;
    Session *session;
    Arena *arena, *frame, *letters; /* frame: one picture; letters: the glyphs seen so far */
    GlyphSource *glyphs;
    TextMetrics *metrics;
    DeviceTable devices;
    const Scenes *scenes;
    Scene *scene;
    int width, height;
    long event;
    char *edited;     /* a file that is written anew while it is open */
    bool is_any_text; /* it may hold bytes that are no text */
    FILE *log;
    uint32_t *pixels, *whole; /* as the window paints them, and painted wholly */
    uint32_t *shown;          /* what a display has got of them */
    Repaint *repaint;
    DriverCoverage coverage;
} Driver;

/* For cmocka: *state is a Driver, in the folder of the sources. */
int driver_open(void **state);
int driver_close(void **state);

/* The number in a variable of the environment. */
long driver_number(const char *name, long otherwise);

/* Tells of crashes and hangs from now on. */
void driver_watch(void);

/* A session of its own for one of the scenarios. */
void driver_start(Driver *driver, int scenario);
/* Events from one to before another, through all scenarios. */
void driver_run(Driver *driver, long from, long events);
/* More events in the session that there is. */
void driver_go_on(Driver *driver, long events);
/* Forgets the glyphs of all sizes that were ever shown, as the window does. */
void driver_forget_glyphs(Driver *driver);
/* Builds the picture, checks it and, unless it is too large, paints it. */
void driver_draw(Driver *driver);
