/* What a name of the source stands for at the moment shown: a variable, or the element that its
 * subscripts address, for any one thread. Read from the Machine, never from the way it is drawn. */
#ifndef TILESTEP_VIEW_VALUES_EVALUATE_H
#define TILESTEP_VIEW_VALUES_EVALUATE_H

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
    ScalarType type;
    uint64_t bits;
    bool is_element, is_pointer;
    const char *members;           /* of a struct: "{x = 1, y = 2}", in place of bits */
    int64_t indices[NAME_INDICES]; /* of an element, one a subscript, the first of them */
    int index_count;
    Spot spot; /* where it lies; type NULL: nowhere */
} NameValue;

/* Length of the name in file 0 at the offset, with its members as in threadIdx.x, v.x or p->x; a name
 * may be a member of what stands before it, as x in "a[i].x" and "(*p).x". 0 if what stands there is no
 * variable of the kernel. */
int name_at(const View *view, uint32_t offset);

/* The value of the threadIdx.x, blockIdx.y, blockDim.z or the like that a text begins with, for a
 * thread of the block in view, and its length; false if it begins with none. */
bool evaluate_builtin(const View *view, const char *text, uint32_t thread, int *length,
                      int64_t *value);
/* The value of a macro, or of a template parameter of the kernel in which a byte of file 0 stands; false
 * if that is no whole number. */
bool evaluate_constant(const View *view, uint32_t place, const char *name, int length,
                       int64_t *value);
/* The value of a text of whole numbers, + - * / % and brackets; false if it is anything else. */
bool evaluate_numbers(const View *view, const char *text, int64_t *value);

NameValue name_value(const View *view, uint32_t offset, uint32_t thread);

/* It as the source has it, with the subscripts' values: "a[3].x". */
const char *name_path(const View *view, uint32_t offset, const NameValue *value);

#endif
