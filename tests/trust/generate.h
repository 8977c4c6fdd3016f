/* Random programs of one thread, as text that is both CUDA C and C: scalars of all types, every
 * operator, loops and helpers, and nothing that C leaves undefined (signed overflow apart, which
 * wraps here and under gcc's -fwrapv). Where the two languages part, a macro stands in.
 *
 * No variable is read in the full expression that changes it, floats are cut to size before they
 * become integers, divisors are none of 0, 1 and -1, shift counts lie below the width. */
#pragma once

#include "program/type.h"

enum { CASE_INPUTS = 12, CASE_OUTPUTS = 40, CASE_VARIABLES = 80 };

/* Something that can be read, and perhaps changed: a variable, an element, a field. */
typedef struct Place {
    const char *text;
    ScalarType type;
    int length; /* of an array; 0: a scalar */
    int object; /* places of one object may be the same memory */
    bool is_fixed, is_hidden;
} Place;

typedef struct Helper {
    const char *name;
    ScalarType result, parameters[3];
    bool is_changing; /* the first parameter is a reference */
} Helper;

typedef struct Expression {
    const char *text;
    ScalarType type; /* promoted: I32 or wider, or a float */
} Expression;

typedef struct Generator {
    Arena *arena;
    uint64_t state;
    char *text;
    size_t length, capacity;
    int indent;
    Place places[CASE_VARIABLES];
    int place_count, object_count, name_count;
    int reserved;  /* object that the present statement changes, or -1 */
    bool is_spent; /* the statement has its side effect */
    Helper helpers[6];
    int helper_count;
    int calls_left; /* of helpers, in this function: each is inlined */
    int loops;      /* open loops and switches that break may leave */
} Generator;

/* Two texts of the same case: kernel_case for lang, host_case for the host compiler. The text of
 * body stands in both, after the prologue of each. */
extern const char kernel_prologue[], host_prologue[];
const char *generate_case(Arena *arena, int number, uint64_t seed);

/* A kernel, prologue included, of blocks that talk through shared memory and add to global
 * counters, without races; for lang alone. Its parameters: iin, fin, iout, fout, bins. */
typedef struct KernelShape {
    uint32_t block_x, block_y, blocks;
} KernelShape;
const char *generate_kernel(Arena *arena, uint64_t seed, const KernelShape *shape);

/* Values for CASE_INPUTS inputs of so many threads: small ones, edges, any. */
void generate_inputs(uint64_t seed, int threads, long long *iin, double *fin);

/* ---- generate_expression.c ---- */
uint32_t pick(Generator *g, uint32_t below);
const char *type_word(ScalarType type);
ScalarType pick_type(Generator *g);
Expression generate_expression(Generator *g, int depth);
/* Never a float. */
Expression generate_integer(Generator *g, int depth);
/* Text that may be assigned to a variable of the type. */
const char *generate_value(Generator *g, int depth, ScalarType type);
/* The same from an expression there is. */
const char *generate_cut(Generator *g, Expression from, ScalarType type);
/* A place that may be changed, text with its subscript; NULL if there is none. */
const Place *generate_target(Generator *g, const char **text);

/* ---- generate_statement.c ---- */
void generate_put(Generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Before every statement that is put by hand: nothing is reserved. */
void generate_begin(Generator *g);
void generate_statements(Generator *g, int count, int nest);
/* Adds a scalar that statements may use. */
Place *generate_place(Generator *g, const char *text, ScalarType type, int object);
void generate_helper(Generator *g); /* before the function that calls it */
void generate_read_inputs(Generator *g);
void generate_write_outputs(Generator *g);
