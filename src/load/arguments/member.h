/* The scalars and pointers that the parameters of a kernel are made of. A parameter that is no
 * struct is one member, called like itself. */
#pragma once

#include "load/state/loader.h"

typedef struct Member {
    const char *name;      /* "n", "A.width", "A.sizes[2]" */
    const Type *type;      /* a scalar or a pointer */
    uint32_t offset_bytes; /* in the parameter */
} Member;

/* A list in the order of the declaration; it lives in the arena. */
typedef struct Members {
    Arena *arena;
    Member *items;
    int count, capacity;
} Members;

/* Those of one parameter (its index), elements of arrays one by one; at most about 4096. */
Members load_members(const Loader *loader, int parameter);

/* How many of a type's members are pointers; at most 4096. */
int load_count_members(const Type *type);
