/* Objects: the buffer, shared or per-thread array that a tagged address names. */
#ifndef TILESTEP_PROBE_RECORD_OBJECT_H
#define TILESTEP_PROBE_RECORD_OBJECT_H

#include "vm/launch.h"

/* Bytes of an object; 0 if there is no such object. */
uint64_t object_bytes(const Program *program, const Launch *launch, Space space, unsigned object);

/* Bytes of the scalars it is made of, 1 or more. */
uint32_t object_scalar_bytes(const Program *program, const Launch *launch, Space space,
                             unsigned object);

/* Where an object starts in the arena, the block's shared memory or the thread's memory. */
uint64_t object_start_bytes(const Program *program, const Launch *launch, Space space,
                            unsigned object);

/* The object of SPACE_LOCAL that stands for a variable in a register, by its index in
 * Program.unsets: the numbers after those of the per-thread arrays. */
int object_register(const Program *program, int unset);

/* What such an object stands for; NULL if it is none. */
const Unset *object_unset(const Program *program, Space space, int object);

/* The shared variable that holds a byte offset, or -1. */
int object_shared_at(const Program *program, const Launch *launch, uint64_t offset_bytes);

/* The type of one element of a buffer or array, of whatever depth; NULL: a scalar, or no object. */
const Type *object_element(const Program *program, const Launch *launch, Space space, int object);

/* The scalar that a type is made of: that of an array's elements, of a struct's first field. */
ScalarType object_scalar(const Type *type);

#endif
