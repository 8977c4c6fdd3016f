/* What a name of the source stands for at the moment shown: a variable, or the element that its
 * subscripts address, for any one thread. Read from the Machine by way of the Program's mentions
 * (program/mention.h). Offsets are bytes in file 0; thread is linear in the block. */
#pragma once

#include "view/values/spot.h"

typedef enum NameState {
    NAME_NONE,    /* no variable, or a kind of it that is not read */
    NAME_KNOWN,   /* bits are its value */
    NAME_ASLEEP,  /* the thread is not where the name means anything */
    NAME_UNSET,   /* nobody has written it yet */
    NAME_OUTSIDE, /* the subscripts point outside the array or buffer */
} NameState;

enum { NAME_INDICES = 3 };

typedef struct NameValue {
    NameState state;
    ScalarType type; /* of bits */
    uint64_t bits;   /* as in a register; 0 unless KNOWN */
    bool is_element; /* it has subscripts */
    bool is_pointer;
    const char *members;           /* of a struct: "{x = 1, y = 2}", in place of bits */
    int64_t indices[NAME_INDICES]; /* of an element, one a subscript, the first of them */
    int index_count;
    Spot spot; /* where it lies; type NULL: nowhere */
} NameValue;

/* The next name that can be asked for its value and begins at first <= offset < end; false if there
 * is none. */
bool name_next(const View *view, uint32_t first, uint32_t end, Span *name);

/* Bytes of the name that begins at the offset, with its members as in threadIdx.x, v.x or p->x; 0
 * if none does that can be asked. */
int name_at(const View *view, uint32_t offset);

/* The value of the name at an offset for a thread. In a function that is inlined more than once it
 * is that of the copy in which the thread's warp stands. */
NameValue name_value(const View *view, uint32_t offset, uint32_t thread);

/* The name as the source has it, with the subscripts' values: "a[3].x". In the arena. */
const char *name_path(const View *view, uint32_t offset, const NameValue *value);

/* The value of a mention, whatever the copy of the function. is_taken: as the step shown has taken
 * it; the variables count as in scope then, though the step may have led out of it. */
NameValue name_of_mention(const View *view, const Mention *mention, uint32_t thread, bool is_taken);

/* What a term (an index into the program's) that is a whole number comes to, as the step shown has
 * taken it; false if a part of it is not known. */
bool name_number(const View *view, uint32_t term, uint32_t thread, int64_t *number);
