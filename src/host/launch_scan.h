/* Reading launches out of host code, which is never compiled.
 *
 * The scan runs the file's host code abstractly: main as it would run without arguments, then every
 * function that launches or allocates and was not called. At each name<templates><<<grid, block,
 * shared, stream>>>(arguments) it notes what these are there. What it does not understand (files,
 * other libraries) is unknown, with a reason; nothing fails. Sizes that nothing gives, or that are
 * to be others, can be set; everything derived from them follows.
 */
#pragma once

#include "lang/compile.h"

/* A host variable or parameter of a wrapper function that holds a number. */
typedef struct HostVariable {
    const char *name;
    bool is_known; /* it has a value: the first one that it was given */
    bool is_float;
    bool is_flag;      /* it is a bool */
    bool is_parameter; /* whatever is called so is a parameter of a function */
    double value;
    int64_t integer;                 /* exact, in two's complement, if it is no float */
    bool is_size;                    /* some launch or allocation depends on it: a slider */
    bool is_overridden;              /* --set gave the value */
    bool is_constant, is_file_scope; /* both: device code may use it too */
    Span span;
} HostVariable;

/* --set NAME=VALUE: the value that the variable gets in the place of its first one. */
typedef struct HostSetting {
    const char *name;
    double value;
    bool is_whole;   /* false: value alone counts */
    int64_t integer; /* exact; unsigned if value is 2^63 or more */
} HostSetting;

/* Its value as the user would write it. */
const char *host_setting_text(Arena *arena, const HostSetting *setting);

/* A pointer in what a buffer holds. */
typedef struct HostPointer {
    uint64_t at;          /* bytes from the start of the contents */
    int64_t offset_bytes; /* that it points into the allocation */
    const struct HostArgument *to;
} HostPointer;

/* What the host code puts into a buffer, where that could be computed; zeros for the rest. */
typedef struct HostContents {
    const void *bytes; /* NULL: not known */
    uint64_t byte_count;
    bool is_listed;  /* number by number, in an initialiser list */
    bool is_partial; /* of a variable of the device: some of its pointers are not known, and none is
                        told */
    const HostPointer *pointers; /* those that do not point nowhere; their bytes are zeros */
    int pointer_count;
    const uint8_t *set; /* of a variable of the device: 1 for each byte that was copied; NULL: all
                           were */
} HostContents;

/* A variable of the device that cudaMemcpyToSymbol fills. */
typedef struct HostSymbol {
    const char *name;
    HostContents contents; /* of its first bytes */
} HostSymbol;

/* Who was the last to set a part of a buffer: nobody; cudaMemset; a copy; a kernel that may have;
 * or something that cannot be followed. */
typedef enum HostSetBy {
    HOST_SET_NEVER,
    HOST_SET_BYTE,
    HOST_SET_COPY,
    HOST_SET_LAUNCH,
    HOST_SET_OPEN
} HostSetBy;

typedef struct HostPiece {
    int64_t from, to; /* bytes; the last one has no end: INT64_MAX */
    HostSetBy by;
    uint8_t byte; /* of HOST_SET_BYTE */
} HostPiece;

/* What the program has done to a buffer by then. */
typedef struct HostHistory {
    const HostPiece *pieces; /* all of it, in order */
    int count;               /* 0: it is not known */
    int visit; /* the last launch that may have written to it: LaunchScan.visits, plus 1; 0: none */
} HostHistory;

/* What is wrong with a pointer when it is launched with, as far as the host code proves it. */
typedef enum HostPointerFault {
    HOST_POINTER_GOOD,
    HOST_POINTER_FREED, /* cudaFree has given its buffer back */
    HOST_POINTER_HOST   /* it points into pageable memory of the host */
} HostPointerFault;

/* A copy or a memset that fails as it stands there, or writes where it must not: its kind is not
 * the way that its pointers go; it goes past the end of the buffer; its rows are longer than they
 * lie apart. SYMBOL is one to or from a variable of the device, which may be right: how large that
 * is stands in the program. */
typedef enum HostCopyFault {
    HOST_COPY_KIND,
    HOST_COPY_END,
    HOST_COPY_PITCH,
    HOST_COPY_SYMBOL
} HostCopyFault;

typedef struct HostBadCopy {
    HostCopyFault fault;
    Span span;
    int allocation;           /* of the buffer, as in HostArgument; SYMBOL: -1 */
    const char *symbol;       /* SYMBOL: the variable */
    const char *call;         /* "cudaMemcpy" */
    const char *said, *meant; /* KIND: "cudaMemcpyHostToDevice" */
    int64_t bytes,
        room; /* END and SYMBOL: up to which byte it goes, and how many there are; PITCH: of a
                                row, and how far the rows lie apart */
} HostBadCopy;

/* What one parameter of the kernel, or one member of it, is given. */
typedef struct HostArgument {
    const char *text;    /* as written; of a member its name behind the dot */
    const char *buffer;  /* host name of the device pointer, NULL for scalars */
    const char *element; /* the scalar type that it points at, as device code calls it; or NULL */
    bool is_known;       /* scalar with a value */
    bool is_null;        /* and that is a null pointer */
    bool is_float;
    double value;
    int64_t integer;       /* exact, in two's complement, if it is no float */
    const Phrase *missing; /* neither: what the value, or the buffer's size, would need */
    int allocation;        /* equal for arguments that point into the same one; -1: none */
    bool has_count;        /* buffer whose allocation was found */
    double count_bytes;    /* cudaMalloc's or cudaMallocManaged's size */
    bool has_shape;        /* the size was a product rows * columns (* sizeof) */
    double rows, columns;
    bool is_uploaded;       /* target of a host-to-device cudaMemcpy: an input */
    bool is_downloaded;     /* source of a device-to-host cudaMemcpy: an output */
    bool is_zeroed;         /* cudaMemset to 0 */
    HostPointerFault fault; /* of a pointer */
    HostHistory history;    /* when it is launched */
    HostContents contents;  /* likewise */
    double offset_elements; /* d_in + 3 */
    uint32_t element_bytes; /* of what these count; 0: not known */
    uint64_t roots; /* a bit for each of the scan's first 64 variables that the number, or the
                       buffer's size, depends on */
    const struct HostArgument *members; /* of a struct: those that the host code mentions */
    int member_count;
} HostArgument;

/* A launch: one place in the file, with one kernel, extents and template arguments. If the code
 * comes there again with the same, it is told as it was the first time, unless more is known at a
 * later one. */
typedef struct HostLaunch {
    const char *kernel;
    const char *template_args; /* values or types filled in, comma separated; NULL if none */
    bool has_grid, has_block, has_shared;    /* false: could not be evaluated */
    int64_t grid[3], block[3], shared_bytes; /* as computed, not yet checked against limits */
    const HostArgument *arguments;
    int argument_count;
    const Phrase *missing; /* what could not be evaluated and why, or NULL */
    bool is_part; /* the code launches the kernel several times for one result: the same buffers at
                     other places, or from another number on */
    bool is_gap;  /* an exercise leaves what stands in the chevrons to be written */
    int visit;    /* the first of LaunchScan.visits that is this one, plus 1; 0: none is */
    bool is_cooperative; /* all blocks are started at once */
    bool is_reached;     /* the program, run without arguments, comes by here */
    const HostSymbol
        *symbols; /* as they are then; of one that is not reached: LaunchScan.symbols */
    int symbol_count;
    uint64_t roots; /* a bit for each of the scan's first 64 variables: its grid, its block, its
                        shared memory or a number that the kernel reads depends on it */
    uint64_t grid_roots; /* likewise: its grid does */
    Span span;
} HostLaunch;

/* Everything lives in the arena of the scan. */
typedef struct LaunchScan {
    const HostLaunch *launches; /* in file order; those of one place as the code comes by */
    int launch_count;
    const HostLaunch *visits; /* all that the program makes, in the order in which it makes them, as
                                 far as that is followed; one place may be visited again */
    int visit_count;
    bool copies;                   /* the file copies to or from a buffer */
    bool has_main;                 /* it is a program */
    const HostVariable *variables; /* one for each name, in the order they were met */
    int variable_count;
    const HostSymbol *symbols; /* at the end of the program */
    int symbol_count;
    const HostBadCopy *bad_copies; /* in the order in which the program makes them */
    int bad_copy_count;
    int work; /* what the scan took, in operands that it evaluated */
} LaunchScan;

/* Scans the host part of unit as it is. Takes a bounded number of steps (scan.h), whatever the code
 * does; a warning in diags if that was not enough. */
LaunchScan *launch_scan(Arena *arena, const Unit *unit, Diags *diags);

/* The same with settings; plain: the scan of the unit as it is. A setting whose name is no host
 * variable is an error in diags that lists the names there are. */
LaunchScan *launch_scan_with(Arena *arena, const Unit *unit, const LaunchScan *plain,
                             const HostSetting *settings, int setting_count, Diags *diags);
