/* Report: one flat block. Its findings are always kept sorted, and when there are too many the ones
 * first in that order stay: so the result of merging does not depend on the order of merging. */
#include "probe/record/report.h"
#include "vm/page.h"
#include "vm/rounds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const finding_names[FINDING_KIND_END] = {
#define FINDING(name, json, ...) [FINDING_##name] = json,
#define NOTE(name, json, ...)    [NOTE_##name] = json,
#include "probe/record/finding.def"
};

const char *const finding_scope_names[] = {[SCOPE_BLOCK] = "block", [SCOPE_GRID] = "grid"};

static uint64_t lay_out_report(Report *report, const Program *program, const Launch *launch)
{
    report->buffer_count = launch->buffer_count;
    report->line_count = program->line_count;
    report->buffers_at = page_rounded(sizeof *report);
    report->lines_at =
        report->buffers_at + page_rounded(sizeof(BufferCount) * (size_t)report->buffer_count);
    report->findings_at =
        report->lines_at + page_rounded(sizeof(LineCount) * ((size_t)report->line_count + 1));
    report->notes_at = report->findings_at + page_rounded(sizeof(Finding) * REPORT_FINDING_LIMIT);
    return report->notes_at + page_rounded(sizeof(Finding) * REPORT_NOTE_LIMIT);
}

uint64_t report_size(const Program *program, const Launch *launch)
{
    Report report;
    return lay_out_report(&report, program, launch);
}

void report_start(Report *report, const Program *program, const Launch *launch)
{
    if (report->size_bytes) { /* it was one; what is behind its findings is zeros */
        memset(report_findings(report), 0, sizeof(Finding) * (size_t)report->finding_count);
        memset(report_notes(report), 0, sizeof(Finding) * (size_t)report->note_count);
        memset(report, 0, report->findings_at);
    }
    report->size_bytes = lay_out_report(report, program, launch);
    report->doubts = launch->doubts;
    report->doubt_count = launch->doubt_count;
}

static int order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_findings(const Finding *a, const Finding *b)
{
    int by;
    if ((by = order(a->kind, b->kind)) || (by = order(a->line, b->line)) ||
        (by = order(a->other_line, b->other_line)) || (by = order(a->space, b->space)))
        return by;
    if ((by = order(a->buffer, b->buffer)) || (by = order(a->scope, b->scope)))
        return by;
    if ((by = order(a->doubted, b->doubted)))
        return by;
    return order(a->warp.reason, b->warp.reason);
}

static bool is_earlier(const Finding *a, const Finding *b)
{
    if (a->block != b->block)
        return a->block < b->block;
    if (a->step != b->step)
        return a->step < b->step;
    if (a->thread != b->thread)
        return a->thread < b->thread;
    if (a->other_block != b->other_block)
        return a->other_block < b->other_block;
    if (a->other_thread != b->other_thread)
        return a->other_thread < b->other_thread;
    return a->element < b->element;
}

static void copy_first(Finding *to, const Finding *from)
{
    to->block = from->block;
    to->other_block = from->other_block;
    to->other_step = from->other_step;
    to->beside = from->beside;
    to->beside_element = from->beside_element;
    to->thread = from->thread;
    to->other_thread = from->other_thread;
    to->element = from->element;
    to->within = from->within;
    to->landed = from->landed;
    to->bytes = from->bytes;
    to->past = from->past;
    to->step = from->step;
    to->warp = from->warp;
}

/* Copies field by field, so that padding stays zero and Reports can be compared as bytes. */
static void write_finding(Finding *to, const Finding *from)
{
    memset(to, 0, sizeof *to);
    to->kind = from->kind;
    to->doubted = from->doubted;
    to->doubt = from->doubt;
    to->scope = from->scope;
    to->space = from->space;
    to->buffer = from->buffer;
    to->line = from->line;
    to->other_line = from->other_line;
    to->count = from->count;
    to->is_before = from->is_before;
    to->is_behind = from->is_behind;
    to->held_line = from->held_line;
    to->held_thread = from->held_thread;
    copy_first(to, from);
    memcpy(to->threads, from->threads, sizeof to->threads);
    to->blocks = from->blocks;
    memcpy(to->in_blocks, from->in_blocks, sizeof to->in_blocks);
    to->rows = from->rows;
    to->columns = from->columns;
}

/* Adds a block to the FINDING_BLOCK_LIMIT lowest ones, which are kept in order; threads of one that
 * is there already are added up. */
static void add_block(FindingBlock *blocks, FindingBlock from)
{
    int at = 0;
    while (at < FINDING_BLOCK_LIMIT && blocks[at].threads && blocks[at].block < from.block)
        ++at;
    if (at == FINDING_BLOCK_LIMIT)
        return;
    if (blocks[at].threads && blocks[at].block == from.block) {
        blocks[at].threads += from.threads;
        return;
    }
    memmove(&blocks[at + 1], &blocks[at], sizeof *blocks * (size_t)(FINDING_BLOCK_LIMIT - 1 - at));
    blocks[at] = from;
}

static void add_occurrences(Finding *to, const Finding *from)
{
    bool replaces = from->block < to->block;
    for (size_t i = 0; i < sizeof to->threads / sizeof *to->threads; ++i)
        if (replaces)
            to->threads[i] = from->threads[i];
        else if (from->block == to->block)
            to->threads[i] |= from->threads[i];
    to->count += from->count;
    to->is_before |= from->is_before;
    to->is_behind |= from->is_behind;
    if (!to->held_line) {
        to->held_line = from->held_line;
        to->held_thread = from->held_thread;
    }
    to->blocks += from->blocks;
    for (int i = 0; i < FINDING_BLOCK_LIMIT && from->in_blocks[i].threads; ++i)
        add_block(to->in_blocks, from->in_blocks[i]);
    if (is_earlier(from, to))
        copy_first(to, from);
}

/* The findings or the notes of a report: whatever has the kind. */
typedef struct List {
    Finding *items;
    int *count, limit;
    uint64_t *lost; /* NULL: nobody counts them */
} List;

static List list_of(Report *report, FindingKind kind)
{
    if (finding_is_note(kind))
        return (List){report_notes(report), &report->note_count, REPORT_NOTE_LIMIT, NULL};
    return (List){report_findings(report), &report->finding_count, REPORT_FINDING_LIMIT,
                  &report->findings_lost};
}

const Finding *report_list(const Report *report, FindingKind kind, int *count)
{
    List list = list_of((Report *)report, kind);
    *count = *list.count;
    return list.items;
}

/* The index of the first item that is not before key. */
static int lower_bound(const List *list, const Finding *key)
{
    int low = 0, high = *list->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare_findings(&list->items[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_line_uncompared(const Report *report, uint32_t line)
{
    return line <= (uint32_t)report->line_count && report_lines(report)[line].uncompared > 0;
}

bool finding_is_note(FindingKind kind)
{
    return kind > FINDING_BEFORE_NOTES;
}

bool finding_has_place(FindingKind kind)
{
    return kind != FINDING_NEVER_READ && kind != FINDING_NOT_COMPARED &&
           kind != FINDING_COPY_WRONG_KIND && kind != FINDING_COPY_OUT_OF_BOUNDS &&
           kind != NOTE_ASSUMED_PLACES && kind != NOTE_FRAGMENT_ORDER;
}

bool finding_is_race(FindingKind kind)
{
    return kind == FINDING_RACE_RAW || kind == FINDING_RACE_WAR || kind == FINDING_RACE_WAW;
}

static void mark_finding(const Report *report, Finding *finding)
{
    finding->is_at_least =
        finding_is_race(finding->kind) && (is_line_uncompared(report, finding->line) ||
                                           is_line_uncompared(report, finding->other_line));
}

static void mark_findings(Report *report)
{
    for (int i = 0; i < report->finding_count; ++i)
        mark_finding(report, &report_findings(report)[i]);
}

void report_mark_uncompared(Report *report, uint32_t line)
{
    if (!report_lines(report)[line <= (uint32_t)report->line_count ? line : 0].uncompared++)
        mark_findings(report);
}

uint32_t report_uncompared_lines(const Report *report)
{
    uint32_t count = 0;
    for (uint32_t line = 0; line <= (uint32_t)report->line_count; ++line)
        count += is_line_uncompared(report, line);
    return count;
}

static void lose(const List *list, uint64_t count)
{
    if (list->lost)
        *list->lost += count;
}

/* The last that may give way to another: that not all was compared stays. NULL: none. */
static Finding *last_to_drop(const List *list)
{
    for (int i = *list->count; i-- > 0;)
        if (list->items[i].kind != FINDING_NOT_COMPARED)
            return &list->items[i];
    return NULL;
}

static void take_out(const List *list, Finding *item)
{
    Finding *end = &list->items[--*list->count];
    memmove(item, item + 1, (size_t)((char *)end - (char *)item));
    memset(end, 0, sizeof *end);
}

/* The place of a finding that differs from another one in its kind alone; NULL if there is none. */
static Finding *find_as(Report *report, const Finding *finding, FindingKind kind)
{
    List list = list_of(report, kind);
    Finding key = *finding;
    key.kind = kind;
    int at = lower_bound(&list, &key);
    return at < *list.count && !compare_findings(&list.items[at], &key) ? &list.items[at] : NULL;
}

void report_forget(Report *report, const Finding *finding)
{
    List list = list_of(report, finding->kind);
    Finding *here = find_as(report, finding, finding->kind);
    if (here)
        take_out(&list, here);
}

/* Of a race by some words, that stores were equal in others, perhaps by chance, is no news. */
static bool is_overruled(Report *report, const Finding *finding)
{
    if (finding->kind == NOTE_EQUAL_VALUES)
        return find_as(report, finding, FINDING_RACE_WAW) != NULL;
    if (finding->kind == FINDING_RACE_WAW) {
        Finding note = *finding;
        note.kind = NOTE_EQUAL_VALUES;
        report_forget(report, &note);
    }
    return false;
}

static bool is_doubt_of(const LaunchDoubt *doubt, const Finding *finding)
{
    return doubt->kind == (int)finding->kind && (!doubt->line || doubt->line == finding->line);
}

/* Makes a note of a finding that the launch doubts. */
static bool doubt(const Report *report, Finding *finding)
{
    int at = 0;
    while (at < report->doubt_count && !is_doubt_of(&report->doubts[at], finding))
        ++at;
    if (at == report->doubt_count)
        return false;
    finding->doubted = finding->kind;
    finding->doubt = at;
    finding->kind = report->doubts[at].contents < 0 ? NOTE_ASSUMED_NUMBER : NOTE_ASSUMED_CONTENTS;
    return true;
}

static void find_as_told(Report *report, const Finding *finding)
{
    if (is_overruled(report, finding))
        return;
    List list = list_of(report, finding->kind);
    Finding *here = &list.items[lower_bound(&list, finding)], *end = &list.items[*list.count];
    if (here < end && !compare_findings(here, finding)) {
        add_occurrences(here, finding);
        return;
    }
    if (*list.count == list.limit) {
        Finding *last = last_to_drop(&list);
        if (last < here && finding->kind != FINDING_NOT_COMPARED) {
            lose(&list, finding->count);
            return;
        }
        lose(&list, last->count);
        take_out(&list, last);
        here = &list.items[lower_bound(&list, finding)];
        --end;
    }
    memmove(here + 1, here, (size_t)((char *)end - (char *)here));
    write_finding(here, finding);
    mark_finding(report, here);
    ++*list.count;
}

void report_find(Report *report, const Finding *finding)
{
    Finding note = *finding;
    bool is_doubted = finding->kind != FINDING_STEP_LIMIT && doubt(report, &note);
    find_as_told(report, is_doubted ? &note : finding);
}

void report_merge(Report *into, const Report *from)
{
    assert(into->size_bytes == from->size_bytes);
    counters_add(&into->counters, &from->counters);
    for (int i = 0; i < into->buffer_count; ++i)
        buffer_count_add(&report_buffers(into)[i], &report_buffers(from)[i]);
    for (int i = 0; i <= into->line_count; ++i)
        line_count_add(&report_lines(into)[i], &report_lines(from)[i]);
    into->findings_lost += from->findings_lost;
    for (int i = 0; i < from->finding_count; ++i)
        report_find(into, &report_findings(from)[i]);
    for (int i = 0; i < from->note_count; ++i)
        report_find(into, &report_notes(from)[i]);
    mark_findings(into);
}

/* Takes the findings of the step limit out; the first of them, of a kind that is none if there is
 * no such one. */
static Finding take_limits(Report *report)
{
    Finding first = {.kind = FINDING_COUNT};
    int kept = 0, count = report->finding_count;
    Finding *findings = report_findings(report);
    for (int i = 0; i < count; ++i)
        if (findings[i].kind != FINDING_STEP_LIMIT)
            findings[kept++] = findings[i];
        else if (first.kind == FINDING_COUNT || is_earlier(&findings[i], &first))
            first = findings[i];
    memset(&findings[kept], 0, sizeof *findings * (size_t)(count - kept));
    report->finding_count = kept;
    return first;
}

void report_doubt_limit(Report *report)
{
    Finding probe = {.kind = FINDING_STEP_LIMIT};
    if (!doubt(report, &probe))
        return;
    Finding first = take_limits(report);
    if (first.kind != FINDING_COUNT && doubt(report, &first))
        find_as_told(report, &first);
}

void report_excuse_limit(Report *report, FindingKind note)
{
    Finding first = take_limits(report);
    if (first.kind == FINDING_COUNT)
        return;
    first.kind = note;
    first.count = 1;
    first.held_line = first.held_thread = 0;
    report_find(report, &first);
}

void report_tell_held_up(Report *report)
{
    int at = 0;
    while (at < report->finding_count && !report_findings(report)[at].held_line)
        ++at;
    if (at == report->finding_count)
        return;
    Finding told = report_findings(report)[at];
    (void)take_limits(report);
    told.kind = FINDING_BARRIER_DIVERGENCE;
    told.other_line = told.line;
    told.line = told.held_line;
    told.other_thread = told.held_thread;
    told.count = 1;
    report_find(report, &told);
}

void report_tell_waiting(Report *report, const Program *program, const Rounds *rounds)
{
    const RoundsBlock *waiter = &rounds_blocks(rounds)[rounds->waiter];
    if (!rounds->missing)
        return;
    report_find(report, &(Finding){.kind = FINDING_BARRIER_DIVERGENCE,
                                   .scope = SCOPE_GRID,
                                   .buffer = -1,
                                   .line = program->code[waiter->barrier_pc].own_line,
                                   .block = rounds->waiter,
                                   .other_block = rounds->missing - 1,
                                   .count = 1,
                                   .blocks = 1,
                                   .landed = -1,
                                   .step = waiter->last_step,
                                   .in_blocks = {{rounds->waiter, 1}}});
}

const Finding *report_part(const Report *report)
{
    for (int i = 0; i < report->note_count; ++i)
        if (report_notes(report)[i].kind >= NOTE_LONG_LOOP ||
            report_notes(report)[i].doubted == FINDING_STEP_LIMIT)
            return &report_notes(report)[i];
    return NULL;
}

static bool is_race_in_block(const Finding *finding)
{
    return finding->scope == SCOPE_BLOCK && finding_is_race(finding->kind);
}

/* Takes races inside blocks out of the list. */
static void take_races_out(List list)
{
    int kept = 0, count = *list.count;
    for (int i = 0; i < count; ++i)
        if (!is_race_in_block(&list.items[i]))
            list.items[kept++] = list.items[i];
    memset(&list.items[kept], 0, sizeof *list.items * (size_t)(count - kept));
    *list.count = kept;
}

static void add_races(Report *report, const Finding *findings, int count)
{
    for (int i = 0; i < count; ++i)
        if (is_race_in_block(&findings[i]))
            report_find(report, &findings[i]);
}

static void raise_notes(Report *report, const Report *from)
{
    for (int i = 0; i < from->note_count; ++i) {
        const Finding *note = &report_notes(from)[i], *here = find_as(report, note, note->kind);
        if (here && here->count >= note->count)
            continue;
        report_forget(report, note);
        report_find(report, note);
    }
}

void report_replace_races(Report *report, const Report *from)
{
    take_races_out(list_of(report, FINDING_RACE_RAW));
    for (int line = 0; line <= report->line_count; ++line)
        report_lines(report)[line].uncompared = report_lines(from)[line].uncompared;
    add_races(report, report_findings(from), from->finding_count);
    raise_notes(report, from);
    mark_findings(report);
}

void report_tell_copies(Report *report, const Launch *launch)
{
    for (int i = 0; i < launch->copy_count; ++i)
        report_find(report, &(Finding){.kind = (FindingKind)launch->copies[i].kind,
                                       .space = SPACE_GLOBAL,
                                       .buffer = launch->copies[i].buffer,
                                       .line = launch->copies[i].line,
                                       .count = 1,
                                       .thread = FINDING_NO_THREAD,
                                       .other_thread = FINDING_NO_THREAD,
                                       .landed = -1});
}

void report_tell_uncompared(Report *report, FindingScope scope)
{
    Finding finding = {.kind = FINDING_NOT_COMPARED,
                       .scope = scope,
                       .buffer = -1,
                       .count = report_uncompared_lines(report),
                       .thread = FINDING_NO_THREAD,
                       .other_thread = FINDING_NO_THREAD,
                       .landed = -1};
    while (finding.count && !is_line_uncompared(report, finding.line))
        finding.line++;
    if (finding.count)
        report_find(report, &finding);
}

static int compare_for_sort(const void *a, const void *b)
{
    return compare_findings(a, b);
}

void report_sort_findings(Report *report)
{
    qsort(report_findings(report), (size_t)report->finding_count, sizeof(Finding),
          compare_for_sort);
    qsort(report_notes(report), (size_t)report->note_count, sizeof(Finding), compare_for_sort);
}

/* A copy of b with the marks of a for what was not compared. Freed with free. */
static Report *marked_alike(const Report *a, const Report *b)
{
    Report *copy = page_alloc(b->size_bytes);
    memcpy(copy, b, b->size_bytes);
    for (int line = 0; line <= copy->line_count; ++line)
        report_lines(copy)[line].uncompared = report_lines(a)[line].uncompared;
    for (int i = 0; i < copy->finding_count && i < a->finding_count; ++i)
        report_findings(copy)[i].is_at_least = report_findings(a)[i].is_at_least;
    return copy;
}

bool report_equal(const Report *a, const Report *b)
{
    if (a->size_bytes != b->size_bytes || a->line_count != b->line_count)
        return false;
    Report *copy = marked_alike(a, b);
    bool is_equal = memcmp(a, copy, a->size_bytes) == 0;
    free(copy);
    return is_equal;
}
