/* Kernels of the project's own files, compiled, with a launch made by hand. */
#pragma once

#include "kernels.h"

/* The naive or the tiled kernel from its file; the options that a file has not are left aside. */
Kernel kernel_compile(const KernelOptions *options);
