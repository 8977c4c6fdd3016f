/* Types of host declarations. Only what a size or a count can depend on is kept. */
#pragma once

#include "host/value/value.h"

typedef struct HostScan HostScan;

/* A type without its declarator's name. is_vector: std::vector or its like, a device_vector too.
 * All zeros: nothing is known. */
typedef struct HostType {
    bool is_scalar, is_void, is_auto, is_dim3, is_vector, is_device_vector, is_reference;
    bool is_const, is_class; /* class: a struct or class of the file, or a name nothing defines */
    bool is_function;        /* a pointer to a function */
    ScalarType scalar;       /* is_scalar, or of a vector's elements */
    uint32_t size_bytes;     /* of the base type, 0 if unknown; vectors: of an element */
    int pointers;            /* how many * */
    int64_t inner[HOST_INNER_LIMIT]; /* lengths of the arrays that it, or what it points at, is */
    int inner_count;
    bool has_scalars;    /* vectors: the elements are scalars */
    int elements;        /* vectors of structs: their structure, else 0 */
    const char *name;    /* as written; may be NULL */
    int structure;       /* index in HostScan.structs plus 1; 0: none that is known */
    int class_open;      /* token of the { of its class plus 1; 0: none in this file */
    int class_arguments; /* token of the < behind its name, or 0 */
} HostType;

/* Reads a type at *at, pointers and references included, and moves *at behind it; false if there
 * is none. A name that nothing defines counts as a class. */
bool host_type(HostScan *scan, int *at, HostType *out);

/* The base type alone: what several declarators share, false if there is none; then the * and &
 * that each adds before its name. Both move *at behind what they read. */
bool host_base_type(HostScan *scan, int *at, HostType *out);
void host_pointers(HostScan *scan, int *at, HostType *out);

/* make_float4 and its like: the type that it makes; false: it is none of them. */
bool host_vector_made(HostScan *scan, const Token *name, HostType *out);

/* Whether the bracket at `open` holds nothing but a type, as a cast does. */
bool host_is_cast(HostScan *scan, int open, HostType *out);

/* Reads [n][m] at *at: the type becomes an array of what it was. */
void host_lengths(HostScan *scan, int *at, int end, HostType *out);

/* The product of a type's lengths: 1 if there are none, 0 if it is too large. */
int64_t host_inner_elements(const HostType *type);

/* Bytes of a value of that type, 0 if unknown. */
uint32_t host_type_bytes(const HostType *type);

/* What values of that type point at or are lists of. */
HostElement host_element_of(const HostType *type);

/* A struct or class of this file, or a pointer to one. */
bool host_is_record(const HostType *type);

/* What follows the word sizeof at scan->at (size.c). */
HostValue host_size_of(HostScan *scan);
