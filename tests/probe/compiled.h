/* Kernels of the project's own files, compiled, with a launch made by hand. */
#ifndef TILESTEP_TESTS_PROBE_COMPILED_H
#define TILESTEP_TESTS_PROBE_COMPILED_H

#include "kernels.h"

/* The naive or the tiled kernel from its file; the options that a file has not are left aside. */
Kernel kernel_compile(const KernelOptions *options);

#endif
