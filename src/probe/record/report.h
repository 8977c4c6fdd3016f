/* Report: what was counted and found, folded from Steps. One flat block of memory of report_size
 * bytes, which the caller owns: a checkpoint is a copy. Reports of the same program and launch may
 * be merged and compared. What is counted: counter.h. */
#pragma once

#include "probe/record/counter.h"
#include "probe/record/finding.h"
#include "vm/launch.h"

/* Distinct ones kept, the first in the order of report_sort_findings; occurrences of the others are
 * counted in findings_lost. Of notes, those that are lost are not counted. */
enum { REPORT_FINDING_LIMIT = 256, REPORT_NOTE_LIMIT = 64 };

/* Blocks in other orders than that of their numbers, tried one after another where they race, until
 * one leaves something else in memory. */
typedef struct BlockOrders {
    uint32_t tried;     /* 0: none was */
    uint32_t seed;      /* the last one was drawn at random from it; 0: it was backwards */
    int64_t buffer;     /* the first buffer that came out differently */
    uint64_t different; /* its scalars that did; 0: nothing in any buffer */
    uint64_t scalars;   /* that it has */
} BlockOrders;

typedef struct Report {
    uint64_t size_bytes;          /* of all, tables included */
    Counters counters;            /* totals; of a line and of a buffer: the tables */
    int buffer_count, line_count; /* lines: index 0 is unused, line n at n */
    int finding_count;            /* at most REPORT_FINDING_LIMIT */
    int note_count;               /* at most REPORT_NOTE_LIMIT */
    uint64_t findings_lost;       /* occurrences of findings that were not kept */
    BlockOrders orders;
    const LaunchDoubt *doubts; /* the launch's */
    int doubt_count;
    /* offsets from the start of the Report */
    uint64_t buffers_at, lines_at, findings_at, notes_at;
} Report;

/* Bytes of a Report, and an empty one in as many bytes at report, aligned to 64: zeros, or a Report
 * of the same program and launch. */
uint64_t report_size(const Program *program, const Launch *launch);
void report_start(Report *report, const Program *program, const Launch *launch);

/* [buffer_count], in the order of Launch.buffers. */
static inline BufferCount *report_buffers(const Report *report)
{
    return (BufferCount *)((char *)report + report->buffers_at);
}

/* [line_count + 1], by line of all files (source_line_number). */
static inline LineCount *report_lines(const Report *report)
{
    return (LineCount *)((char *)report + report->lines_at);
}

/* The counts of the line that an instruction stands on (Instr.own_line); those of line 0, which
 * nobody shows, if there is no such line. */
static inline LineCount *report_line(const Report *report, uint32_t line)
{
    return &report_lines(report)[line <= (uint32_t)report->line_count ? line : 0];
}

/* [finding_count], in the order of report_sort_findings. They move when one is added. */
static inline Finding *report_findings(const Report *report)
{
    return (Finding *)((char *)report + report->findings_at);
}

/* [note_count], the same for notes. */
static inline Finding *report_notes(const Report *report)
{
    return (Finding *)((char *)report + report->notes_at);
}

/* Adds from to into; both are of the same program and launch. Merging the reports of blocks in any
 * order gives the same Report. */
void report_merge(Report *into, const Report *from);

/* Adds finding->count occurrences to the finding with the same kind, lines, space, buffer and
 * scope, or makes it one of its own; the first occurrence is kept. threads is joined with that of
 * the same block, and replaced by that of an earlier one. The finding is copied. One whose kind is
 * that of a note goes to the notes, by the same rules: who finds that a race is allowed adds it so,
 * with the lines, the place, the threads and the count that the race would have. Equal values are
 * not noted where the same lines race for other words of the place. What the launch doubts
 * (Launch.doubts) becomes a note here. */
void report_find(Report *report, const Finding *finding);

/* Takes out the finding or note of its kind, lines, space, buffer and scope, if there is one. */
void report_forget(Report *report, const Finding *finding);

/* Notes a barrier interval in which not all requests of the line were compared for races; findings
 * of races on the line are marked is_at_least. */
void report_mark_uncompared(Report *report, uint32_t line);

/* Puts the races inside blocks of `from`, in which more was compared, in the place of those of the
 * report, and its marks of what was not compared; both are of the same run. Notes of either stay,
 * each with the higher count, as `from` need not have looked at words on which all is allowed. */
void report_replace_races(Report *report, const Report *from);

/* Tells of the host's copies that are wrong (Launch.copies). */
void report_tell_copies(Report *report, const Launch *launch);

/* Tells what the step limit ended as a note if the launch doubts it. */
void report_doubt_limit(Report *report);

/* Tells what the step limit ended as a note: the launch was stopped, but it is not known to be
 * endless. */
void report_excuse_limit(Report *report, FindingKind note);

/* Tells a loop that the step limit ended, and that never ends as others wait at a barrier, as a
 * barrier that not all reach. */
void report_tell_held_up(Report *report);

/* Tells that a barrier of the whole grid never opens, where that is how the rounds ended. */
typedef struct Rounds Rounds; /* vm/rounds.h */
void report_tell_waiting(Report *report, const Program *program, const Rounds *rounds);

/* The note of that, if the launch was stopped so and what memory holds is no result; else NULL. */
const Finding *report_part(const Report *report);

/* Tells of the lines that are marked as one finding (FINDING_NOT_COMPARED); nothing if none is. */
void report_tell_uncompared(Report *report, FindingScope scope);

/* How many lines have such intervals. */
uint32_t report_uncompared_lines(const Report *report);

/* Findings in a fixed order: kind, line, other line, space, buffer, scope. A Report always keeps
 * them so; this is for Reports whose findings were changed by hand. */
void report_sort_findings(Report *report);

/* The kind is a rule that allows what looks like a race. */
bool finding_is_note(FindingKind kind);

/* Findings of the kind happened in a step of a block, so that block, thread and step mean
 * something; that something was never read did not. */
bool finding_has_place(FindingKind kind);

/* The findings or the notes: those among which the ones of the kind are; *count of them. */
const Finding *report_list(const Report *report, FindingKind kind, int *count);

/* A race: write and read, read and write, or two writes. */
bool finding_is_race(FindingKind kind);

/* "block" or "grid", as in JSON. */
extern const char *const finding_scope_names[2];

/* Is everything that was counted and found the same? The marks of lines whose requests were not
 * all compared may differ: whole blocks at a time are proved free of races where steps are only
 * compared as far as there is room. */
bool report_equal(const Report *a, const Report *b);
