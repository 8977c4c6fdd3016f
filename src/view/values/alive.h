/* The variables that mean something where the picked thread's warp stands, with their values. */
#ifndef TILESTEP_VIEW_VALUES_ALIVE_H
#define TILESTEP_VIEW_VALUES_ALIVE_H

#include "view/draw/context.h"

typedef struct AliveVariable {
    const char *name, *value; /* in the arena; name: "n", in a function called "collatz: n" */
    int variable;             /* index into the program's variables */
    bool is_new;              /* the step shown wrote it */
} AliveVariable;

/* Adds those that are stored so and have a value as text to alive[count..], which has room for all
 * variables of the program; returns how many there are then. Arguments that are pointers are left
 * out. */
int alive_find(View *view, AliveVariable *alive, StorageKind storage, int count);

/* "Pvalue = 73", the thread before it if there is room: what the picked thread keeps in numbers with
 * a point; NULL if there is none. */
const char *alive_sums_text(View *view, float width);

#endif
