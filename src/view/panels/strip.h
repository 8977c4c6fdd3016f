/* The counters that the window shows: the rows of counter_cards (probe/record/counter.h), by their
 * index. Texts live in the arena of the picture. */
#ifndef TILESTEP_VIEW_PANELS_STRIP_H
#define TILESTEP_VIEW_PANELS_STRIP_H

#include "view/draw/context.h"

/* Fills layout.counters with cards, as many as have room; while the grid is being counted the last
 * one shows how far that is. */
void counters_build(View *view);

/* Its name in the language of the picture, and what a report has counted of it. */
const char *counter_name(const View *view, int row);
uint64_t counter_value(const Report *report, int row);
/* "128", "12.5M": exact below 100,000, else three digits and k, M, G, T or P. */
const char *counter_number(View *view, uint64_t number);

/* Whether ratios between the runs mean something: they solve problems of one size, as far as the
 * largest of their buffers tells. True of a single run. */
bool counters_are_alike(const Session *session);

/* The counters of all runs as comma-separated values, a row each: so far and in all, which is empty
 * while the grid is not counted. NUL-terminated, in the arena; *length is its bytes. */
char *view_counters_csv(Arena *arena, const Session *session, size_t *length);

/* The sunk track that a bar lies in; it is seen where the bar is short, in every theme. */
void counters_track_build(View *view, Rect track);

#endif
