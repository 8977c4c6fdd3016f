/* What a kernel is given: numbers, and buffers behind pointers. Private to load. What is wrong is
 * an error in the loader's diags; names and results live in the run's arena. */
#pragma once

#include "load/state/loader.h"

/* Errors for --arg, --shape and --offset whose names are nothing of the kernel (name.c). */
void load_check_names(Loader *loader);

/* Scalar and struct arguments, without pointers (parameters.c). */
void load_scalars(Loader *loader);

/* A buffer for every pointer and every variable of the device (parameters.c). */
void load_buffers(Loader *loader);

/* An error if all buffers together are more than LOAD_BYTES_LIMIT (parameters.c). */
void load_check_total(Loader *loader);

/* A number: a parameter, or a member of one. The caller fills what is asked for. */
typedef struct Scalar {
    const char *name; /* "n", "A.width" */
    ScalarType type;
    Span span;                       /* of the parameter, for messages */
    const HostArgument *host;        /* what the host code passes; NULL: it does not say */
    const uint64_t *standard;        /* the parameter's default, as in a register, or NULL */
    const FunctionNumber *functions; /* of a pointer to functions, as in Parameter */
    int function_count;
    uint64_t bits;   /* the answer, as in a register */
    bool is_assumed; /* the answer was chosen here, as nobody gave one */
} Scalar;

/* Finds bits and is_assumed: from --arg, the host code or a default, in this order; false with an
 * error if there is none of these, or --arg has no number that fits the type. */
bool load_scalar(Loader *loader, Scalar *scalar);

/* A struct parameter: its numbers, then, when all numbers of the kernel are known, the buffers of
 * its pointers. */
void load_struct(Loader *loader, int parameter);
void load_struct_buffers(Loader *loader, int parameter);

/* Buffers for what pointers in such contents lead to (pointee.c), as long as there are fewer than
 * POINTEE_LIMIT in all. */
enum { POINTEE_LIMIT = 200 };
void load_pointees(Loader *loader);

/* Counts of the buffers that nobody gives a size (unsized.c). */
void load_unsized(Loader *loader);

/* The buffers' addresses, into the structs that point at them (struct.c). */
void load_set_addresses(Loader *loader);

/* What a launch that was run was given (LoadOptions.image); and what --arg, --shape and --offset
 * change of it (given_image.c). */
void load_image_launch(Loader *loader);
void load_image_given(Loader *loader);
