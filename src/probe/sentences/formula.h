/* Formulas of the source with the numbers of a thread: "Row * k + i" as "1 * 4 + 2". Texts live in
 * the arena. */
#pragma once

#include "vm/machine.h"

typedef struct FormulaText {
    const char *names;   /* as the source has it */
    const char *numbers; /* with the value in the place of every name; negative ones in brackets */
} FormulaText;

/* The formula for a thread (linear in the block), one of the block that machine runs. machine is at
 * a moment when the formula holds, such as right after its instruction: values are read from its
 * registers, and those of an earlier moment are not known any more. */
FormulaText formula_text(Arena *arena, const Launch *launch, const Machine *machine,
                         const Formula *formula, uint32_t thread);
