/* Values: the numbers of a buffer, as a matrix of doubles, for comparing results. */
#pragma once

#include "vm/memory.h"

#include <string.h>

/* A buffer's content from where its pointer parameter points, or from its start; owned by whoever
 * made it. */
typedef struct Values {
    ScalarType type;  /* the buffer's */
    uint64_t count;   /* scalars */
    uint8_t *bytes;   /* as they lie in memory; NULL: there was no memory for them */
    bool is_borrowed; /* the bytes are those of a Memory, and hold until it runs on or is freed */
} Values;

/* What a buffer (its index) holds before and after the run, but no more than the first
 * `limit` scalars. Freed with values_free. */
Values values_initial(const Launch *launch, int buffer, uint64_t limit);
Values values_final(const Launch *launch, Memory *memory, int buffer, uint64_t limit);
/* The same, without a copy where the whole piece lies in memory (is_borrowed). */
Values values_borrow_initial(const Launch *launch, Memory *memory, int buffer, uint64_t limit);
Values values_borrow_final(const Launch *launch, Memory *memory, int buffer, uint64_t limit);
void values_free(Values *values);

/* How many scalars values_initial and values_final give, without reading them. */
uint64_t values_count(const Launch *launch, const Buffer *buffer);

/* Where the first of them lies in the arena. */
uint64_t values_start(const Launch *launch, const Buffer *buffer);

/* A scalar as a number, integers of 64 bits rounded; index is below count. value_at is quick for
 * the commonest type. */
double value_of_any_type(const Values *values, uint64_t index);
static inline double value_at(const Values *values, uint64_t index)
{
    float value;
    if (values->type != SCALAR_F32)
        return value_of_any_type(values, index);
    memcpy(&value, values->bytes + index * sizeof value, sizeof value);
    return value;
}

/* Whether out is in (rows x cols, scalars of 4 bytes) with rows and columns exchanged, bit for bit,
 * and without NaNs. false if the type has another size. */
bool values_are_transposed(const Values *in, const Values *out, uint64_t rows, uint64_t cols);

/* Every value is a whole number of at most 2^24 in magnitude, which a float holds exactly; then
 * *largest is the largest magnitude. */
bool values_are_integers(const Values *values, double *largest);

/* The same matrix, rows x cols as stored, with rows and columns exchanged, as new Values. */
Values values_transpose(const Values *values, uint64_t rows, uint64_t cols);

/* Half a unit in the last place of 1.0 in a floating type; 0 for integers. */
double value_epsilon(ScalarType type);

/* The bits of a register of a type as a number. */
double value_number(ScalarType type, uint64_t bits);
