/* Definitions: reaching definitions, that is which instruction gave a register its value, as far as
 * that is certain before the program runs; and analyses that follow values along them (def-use
 * chains).
 *
 * An instruction is named by its index in Program.code ("pc"), a register by its slot. Slots are
 * used again and again by different variables; two things tell writers apart: straight code, where
 * every instruction can only be reached from the one before it, and the scope of the variable that
 * lives in the slot at pc, beyond which nobody writes for it. */
#pragma once

#include "program/program.h"

/* Where an index of an instruction is expected: nobody knows it for certain. */
enum { DEFINITION_UNKNOWN = -1 };

typedef struct Definitions {
    const Program *program;
    const uint32_t *first;    /* [slots + 1] into writers: those of slot s from first[s] up to
                                 first[s + 1] */
    const uint32_t *writers;  /* instructions that write a slot, in order, slot after slot */
    const uint32_t *straight; /* [code + 1] where the straight code before an instruction starts */
    const uint32_t *first_variable; /* [slots + 1] into variables, likewise */
    const uint32_t *variables;      /* indices into Program.variables of those whose first slot it
                                       is, in the order in which they begin */
    const uint32_t *furthest;       /* [variables] where the last of a slot's scopes ends, up to
                                       that one */
} Definitions;

/* The tables of a program, in the arena. Instructions switched off by --without write nothing. */
Definitions definitions_of(Arena *arena, const Program *program);

/* The instruction whose value slot holds when the one at pc begins; DEFINITION_UNKNOWN if several
 * could have given it, or none did. */
int definition_reaching(const Definitions *definitions, uint32_t slot, uint32_t pc);

/* The definitions that may reach slot at pc: that of definition_reaching, or else all of
 * definition_writers; returned as by these. */
uint32_t definition_sources(const Definitions *definitions, uint32_t slot, uint32_t pc,
                            const uint32_t **writers);

/* Forwards along def-use chains: the bits ([code] results) of all definitions that may reach the
 * operand at pc, together; 0 of what is no register. */
uint8_t definition_join(const Definitions *definitions, const uint8_t *results, Operand operand,
                        uint32_t pc);

/* What an analysis that goes backwards knows of every instruction's result, all 0 at first. So that
 * a variable which many write and many read is not gone through for every reader, it is kept for
 * how many writers, from each on, the bits were set. */
typedef struct DefinitionMarks {
    uint8_t *results; /* [code] */
    uint32_t *counts; /* [writers] */
    uint8_t *common;  /* [writers] bits that so many have */
} DefinitionMarks;

DefinitionMarks definition_marks(Arena *arena, const Definitions *definitions);

/* Backwards: all of these get the bits; false if they had them before. */
bool definition_spread(const Definitions *definitions, DefinitionMarks *marks, Operand operand,
                       uint32_t pc, uint8_t bits);

/* A slot holds the same value before the instruction at `later` as it held before the one at
 * `earlier`, on every way through the code from `earlier` to `later`. earlier <= later. */
bool definition_is_stable(const Definitions *definitions, uint32_t slot, uint32_t earlier,
                          uint32_t later);

/* The instructions that can have written what a slot holds when the one at pc begins, in order:
 * *writers points into definitions->writers; returns their number. *writers stays if that is 0. */
uint32_t definition_writers(const Definitions *definitions, uint32_t slot, uint32_t pc,
                            const uint32_t **writers);

/* A thread that comes to the instruction at `later` has gone through all the code from `earlier` to
 * there, in order and once. */
bool definition_is_straight(const Definitions *definitions, uint32_t earlier, uint32_t later);

/* Both operands are uniforms that always have the same value: equal constants, or the same one. */
bool definition_same_uniform(const Program *program, Operand a, Operand b);

/* What depends on a uniform through arithmetic and moves. Results of comparisons do not count. Once
 * such a value is stored anywhere, every LOAD of an integer counts. */
typedef struct Dependence {
    const Definitions *definitions;
    Operand uniform;        /* OPERAND_NONE: results alone were given */
    const uint8_t *results; /* [code] what the instruction gives depends on it */
} Dependence;

/* Everything that depends on a uniform of the program; in the arena. */
Dependence dependence_on(Arena *arena, const Definitions *definitions, Operand uniform);

/* The same of what some instructions give. The caller sets results[pc] for these; the array, which
 * is the caller's and has code_count entries, is set for all that depends on them as well. */
Dependence dependence_on_results(const Definitions *definitions, uint8_t *results);

/* The operand of the instruction at pc may depend on the uniform, or on those results. */
bool dependence_of(const Dependence *dependence, Operand operand, uint32_t pc);
