/* Same value: do two operands, each where an instruction reads it, hold the same for certain? Told by
 * how the instructions got them: from the same register, or by the same arithmetic from the same. */
#ifndef TILESTEP_PROGRAM_SAME_VALUE_H
#define TILESTEP_PROGRAM_SAME_VALUE_H

#include "program/definitions.h"

/* A register, a uniform or nothing, as the instruction at pc reads it. */
typedef struct ReadAt {
    Operand operand;
    uint32_t pc;
} ReadAt;

bool value_is_same(const Definitions *definitions, ReadAt a, ReadAt b);

/* Two LOADs, STOREs or ATOMICs of one element each go to the same place. */
bool address_is_same(const Definitions *definitions, uint32_t a, uint32_t b);

/* No STORE or ATOMIC to the place of the access at `access` stands between two instructions. */
bool address_is_left_alone(const Definitions *definitions, uint32_t access, uint32_t from,
                           uint32_t to);

/* The instruction that gave the operand its value, where it is certain, going back through copies
 * and conversions; the operand that the last of them copied goes to *source (may be NULL).
 * DEFINITION_UNKNOWN: several, or none. */
int value_source(const Definitions *definitions, ReadAt value, ReadAt *source);

#endif
