/* Session: what a learner is looking at. Up to two Runs on one clock, the moment, what is picked,
 * the look; everything changes through Commands and the virtual clock, so keys, mouse, tests and
 * scripts give the same session for the same input. The view only reads it.
 *
 * A moment is a number of steps done on the front run's Timeline. While a step is being shown the
 * moment already counts it, and motion.progress goes from 0 to 1. Coarser moves play through their
 * steps quickly, so that nothing is hidden; without motion they jump. When the front run moves, the
 * other one goes to the moment that means the same there (probe/time/clock.h).
 */
#ifndef TILESTEP_SESSION_SESSION_H
#define TILESTEP_SESSION_SESSION_H

#include "load/load.h"
#include "probe/checks/check.h"
#include "probe/models/device.h"
#include "probe/time/timeline.h"
#include "session/block/coverage.h"
#include "session/block/footprint.h"
#include "session/command.h"
#include "session/grid/gpu_view.h"
#include "session/sheets/form.h"
#include "session/sheets/jump.h"
#include "session/sheets/palette.h"
#include "session/sheets/reel.h"

enum { SESSION_RUNS = 2 };

typedef enum ThemeName { THEME_LIGHT, THEME_DARK, THEME_CONTRAST, THEME_COUNT } ThemeName;
extern const char *const theme_names[THEME_COUNT]; /* "light", "dark", "contrast" */

/* The panel beside the source; in the order of their keys and tabs. */
typedef enum PanelName {
    PANEL_NONE,
    PANEL_FINDINGS,
    PANEL_MEMORY,
    PANEL_REUSE,
    PANEL_COUNTERS,
    PANEL_OCCUPANCY,
    PANEL_ROOFLINE,
    PANEL_GPU,
    PANEL_BOTH, /* takes the place of the source, too */
    PANEL_COUNT
} PanelName;

/* What the strip beside the source counts. */
typedef enum HeatName {
    HEAT_EXECUTIONS,
    HEAT_REQUESTS,
    HEAT_SECTORS,
    HEAT_WAVEFRONTS,
    HEAT_NONE,
    HEAT_COUNT
} HeatName;

#define SCALE_LEAST 0.5f
#define SCALE_MOST  4.0f

typedef struct Look {
    Language language;
    ThemeName theme;
    float scale; /* the learner's own zoom, 1 is normal; SCALE_LEAST to SCALE_MOST */
    bool reduced_motion, show_help, show_controls, full_screen;
    PanelName panel;
    HeatName heat;
    bool lecture, blank, show_keys;
    bool enlarged; /* the stage shows what is around the picked thread, large */
} Look;

typedef struct Selection {
    uint32_t thread; /* linear in the block */
    Target hover;
    Target focus;        /* what the keyboard stands on; kind TARGET_NONE: nothing */
    int source_scroll;   /* lines away from where the source pane would stand by itself */
    int register_scroll; /* rows of the registers left out above; 0: as few as show what is new */
    int control;         /* row of session_controls */
    int finding;         /* index in session_findings */
    Target pin;          /* an explanation that stays; kind TARGET_NONE: none */
    Point pointer;       /* where the mouse is, in pixels; lecture mode draws a halo there */
    bool has_pointer;
} Selection;

/* The part of the stage that is seen; see stage.h. */
typedef enum StageAxis {
    STAGE_ROWS,    /* of the output */
    STAGE_COLUMNS, /* of the output */
    STAGE_ALONG,   /* the left input's columns, the upper one's rows */
    STAGE_AXES
} StageAxis;
typedef struct StageView {
    int zoom;                  /* steps; 0: all of it */
    bool is_whole;             /* also what is allocated but never touched */
    double centre[STAGE_AXES]; /* shares 0..1 */
} StageView;

/* What occupancy is computed from; a value below 0 is that of the launch. */
typedef enum Knob { KNOB_THREADS, KNOB_SHARED, KNOB_REGISTERS, KNOB_COUNT } Knob;

/* The memory access that the memory panel shows: the last one before the moment, or the next. */
typedef struct Lens {
    bool is_known, has_step;
    int run; /* the run and the moment that it was found for */
    uint64_t at;
    uint64_t moment; /* steps done when it had run */
    Step step;
} Lens;

enum { RECENT_COMMANDS = 4 };

/* A move under way, or the rest after it. */
typedef struct Motion {
    bool moving, playing;
    int direction;     /* of a move: +1, -1 */
    uint64_t target;   /* moment where it ends */
    double step_ms;    /* what one step of it takes; playing: from the speed */
    double memory_ms;  /* what one takes whose values fly, where that is longer */
    double length_ms;  /* of the whole move, about */
    double elapsed_ms; /* since the step shown began */
    double progress;   /* 0..1 of the step shown */
    int speed;         /* index for session_speed */
} Motion;

/* Counting the whole grid beside the window. */
typedef struct TotalJob TotalJob;

/* Where running stops; see break.h. */
typedef enum BreakCondition {
    BREAK_FINDING,
    BREAK_OUTSIDE,
    BREAK_CONFLICT,
    BREAK_DIVERGENT,
    BREAK_RACE,
    BREAK_UNINITIALISED,
    BREAK_CONDITIONS
} BreakCondition;
typedef struct BreakLine {
    int slot, line;
} BreakLine;
enum { BREAK_LINES = 32, BREAK_MARKS = 512 };
typedef struct Breaks {
    BreakLine lines[BREAK_LINES];
    int line_count;
    bool conditions[BREAK_CONDITIONS];
    bool is_marked; /* the marks are those of: */
    const Timeline *marked;
    uint32_t marked_block;
    uint64_t marked_to;          /* moments from here on are not looked at yet */
    bool is_all_marked;          /* the whole timeline is, or there are no more marks to be had */
    uint64_t marks[BREAK_MARKS]; /* moments on the front timeline where running would stop */
    int mark_count;
} Breaks;

/* The sheet that opens files; see opener.h. */
enum { OPENER_FILES = 256 };
typedef struct Opener {
    bool is_open, is_beside; /* the file picked is to stand beside the one in front */
    char filter[48];
    int row; /* among those shown */
    Arena *arena;
    const char *paths[OPENER_FILES]; /* those opened lately first */
    int count, recent_count;
} Opener;

/* Files that were opened lately, the latest first; the rim keeps them. */
enum { RECENT_FILES = 12 };
typedef struct RecentFiles {
    char *paths[RECENT_FILES];
    int count;
} RecentFiles;

/* What was changed about the runs, and the way back; see edit.h. */
typedef struct Edits Edits;

typedef struct SessionRun {
    Run *run;
    bool owns_run;
    Arena *arena, *block_arena; /* what this slot keeps; what it keeps of the block in view */
    Timeline *timeline;         /* NULL: see problem */
    const char *problem;        /* English; NULL: it runs. Diagnostics: run->diags */
    bool covers_grid;           /* the timeline holds every block; else only first_block */
    bool is_measured;
    uint32_t first_block;
    TotalJob *job;
    double counting_ms;            /* that it has taken; see counting.h */
    bool job_is_over;              /* with a total, or without one if it failed */
    bool job_was_stopped;          /* by the learner, who may have it start again */
    const Report *total;           /* of the whole grid; NULL while unknown */
    const CheckResult *check;      /* of what the grid leaves; NULL: unknown, or no reference */
    Footprints *footprints;        /* of the block in view */
    Footprints *tiles;             /* of block 0: how the buffers fall into tiles */
    Footprints *last;              /* of the last block: how far the grid reaches */
    const Switchable *switchables; /* lines that can be switched off */
    const TemplateParameter *template_parameters; /* of the kernel */
    int template_count;
    int switchable_count;
} SessionRun;

/* Where a run stands: the block (linear in the grid) and the moment inside it. At a boundary it is
 * the block that begins. length 0: not measured yet. */
typedef struct Place {
    uint32_t block;
    uint64_t step, length;
} Place;
enum { BOOKMARKS = 32 };

struct Session {
    SessionRun runs[SESSION_RUNS];
    int run_count;
    int front; /* the run that the keys move and the stage shows */
    Look look;
    Selection selection;
    Motion motion;
    StageView stage;
    Place bookmarks[BOOKMARKS]; /* see bookmark.h */
    int bookmark_count;
    DeviceTable devices; /* empty: unknown */
    int device;          /* the model chosen */
    int knobs[KNOB_COUNT];
    Lens lens; /* kept while its panel is open */
    GpuView gpu;
    CommandName recent[RECENT_COMMANDS]; /* latest first */
    int recent_count;
    bool export_wanted; /* the rim writes the picture */
    Edits *edits;
    Breaks breaks;
    Opener opener;
    RecentFiles recent_files;
    Reel reel;
    Jump jump;
    Form form;
    Palette palette;
    char notice[256];  /* shown until the next command; "": none */
    bool state_wanted; /* the rim saves the state of the window and answers with a notice */
    bool copy_wanted, paste_wanted; /* the rim has the clipboard */
    bool lacks_chinese;             /* the rim's fonts have no letters for it */
    bool quit;
};

Session *session_new(void);
void session_free(Session *session);

/* A notice in the reader's language, shown until the next command; what takes the place of its %s. */
void session_say(Session *session, StringKey key, const char *what);

/* Puts run into a slot (0, or 1 once 0 is taken), in place of what was there, and goes to the same
 * block and share of it as before. With owns_run the session frees run when it lets go of it. A run
 * that cannot start stays as a problem to be shown. */
void session_open(Session *session, int slot, Run *run, bool owns_run);

/* True if anything that can be seen has changed. */
bool session_apply(Session *session, Command command);

/* Lets ms of virtual time pass. True if anything that can be seen has changed. */
bool session_tick(Session *session, double ms);

/* Something is moving: ticks should come at the rate of the display. */
bool session_is_moving(const Session *session);
/* Measuring or counting goes on in the background: ticks should come now and then. */
bool session_is_working(const Session *session);

/* Ends the move under way at its target, and what is left of the animation. */
void session_settle(Session *session);

/* Finishes measuring and counting; for pictures that nobody waits for. */
void session_finish_work(Session *session);

/* The run in front, NULL if there is none that can run. */
SessionRun *session_front(const Session *session);

/* Steps a second of a speed index. */
double session_speed(int speed);

Place session_place(const SessionRun *run);
uint64_t session_moment(const SessionRun *run, Place place);

/* Findings of the whole grid if they are known, else those so far. */
const Finding *session_findings(const SessionRun *run, int *count);

/* Reads the device models that come with the program into arena; an empty table if there are none. */
DeviceTable session_load_devices(Arena *arena);
/* Lets the panels know the models, which must outlive the session. */
void session_use_devices(Session *session, DeviceTable devices);

/* The step shown, or NULL at the start of a block. */
const Step *session_step(const SessionRun *run);

#endif
