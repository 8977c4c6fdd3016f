/* Private to loading: the parts share the Run under construction. Each reports what is wrong and
 * goes on where it can; the first part that leaves an error ends the loading. */
#ifndef TILESTEP_SESSION_LOAD_PARTS_H
#define TILESTEP_SESSION_LOAD_PARTS_H

#include "session/load.h"

typedef struct Loader {
    Run *run;
    Arena *arena; /* the run's */
    Diags *diags;
    HostSetting *settings; /* --set, then sizes that were chosen here */
    int setting_count, setting_capacity;
    uint64_t *arguments;           /* [parameter], as in Launch */
    bool *is_assumed;              /* [parameter] a number chosen here */
    const void **struct_arguments; /* [parameter], as in Launch */
    Buffer *buffers;
    bool *is_unsized; /* [buffer] its count is a guess until the dry run */
    int buffer_count;
    const char **notes;
    int note_count, note_capacity;
} Loader;

/* ---- load_option.c: texts of options ---- */

/* A whole number in [least, most]; what it is for is said in messages as "--block 0". */
bool load_integer(const char *text, int64_t least, int64_t most, int64_t *out);
bool load_number(const char *text, double *out);

void load_compile_options(Loader *loader); /* -D, --without, --fmad */
void load_settings(Loader *loader);        /* --set */
void load_schedule(Loader *loader);        /* --order, --max-steps */

/* "16,8" into extents; false with an error that names the option. */
bool load_extents(Loader *loader, const char *option, const char *text, int64_t out[3]);

/* The last pair of that name, or NULL. */
const char *load_pair(const NamedText *pairs, int count, const char *name);

/* The names that --arg, --shape and --offset can mean, as one sentence. */
const char *load_parameter_names(Loader *loader);

/* Errors for pairs whose names are no parameter or variable of the kernel. */
void load_check_names(Loader *loader);

/* ---- load_launch.c ---- */

void load_note(Loader *loader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Chooses the kernel and its launch in the host code; gives unknown sizes a default. */
void load_choose(Loader *loader);

void load_scalars(Loader *loader);     /* scalar arguments */
void load_extents_all(Loader *loader); /* grid, block, dynamic shared memory */

/* The largest whole number among the scalar arguments, at least 1. */
int64_t load_largest_scalar(const Loader *loader);

/* The host's argument for a parameter, or NULL. */
const HostArgument *load_host_argument(const Loader *loader, int parameter);

/* Value of a uniform operand; false if it is not one, or differs from block to block. */
bool load_uniform(const Loader *loader, Operand operand, int64_t *out);

/* ---- load_constant.c ---- */

/* The text of file 0 with the constants of file scope that --set names changed, or NULL if there is
 * nothing to change. */
const char *load_rewrite_constants(Loader *loader);

/* ---- load_buffer.c ---- */

void load_buffers(Loader *loader);

/* The one scalar that values of the type are made of (float4: F32). */
ScalarType load_scalar_of(const Type *type);

/* ---- load_dry_run.c ---- */

/* What a dry run saw of one buffer. */
typedef struct DryUse {
    uint64_t count;     /* elements up to the last one touched */
    bool is_beyond;     /* something behind all room was touched, too */
    bool is_read_first; /* a word was read that the kernel had not written */
    bool is_written;
} DryUse;

/* Runs blocks of the launch with much room in the unsized buffers; uses is [buffer], zeros. False
 * if it cannot tell, since too little of the grid ran to its end in the steps that are granted. */
bool load_dry_run(const Loader *loader, DryUse *uses);

#endif
