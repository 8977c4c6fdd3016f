/* The kernels of a program as its runtime registers them: each file is opened once, each kernel
 * compiled when it is first asked for. */
#pragma once

#include "exec/layout/layouts.h"
#include "lang/compile.h"
#include "load/plain_name.h"

typedef struct ExecUnit {
    const char *path;
    Run *run;       /* without a program */
    bool is_broken; /* it does not open: nothing in it can be compiled */
    int told;       /* of its diags, by kernels_news */
} ExecUnit;

typedef struct ExecKernel {
    ExecUnit *unit;
    const char *plain; /* "void scale<float>(float*, int)", as the compiler's name says; once it is
                          tried, with what closures_name makes of lambdas */
    PlainName name;
    const char *shown;      /* "scale<float>" */
    const Program *program; /* NULL: not compiled yet, or refused */
    const Phrase *refusal;  /* why it was refused, in the list's arena */
    bool is_tried;
    double run_seconds; /* of its last launch that was run */
} ExecKernel;

typedef struct ExecVariable {
    ExecUnit *unit;
    const char *name;
    uint64_t bytes;
    bool is_constant;
    int allocation; /* its number in device memory; -1: none yet */
} ExecVariable;

typedef struct ExecKernels {
    Arena *arena;
    const LoadOptions *load; /* -D and the like, for all files */
    const Layouts *layouts;  /* of the host part */
    const char *closures;    /* what its lambdas have captured (layout/closures.h) */
    ExecUnit **units;
    int unit_count, unit_capacity;
    ExecKernel *items;
    int count, capacity;
    ExecVariable *variables;
    int variable_count, variable_capacity;
} ExecKernels;

/* The number of a kernel or of a variable, new or known; names are copied. */
int kernels_add(ExecKernels *kernels, const char *file, const char *plain);
int kernels_add_variable(ExecKernels *kernels, const char *file, const char *plain, uint64_t bytes,
                         bool is_constant);

/* The variable of that name, which a program of the unit has, registered or not. */
int kernels_variable(ExecKernels *kernels, ExecUnit *unit, const GlobalVariable *global);
/* What its file lets it begin with; NULL: zeros. */
const uint8_t *kernels_initial(ExecKernels *kernels, int variable);

/* Compiles it if that was not tried before; NULL where the emulator refuses it: diags of the unit's
 * run then say why. */
const Program *kernels_program(ExecKernels *kernels, ExecKernel *kernel);

/* What its diags have that was not told yet. */
Diags kernels_news(ExecUnit *unit);

void kernels_close(ExecKernels *kernels);
