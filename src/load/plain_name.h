/* A compiler's name of a kernel, made readable, says which kernel of a file it is and with which
 * template arguments: "void (anonymous namespace)::scale<float, 4>(float*, int)". */
#pragma once

#include "load/load.h"

typedef struct PlainName {
    const char *name;       /* "scale" */
    const char *arguments;  /* of the template, "float, 4"; NULL: none */
    const char *parameters; /* "float*, int" */
} PlainName;

/* Its parts, in the arena. */
PlainName plain_name_read(Arena *arena, const char *plain);

/* Compiles the kernel that is meant, of an open unit, with Run.compile but for its name and
 * template arguments, which *chosen gets. NULL with errors in the run's diags. */
Program *plain_name_compile(const Run *run, const PlainName *name, CompileOptions *chosen);
