/* Twin: the same program built with nvcc and run on this machine's GPU, to be held against what it
 * prints here. */
#pragma once

#include "exec/exec.h"

enum { TWIN_OUTPUT_BYTES = 1 << 26 }; /* of its output that are read */

typedef struct ExecTwin {
    int status, signal; /* as in ExecResult */
    const char *output; /* what it wrote to stdout, NUL terminated; in the arena */
    size_t bytes;
    const char *again; /* the same of a second run, which shows what differs from run to run */
    size_t again_bytes;
} ExecTwin;

/* Where nvcc is: in PATH, under CUDA_HOME or CUDA_PATH, or in the usual folder; NULL. */
const char *exec_find_nvcc(Arena *arena);

/* Builds and runs it, in the folder that tilestep runs in, with input as its stdin and its stderr
 * left out; waits for its end. Where it does not print `expected`, it runs once more. nvcc's
 * messages come on stderr. False with a reason. */
bool exec_twin(Arena *arena, const ExecOptions *options, const char *nvcc, int input,
               const char *expected, size_t expected_bytes, ExecTwin *twin, const Phrase **reason);
