/* What kind of type a type is: arithmetic ones and their ranks, and the groups of
 * cooperative_groups.
 *
 * A group is a value without bytes: all that matters is its type, of which the tile size is a
 * part. (CUDA C++ Programming Guide, "Cooperative Groups".)
 */
#pragma once

#include "program/program.h"

bool type_is_arithmetic(const Type *type); /* any scalar: whole, float, half, bool */
bool type_is_integer(const Type *type);    /* bool is one */
bool type_is_float(const Type *type);      /* half is one */

/* C's integer promotion (bool and what is narrower than int become int), and the type that the
 * operands of an arithmetic operator are converted to. */
ScalarType scalar_promote(ScalarType type);
ScalarType scalar_common(ScalarType a, ScalarType b);

typedef enum GroupKind {
    GROUP_BLOCK, /* thread_block */
    GROUP_GRID,  /* grid_group */
    GROUP_ANY,   /* thread_group, which stands for some other */
    GROUP_TILE   /* thread_block_tile<N> */
} GroupKind;

bool type_is_group(const Type *type);
bool type_is_any_group(const Type *type); /* GROUP_ANY */

/* Of a group; the length of a tile's type is its number of threads. */
GroupKind group_kind(const Type *type);

/* The type of a kind; of GROUP_TILE the one of that many threads, NULL if a tile cannot have
 * them: a power of two up to 32 fits. For the other kinds threads means nothing. Types are constant
 * data, one for each kind and size. */
const Type *group_type(GroupKind kind, int64_t threads);

/* A tile whose size is a template parameter of which nothing is known yet: its type has the name of
 * that parameter, the same characters. */
const Type *group_tile_unknown(Arena *arena, const char *size);

/* By name; a tile without its size is one of 32. NULL if there is none. */
const Type *group_type_find(const char *name, uint32_t length);
