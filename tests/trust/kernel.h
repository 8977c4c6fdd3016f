/* CUDA text to something that runs, without a test library: what the differential tests and the
 * fuzz targets share. */
#pragma once

#include "lang/compile.h"
#include "probe/record/report.h"
#include "vm/memory.h"

/* One text, opened; everything lives in arena. */
typedef struct TrustUnit {
    Arena *arena;
    SourceSet *sources;
    Diags *diags;
    Unit *unit;
} TrustUnit;

TrustUnit trust_open(Arena *arena, const char *text, size_t length);

/* NULL with diagnostics in unit->diags. */
Program *trust_compile(const TrustUnit *unit, const CompileOptions *options);

/* A launch of the program: count elements for every pointer parameter, 3, 4, 5 ... for scalars,
 * zeros for structs. Inputs hold small integers. */
Launch *trust_launch(Arena *arena, const Program *program, Dim3 grid, Dim3 block, uint64_t count);

/* A whole grid run in one way: what it left behind. */
typedef struct TrustRun {
    Report *report;
    Memory *memory;
} TrustRun;

TrustRun trust_run(Arena *arena, const Program *program, const Launch *launch, bool is_stepwise,
                   int threads);
void trust_run_free(TrustRun *run);

/* Numbers for generators: the same for the same state, on every machine. */
uint32_t trust_random(uint64_t *state, uint32_t below);
