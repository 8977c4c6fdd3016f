/* PointerPath: how far the pointer of an access was moved from where the kernel got it. */
#pragma once

#include "program/flow/definitions.h"

/* The uniform is a pointer that the kernel was given: a parameter, or any member of 8 bytes of a
 * struct parameter, since its type is not looked at. */
bool pointer_is_given(const Program *program, const Uniform *uniform);

enum { POINTER_MOVE_LIMIT = 12 }; /* moves of one path; a longer one is not certain */

/* The pointer was moved by operand * bytes, or by bytes if operand is OPERAND_NONE. */
typedef struct PointerMove {
    Operand operand;
    ScalarType type; /* of the operand */
    uint32_t pc;     /* of the instruction that moved it */
    int64_t bytes;
} PointerMove;

typedef struct PointerPath {
    Operand base;      /* the uniform it started as: a parameter, or a member of one */
    int certain_count; /* moves made exactly once before the access; they come first */
    int count;         /* all; the others may have been made any number of times */
    PointerMove moves[POINTER_MOVE_LIMIT];
} PointerPath;

/* Follows the base operand (Instr.a) of the access at pc back; false if it is not certain which
 * pointer it began as, or which moves there were. */
bool pointer_path(const Definitions *definitions, Operand base, uint32_t pc, PointerPath *path);
