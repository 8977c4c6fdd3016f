/* Places: elements of buffers and arrays as a person names them, "M[1][2]", alone and in lists. */
#ifndef TILESTEP_PROBE_PLACE_H
#define TILESTEP_PROBE_PLACE_H

#include "base/language.h"
#include "vm/launch.h"
#include "vm/step.h"

/* Name of a buffer or array; "?" if there is none. */
const char *place_name(const Program *program, const Launch *launch, Space space, int object);

/* Name and subscripts of a scalar of an object; an index outside gets one plain subscript. */
const char *place_element(Arena *arena, const Program *program, const Launch *launch, Space space,
                          int object, int64_t element);

/* The elements that the lanes of a step touch, in order, runs drawn together: "M[0][0..1],
 * M[1][0..1]". Long lists end in an ellipsis. */
const char *place_list(Arena *arena, Language language, const Program *program,
                       const Launch *launch, const Step *step, uint32_t lanes);

#endif
