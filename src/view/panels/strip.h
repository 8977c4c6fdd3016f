/* The counters that the window shows: counter_cards, by row. */
#ifndef TILESTEP_VIEW_PANELS_STRIP_H
#define TILESTEP_VIEW_PANELS_STRIP_H

#include "view/draw/context.h"

/* The strip of them in the title. */
void counters_build(View *view);

const char *counter_name(const View *view, int row);
uint64_t counter_value(const Report *report, int row);
/* "128", "12.5M"; in the arena. */
const char *counter_number(View *view, uint64_t number);

/* The runs solve problems of one size, as far as the largest of their buffers tells: ratios mean
 * something. */
bool counters_are_alike(const Session *session);

/* The counters of all runs as comma-separated values, a row each: so far and in all. */
char *view_counters_csv(Arena *arena, const Session *session, size_t *length);

/* The sunk track that a bar lies in; it is seen where the bar is short, in every theme. */
void counters_track_build(View *view, Rect track);

#endif
