/* The Run under construction, which all parts of the loading share. Private to load.
 *
 * Each part reports what is wrong and goes on where it can; the first stage (parts.h) that
 * leaves an error ends the loading. All that is made here lives in the run's arena.
 *
 * The files of this room form one order, each using only groups before its own: number, loader
 * and member; read, assume, option, constant, scalar, given, buffer, flow and dry_run; launch,
 * name, struct and contents; unsized and parameters; load.
 */
#pragma once

#include "load/load.h"

/* In what order numbers are that nobody gives. */
typedef enum ContentsOrder {
    ORDER_NONE,
    ORDER_ASCENDING, /* as a search needs them, or the rows of a sparse matrix */
    ORDER_MIXED      /* each place once, as indices */
} ContentsOrder;

/* What a buffer still needs to know. */
typedef struct BufferPlan {
    const HostArgument *host; /* or NULL */
    const char *given;        /* the name for which --arg fills it, or NULL */
    bool is_unsized;          /* its count is to come from a dry run */
    bool is_stretched;   /* its count is the file's, but an option lets the kernel go further */
    bool is_open;        /* its role, too */
    bool is_sketched;    /* nothing sets it, but the file is no program: it is open */
    bool is_free;        /* its contents are the host's, but others would do */
    uint64_t row_length; /* in elements, if known before: a struct's width; else 0 */
    bool has_typed_rows; /* which is the type's: float (*A)[16] */
    ContentsOrder order; /* of contents that are generated */
    bool is_numbered;    /* its contents are bytes that were generated */
} BufferPlan;

/* Is it to be seen how far the kernel goes in it? */
static inline bool load_is_open_ended(const BufferPlan *plan)
{
    return plan->is_unsized || plan->is_stretched;
}

/* A pointer member of a struct parameter: where the address of its buffer is to be written. */
typedef struct MemberPointer {
    uint8_t *at; /* in the parameter's bytes */
    int buffer;  /* or -1: a null pointer */
    int64_t start_bytes;
} MemberPointer;

/* A pointer of the launch: into which buffer, how far. */
typedef struct PointerUse {
    const char *name;
    int buffer;
    int64_t start_bytes;
} PointerUse;

/* A number of the host that --arg has made larger. */
typedef struct RaisedNumber {
    const char *name;
    const HostArgument *host;
} RaisedNumber;

/* What a launch has left in a buffer. */
typedef struct LoadLeft {
    int visit;      /* LaunchScan.visits */
    int allocation; /* as in HostArgument */
    ScalarType type;
    const uint8_t *bytes;
    uint64_t byte_count;
    bool is_written; /* the launch may write to it */
    bool is_run;     /* it was run; if not, it began with these bytes */
    bool is_plain;   /* not written, and contents that are the host's or made up: others would do */
} LoadLeft;

/* What is chosen where nobody says (choose.c tries several). */
typedef struct LoadAttempt {
    int64_t halves; /* what a length is, in halves of the block's longer side; 0: two elements */
    bool is_sorted; /* contents that steer the kernel ascend */
    int shift;      /* the length is divided by 2 to the power of this */
    bool has_tail;  /* lengths that the grid is made of are half a side longer */
    int visit;      /* the launch is this one of LaunchScan.visits, plus 1; 0: one is chosen */
    const LoadLeft *left; /* by launches that were run before */
    int left_count;
} LoadAttempt;

typedef struct LoadFiles LoadFiles;

/* A macro that nobody defines, and what is taken for it. */
typedef struct Undeclared {
    const char *name, *value;
    Span span; /* its first use */
} Undeclared;

/* What the host code says with these settings. */
typedef struct KnownScan {
    const HostSetting *settings;
    int setting_count;
    LaunchScan *scan;
} KnownScan;

/* What the stages fill, one after another; what a later stage makes is NULL or 0 before. */
typedef struct Loader {
    Run *run;
    Arena *arena; /* the run's */
    Diags *diags;
    Undeclared undeclared[6];
    int undeclared_count;
    LoadFiles *files;      /* what names of included files mean (read.c); NULL: nothing */
    HostSetting *settings; /* --set, then sizes that were chosen here */
    int setting_count, setting_capacity;
    LaunchScan *plain; /* the host code without settings */
    KnownScan *scans;  /* of the unit with settings (sizes/scans.c) */
    int scan_count, scan_capacity;
    LoadAttempt attempt;
    uint64_t *arguments;           /* [parameter], as in Launch */
    int64_t *start_bytes;          /* [parameter], as in Launch */
    bool *is_assumed;              /* [parameter] a number chosen here */
    const void **struct_arguments; /* [parameter], as in Launch */
    int64_t largest_member;        /* largest whole number in structs, 0 if there are none */
    MemberPointer *member_pointers;
    int member_pointer_count, member_pointer_capacity;
    Buffer *buffers;
    BufferPlan *plans; /* [buffer] */
    int buffer_count;
    LaunchCopy *copies; /* Launch.copies */
    LostPointer *lost;  /* Launch.lost */
    int lost_capacity;
    PointerUse *uses;
    int use_count, use_capacity;
    RaisedNumber *raised;
    int raised_count, raised_capacity;
    uint64_t indices; /* a bit a buffer: its contents decide where the kernel's accesses go */
    const Phrase **notes;
    int note_count, note_capacity;
    uint64_t *said; /* hashes of the notes in English, as they came */
    int said_count, said_capacity;
    NamedText *assumed;
    const char **assumed_by; /* [assumed] the option that says another */
    int assumed_count, assumed_capacity, assumed_by_capacity;
} Loader;

/* The hint of the diagnostic that was added last: "as in --set n=64". The option, of the run's
 * arena or a literal, is what the file can be opened with instead. */
void load_hint_option(Loader *loader, const char *option);

/* The option that such a size is made of, if it is one: a --set of a variable with one of these
 * bits (HostLaunch.roots), or a -D of less than 1; NULL: none is. And the hint of the diagnostic
 * that was added last which says so; false: there is none. */
const char *load_option_behind(const Loader *loader, uint64_t roots);
bool load_hint_behind(Loader *loader, uint64_t roots);

/* Adds a sentence to Run.notes, once. */
void load_note(Loader *loader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Tells that something of the launch was chosen here (Run.assumed), and which option says another
 * ("arg", "grid"). Of a name that is told twice the first time counts. */
void load_assume(Loader *loader, const char *option, const char *name, const char *value);

/* Adds the sentence that tells all of it, before the others. */
void load_note_assumed(Loader *loader);

/* The last pair of that name, or NULL. */
const char *load_pair(const NamedText *pairs, int count, const char *name);

/* What --arg gives the parameter or member called so, as text, or NULL. */
const char *load_argument_text(const Loader *loader, const char *name);

/* The host's argument for a parameter, or NULL. */
const HostArgument *load_host_argument(const Loader *loader, int parameter);

/* Value of a uniform operand, once the numbers are loaded; false if it is not one, or differs from
 * block to block. */
bool load_uniform(const Loader *loader, Operand operand, int64_t *out);

/* The largest whole number among the scalar arguments, at least 1. */
int64_t load_largest_scalar(const Loader *loader);
