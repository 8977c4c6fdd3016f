/* What a kernel is given: numbers, and buffers behind pointers. Private to load. What is wrong is
 * an error in the loader's diags; names and results live in the run's arena. */
#ifndef TILESTEP_LOAD_CONTENTS_ARGUMENT_H
#define TILESTEP_LOAD_CONTENTS_ARGUMENT_H

#include "load/state/loader.h"

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

/* A pointer: a parameter, or a member of one. */
typedef struct Pointer {
    const char *name;
    const Type *element;
    const HostArgument *host; /* as in Scalar */
    BufferRole role;
    int parameter;       /* its index; -1: a member of a struct */
    uint64_t row_length; /* as in BufferPlan */
} Pointer;

/* Index of the pointer's buffer: a new one, or the one of an earlier pointer into the same
 * allocation of the host; -1: it is a null pointer. *start_bytes gets where in the buffer it
 * points. */
int load_add_buffer(Loader *loader, const Pointer *pointer, int64_t *start_bytes);

/* Makes the buffer of a __device__ or __constant__ variable. */
void load_add_global(Loader *loader, int index);

/* Elements of a row of a buffer of the loader, from its plan or the kernel's indices; false if
 * neither tells. */
bool load_row_length(const Loader *loader, const Buffer *buffer, uint64_t *out);

/* Sets rows and columns of a buffer whose count is known. */
void load_set_layout(Loader *loader, int index);

/* Gives a buffer that was made after load_contents what the host code puts into it, if that is
 * known (contents.c). */
void load_take_contents(Loader *loader, int index);

/* Sets what a buffer of its role is filled with when nobody says: an output with the poison, or
 * zeros where the host code clears it, all else with whole numbers. host may be NULL. */
void load_set_default_fill(Buffer *buffer, const HostArgument *host);

/* A struct parameter: its numbers, then, when all numbers of the kernel are known, the buffers of
 * its pointers. */
void load_struct(Loader *loader, int parameter);
void load_struct_buffers(Loader *loader, int parameter);

#endif
