/* The groups of cooperative groups by name alone: functions for the device that take them are
 * declared with them, and their bodies are left out on the host. */
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {
struct thread_group {};
struct thread_block : thread_group {};
struct grid_group : thread_group {};
struct cluster_group : thread_group {};
struct coalesced_group : thread_group {};
template <unsigned int Size, class Parent = void> struct thread_block_tile : thread_group {};
__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
}
