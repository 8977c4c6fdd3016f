/* Definitions: which instruction gave a register its value, as far as that is certain before the
 * program runs. */
#ifndef TILESTEP_PROGRAM_DEFINITIONS_H
#define TILESTEP_PROGRAM_DEFINITIONS_H

#include "program/program.h"

enum { DEFINITION_UNKNOWN = -1 };

typedef struct Definitions {
    const Program *program;
    const uint32_t *first;    /* [slots + 1] into writers */
    const uint32_t *writers;  /* instructions that write a slot, in order, slot after slot */
    const uint32_t *straight; /* [code + 1] where the straight code before an instruction starts */
    const uint32_t *first_variable; /* [slots + 1] into variables */
    const uint32_t *variables;      /* those that live in a slot, or begin there, in their order */
} Definitions;

/* In the arena. */
Definitions definitions_of(Arena *arena, const Program *program);

/* Slots that an instruction writes: *first up to *first + result. */
uint32_t definition_slots(const Instr *instr, uint32_t *first);

/* The instruction whose value slot holds when the one at pc begins; DEFINITION_UNKNOWN if several
 * could have given it, or none did. */
int definition_reaching(const Definitions *definitions, uint32_t slot, uint32_t pc);

/* The slot holds the same value before the instruction at `later` as before that at `earlier`,
 * whenever the first runs right after the second on its way through the code. */
bool definition_is_stable(const Definitions *definitions, uint32_t slot, uint32_t earlier,
                          uint32_t later);

/* The instructions that can have written what slot holds at pc, in order; returns their number. */
uint32_t definition_writers(const Definitions *definitions, uint32_t slot, uint32_t pc,
                            const uint32_t **writers);

/* Who comes to the instruction at `later` has gone through all code from `earlier` to it, in order
 * and once. */
bool definition_is_straight(const Definitions *definitions, uint32_t earlier, uint32_t later);

/* Both operands are uniforms that always have the same value. */
bool definition_same_uniform(const Program *program, Operand a, Operand b);

/* What depends on a uniform through arithmetic and moves; comparisons do not count, memory only if
 * such a value is stored. */
typedef struct Dependence {
    const Definitions *definitions;
    Operand uniform;
    const bool *results; /* [code] */
} Dependence;

/* In the arena. */
Dependence dependence_on(Arena *arena, const Definitions *definitions, Operand uniform);

/* The same of what some instructions give: results[pc] is set for these, and for all that depends on
 * them afterwards. */
Dependence dependence_on_results(const Definitions *definitions, bool *results);

/* The operand of the instruction at pc may depend on the uniform, or on those results. */
bool dependence_of(const Dependence *dependence, Operand operand, uint32_t pc);

#endif
