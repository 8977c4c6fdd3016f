/* Pointers inside of memory, to memory that both sides see: those of a list whose nodes are
 * managed. The program knows such memory by an address of its own and the emulator by another one;
 * while a launch runs, memory holds what the emulator has. */
#pragma once

#include "exec/memory/device_memory.h"
#include "program/program.h"

/* Before a launch of the kernel; false: there are none, and after it nothing is to be done. */
bool pointers_to_device(DeviceMemory *memory, const Program *program);
void pointers_to_program(DeviceMemory *memory);
