/* Look: how the window looks, as the learner chose. Nothing of it changes what is computed. */
#pragma once

#include "base/language.h"

#include <stdbool.h>

typedef enum ThemeName { THEME_LIGHT, THEME_DARK, THEME_CONTRAST, THEME_COUNT } ThemeName;
extern const char *const theme_names[THEME_COUNT]; /* "light", "dark", "contrast" */

/* The panel beside the source; one table, panel.def. */
typedef enum PanelName {
    PANEL_NONE,
#define PANEL(NAME, name, key, tab_en, tab_zh, en, zh, veil, does, there, named) PANEL_##NAME,
#include "session/commands/panel.def"
    PANEL_COUNT
} PanelName;
extern const char *const panel_names[PANEL_COUNT]; /* "none", "findings", ... as scenes name them */

/* What the strip beside the source counts. */
typedef enum HeatName {
    HEAT_EXECUTIONS,
    HEAT_REQUESTS,
    HEAT_SECTORS,
    HEAT_SECTORS_EACH, /* of a request: 4 is a coalesced one of floats */
    HEAT_WAVEFRONTS,
    HEAT_NONE,
    HEAT_COUNT
} HeatName;
extern const char *const heat_names[HEAT_COUNT]; /* "executions", "requests", ... */

/* The ends of the learner's own zoom, and the factor of one step. */
#define SCALE_LEAST 0.5f
#define SCALE_MOST  4.0f
#define SCALE_STEP  1.125f

/* A sheet of facts about the runs, of the same table. */
typedef enum FactSheet {
    FACTS_NONE,
#define PANEL(NAME, name, key, tab_en, tab_zh, en, zh, veil, does, there, named)
#define FACTS(NAME, name, key, en, zh) FACTS_##NAME,
#include "session/commands/panel.def"
} FactSheet;

/* Which of the tiles of tiles fills their panel: what the block writes, what the picked thread's
 * warp does, or it alone, or one store instruction. */
typedef enum FrameName {
    FRAME_BLOCK,
    FRAME_WARP,
    FRAME_THREAD,
    FRAME_STORE,
    FRAME_COUNT
} FrameName;

typedef struct Look {
    Language language;
    ThemeName theme;
    float scale;         /* the learner's own zoom, 1 is normal; SCALE_LEAST to SCALE_MOST */
    bool reduced_motion; /* nothing flies or travels: every move is a jump */
    bool show_help, show_controls;
    int help_page;    /* how often its pages were turned; the view counts them */
    FactSheet facts;  /* the sheet that is open */
    bool full_screen; /* the rim makes the window so */
    PanelName panel;  /* the one that is open */
    HeatName heat;
    FrameName frame;
    bool lecture;   /* larger, with less beside it: for the last row */
    bool paper;     /* with lecture: without what can only be pressed, for a printed page */
    bool blank;     /* the picture is black; the next command only ends that */
    bool show_keys; /* the commands done last stand in a corner */
    bool banks;     /* shared memory stands 32 words wide, so that columns are banks */
    bool enlarged;  /* the stage shows what is around the picked thread, large */
} Look;

/* Opens the list of keys, or turns to its next page. */
void look_help(Look *look);
/* Multiplies the learner's zoom; a factor that leads beyond an end changes nothing. */
void look_zoom(Look *look, float factor);
