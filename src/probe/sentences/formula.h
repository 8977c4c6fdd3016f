/* Formulas of the source with the numbers of a thread: "Row * k + i" as "1 * 4 + 2". */
#ifndef TILESTEP_PROBE_SENTENCES_FORMULA_H
#define TILESTEP_PROBE_SENTENCES_FORMULA_H

#include "vm/machine.h"

typedef struct FormulaText {
    const char *names, *numbers;
} FormulaText;

/* machine: while the formula holds, as right behind its instruction. Negative numbers stand in brackets. */
FormulaText formula_text(Arena *arena, const Launch *launch, const Machine *machine,
                         const Formula *formula, uint32_t thread);

#endif
