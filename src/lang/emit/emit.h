/* A function, read, becomes a Program. */
#ifndef TILESTEP_LANG_EMIT_EMIT_H
#define TILESTEP_LANG_EMIT_EMIT_H

#include "lang/tree/compiler.h"

/* With all that it calls inlined. NULL, with an error in the compiler's diags, if it is too
 * large. */
Program *emit_program(Compiler *compiler, Function *kernel);

#endif
