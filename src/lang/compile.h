/* The front end's door: CUDA C text in, a Program or diagnostics out.
 *
 * A Unit is one file, preprocessed and split into declarations; its kernels can be compiled one by
 * one. Host functions are recognised by their shape and skipped by brace matching.
 */
#pragma once

#include "lang/tree/unit.h"
#include "program/program.h"

/* Lexes, preprocesses and finds the declarations of file, which must be in sources. Always returns
 * a Unit, perhaps with no kernel; diags tells what is wrong with the preprocessor's part: functions
 * are not looked into. Of options only defines, include_reader and template_args are read, and only
 * during this call: template arguments of unit_compile may name of CUDA's headers what the file or
 * these name. The Unit lives in arena and keeps sources, to which local includes are added. */
Unit *unit_open(Arena *arena, SourceSet *sources, uint32_t file, const CompileOptions *options,
                Diags *diags);

/* KernelInfo.name of the kernel that this name means, or the name itself if there is none. */
const char *unit_kernel_name(const Unit *unit, const char *name);

/* The value of a constant expression that names things of the file: the tokens [begin, end) of
 * unit->text, read as if they stood outside functions. False if they are none; *type is that of the
 * value, a whole one. */
bool unit_constant(Arena *arena, const Unit *unit, int begin, int end, int64_t *value,
                   ScalarType *type);

/* What the variable of the file begins with in device memory, in arena; NULL if that is zeros, or
 * if none of that name is as many bytes and can be read. */
const uint8_t *unit_variable(Arena *arena, const Unit *unit, const char *name, uint64_t bytes);

/* Compiles the kernel that options name. NULL with at least one error in diags if it cannot be.
 * Errors that diags held before the call do not count. The Program lives in arena. A Unit can be
 * compiled any number of times, but by one thread at a time: template arguments are lexed as one
 * more file of its sources.
 * --without: barrier:LINE removes the barrier calls on that line; check:LINE makes the conditions
 * of if statements and ?: on that line true; line:LINE removes the statements that begin on that
 * line; a LINE that has none of these is an error that names the lines that have. */
Program *unit_compile(Arena *arena, const Unit *unit, const CompileOptions *options, Diags *diags);

/* The template parameters of a kernel, in order; 0, and *out NULL, if it is no template or there is
 * no such kernel. kernel NULL: the one that CompileOptions.kernel NULL means. */
int unit_template_parameters(Arena *arena, const Unit *unit, const char *kernel,
                             const TemplateParameter **out);

/* What --without could switch off in this kernel and the functions it calls, in the order in which
 * they are read; returns how many there are. The kernel is read for this with nothing switched
 * off, and mistakes in it are not reported: what was met up to them is listed. kernel as above;
 * template_args as in CompileOptions, but NULL gives float for every type and 4 for every number
 * that has no default. *out lives in arena and is NULL if there is no such kernel. */
int unit_switchables(Arena *arena, const Unit *unit, const char *kernel, const char *template_args,
                     const Switchable **out);
