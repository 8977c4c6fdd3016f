/* From a learner's file to the text a CUDA compiler gets: the very file with host code left out.
 *
 * What stays is the kernel and what it needs, by name and transitively: device functions, types,
 * constants, __device__ and __constant__ variables, namespaces, and all directives except includes
 * of host headers and #defines that -D overrides. All else becomes blanks, so that lines and
 * columns stay. --without is applied to the text as the front end applies it to the Program: where
 * there is one, macros that stand for more than a value are written out, and only lines stay.
 */
#pragma once

#include "lang/compile.h"
#include "program/device_source.h"

/* The text for program, which unit_compile made from unit with options; in the arena, with texts of
 * the unit. Always succeeds: what a CUDA compiler does not take, it says itself. */
DeviceSource *device_source_make(Arena *arena, const Unit *unit, const CompileOptions *options,
                                 const Program *program);

/* One file of the text, and the whole of what device_source_make is made of: texts[i] becomes
 * the device text of files[i], of the same length unless macros are written out. roots are the
 * names that must stay (a kernel, variables); without any, all kernels stay. qualified[i], if
 * qualified is not NULL, gets roots[i] with its namespaces, or the bare name if nothing declares
 * it. texts and qualified are arrays of the caller's; what they point to lives in the arena. */
typedef struct DeviceFile {
    const char *name, *text; /* as in SourceFile */
    uint32_t length;         /* bytes of text */
    const MacroUse *uses;    /* in text, as preprocess tells of file 0; may be NULL */
    int use_count;
} DeviceFile;

/* What stays and what is changed. */
typedef struct DeviceTextOptions {
    const char *const *roots; /* [root_count] unqualified names */
    int root_count;
    const char *place;     /* where in a file's text roots[0] is declared; NULL: wherever it is */
    const Define *defines; /* -D: #defines of these names in the files go */
    int define_count;
    const Without *withouts; /* for files[0] */
    int without_count;
} DeviceTextOptions;

void device_texts_make(Arena *arena, const DeviceFile *files, int file_count,
                       const DeviceTextOptions *options, char **texts, const char **qualified);
