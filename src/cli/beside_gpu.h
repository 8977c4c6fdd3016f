/* BesideGpu: what a whole program prints here, kept while it is printed, and held against what the
 * same program prints when nvcc has built it and a GPU runs it. */
#pragma once

#include "cli/terminal/command.h"
#include "exec/exec.h"
#include "record/json.h"

typedef struct BesideGpu BesideGpu;

/* Before the program runs: its output goes on to stdout and is kept; a stdin that cannot be read
 * twice is read to its end first. NULL with a message. */
BesideGpu *beside_gpu_begin(Cli *cli);

/* When it has ended, however: its output ends here. */
void beside_gpu_end(BesideGpu *beside);

/* Runs it on the GPU and compares; true if the two are the same, or it cannot be told. */
bool beside_gpu_compare(BesideGpu *beside, const ExecOptions *options, const ExecResult *result);

/* Where the two part, in lines on stderr; and as JSON, which the caller gives up. */
void beside_gpu_print(const BesideGpu *beside);
json_t *beside_gpu_json(const BesideGpu *beside);

void beside_gpu_free(BesideGpu *beside);
