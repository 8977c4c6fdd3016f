#pragma once

#include "program/program.h"

/* Checks what the VM relies on: operands and targets in range, frames balanced, last instruction
 * EXIT. Returns NULL, or what is wrong first, in English. A program that the compiler made passes:
 * what fails is a defect of tilestep, or a program built by a test. */
const char *program_verify(Arena *arena, const Program *program);

/* Disassembly of the whole program, in the arena, with instruction numbers, source lines and
 * indented frames. */
const char *program_text(Arena *arena, const Program *program);
