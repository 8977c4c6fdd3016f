/* Layouts: how the compiler of the host part has laid out the structs that kernels are given,
 * beside how the emulator does. Where the two differ, arguments would come as other values: such a
 * kernel is refused. */
#pragma once

#include "base/diag.h"
#include "load/plain_name.h"
#include "program/program.h"

/* How long a text of them may be. */
enum { LAYOUTS_LIMIT_BYTES = 1 << 28 };

typedef struct Layouts Layouts;

/* Of what clang prints with -fdump-record-layouts, the part that is about structs of programs: a
 * text of the same form. In the arena. */
const char *layouts_filter(Arena *arena, const char *dump);

/* Reads such a text; in the arena. */
const Layouts *layouts_read(Arena *arena, const char *text);

/* False, with an error that names the parameter and both layouts, if a parameter of the kernel has
 * another layout in the host part, or there are more or fewer of them. What layouts does not name
 * is not compared. */
bool layouts_agree(const Layouts *layouts, const Program *program, const PlainName *name,
                   Diags *diags);
