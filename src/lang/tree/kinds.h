/* What kind of type a type is: arithmetic ones and their ranks, and the groups of
 * cooperative_groups.
 *
 * A group is a value without bytes: all that matters is its type, of which the tile size is a
 * part.
 */
#ifndef TILESTEP_LANG_TREE_KINDS_H
#define TILESTEP_LANG_TREE_KINDS_H

#include "program/program.h"

bool type_is_arithmetic(const Type *type);
bool type_is_integer(const Type *type);
bool type_is_float(const Type *type);

/* C's integer promotion, and the type that the operands of an arithmetic operator are converted
 * to. */
ScalarType scalar_promote(ScalarType type);
ScalarType scalar_common(ScalarType a, ScalarType b);

typedef enum GroupKind { GROUP_BLOCK, GROUP_GRID, GROUP_ANY, GROUP_TILE } GroupKind;

bool type_is_group(const Type *type);
bool type_is_any_group(const Type *type); /* a thread_group, which stands for some other */

/* Of a group; the length of a tile's type is its number of threads. */
GroupKind group_kind(const Type *type);

/* The type of a kind; of GROUP_TILE the one of that many threads, NULL if a tile cannot have
 * them. */
const Type *group_type(GroupKind kind, int64_t threads);

/* By name; a tile without its size is one of 32. NULL if there is none. */
const Type *group_type_find(const char *name, uint32_t length);

#endif
