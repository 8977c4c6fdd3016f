/* The parts of `tilestep bench`: how fast the emulator and the picture are on this machine. What is
 * timed is a case with a name; cases of all kinds take turns, so that whatever slows the machine
 * down for a while falls on all of them alike. */
#pragma once

#include "cli/report/result.h"
#include "cli/terminal/progress.h"

enum { BENCH_TIMES = 256 };

/* The shipped tiled kernel on a square problem with sides of n, in tiles of 16; NULL with a message
 * if it is not there. The caller frees it with run_free. */
Run *bench_tiled(Cli *cli, int n);

/* A grid of a kernel of bench_grid.c on so many threads. */
typedef struct BenchGrid BenchGrid;

/* kernel: a name of the table there. It lives in the arena of cli and is not opened yet. */
BenchGrid *bench_grid_new(Cli *cli, const char *kernel, int n, int threads);

/* False with a message; bench_grid_close frees it either way. */
bool bench_grid_open(Cli *cli, BenchGrid *grid);
void bench_grid_close(BenchGrid *grid);

/* Counts the grid once and tells how long that took, in seconds; cpu_s: of all threads. False after
 * Ctrl+C. */
bool bench_grid_count(BenchGrid *grid, Progress *progress, double *wall_s, double *cpu_s);

/* How long something took, each time, in seconds. */
typedef struct BenchTimes {
    double wall_s[BENCH_TIMES], cpu_s[BENCH_TIMES]; /* cpu: of all threads */
    int count;                                      /* at most BENCH_TIMES */
} BenchTimes;

/* Notes one time; those beyond BENCH_TIMES are lost. */
void bench_note(BenchTimes *times, double wall_s, double cpu_s);

typedef struct BenchCase BenchCase;

/* What cases have in common that are timed alike. */
typedef struct BenchKind {
    const char *result; /* where the JSON has them: in an array, or alone */
    bool is_alone;
    bool (*open)(Cli *cli, BenchCase *of); /* before the first turn; false with a message */
    bool (*run)(Cli *cli, BenchCase *of, Progress *progress); /* a turn; false after Ctrl+C, or with
                                                                 a message */
    json_t *(*row)(Cli *cli, BenchCase *of);                  /* after the last turn */
    void (*close)(BenchCase *of);                             /* whatever of it was opened */
} BenchKind;

struct BenchCase {
    const BenchKind *kind;
    const char *name; /* "naive:256:1" */
    void *own;        /* what its kind keeps of it */
    BenchTimes times; /* in order when its row is made */
    double all_s;     /* of all turns together */
    int turns;
};

typedef struct BenchCases {
    BenchCase *list;
    int count, capacity;
} BenchCases;

/* Adds a case if --only names it, by its name or by the beginning of that up to a colon, or if all
 * are wanted. own lives in the arena of cli. */
void bench_add(Cli *cli, BenchCases *cases, const BenchKind *kind, const char *name, void *own);

/* Each adds the cases of a kind, which are not opened yet.
 *
 * Grids ("emulator" in the JSON, "naive:256:1" by kernel, side and threads): "seconds" is wall
 * time, "cpu_seconds" that of all threads, each the least of several turns beside its median;
 * "mmadds_per_s" is null where the kernel is no product, and "lanes_per_cpu_s" counts the
 * instructions of all active lanes. */
void bench_list_grids(Cli *cli, BenchCases *cases);

/* "ratios", "ratio:11_coarsened" by kernel: products that are held to a speed, on one thread, and
 * tiled in turn with each of them: "mmadds_per_cpu_s" and "tiled_mmadds_per_cpu_s", millions by the
 * least CPU time of either; "ratio", the one by the other. One of "least_ratio" and
 * "least_mmadds_per_cpu_s" is what is asked for, the other null. */
void bench_list_ratios(Cli *cli, BenchCases *cases);

/* "frame_ms", "frame:step:1920x1080:1" by scene, size and threads: painting and making the picture
 * together, without showing it, in milliseconds. "heavy" is the most that is ever painted, with
 * slanted arrows all over it that are elsewhere in every frame; where only they moved, what lies
 * under them is copied from memory (scene/paint/repaint.c). "step" is a step in the tiled kernel at
 * 64 x 64, far from the one before; "play" the frames of playing it. */
void bench_list_frames(Cli *cli, BenchCases *cases);

/* "seek_ms", "seek": going to any step of the whole tiled grid of 64 x 64, milliseconds of the
 * processor, with those of the clock beside them. */
void bench_list_seek(Cli *cli, BenchCases *cases);

/* "start", "start": a whole process that runs the shipped tiled kernel at 4 x 4 and prints JSON:
 * CPU time, the least of several ("best_ms") beside the "median_ms", and its page faults. */
void bench_list_start(Cli *cli, BenchCases *cases);

/* "exec", "exec": 200 launches of 1024 threads that a whole program makes, beyond building and
 * starting it: CPU time of program and emulator. Not there without the compiler. */
void bench_list_exec(Cli *cli, BenchCases *cases);

/* Runs the cases in turn and puts their rows into the result. False with a message, or after
 * Ctrl+C. */
bool bench_rounds(Cli *cli, BenchCases *cases, json_t *result);

/* Prints the JSON as tables, as far as it is there. */
void bench_print(Cli *cli, const json_t *result);
