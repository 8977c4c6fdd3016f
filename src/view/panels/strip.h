/* The strip of counters above the stage, and what the panel of counters has from it. */
#pragma once

#include "view/draw/context.h"

/* As many of counter_cards as have room, chosen by panels/argument.h; two runs with a verdict. */
void counters_build(View *view);

/* "128", "12.5M"; in the arena. */
const char *counter_number(View *view, uint64_t number);

/* The sunk track that a bar lies in; it is seen where the bar is short, in every theme. */
void counters_track_build(View *view, Rect track);
