/* Theme: every colour of the picture, by what it means. Text colours keep 4.5:1 on every surface
 * they stand on, shapes that carry meaning 3:1; a test computes both for all themes. */
#pragma once

#include "scene/scene.h"
#include "session/data/look.h"
#include "session/data/session_type.h"

/* Parts a buffer can play in the picture: the factors of a product, at the left and above (or the
 * first two inputs), the output, and any other. */
typedef enum Part { PART_LEFT, PART_ABOVE, PART_OUTPUT, PART_OTHER, PART_COUNT } Part;

/* All of one hue, so that a matrix, its tile and its arrows are recognisably one thing; the hues of
 * the parts are told apart with any colour vision. */
typedef struct PartColours {
    Colour strong; /* borders, arrows: a shape on panel */
    Colour ink;    /* text on panel and on tint */
    Colour tint;   /* fill of tiles; text stands on it */
    Colour shade;  /* fill of every other tile */
    Colour hot;    /* fill of cells touched by the step; text stands on it */
} PartColours;

/* What a byte of the source pane is coloured as (view/source/syntax.h). */
typedef enum CodeColour {
    CODE_PLAIN,
    CODE_KEYWORD,
    CODE_TYPE,
    CODE_BUILTIN, /* threadIdx, __syncthreads and the like */
    CODE_NUMBER,
    CODE_COMMENT,
    CODE_DIRECTIVE, /* #define ... */
    CODE_COLOUR_COUNT
} CodeColour;

typedef struct Theme {
    Colour background, panel, edge;          /* edge: a panel's hairline, decoration only */
    Colour well;                             /* sunk surfaces: tracks, empty cells */
    Colour grid;                             /* hairlines between cells, decoration only */
    Colour text, muted;                      /* on background, panel and well */
    Colour accent, on_accent;                /* the chosen thing; text on it */
    Colour accent_tint;                      /* fill behind the current line */
    Colour marked_tint;                      /* fill behind the part of the line that ran */
    Colour good, warning, danger;            /* text and shapes */
    Colour running, waiting, done, inactive; /* thread tokens */
    Colour focus;                            /* frame of what the keyboard stands on */
    PartColours parts[PART_COUNT];
    Colour code[CODE_COLOUR_COUNT];
    float line; /* thickness of ordinary borders, in units */
} Theme;

/* Lives for ever. */
const Theme *theme_get(ThemeName name);

/* Reads "light", "dark" or "contrast"; false, and *name is left alone, if it is none of them. */
bool theme_parse(const char *text, ThemeName *name);

/* Ink of what is not written yet: a sum that is in a register still. */
Colour theme_ghost(const Theme *theme);

/* Mixes b into a by share 0..1; alpha stays opaque. */
Colour colour_mix(Colour a, Colour b, float share);
/* The colour with alpha 0..1. */
Colour colour_alpha(Colour colour, float alpha);