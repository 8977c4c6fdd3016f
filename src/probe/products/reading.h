/* Product and Reading: a finished run as a matrix product, and what its result should be then.
 * Private to checks.
 *
 * A product has eight readings: either input may be the left factor, and each may be stored row by
 * row or column by column (a result stored by columns is one of these with the factors exchanged).
 * Each may be scaled (scale.h). */
#pragma once

#include "probe/products/scale.h"
#include "probe/record/report.h"
#include "probe/results/result.h"
#include "probe/results/values.h"

typedef struct Sizes {
    uint64_t m, k, n;
} Sizes;

typedef struct Reading {
    bool is_exchanged;                      /* the second buffer is the left factor */
    bool left_transposed, right_transposed; /* stored column by column */
    double alpha, beta;
    Sizes sizes; /* with the first buffer as the left factor */
} Reading;

enum { OUTPUT_LIMIT = 8, READ_LIMIT = 3 };

typedef struct Product {
    const Program *program;
    const Launch *launch;
    const Report *report;
    Memory *memory;   /* whose content tells the reading */
    Memory *compared; /* whose content is compared */
    bool is_whole;    /* the first is of a run made to write everything */
    bool is_part;     /* of only some of its blocks: what was not written does not count */
    int input[2], output;
    int added; /* D = alpha A B + beta C: the buffer C; -1: what the output held before */
    int outputs[OUTPUT_LIMIT], output_count; /* what could be the result */
    int read[READ_LIMIT], read_count;        /* what is only read: there may be more than kept */
    bool is_named;                           /* the kernel's name says that it is a product */
    Values in[2], out, before;               /* before: the output's initial content */
    Values sum;                              /* what is added, times beta: before, or C */
    bool is_exact;                           /* all inputs are small integers */
    double largest[2], largest_sum;          /* is_exact: their largest magnitudes */
    double roundings;  /* of a sum on its way, where a tensor core makes it; 0: at every term */
    Precision factors; /* as they are multiplied */
    double factor_rounding; /* how far, relatively, a factor may be off what its buffer holds */
    ProductScales scales;
} Product;

/* The values of matrices of such sizes, freed in any case; false if there is no memory. */
bool product_load(Product *product, const Sizes *sizes);
void product_free(Product *product);

/* The reading with the fewest wrong cells among some samples, of several without any that with the
 * smallest error; *fits: none of them is wrong. alpha: the only one that may be; NULL: any. */
Reading reading_choose(const Product *product, const Sizes *sizes, const double *alpha, bool *fits);

/* The sizes with the reading's left factor as the first: m is its rows. */
Sizes reading_sizes(const Reading *reading);

/* Compares all cells with what the reading says; false if there is no memory. */
bool reading_compare(Arena *arena, const Product *product, const Reading *reading,
                     CheckResult *result);

/* The samples are right, as a stack of smaller products, one behind another in each buffer. */
bool reading_is_stack(const Product *product, const Sizes *sizes);

/* "P = M x N; M 4 x 4 row major, ..." */
const char *reading_text(Arena *arena, const Product *product, const Reading *reading);
