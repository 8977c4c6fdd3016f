/* Values as they stand in cells: read from memory, short enough to be seen at a glance. */
#ifndef TILESTEP_VIEW_VALUES_VALUES_H
#define TILESTEP_VIEW_VALUES_VALUES_H

#include "view/draw/context.h"

/* Bits of one scalar at bytes, widened as in a register. */
uint64_t value_bits(ScalarType type, const void *bytes);
double value_number(ScalarType type, uint64_t bits);
/* At most four significant digits. */
const char *value_short(Arena *arena, ScalarType type, uint64_t bits);

/* The same in so many letters, rounded to thousands and so on: "1.7k", "2k", ".5". */
const char *value_brief(Arena *arena, ScalarType type, uint64_t bits, int letters);

/* What lies at a scalar of a buffer. A member of a struct may take several of them. */
typedef struct CellPart {
    int64_t first; /* scalar */
    int count;     /* scalars */
    ScalarType type;
    bool is_padding; /* between members */
} CellPart;
CellPart buffer_part(const View *view, int buffer, int64_t scalar);
bool buffer_has_padding(const View *view, int buffer);
typedef struct CellValue {
    uint64_t bits;
    ScalarType type;
    bool is_set; /* false: an output that nobody has written yet, or that a veil hides */
} CellValue;

/* The contents of so many scalars at the moment, each so far behind the one before. Of a member that
 * takes several, each has all of it. */
void buffer_values(const View *view, int buffer, int64_t first, int64_t apart, int64_t count,
                   CellValue *values);
/* The content of one. false if it is an output that nobody has written yet. */
bool buffer_value(const View *view, int buffer, int64_t scalar, uint64_t *bits);

/* Shared variables: rows, columns (a third dimension stacks rows) and the scalars they hold. */
ScalarType shared_scalar(const SharedVariable *variable);
/* What lies so many bytes behind the start of a variable. */
CellPart shared_part(const SharedVariable *variable, uint32_t offset_bytes);
/* Scalars of an element that is no array. */
int64_t shared_unit(const SharedVariable *variable);
void shared_shape(const View *view, int variable, int64_t *rows, int64_t *columns);

/* Which buffer and scalar an active lane of the step means; false if it is no global access.
 * *lands_in is the buffer that is really hit, or -1. */
bool step_global(const View *view, int lane, int *buffer, int64_t *scalar, int *lands_in);
/* Which shared variable and scalar. */
bool step_shared(const View *view, int lane, int *variable, int64_t *scalar);
/* Which shared variable holds a byte offset; -1 if none. */
int shared_variable_at(const View *view, uint32_t offset_bytes, int64_t *scalar);
bool step_lane_is_active(const View *view, int lane);
bool step_is_memory(const View *view);
/* The values that the step shown writes to memory are still on their way. */
bool step_is_arriving(const View *view);

/* How many scalars a lane of the step moves. */
int step_scalars(const View *view, ScalarType scalar);

#endif
