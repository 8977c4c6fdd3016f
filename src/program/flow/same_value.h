/* Same value: do two operands, each where an instruction reads it, hold the same for certain, in
 * every thread? Told by how the instructions got them: from the same register, or by the same
 * arithmetic from the same. true is certain; false only means that it could not be shown. */
#pragma once

#include "program/flow/definitions.h"

/* A register, a uniform or nothing, as the instruction at pc reads it. */
typedef struct ReadAt {
    Operand operand;
    uint32_t pc;
} ReadAt;

/* Loads count as the same if nothing between them in the code may have changed what they read: no
 * store or atomic to that space and, unless it is local memory, no barrier. Both are read in one
 * pass through the code. */
bool value_is_same(const Definitions *definitions, ReadAt a, ReadAt b);

/* The LOADs, STOREs or ATOMICs at a and b, of one element of one type each, go to the same
 * place. */
bool address_is_same(const Definitions *definitions, uint32_t a, uint32_t b);

/* No STORE or ATOMIC that certainly goes to the place of the access at `access` stands in the code
 * between the instructions at `from` and `to`. One whose address only may be the same is not
 * seen. */
bool address_is_left_alone(const Definitions *definitions, uint32_t access, uint32_t from,
                           uint32_t to);

/* The instruction that gave the operand its value, where it is certain, going back through at most
 * 16 copies and conversions; the operand that the last of them copied goes to *source (may be
 * NULL), or the operand itself. DEFINITION_UNKNOWN: there are several such instructions, or
 * none. */
int value_source(const Definitions *definitions, ReadAt value, ReadAt *source);
