/* Places: elements of buffers and arrays, and their members, as the source names them, "M[1][2]" or
 * "cells[3].force.x", alone and in lists. Objects are told by space and number as in
 * probe/record/object.h, registers among them; program may be NULL for SPACE_GLOBAL. Texts live in
 * the arena or are the program's. Subscripts count elements, from 0; a matrix or an array of arrays
 * has one for each direction, in the order of the source. */
#pragma once

#include "base/language.h"
#include "vm/launch.h"
#include "vm/step.h"

/* Name of an object; "?" if there is none. */
const char *place_name(const Program *program, const Launch *launch, Space space, int object);

/* Elements that an object has, structs as one each; 0 if there is no such object. Arrays of arrays
 * count the elements of all rows. */
uint64_t place_elements(const Program *program, const Launch *launch, Space space, int object);

/* The element that holds the byte at an offset from an object's start; before it, less than 0. */
int64_t place_index(const Program *program, const Launch *launch, Space space, int object,
                    int64_t offset_bytes);

/* Name, subscripts and members of so many bytes at an offset from an object's start; of 0 bytes the
 * scalar there. An index outside gets one plain subscript. */
const char *place_text(Arena *arena, const Program *program, const Launch *launch, Space space,
                       int object, int64_t offset_bytes, uint32_t bytes);

/* An mbarrier in shared memory, at an element as object_place tells it: "bar[1]". */
const char *place_mbarrier(Arena *arena, const Program *program, const Launch *launch, int object,
                           int64_t element);

/* The same without the name: "[1][2]". */
const char *place_subscripts(Arena *arena, const Program *program, const Launch *launch,
                             Space space, int object, int64_t offset_bytes, uint32_t bytes);

/* What lanes of a LOAD, STORE or ATOMIC touch, in the order of places, each once, neighbours in a
 * row drawn together: "M[0][0..1], M[1][0..1]". After four of them a list ends in an ellipsis.
 * lanes is a bit set; each of them must have an address (Step.address). */
const char *place_list(Arena *arena, Language language, const Program *program,
                       const Launch *launch, const Step *step, uint32_t lanes);
