/* The variables that mean something where the picked thread's warp stands, with their values: what
 * the panel of registers lists. */
#pragma once

#include "view/draw/context.h"

typedef struct AliveVariable {
    const char *name, *value; /* in the arena; name: "n", in a function called "collatz: n" */
    int variable;             /* index into the program's variables */
    bool is_new;              /* the step shown wrote it; until that is under way no more, the
                                 value is that before it, or "…" */
} AliveVariable;

/* Adds those that are stored so (program/variable.h) and have a value as text to alive[count..],
 * which has room for all variables of the program; returns how many there are then. A name that an
 * inner one hides is left out, as are arguments that are pointers. */
int alive_find(View *view, AliveVariable *alive, StorageKind storage, int count);

/* "Pvalue = 73": the registers of the picked thread that hold float, double or half, which as a
 * rule are its sums; NULL if there is none. If that is no wider than width pixels the thread stands
 * before it: "(1,0) Pvalue = 73". In the arena. */
const char *alive_sums_text(View *view, float width);
