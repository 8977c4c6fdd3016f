#include "probe/accumulations/accumulators.h"

Accumulators accumulators_of(Arena *arena, const Program *program)
{
    Accumulators all = {.program = program,
                        .definitions = definitions_of(arena, program),
                        .frames = frames_of(arena, program),
                        .accumulations = accumulations_of(arena, program)};
    all.stores = accumulation_stores_of(arena, &all.definitions, &all.accumulations);
    return all;
}
