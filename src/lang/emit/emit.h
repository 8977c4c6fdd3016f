/* A kernel that was read without errors becomes a Program: the room's only door. */
#pragma once

#include "lang/tree/compiler.h"

/* With all that it calls inlined. NULL, with an error in the compiler's diags, if it is too large:
 * in instructions, slots, constants, per-thread or shared memory. The tree must hold no error node.
 * The Program lives in the compiler's arena. */
Program *emit_program(Compiler *compiler, Function *kernel);
