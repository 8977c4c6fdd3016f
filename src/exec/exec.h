/* Whole programs: the host part built by a real compiler and run as a process of its own, its
 * kernels run by the emulator. The process is linked with a small CUDA runtime (exec/runtime) that
 * asks here for all that concerns the device. */
#pragma once

#include "count/grid.h"
#include "exec/host_finding.h"
#include "load/load.h"
#include "probe/models/device.h"
#include "probe/sentences/print.h"

/* One launch that has ended, as told to whoever wants to know: valid during the call. */
typedef struct ExecLaunch {
    int number;         /* from 1, in the order of the launches */
    int repeats;        /* the number of the launch that this one is once more: what that one left
                           and showed holds for it, and it was not run again; 0: it was run */
    const Run *run;     /* its Program and Launch */
    const char *kernel; /* "scale<float>" */
    Report *report;     /* findings not sorted */
    Memory *memory;     /* as the launch has left it */
    uint64_t caller;    /* address of the launch in the program's code */
    uint64_t stream;    /* 0: the default one; others count from 1 */
} ExecLaunch;

/* A kernel that was launched and that the emulator refuses; the launch has failed. */
typedef struct ExecRefused {
    int number;         /* of the launch */
    const Run *unit;    /* its file, with diags; NULL: the file cannot be read */
    const char *kernel; /* "scale<float>" */
    Dim3 grid, block;
    uint64_t caller, stream;
} ExecRefused;

/* A launch that is about to run: every buffer of the image is the allocation of that number. Valid
 * during the call. */
typedef struct DeviceMemory DeviceMemory;
typedef struct ExecStart {
    const LaunchImage *image;
    const uint32_t *pointers; /* [pointer_count] where there are pointers in its arguments */
    int pointer_count;
    DeviceMemory *memory;
} ExecStart;

/* What the host does to device memory between launches. */
typedef enum ExecMoveKind {
    EXEC_MOVE_NONE,
    EXEC_MOVE_TO_DEVICE,
    EXEC_MOVE_TO_HOST,
    EXEC_MOVE_INSIDE,
    EXEC_MOVE_SET
} ExecMoveKind;

typedef struct ExecMove {
    ExecMoveKind kind;
    const char *name; /* of the allocation, as far as anything has called it; or NULL */
    uint64_t bytes, caller, stream;
} ExecMove;

/* A program that is set apart from tilestep's terminal, in a process group of its own, which is
 * killed when the program has ended. All are open files. */
typedef struct ExecApart {
    int input, output; /* its stdin; its stdout and stderr */
    int messages;      /* what the compiler says */
    int stop;          /* readable once all is to end */
} ExecApart;

/* The device that programs see unless another one is asked for, by its name among the models, and
 * the bytes of its memory. */
#define EXEC_MODEL       "NVIDIA H200"
#define EXEC_MODEL_BYTES ((uint64_t)150110011392)

typedef struct ExecOptions {
    const char *const *files; /* [file_count] what is compiled, or linked in: .o, .a */
    int file_count;
    const char *const *flags; /* [flag_count] for the compiler: -I, -D, -std=, -O, -l */
    int flag_count;
    const char *const *arguments; /* [argument_count] of the program */
    int argument_count;
    const DeviceModel *device;
    uint64_t device_bytes; /* its memory */
    LoadOptions load;
    const ExecApart *apart; /* NULL: it shares tilestep's terminal and group */
    bool (*starts)(void *context, const ExecStart *start); /* before each launch; NULL: nobody
                                                              asks; false: all is to end */
    bool (*counts)(void *context, int number, const char *kernel); /* whether a launch is counted
                                          and checked; others only run. NULL: all are */
    void (*told)(void *context, const ExecLaunch *launch); /* after each launch that is counted */
    void (*refused)(void *context, const ExecRefused *refused); /* NULL: said on stderr */
    void (*moved)(void *context, const ExecMove *move);         /* or NULL */
    bool (*progress)(void *context, uint64_t blocks_done, uint64_t blocks); /* as in GridOptions */
    void *context;
} ExecOptions;

typedef struct ExecSymbols ExecSymbols;

/* A launch of a program to whose host nothing has come of all that its kernels have written. */
typedef struct ExecUnread {
    int number; /* 0: there is none */
    uint64_t caller;
} ExecUnread;

typedef struct ExecResult {
    int status;          /* the program's own, 0 to 255 */
    int signal;          /* that has ended it; 0: none has */
    const Phrase *crash; /* why, where that is known; NULL: it is not */
    uint64_t crash_at;   /* in the program's code */
    bool is_stopped;     /* before its end, by progress or apart->stop */
    HostFindings findings;
    ExecUnread unread;
    double compile_ms;
    const char *folder, *program; /* the private folder, and what was built there; in the arena */
    ExecSymbols *symbols;         /* for exec_line; NULL: nobody has asked */
} ExecResult;

/* Is the compiler of the host part there? */
bool exec_can_build(Arena *arena);

/* Builds it in a private folder under the system's for temporary files, which exec_clean removes.
 * False with the compiler's messages on stderr, or with *reason. */
bool exec_build(Arena *arena, const ExecOptions *options, ExecResult *result,
                const Phrase **reason);

/* Runs it to its end. */
bool exec_run(Arena *arena, const ExecOptions *options, ExecResult *result, const Phrase **reason);

/* The program is gone then; places that exec_line has told it still tells. */
void exec_clean(Arena *arena, const ExecResult *result);

/* The file of an address in the program's code, and its line; NULL and 0 if nothing tells. The
 * arena is always the same. */
const char *exec_line(Arena *arena, ExecResult *result, uint64_t address, int *line);

/* What serves one process. Private to exec. */
typedef struct ExecProcess ExecProcess;
