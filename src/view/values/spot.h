/* Spot: where a value lies for one thread: in registers, or in global, shared or the thread's own
 * memory. Members, subscripts and pointers lead from one spot to another, as in "p->a[i].x".
 * Following never reads what is not there: the state tells at the end what went wrong first. All of
 * one spot is for the same thread, linear in the block, and for the moment shown. */
#pragma once

#include "view/values/member.h"

typedef enum SpotState {
    SPOT_KNOWN,   /* there is a value */
    SPOT_ASLEEP,  /* the thread is not where the variable means anything */
    SPOT_UNSET,   /* nobody has written it yet */
    SPOT_OUTSIDE, /* beyond the array or buffer */
    SPOT_NONE     /* a pointer on the way points to no object */
} SpotState;

typedef struct Spot {
    SpotState state;  /* SPOT_KNOWN until following it says otherwise */
    const Type *type; /* of what lies here */
    Space space;      /* SPACE_GENERIC: in registers or uniforms, which part tells; the rest is 0 */
    Member part;
    int object;     /* index of the buffer, or of the shared or local variable */
    int64_t base;   /* where the object begins, in bytes of its space */
    int64_t extent; /* bytes of the object */
    int64_t offset; /* from the object's start */
} Spot;

/* Whether the instruction at pc stands where the variable is in scope. */
bool variable_is_alive(const Variable *variable, uint32_t pc);

/* Whether the thread waits elsewhere while its warp stands where the variable is in scope: it took
 * another branch, or left the loop. False of one that has ended. */
bool variable_is_left(const View *view, const Variable *variable, uint32_t thread);

/* Where a variable lies. ASLEEP if the thread has ended, waits elsewhere, or its warp stands where
 * the variable is not in scope. */
Spot spot_of(const View *view, const Variable *variable, uint32_t thread);

/* From a struct to its field of that index; the spot must have a struct. */
void spot_take_member(Spot *spot, int field);
/* From an array, or through a pointer, to the element of that index; "*p" is index 0. false, and
 * the spot is as it was, if it is neither; an array in registers cannot be indexed. */
bool spot_take_index(const View *view, Spot *spot, int64_t index, uint32_t thread);

/* The bits of a scalar or a pointer, as in a register, and whether they mean something; 0 where
 * nothing may be read. Bits that nobody has written (UNSET) are given all the same. */
SpotState spot_bits(const View *view, const Spot *spot, uint32_t thread, uint64_t *bits);
/* The value in words: "{x = 1, y = 2}" of a struct, of its first 16 members; an array in it is "…",
 * and what is not known "?". In the arena. */
const char *spot_text(const View *view, const Spot *spot, uint32_t thread);
/* The same, of an array its first elements: "{1, 2, ?}". */
const char *spot_whole_text(const View *view, const Spot *spot, uint32_t thread);

/* Whether what lies there has a value of its own: a scalar, pointer or struct. */
bool spot_has_value(const Spot *spot);

/* First byte in its space: an offset in the launch's memory, or in shared or the thread's own
 * memory. Only if it lies in memory. */
uint64_t spot_at(const Spot *spot);
