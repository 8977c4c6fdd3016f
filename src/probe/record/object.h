/* Objects: the buffer, shared or per-thread array that an address names (program/address.h), told
 * by its space and its number there: an index into Launch.buffers, Program.shared or
 * Program.locals. */
#pragma once

#include "vm/launch.h"

/* Bytes of an object, of an extern shared array those that the launch gives it; 0 if there is no
 * such object. */
uint64_t object_bytes(const Program *program, const Launch *launch, Space space, unsigned object);

/* Bytes of the scalars that an object is made of, in which its elements are counted; 1 if there is
 * no such object. */
uint32_t object_scalar_bytes(const Program *program, const Launch *launch, Space space,
                             unsigned object);

/* Byte offset of an object in the arena, the block's shared memory or the thread's memory; 0 if
 * there is no such object. */
uint64_t object_start_bytes(const Program *program, const Launch *launch, Space space,
                            unsigned object);

/* The object of SPACE_LOCAL that stands for a variable in a register, by its index in
 * Program.unsets: the numbers after those of the per-thread arrays. */
int object_register(const Program *program, int unset);

/* The declaration that an object as object_register numbers them stands for; NULL if it is none. */
const Unset *object_unset(const Program *program, Space space, int object);

/* Index of the shared variable that holds a byte offset of the block's shared memory, or -1. */
int object_shared_at(const Program *program, const Launch *launch, uint64_t offset_bytes);

/* Where a byte of global or shared memory lies: in which object (-1: in none), in which of its
 * scalars, and how far in that. */
typedef struct ObjectPlace {
    int object;
    int64_t element;
    uint32_t within;
} ObjectPlace;
ObjectPlace object_place(const Program *program, const Launch *launch, Space space, uint64_t at);

/* The declared type of one element of a buffer, or of the innermost array of a variable, where that
 * is more than a scalar; NULL: a scalar, or no such object. */
const Type *object_element(const Program *program, const Launch *launch, Space space, int object);

/* Whether the program may write a buffer. Variables at file scope and members of structs have no
 * Parameter.is_written of their own: those that are not constant may be. */
bool object_is_written(const Program *program, const Launch *launch, int buffer);
