/* One launch of a program: what its runtime sent becomes a Launch over the program's own device
 * memory, is run, and leaves there what it wrote. */
#pragma once

#include "count/grid.h"
#include "exec/exec.h"
#include "exec/kernels.h"
#include "exec/memory/device_memory.h"

/* As CUDA has them. */
typedef enum ExecError {
    EXEC_SUCCESS = 0,
    EXEC_ERROR_VALUE = 1,
    EXEC_ERROR_MEMORY = 2,
    EXEC_ERROR_SYMBOL = 13,
    EXEC_ERROR_FUNCTION = 98,
    EXEC_ERROR_ADDRESS = 700,
    EXEC_ERROR_TIMEOUT = 702,
    EXEC_ERROR_ASSERT = 710,
    EXEC_ERROR_MISALIGNED = 716,
    EXEC_ERROR_FAILURE = 719
} ExecError;

/* The number of the allocation of a variable, made and filled with its first value if there is none
 * yet; -1 if there is no room. */
int launcher_variable(ExecProcess *process, int variable);

/* What the program is told of a launch, in the arena. */
typedef struct LauncherAnswer {
    const uint64_t *written; /* bit set of the allocations that it has written; */
    size_t written_bytes;    /* 0: none */
    const char *printed;
    bool has_stored; /* anything in global memory */
} LauncherAnswer;

ExecError launcher_run(ExecProcess *process, const ExecRequest *request, const uint8_t *arguments,
                       uint32_t bytes, Arena *arena, LauncherAnswer *out);

/* Tells of the launch of a kernel that the emulator refuses. */
void launcher_refuse(ExecProcess *process, const ExecRequest *request);
