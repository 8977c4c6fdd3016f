/* Rerun: a launch run again and again with other numbers in two of its inputs, to see what they do
 * to the result. */
#pragma once

#include "probe/results/values.h"
#include "vm/walk.h"

/* Elements of the inputs and cells of the output are scalars, counted from where the kernel's
 * pointers point. */
typedef struct Rerun {
    const Program *program;
    Launch launch; /* its own buffers; the output begins as zeros */
    int input[2], output;
    uint8_t *bytes[2]; /* of both inputs */
    uint64_t blocks;   /* that are run of the grid, from all over it */
    bool is_part;      /* fewer than there are */
    uint64_t *cells;   /* [cell_count] of the output that they write, in order */
    uint64_t cell_count;
    uint64_t *elements[2]; /* [element_count] of each input that they read, in order */
    uint64_t element_count[2];
    uint64_t steps;      /* that one run took */
    uint64_t steps_left; /* of all runs */
    Values plain;        /* the result for the numbers as they are at the start */
} Rerun;

/* The number that an element of an input holds at the start: small and whole, never 0, and
 * different in both inputs. Where a result of the output's type tells exactly what one element
 * adds to it, these are primes of which none is less than half of another: see rerun_tells. */
int rerun_number(const Rerun *rerun, int input, uint64_t element);

/* Do differences of results tell which numbers they are sums of? Not those of half precision or of
 * less than 32 bits. */
bool rerun_tells(const Rerun *rerun);

/* zeros[0] is the output, zeros[1] another buffer that begins as zeros, or -1.
 * Sizes the part of the grid for about `runs` runs in all, and makes the first one. False if not
 * even one block can be run so often, or something else is amiss; rerun_end in any case. */
bool rerun_start(Rerun *rerun, const Program *program, const Launch *launch, const int input[2],
                 const int zeros[2], int runs);
void rerun_end(Rerun *rerun, const Launch *launch);

/* An element of an input gets another number, or all get the numbers of the start times a
 * factor, until they are given others. */
void rerun_set(Rerun *rerun, int input, uint64_t element, int number);
void rerun_scale(Rerun *rerun, int input, int factor);

/* The result for the inputs as they are, to be freed; no bytes if it cannot be had. */
Values rerun_result(Rerun *rerun);
