/* Private to loading: the parts share the Run under construction. Each reports what is wrong and
 * goes on where it can; the first part that leaves an error ends the loading. */
#ifndef TILESTEP_LOAD_PARTS_H
#define TILESTEP_LOAD_PARTS_H

#include "load/load.h"

/* What a buffer still needs to know. */
typedef struct BufferPlan {
    const HostArgument *host; /* or NULL */
    bool is_unsized;          /* its count is to come from a dry run */
    bool is_open;             /* its role, too */
    bool is_free;             /* its contents are the host's, but others would do */
    uint64_t row_length;      /* in elements, if known before: a struct's width; else 0 */
    bool has_typed_rows;      /* which is the type's: float (*A)[16] */
} BufferPlan;

/* A pointer member of a struct parameter: where the address of its buffer is to be written. */
typedef struct MemberPointer {
    uint8_t *at; /* in the parameter's bytes */
    int buffer;  /* or -1: a null pointer */
    int64_t start_bytes;
} MemberPointer;

typedef struct Loader {
    Run *run;
    Arena *arena; /* the run's */
    Diags *diags;
    HostSetting *settings; /* --set, then sizes that were chosen here */
    int setting_count, setting_capacity;
    uint64_t *arguments;           /* [parameter], as in Launch */
    int64_t *start_bytes;          /* [parameter], as in Launch */
    bool *is_assumed;              /* [parameter] a number chosen here */
    const void **struct_arguments; /* [parameter], as in Launch */
    int64_t largest_member;        /* of the whole numbers in structs, 0 if there are none */
    MemberPointer *member_pointers;
    int member_pointer_count, member_pointer_capacity;
    Buffer *buffers;
    BufferPlan *plans; /* [buffer] */
    int buffer_count;
    uint64_t indices; /* a bit a buffer: its contents decide where the kernel's accesses go */
    const char **notes;
    int note_count, note_capacity;
} Loader;

/* ---- load_option.c: texts of options ---- */

/* A whole number in [least, most]; what it is for is said in messages as "--block 0". */
bool load_integer(const char *text, int64_t least, int64_t most, int64_t *out);

typedef struct WholeOrReal {
    bool is_whole; /* fits 64 bits, signed if it is negative, unsigned if not */
    bool is_negative;
    uint64_t integer; /* of a whole one, in two's complement */
    double real;
} WholeOrReal;

bool load_whole_or_real(const char *text, WholeOrReal *out);

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

/* The same of something that was assumed about the launch. */
void load_note_assumed(Loader *loader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Chooses the kernel and its launch in the host code; gives unknown sizes a default. */
void load_choose(Loader *loader);

void load_extents_all(Loader *loader); /* grid, block, dynamic shared memory */

/* The largest whole number among the scalar arguments, at least 1. */
int64_t load_largest_scalar(const Loader *loader);

/* The host's argument for a parameter, or NULL. */
const HostArgument *load_host_argument(const Loader *loader, int parameter);

/* Value of a uniform operand; false if it is not one, or differs from block to block. */
bool load_uniform(const Loader *loader, Operand operand, int64_t *out);

/* ---- load_scalar.c ---- */

void load_scalars(Loader *loader); /* scalar and struct arguments, without pointers */

/* A number that the kernel is given: a parameter, or a member of one. */
typedef struct Scalar {
    const char *name;
    ScalarType type;
    Span span;
    const HostArgument *host; /* or NULL */
    uint64_t bits;            /* as in a register */
    bool is_assumed;          /* chosen here */
} Scalar;

/* From --arg, the host or a default; false with an error. */
bool load_scalar(Loader *loader, Scalar *scalar);

/* ---- load_assume.c ---- */

/* A block for a kernel without a launch: from constants and shared arrays of the file. */
void load_assume_block(const Run *run, int64_t out[3]);
/* Values for the parameters of a template that nobody gave any, comma separated; NULL if the kernel
 * is no template. */
const char *load_assume_template(Loader *loader);
/* Bytes for an extern __shared__ array: an element for every thread. */
int64_t load_assume_shared(const Run *run);

/* ---- load_struct.c ---- */

void load_struct(Loader *loader, int parameter);         /* its numbers */
void load_struct_buffers(Loader *loader, int parameter); /* its pointers */
int load_count_members(const Type *type);                /* that are pointers */
void load_set_addresses(Loader *loader);                 /* of the buffers, into the structs */

/* Whether a parameter, a member of one ("A.width") or a variable of the device is called so. */
bool load_find_name(Loader *loader, const char *name, bool *is_buffer);

/* All such names of buffers or of numbers, with commas. */
const char *load_names(Loader *loader, bool buffers);

/* ---- load_constant.c ---- */

/* The text of file 0 with the constants of file scope that --set names changed, or NULL if there is
 * nothing to change. */
const char *load_rewrite_constants(Loader *loader);

/* ---- load_buffer.c ---- */

void load_buffers(Loader *loader);

/* A pointer that the kernel is given. */
typedef struct Pointer {
    const char *name;
    const Type *element;
    const HostArgument *host; /* or NULL */
    BufferRole role;
    int parameter;       /* -1: a member */
    uint64_t row_length; /* as in BufferPlan */
} Pointer;

/* Makes its buffer, or finds the one that it points into, too; -1: it points nowhere. */
int load_add_buffer(Loader *loader, const Pointer *pointer, int64_t *start_bytes);

/* The one scalar that values of the type are made of (float4: F32). */
ScalarType load_scalar_of(const Type *type);

/* ---- load_flow.c ---- */

enum { LOAD_FLOW_LIMIT = 64 }; /* buffers that are followed */

/* A bit a buffer. */
typedef struct LoadFlow {
    uint64_t *indices; /* [pc] whose contents decide where the access goes */
    uint64_t *buffers; /* [pc] where it goes */
    uint64_t all_indices, all_conditions;
} LoadFlow;

void load_follow(const Loader *loader, LoadFlow *out); /* with all buffers known */

/* ---- load_contents.c ---- */

void load_contents(Loader *loader); /* that the host code gives the buffers */
void load_indices(Loader *loader);  /* generated ones are kept inside what they index */

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

/* Whether an instruction that is watched ([pc]) leaves its buffer in those blocks. */
bool load_dry_run_outside(const Loader *loader, const bool *watched);

#endif
