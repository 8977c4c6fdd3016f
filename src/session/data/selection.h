/* What is picked in the picture, and what the panels beside the source keep. Targets are those of
 * session/commands/command.h. */
#pragma once

#include "base/geometry.h"
#include "probe/models/device.h"
#include "session/commands/command.h"
#include "session/data/look.h"
#include "vm/step.h"

enum { PIN_WHOLE = 65536 }; /* of a side of the picture: numbers of TARGET_PIN */

/* How long the halo around a pointer that rests stays, and then takes to go. */
enum { HALO_STAYS_MS = 2000, HALO_GOES_MS = 400 };

/* Where a pinned explanation stands: by itself where it covers least, in a corner, or where it was
 * dragged to. */
typedef enum PinPlace {
    PIN_BY_ITSELF,
    PIN_TOP_LEFT,
    PIN_TOP_RIGHT,
    PIN_BOTTOM_RIGHT,
    PIN_BOTTOM_LEFT,
    PIN_PLACES,
    PIN_DRAGGED = PIN_PLACES
} PinPlace;

typedef struct Selection {
    uint32_t thread;   /* linear in the block */
    Target hover;      /* what the pointer rests on; kind TARGET_NONE: nothing */
    Target focus;      /* what the keyboard stands on; kind TARGET_NONE: nothing */
    int source_scroll; /* lines away from where the source pane would stand by itself */
    int source_line;   /* whose page the source pane keeps; 0: the moment's line turns the pages */
    int register_scroll; /* rows of the registers left out above; 0: as few as show what is new */
    int counter_scroll;  /* rows of the panel of counters left out above, and 1; 0: the panel
                            begins with what is asked about */
    int launch_scroll; /* 1 + the rows of launches left out above; 0: as few as show the open one */
    int control;       /* row of session_controls that keys adjust */
    int finding;       /* the one picked, an index in session_findings */
    Target pin;        /* an explanation that stays; kind TARGET_NONE: none */
    PinPlace pin_place;
    Point pin_at;  /* DRAGGED: its upper left corner, in shares of the picture */
    Point pointer; /* where the mouse is, in pixels; lecture mode draws a halo there */
    bool has_pointer;
    float pointer_rests_ms; /* since it was moved, until the halo has gone */
    Target answered;        /* what was pointed at as an answer, until the pointer goes elsewhere */
    bool is_resting;        /* a key was pressed since the pointer stirred */
} Selection;

/* What occupancy is computed from: threads a block, bytes of shared memory a block, registers a
 * thread. A value below 0 in knobs is that of the launch. */
typedef enum Knob { KNOB_THREADS, KNOB_SHARED, KNOB_REGISTERS, KNOB_COUNT } Knob;

typedef struct DeviceChoice {
    DeviceTable devices;   /* empty: unknown */
    int device;            /* the model chosen, an index in devices */
    int knobs[KNOB_COUNT]; /* see Knob */
} DeviceChoice;

/* The memory access that the memory panel shows: the last one of the block in view before the
 * moment, or the next. Of a line that multiplies on a tensor core, that product (OP_MMA). For the
 * map of the banks it is one of shared memory. */
typedef struct Lens {
    bool is_known; /* the rest holds for panel, run and at: */
    bool has_step; /* there is such an access */
    PanelName panel;
    int run; /* the run and the moment that it was found for */
    uint64_t at;
    uint64_t moment; /* steps done when it had run */
    Step step;       /* a copy */
} Lens;
