/* The scalars and pointers that the parameters of a kernel are made of. */
#ifndef TILESTEP_LOAD_MEMBER_H
#define TILESTEP_LOAD_MEMBER_H

#include "load/loader.h"

typedef struct Member {
    const char *name; /* "n", "A.width", "A.sizes[2]" */
    const Type *type; /* a scalar or a pointer */
    uint32_t offset_bytes;
} Member;

typedef struct Members {
    Arena *arena;
    Member *items;
    int count, capacity;
} Members;

/* Those of one parameter, in order; at most some thousands. */
Members load_members(const Loader *loader, int parameter);

/* How many of a type's members are pointers. */
int load_count_members(const Type *type);

#endif
