/* Where the parts of a type lie in slots. In registers a scalar takes a slot or two, in uniforms
 * one, whatever its size; those of a struct follow each other. */
#pragma once

#include "program/program.h"

/* Register slots that hold a value of a type, structs and arrays with all their parts. */
uint32_t type_slots(const Type *type);

/* Where a field (its number, from 0) of a struct begins whose first register or uniform is
 * operand. */
Operand operand_part(Operand operand, const Type *type, int field);
