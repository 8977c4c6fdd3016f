/* The open file as a whole program, which runs beside the window: what is known of it, and what of
 * that is picked. What it does stands in session/programs; what it shows is drawn by
 * view/sheets/console.c. Nothing of it is saved, nor does anything but a press start it. */
#pragma once

#include "exec/job.h"

/* What is kept of the memory of all launches. */
#define CONSOLE_KEPT_BYTES ((uint64_t)1 << 30)

/* What arrows move in. */
typedef enum ConsolePart {
    CONSOLE_LAUNCHES,
    CONSOLE_FAULTS,
    CONSOLE_OUTPUT,
    CONSOLE_PARTS
} ConsolePart;

/* What Enter answers now. */
typedef enum ConsoleAsk {
    CONSOLE_ASKS_NOTHING,
    CONSOLE_ASKS_RUN,  /* whether, and with what, the program is to run; once for each file, or when
                          it is to be given something else */
    CONSOLE_ASKS_AGAIN /* whether it is to run again up to a launch that is not kept */
} ConsoleAsk;

/* What the launch that was opened last goes to, as soon as it is known where that is. */
typedef enum ConsoleSeeks {
    CONSOLE_SEEKS_NOTHING,
    CONSOLE_SEEKS_WRONG,  /* its first wrong step */
    CONSOLE_SEEKS_FINDING /* the first of what was found in it */
} ConsoleSeeks;

/* What the program is given: a line that is typed for each. */
typedef enum ConsoleGiven {
    CONSOLE_GIVES_ARGUMENTS,
    CONSOLE_GIVES_INPUT, /* the path of a file that is its stdin */
    CONSOLE_GIVEN_LINES
} ConsoleGiven;

enum { CONSOLE_LINE_BYTES = 512 };

typedef struct ConsoleLine {
    char text[CONSOLE_LINE_BYTES];
    size_t caret;
} ConsoleLine;

/* A fault of the host part, with its place. */
typedef struct ConsoleFault {
    const char *kind[LANGUAGE_COUNT];
    const char *file; /* NULL: nothing tells */
    int line;
    const char *about_file; /* where the memory that it is about was allocated; NULL: of none */
    int about_line;
    uint64_t count; /* times */
    const Phrase *message;
} ConsoleFault;

/* What is known of the program, all of it the job's or in the stand's arena: what is drawn. */
typedef struct ConsoleFacts {
    ExecJobState state;
    const ExecJobRow *rows; /* [row_count] */
    int row_count, launch_count;
    uint64_t blocks_done, blocks; /* of the launch that runs; 0 of 0: none does */
    const char *output;           /* NUL terminated */
    uint64_t output_bytes;
    int64_t output_lines;
    const ExecResult *result;   /* NULL: it has not ended */
    const ConsoleFault *faults; /* [fault_count] */
    int fault_count;
    const Phrase *reason; /* of EXEC_JOB_FAILED */
} ConsoleFacts;

typedef struct Console {
    bool is_allowed; /* whoever made the session sits before a window; else nothing runs */
    bool is_open;    /* the sheet */
    bool is_known;   /* something has run, or runs: facts */
    bool is_stopped; /* by the learner */
    bool is_moved;   /* the learner picked a launch; else the latest one is */
    ConsoleSeeks seeks;
    ConsoleAsk ask;
    ConsoleLine given[CONSOLE_GIVEN_LINES];
    ConsoleGiven giving; /* the line that letters go to, while it is asked whether it is to run */
    char *given_to;      /* the path that they are for; owned, NULL: none */
    ConsolePart part;
    int row, fault;      /* picked */
    int64_t lines_up;    /* lines of the output below those shown; 0: the latest are shown */
    uint64_t kept_bytes; /* memory of launches that is kept; 0: CONSOLE_KEPT_BYTES */
    double ms;           /* since it was started, by the session's clock; */
    double launch_ms;    /* and when the launch that runs began */
    ExecJob *job;        /* owned */
    ExecJob *again;      /* owned: runs once more, up to again_number; NULL: nothing does */
    int again_number;
    ConsoleFacts facts;
    Arena *arena;       /* of path and faults; NULL: is_known is false */
    const char *path;   /* the file that ran */
    uint64_t file_hash; /* as it was then */
    char *agreed;       /* paths that may run, a line each; owned, NULL: none */
} Console;
