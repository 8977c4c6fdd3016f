/* Corpus: .cu files that say in comments what must come of them.
 *
 *   // TAG: TEXT     in a line of its own: about the whole file
 *   code // TAG: TEXT     at the end of a line: about that line
 *
 * Tags of all files: run (LAUNCH options). Which others there are is up to each test.
 */
#pragma once

#include "load/load.h"
#include "probe/checks/check.h"

typedef struct Note {
    const char *tag, *text;
    int line;
    bool is_alone; /* nothing but the comment stands on the line */
} Note;

typedef struct CorpusFile {
    const char *path, *name; /* name: without folder and .cu */
    const Note *notes;
    int note_count;
} CorpusFile;

/* All .cu files of a folder, by name; fails the program if there are none. */
int corpus_open(Arena *arena, const char *folder, const CorpusFile **files);
CorpusFile corpus_read(Arena *arena, const char *path);

/* One cmocka test per file, named after it, with the file as its initial state. */
int corpus_test(const char *group, const CorpusFile *files, int count, void (*test)(void **));

/* The text of the file's first note with this tag, or NULL. */
const char *corpus_note(const CorpusFile *file, const char *tag);

/* Loads path with options as on the command line, blank separated, and those of the notes "run".
 * The program is NULL if that fails. Freed with run_free. */
Run *corpus_load(const CorpusFile *file, const char *options);

/* Loads path with the options alone. */
Run *corpus_load_path(const char *path, const char *options);

/* What came of a run; report and check live in the run's arena. */
typedef struct Outcome {
    Memory *memory;
    const Report *report;
    CheckResult check;
} Outcome;

/* Runs the whole grid with both engines, which must agree bit by bit; the tables of lines and of
 * buffers must add up to the totals. Fails the test if they do not
 * or if run has no program. Freed with outcome_free. */
Outcome corpus_execute(Run *run);
void outcome_free(Outcome *outcome);

/* Occurrences of all findings of a kind, and of one kind on one line (the earlier one, for
 * races). */
uint64_t findings_of(const Report *report, FindingKind kind);
uint64_t findings_on(const Report *report, FindingKind kind, int line);

/* "global_load accesses", "atomics" ... as in the JSON of run. */
uint64_t counter_of(const Report *report, const char *group, const char *name);

/* An element of a buffer after the run. Fails the test if there is none. */
double buffer_value(const Run *run, const Outcome *outcome, const char *buffer, uint64_t index);
