/* Values as they stand in cells: read from memory, short enough to be seen at a glance.
 *
 * A scalar is the unit that a buffer or shared variable is drawn in: an element, or, of a struct,
 * as much of it as its first scalar member has bytes. It is counted from 0 at the start of its
 * buffer or variable; an index tells which of the launch's buffers or of the program's shared
 * variables. Bits are those of a register: narrow integers are widened to 32 bits with their sign.
 * What memory holds is what it holds at the moment shown, after the step shown. Texts live in the
 * arena. */
#pragma once

#include "probe/results/values.h"
#include "view/draw/context.h"

/* Bits of the scalar that lies at bytes, which need not be aligned. */
uint64_t value_bits(ScalarType type, const void *bytes);
/* A whole number in full, if it is below 100,000 or of an integer type; else three significant
 * digits, such as 0.123 and 1.23e+08; "∞" and "NaN". */
const char *value_short(Arena *arena, ScalarType type, uint64_t bits);

/* The same in so many letters, rounded to thousands and so on: "1.7k", "2k", ".5"; in more if even
 * the shortest form has more. */
const char *value_brief(Arena *arena, ScalarType type, uint64_t bits, int letters);

/* What lies at a scalar: of a struct a member, which may take several scalars, or padding. */
typedef struct CellPart {
    int64_t first; /* the scalar that it begins with */
    int count;     /* scalars */
    ScalarType type;
    bool is_padding; /* between members */
} CellPart;
/* What lies at a scalar of a buffer. */
CellPart buffer_part(const View *view, int buffer, int64_t scalar);
/* Whether the buffer's elements are structs with padding in them. */
bool buffer_has_padding(const View *view, int buffer);

typedef struct CellValue {
    uint64_t bits;
    ScalarType type;
    bool is_set; /* false: an output that nobody has written yet, or that a veil hides */
} CellValue;

/* The contents of count scalars from first on, each apart scalars behind the one before; all must
 * be inside of the buffer. Of a member that takes several scalars each has all of it. Of an output
 * that a veil hides (session/scenes/veil.h) nothing is set. */
void buffer_values(const View *view, int buffer, int64_t first, int64_t apart, int64_t count,
                   CellValue *values);
/* The content of a single one; false where is_set would be. */
bool buffer_value(const View *view, int buffer, int64_t scalar, uint64_t *bits);

/* The type of a shared variable's scalars: that of its first scalar, through arrays and structs. */
ScalarType shared_scalar(const SharedVariable *variable);
/* What lies so many bytes behind the start of a variable. */
CellPart shared_part(const SharedVariable *variable, uint32_t offset_bytes);
/* Scalars of one element, after all subscripts: more than 1 of structs. */
int64_t shared_unit(const SharedVariable *variable);
/* Rows and columns of a shared variable in scalars; a third dimension stacks rows, and a vector is
 * one row. */
void shared_shape(const View *view, int variable, int64_t *rows, int64_t *columns);

/* The step shown, lane by lane. Which buffer and scalar an active lane means; false if the lane
 * makes no global access. *lands_in is the buffer that is really hit, -1 if none is; where that is
 * another than was meant, the one hit counts. *scalar may lie outside of the buffer, and be
 * negative. */
bool step_global(const View *view, int lane, int *buffer, int64_t *scalar, int *lands_in);
/* Which shared variable and scalar an active lane accesses; false if it makes no shared access. */
bool step_shared(const View *view, int lane, int *variable, int64_t *scalar);
/* Which shared variable, and which of its scalars, a byte offset in shared memory is in; -1:
 * none. */
int shared_variable_at(const View *view, uint32_t offset_bytes, int64_t *scalar);
/* Whether the lane takes part in the step shown; false if there is no step. */
bool step_lane_is_active(const View *view, int lane);
/* Whether the step shown accesses memory of any space. */
bool step_is_memory(const View *view);
/* Whether what the step shown moves is still on its way in the picture: progress below 0.95. */
bool step_is_under_way(const View *view);
/* The same of values that it writes to memory, by a store or an atomic operation: memory holds them
 * already, but the cell shows none yet. */
bool step_is_arriving(const View *view);

/* How many scalars of that type a lane of the step shown, which accesses memory, moves. */
int step_scalars(const View *view, ScalarType scalar);
