/* What a kernel is given: numbers, and buffers behind pointers. Private to load. */
#ifndef TILESTEP_LOAD_ARGUMENT_H
#define TILESTEP_LOAD_ARGUMENT_H

#include "load/loader.h"

/* A number: a parameter, or a member of one. */
typedef struct Scalar {
    const char *name;
    ScalarType type;
    Span span;
    const HostArgument *host; /* or NULL */
    uint64_t bits;            /* as in a register */
    bool is_assumed;          /* chosen here */
} Scalar;

/* Finds bits and is_assumed: from --arg, the host or a default; false with an error. */
bool load_scalar(Loader *loader, Scalar *scalar);

/* A pointer: a parameter, or a member of one. */
typedef struct Pointer {
    const char *name;
    const Type *element;
    const HostArgument *host; /* or NULL */
    BufferRole role;
    int parameter;       /* -1: a member */
    uint64_t row_length; /* as in BufferPlan */
} Pointer;

/* Makes its buffer, or finds the one that it points into, too; -1: it points nowhere. */
int load_add_buffer(Loader *loader, const Pointer *pointer, int64_t *start_bytes);

/* Makes the buffer of a __device__ or __constant__ variable. */
void load_add_global(Loader *loader, int index);

/* Elements of a row, from the buffer's plan or the kernel's indices; false if neither tells. */
bool load_row_length(const Loader *loader, const Buffer *buffer, uint64_t *out);

/* With the count known: rows and columns. */
void load_set_layout(Loader *loader, int index);

/* What a buffer of its role is filled with when nobody says. */
void load_set_default_fill(Buffer *buffer, const HostArgument *host);

/* Of a struct parameter: its numbers, then its pointers. */
void load_struct(Loader *loader, int parameter);
void load_struct_buffers(Loader *loader, int parameter);

#endif
