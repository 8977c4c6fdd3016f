/* Values: the numbers of a buffer, as a matrix of doubles, for comparing results. */
#ifndef TILESTEP_PROBE_CHECKS_VALUES_H
#define TILESTEP_PROBE_CHECKS_VALUES_H

#include "vm/memory.h"

/* A buffer's content from where its pointer points; owned by whoever made it. */
typedef struct Values {
    ScalarType type;
    uint64_t count; /* scalars */
    uint8_t *bytes;
} Values;

/* Before and after the run. Freed with values_free. bytes is NULL if there is no memory for it. */
Values values_initial(const Launch *launch, int buffer);
Values values_final(const Launch *launch, Memory *memory, int buffer);
/* No more than limit of them. */
Values values_initial_part(const Launch *launch, int buffer, uint64_t limit);
Values values_final_part(const Launch *launch, Memory *memory, int buffer, uint64_t limit);
void values_free(Values *values);

/* Scalars that values_initial and values_final give, without reading them. */
uint64_t values_count(const Launch *launch, const Buffer *buffer);

double value_at(const Values *values, uint64_t index);

/* Every value is an integer of at most 2^24. */
bool values_are_integers(const Values *values);

/* sums[i] += factor * value at start + i, for count of them. */
void values_accumulate(const Values *values, uint64_t start, uint64_t count, double factor,
                       double *sums);

/* The same matrix, rows x cols as stored, with rows and columns exchanged. */
Values values_transpose(const Values *values, uint64_t rows, uint64_t cols);

/* Half a unit in the last place of 1.0 in a floating type; 0 for integers. */
double value_epsilon(ScalarType type);

#endif
