/* View: what the panels share while one picture is built. Inside view only.
 *
 * A View lives for one picture. Panels read the session, append shapes to scene, and leave behind
 * in buffers, shared and threads where things stand, for those who draw arrows between them later:
 * the order of building is that of view.c. All text that is returned here lives in the arena, which
 * is the caller's of view_build and is emptied after the frame. Lengths called units are units of
 * the layout (view/draw/layout.h); all others are pixels. */
#pragma once

#include "scene/scene.h"
#include "session/data/form.h"
#include "session/data/selection.h"
#include "session/texts/strings.h"
#include "view/draw/cells.h"
#include "view/draw/cuts.h"
#include "view/draw/layout.h"
#include "view/draw/placement.h"
#include "view/draw/theme.h"

/* Where the threads of the block stand. An element of the grid is a thread, linear in the block. */
typedef struct ThreadGrid {
    CellGrid grid;                 /* not shown where the layout has no room for threads */
    const struct ThreadWork *work; /* [thread], where cells have room for it; else NULL */
} ThreadGrid;

/* Where an operand of a product of a tensor core stands in a panel. */
typedef struct OperandGrid {
    char name; /* 'A', 'B' or 'D'; 0: it is not drawn */
    CellGrid grid;
} OperandGrid;

enum { OPERANDS = 3 };

typedef struct View {
    const Session *session; /* and of it what all panels ask for: */
    const Look *look;
    const Selection *selection;
    const SessionRun *slot; /* the front run; NULL: nothing can run */
    const Program *program; /* from here to memory: of the slot (view_gather); NULL without one */
    const Launch *launch;   /* of slot's run; places in it have the names that the picture shows */
    const Machine *machine;
    const Probe *probe;
    Memory *memory;   /* global memory at the moment shown; read only, but reading may fill it in */
    const Step *step; /* the step shown; NULL: none, of another block, or veiled */
    uint32_t phase;   /* of the picked thread's warp */
    float progress;   /* of the beat that ends with that step (session/time/beat.h): 0 it begins, 1
                         it is shown whole, as at rest */
    Arena *arena;
    Scene *scene;
    const Theme *theme;
    Language language;
    Layout layout;       /* where the panels stand; a panel of width 0 is not built */
    float unit;          /* pixels of a unit */
    ViewCuts *cuts;      /* notes texts that are cut; NULL: nobody asks */
    Placement placement; /* which buffer stands where */
    bool is_corner;      /* shared memory stands around the threads: layout.block */
    bool is_pin;         /* the explanation being drawn is the pinned one */
    CellGrid *buffers;   /* [launch->buffer_count]; is_shown tells which are drawn */
    bool is_bare;        /* panels stand in a frame with a heading, and need no own */
    Rect inset_room;     /* where the stage shows a tile in full; w 0: nowhere */
    CellGrid *insets;    /* [launch->buffer_count]; those drawn there are is_shown */
    CellGrid *shared;    /* [program->shared_count] */
    ThreadGrid threads;
    OperandGrid operands[OPERANDS];
} View;

/* Sizes of text: the em in units. */
enum { TEXT_TINY = 11, TEXT_SMALL = 13, TEXT_BODY = 15, TEXT_LARGE = 18, TEXT_HUGE = 24 };

/* Pixels of a length in units, and of a font of so many units: at least 8, and in lecture mode as
 * large as a back row needs. */
float view_units(const View *view, float units);
int view_font(const View *view, float units);
/* The thickness of a frame in pixels: 0.7 units, at least one. */
float view_hairline(const View *view);

/* Draws the frame of a panel that fills rect, with its heading; returns the room inside. heading
 * may be NULL. */
Rect view_panel(View *view, Rect rect, const char *heading);
/* The room in which the heading stands, too. */
Rect view_panel_padded(const View *view, Rect rect);
/* The same room, without drawing the panel. */
Rect view_panel_inside(const View *view, Rect rect, bool has_heading);

/* One line of text in rect, as scene_label: align -1 left, 0 centre, 1 right. Text that does not
 * fit is cut and noted in cuts. */
void view_label(View *view, FontRole font, float units, Rect rect, int align, Colour colour,
                const char *text);
/* The same, but smaller where it would not fit, down to least_units, in lecture mode, too. */
void view_label_fitted(View *view, FontRole font, float units, float least_units, Rect rect,
                       int align, Colour colour, const char *text);
/* The same for digits in a cell, which are no higher than it, either. */
void view_label_within(View *view, FontRole font, float units, float least_units, Rect rect,
                       int align, Colour colour, const char *text);
/* The size in units at which a text is no wider than width pixels, from units down to least. For
 * several that are to be alike, begin each with what the one before gave. */
float view_fitting_units(const View *view, FontRole font, float units, float least, float width,
                         const char *text);
/* A text of the string table in the language of the picture; it lives for ever. */
const char *view_text(const View *view, StringKey key);
/* A format of the string table, filled in as by printf; "1 threads" becomes "1 thread". */
const char *view_printf(const View *view, const char *en, const char *zh, ...)
    __attribute__((format(printf, 2, 4), format(printf, 3, 4)));
#define view_format(view, key, ...) view_printf(view, STRING_FORMATS(key), __VA_ARGS__)

/* The same with the one or the other key. */
#define view_either(view, is, key, other, ...)                                                     \
    view_printf(view, STRING_EITHER(is, key, other), __VA_ARGS__)

/* The same with texts in its one or two places, for keys that are no literals; more may be NULL. */
const char *view_fill(const View *view, StringKey key, const char *what, const char *more);
/* Pixels that a line of text takes at a size in units. */
float view_text_width(const View *view, FontRole font, float units, const char *text);

/* The rectangle without so many pixels on each side; never less than empty. by may be negative. */
Rect rect_inset(Rect rect, float by);
Point rect_centre(Rect rect);
/* Cuts a piece off one side of rect, no more than there is, and returns it: how panels hand out
 * their room from top to bottom. */
Rect rect_cut_top(Rect *rect, float height);
Rect rect_cut_left(Rect *rect, float width);
Rect rect_cut_right(Rect *rect, float width);
Rect rect_cut_bottom(Rect *rect, float height);

/* The tag of a target: what it is of (a buffer, a shared variable, a command) and, where that has
 * elements, which one. target_element reads that again. */
PickTag target_tag(TargetKind kind, uint32_t a, uint64_t element);
uint64_t target_element(Target target);
/* The tag of a place outside of a buffer, by its row and column, which may be negative. */
PickTag beyond_tag(int buffer, int64_t row, int64_t column);
/* Whether the pointer rests on this target. */
bool view_is_hovered(const View *view, TargetKind kind, uint32_t a, uint64_t element);

/* "(1, 0)", as the sentences have it, of a block of the grid and of a thread of a block, both given
 * by their linear index. */
const char *view_block_at(const View *view, uint64_t block);
const char *view_thread_at(const View *view, uint64_t thread);
/* The same in few letters: "1,0"; as many numbers as the extent has directions. */
const char *view_indices(const View *view, uint64_t linear, Dim3 extent);

/* What coverage means in words, NULL where nothing is known of it; output is the name of the buffer
 * that is written. *colour tells how much it matters. */
const char *view_coverage(View *view, const Coverage *coverage, const char *output, Colour *colour);

/* Colours of the part that a buffer plays on the stage. */
const PartColours *view_part(const View *view, int buffer);

/* The mark of a run in the middle of a box: a full disc for slot 0, a ring for slot 1, so that the
 * two differ without colour. */
void view_run_mark(View *view, Rect box, int slot, float radius_units);
