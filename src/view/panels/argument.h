/* Argument: the counters by which two runs beside each other differ most, and what follows from
 * them. Everything is computed from what was counted and found of both whole grids; what a veil
 * hides is not argued with. */
#pragma once

#include "base/arena.h"
#include "session/data/session_type.h"
#include "view/values/argued.h"

/* What is known of a run's result (view/values/argued.h). */
Standing argument_standing(const SessionRun *run);

/* Ratios of the runs mean something (argued_is_fair); one alone is always fair. */
bool argument_is_fair(const Session *session);

/* What one of two runs is called (argued_name). In arena. */
const char *argument_name(Arena *arena, Language language, const Session *session, int run);

/* A veil hides totals, ratios, findings or results: a verdict would give them away. */
bool argument_is_hidden(const Session *session);

/* The card that the scene asks about; -1: there is none. */
int argument_asked(const Session *session);

/* Chooses at most so many of counter_cards (probe/record/shown.h), by index: first the one that the
 * scene asks about, then of two runs those in which they differ most; else those that say most of
 * one run, in the order of the table. Behind a veil they are the same, so that what is asked for by
 * a card is answered in it. Returns how many. */
int argument_cards(const Session *session, int *cards, int most);

/* Of a counter that both runs have: is the first run's better (1), worse (-1), or neither (0)?
 * Better is said only of a run whose result is right, and where that is not hidden. */
int argument_side(const Session *session, int card);

/* A sentence about both runs: which of them argues for itself, and whether it may; in a scene that
 * asks about a counter, by that one. In the arena;
 * NULL unless two runs were counted to the end and nothing about them is hidden. */
const char *argument_verdict(Arena *arena, Language language, const Session *session);
