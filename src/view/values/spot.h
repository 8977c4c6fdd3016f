/* Spot: where a value lies for one thread: in registers, or in global, shared or the thread's own
 * memory. Members, subscripts and pointers lead from one spot to another, as in "p->a[i].x". */
#ifndef TILESTEP_VIEW_VALUES_SPOT_H
#define TILESTEP_VIEW_VALUES_SPOT_H

#include "view/values/member.h"

typedef enum SpotState {
    SPOT_KNOWN,
    SPOT_ASLEEP,  /* the thread is not where the variable means anything */
    SPOT_UNSET,   /* nobody has written it yet */
    SPOT_OUTSIDE, /* beyond the array or buffer */
    SPOT_NONE     /* not to be followed */
} SpotState;

typedef struct Spot {
    SpotState state; /* SPOT_KNOWN until following it says otherwise */
    const Type *type;
    Space space;    /* SPACE_GENERIC: not in memory, but: */
    Member part;    /* of registers or uniforms */
    int object;     /* buffer, or shared or local variable */
    int64_t base;   /* of the object, in the bytes of its space */
    int64_t extent; /* bytes of the object */
    int64_t offset; /* from the object's start */
} Spot;

/* The instruction at pc stands where the variable is in scope. */
bool variable_is_alive(const Variable *variable, uint32_t pc);

Spot spot_of(const View *view, const Variable *variable, uint32_t thread);

/* A member of the struct that lies there. */
void spot_take_member(Spot *spot, int field);
/* "[index]" of an array or through a pointer; "*p" is index 0. False if it is neither. */
bool spot_take_index(const View *view, Spot *spot, int64_t index, uint32_t thread);

/* Its bits, as in a register, and whether they mean something. Of a scalar or a pointer. */
SpotState spot_bits(const View *view, const Spot *spot, uint32_t thread, uint64_t *bits);
/* In words: "{x = 1, y = 2}" of a struct; an array in it is "…". */
const char *spot_text(const View *view, const Spot *spot, uint32_t thread);
/* The same, of an array its first elements: "{1, 2, ?}". */
const char *spot_whole_text(const View *view, const Spot *spot, uint32_t thread);

/* A type that has a value of its own: scalar, pointer or struct. */
bool spot_has_value(const Spot *spot);

/* First byte in its space (an arena offset, or one in shared or the thread's memory). */
uint64_t spot_at(const Spot *spot);

#endif
