/* View: what the panels share while one picture is built. Inside view only. */
#ifndef TILESTEP_VIEW_DRAW_CONTEXT_H
#define TILESTEP_VIEW_DRAW_CONTEXT_H

#include "scene/scene.h"
#include "session/words/strings.h"
#include "view/draw/cells.h"
#include "view/draw/cuts.h"
#include "view/draw/layout.h"
#include "view/draw/placement.h"
#include "view/draw/theme.h"

typedef struct ThreadGrid {
    CellGrid grid;
    const struct ThreadWork *work; /* [thread], where cells have room for it; else NULL */
} ThreadGrid;

typedef struct View {
    const Session *session;
    const SessionRun *slot; /* the front run; NULL: nothing can run */
    const Program *program; /* the rest is NULL with it */
    const Launch *launch;   /* of slot's run; places in it have the names that the picture shows */
    const Machine *machine;
    const Probe *probe;
    Memory *memory;
    const Step *step; /* the step shown, if it belongs to the block in view */
    uint32_t phase;   /* of the picked thread's warp */
    float progress;   /* of that step */
    Arena *arena;
    Scene *scene;
    const Theme *theme;
    Language language;
    Layout layout;
    float unit;
    ViewCuts *cuts;
    Placement placement;
    bool is_corner;    /* shared memory stands around the threads: layout.block */
    bool is_pin;       /* the explanation being drawn is the pinned one */
    CellGrid *buffers; /* [launch->buffer_count]; is_shown tells which are drawn */
    bool is_bare;      /* panels stand in a frame with a heading, and need no own */
    Rect inset_room;   /* where the stage shows a tile in full; w 0: nowhere */
    CellGrid *shared;  /* [program->shared_count] */
    ThreadGrid threads;
} View;

/* Sizes of text, in units. */
enum { TEXT_TINY = 11, TEXT_SMALL = 13, TEXT_BODY = 15, TEXT_LARGE = 18, TEXT_HUGE = 24 };

/* Pixels of a length in units, and of a font. */
float view_units(const View *view, float units);
int view_font(const View *view, float units);
/* The thickness of a frame in pixels: one, more where the picture is fine. */
float view_hairline(const View *view);

/* A panel with its heading; returns the room inside. heading may be NULL. */
Rect view_panel(View *view, Rect rect, const char *heading);
/* The same room, without drawing the panel. */
Rect view_panel_inside(const View *view, Rect rect, bool has_heading);

/* One line of text in rect; what does not fit is noted in cuts. */
void view_label(View *view, FontRole font, float units, Rect rect, int align, Colour colour,
                const char *text);
/* The same, but smaller where it would not fit, down to least_units. */
void view_label_fitted(View *view, FontRole font, float units, float least_units, Rect rect,
                       int align, Colour colour, const char *text);
/* The size at which a text has its room, from units down to least; for those that stand together and
 * are to be alike, begin with what the one before gave. */
float view_fitting_units(const View *view, FontRole font, float units, float least, float width,
                         const char *text);
const char *view_text(const View *view, StringKey key);
/* A format of the string table, filled in. */
const char *view_format(const View *view, StringKey key, ...);
float view_text_width(const View *view, FontRole font, float units, const char *text);

/* Small rectangles. */
Rect rect_inset(Rect rect, float by);
Point rect_centre(Rect rect);
Rect rect_cut_top(Rect *rect, float height);
Rect rect_cut_left(Rect *rect, float width);
Rect rect_cut_right(Rect *rect, float width);
Rect rect_cut_bottom(Rect *rect, float height);

PickTag target_tag(TargetKind kind, uint32_t a, uint64_t element);
uint64_t target_element(Target target);
/* A place of a buffer's rows and columns that is outside of it. */
PickTag beyond_tag(int buffer, int64_t row, int64_t column);
bool view_is_hovered(const View *view, TargetKind kind, uint32_t a, uint64_t element);

/* "(1, 0)", as the sentences have it, of a block of the grid and of a thread of a block. */
const char *view_block_at(const View *view, uint64_t block);
const char *view_thread_at(const View *view, uint64_t thread);
/* The same in few letters: "1,0"; as many numbers as the extent has directions. */
const char *view_indices(const View *view, uint64_t linear, Dim3 extent);

/* What coverage means, NULL where nothing is known of it; colour tells how much it matters. */
const char *view_coverage(View *view, const Coverage *coverage, const char *output, Colour *colour);

/* Colours of the part that a buffer plays. */
const PartColours *view_part(const View *view, int buffer);

/* The mark of a run in the middle of a box: full for the first, hollow for the second. */
void view_run_mark(View *view, Rect box, int slot, float radius_units);

#endif
