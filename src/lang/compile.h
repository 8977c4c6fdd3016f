/* The front end's door: CUDA C text in, a Program or diagnostics out.
 *
 * A Unit is one file, preprocessed and split into declarations; its kernels can be compiled one by
 * one. Host functions are recognised by their shape and skipped by brace matching.
 */
#ifndef TILESTEP_LANG_COMPILE_H
#define TILESTEP_LANG_COMPILE_H

#include "lang/tree/unit.h"
#include "program/program.h"

/* Lexes, preprocesses and finds the declarations of file. Always returns a Unit, perhaps with no
 * kernel; diags tells what is wrong. Only options->defines and include_reader are used. */
Unit *unit_open(Arena *arena, SourceSet *sources, uint32_t file, const CompileOptions *options,
                Diags *diags);

/* Compiles the kernel that options name. NULL with at least one error in diags if it cannot be.
 * --without: barrier:LINE removes the barrier calls on that line; check:LINE makes the conditions
 * of if statements and ?: on that line true; line:LINE removes the statements that begin on that
 * line; a LINE that has none of these is an error that names the lines that have. */
Program *unit_compile(Arena *arena, const Unit *unit, const CompileOptions *options, Diags *diags);

/* The template parameters of a kernel, in order; 0 if it is no template. NULL: as in
 * CompileOptions. */
int unit_template_parameters(Arena *arena, const Unit *unit, const char *kernel,
                             const TemplateParameter **out);

/* What --without could switch off in this kernel, in file order; compiled without any.
 * template_args as in CompileOptions; NULL: any that it can be read with. */
int unit_switchables(Arena *arena, const Unit *unit, const char *kernel, const char *template_args,
                     const Switchable **out);

#endif
