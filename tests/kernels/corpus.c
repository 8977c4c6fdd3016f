/* Reading the files, and running what they hold. The options go through the command line's own
 * parser, so a line can be copied from a comment to a shell. */
#include "corpus.h"

#include "base/file.h"
#include "cli/terminal/options.h"
#include "count/unread.h"
#include "test.h"
#include "vm/lanes/half.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_LIMIT = 64 };

/* ---- reading ---- */

static bool is_tag_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* A note at the end of a line of length bytes; false if there is none. */
static bool read_note(Arena *arena, const char *line, int length, int number, Note *note)
{
    for (int i = length - 3; i >= 0; --i) {
        if (strncmp(line + i, "// ", 3) != 0)
            continue;
        int tag = i + 3, end = tag;
        while (end < length && is_tag_letter(line[end]))
            ++end;
        if (end == tag || end + 1 >= length || strncmp(line + end, ": ", 2) != 0)
            return false;
        *note = (Note){arena_text(arena, line + tag, (size_t)(end - tag)),
                       arena_text(arena, line + end + 2, (size_t)(length - end - 2)), number,
                       strspn(line, " ") == (size_t)i};
        return true;
    }
    return false;
}

CorpusFile corpus_read(Arena *arena, const char *path)
{
    char *text;
    size_t length;
    const Phrase *reason;
    if (!file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason)) {
        fprintf(stderr, "%s: %s\n", path, phrase_in(arena, LANGUAGE_EN, reason));
        exit(1);
    }
    Note *notes = NULL;
    int count = 0, capacity = 0, number = 0;
    for (char *line = text; *line; ++number) {
        int bytes = (int)strcspn(line, "\n");
        Note note;
        if (read_note(arena, line, bytes, number + 1, &note))
            *ARENA_PUSH(arena, notes, count, capacity) = note;
        line += bytes + (line[bytes] == '\n');
    }
    const char *base = strrchr(path, '/') + 1;
    return (CorpusFile){arena_text(arena, path, strlen(path)),
                        arena_text(arena, base, strlen(base) - 3), notes, count};
}

static int is_kernel(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 3 && strcmp(entry->d_name + length - 3, ".cu") == 0;
}

int corpus_open(Arena *arena, const char *folder, const CorpusFile **files)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_kernel, alphasort);
    if (count <= 0) {
        fprintf(stderr, "%s: no kernels here\n", folder);
        exit(1);
    }
    CorpusFile *list = ARENA_ARRAY(arena, CorpusFile, count);
    for (int i = 0; i < count; ++i) {
        list[i] = corpus_read(arena, arena_printf(arena, "%s/%s", folder, entries[i]->d_name));
        free(entries[i]);
    }
    free(entries);
    *files = list;
    return count;
}

int corpus_test(const char *group, const CorpusFile *files, int count, void (*test)(void **))
{
    struct CMUnitTest *tests = calloc((size_t)count, sizeof *tests);
    for (int i = 0; i < count; ++i)
        tests[i] = (struct CMUnitTest){files[i].name, test, NULL, NULL, (void *)&files[i]};
    int failed = _cmocka_run_group_tests(group, tests, (size_t)count, NULL, NULL);
    free(tests);
    return failed;
}

const char *corpus_note(const CorpusFile *file, const char *tag)
{
    for (int i = 0; i < file->note_count; ++i)
        if (strcmp(file->notes[i].tag, tag) == 0)
            return file->notes[i].text;
    return NULL;
}

/* ---- running ---- */

static Run *load(Arena *arena, const char *path, const char *words)
{
    char *text = arena_text(arena, words, strlen(words)), *rest = text;
    char *argv[WORD_LIMIT] = {"tilestep", "run"};
    int argc = 2;
    for (char *word; (word = strtok_r(NULL, " ", &rest)) && argc < WORD_LIMIT - 2;)
        argv[argc++] = word;
    argv[argc++] = (char *)path;
    CliOptions options = {0};
    if (options_parse(arena, argc, argv, &options) != 0)
        fail_msg("cannot understand the options: %s", words);
    LoadOptions load_options = options_load(arena, &options);
    return run_load(path, &load_options);
}

Run *corpus_load_path(const char *path, const char *options)
{
    Arena *arena = arena_new();
    Run *run = load(arena, path, options);
    arena_free(arena);
    return run;
}

Run *corpus_load(const CorpusFile *file, const char *options)
{
    Arena *arena = arena_new();
    const char *words = options;
    for (int i = 0; i < file->note_count; ++i)
        if (strcmp(file->notes[i].tag, "run") == 0)
            words = arena_printf(arena, "%s %s", words, file->notes[i].text);
    Run *run = load(arena, file->path, words);
    arena_free(arena);
    return run;
}

static Memory *run_grid(Run *run, bool is_stepwise, Report **report)
{
    const char *reason;
    Memory *memory = memory_new(&run->launch, &reason);
    assert_non_null(memory);
    *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    GridOptions options = {.threads = is_stepwise ? 1 : 2, .is_stepwise = is_stepwise};
    grid_count(run->program, &run->launch, memory, &options, *report);
    return memory;
}

/* The tables of lines and of buffers add up to the totals. */
static void check_sums(const Report *report)
{
    const Counters *total = &report->counters;
    LineCount line = {0};
    BufferCount buffer = {0};
    for (int i = 0; i <= report->line_count; ++i)
        line_count_add(&line, &report_lines(report)[i]);
    for (int i = 0; i < report->buffer_count; ++i)
        buffer_count_add(&buffer, &report_buffers(report)[i]);
    assert_int_equal(line.instructions, total->instructions);
    assert_int_equal(line.lanes, total->lanes);
    assert_int_equal(line.flops, total->flops);
    assert_int_equal(line.branches, total->branches);
    assert_int_equal(line.divergent_branches, total->divergent_branches);
    assert_int_equal(line.atomics, total->atomics);
    assert_int_equal(line.atomic_serial, total->atomic_serial);
    assert_memory_equal(line.kinds, total->kinds, sizeof line.kinds);
    assert_int_equal(buffer.constant_loads, total->constant_load.accesses);
    assert_int_equal(buffer.constant_words, total->constant_load.words);
    assert_int_equal(buffer.loads, total->global_load.accesses);
    assert_int_equal(buffer.stores, total->global_store.accesses);
    assert_int_equal(buffer.load_sectors, total->global_load.sectors);
    assert_int_equal(buffer.store_sectors, total->global_store.sectors);
    assert_true(buffer.atomics <= total->atomics); /* the others are in shared memory */
}

/* What was never read, by both engines. */
static void find_unread(const Run *run, const CheckResult *check, Report *report, Report *other)
{
    GridOptions wide = {.threads = 2}, stepwise = {.threads = 1, .is_stepwise = true};
    if (!unread_is_wanted(check))
        return;
    unread_find(run->program, &run->launch, check, &wide, report);
    unread_find(run->program, &run->launch, check, &stepwise, other);
    if (!report_equal(report, other))
        fail_msg("%s: the engines differ in what is never read", run->path);
}

Outcome corpus_execute(Run *run)
{
    if (!run->program) {
        run_print_diags(stderr, run);
        fail_msg("%s cannot be run", run->path);
    }
    Report *report, *other;
    Memory *memory = run_grid(run, false, &report), *stepwise = run_grid(run, true, &other);
    if (!report_equal(report, other))
        fail_msg("%s: the engines' reports differ", run->path);
    if (memory_hash(memory) != memory_hash(stepwise))
        fail_msg("%s: the engines' memories differ", run->path);
    memory_free(stepwise);
    check_sums(report);
    CheckResult check = check_result(run->arena, run->program, &run->launch, memory, report);
    find_unread(run, &check, report, other);
    return (Outcome){memory, report, check};
}

void outcome_free(Outcome *outcome)
{
    memory_free(outcome->memory);
    outcome->memory = NULL;
}

/* ---- looking at it ---- */

uint64_t findings_of(const Report *report, FindingKind kind)
{
    uint64_t total = 0;
    int count;
    const Finding *list = report_list(report, kind, &count);
    for (int i = 0; i < count; ++i)
        if (list[i].kind == kind)
            total += list[i].count;
    return total;
}

uint64_t findings_on(const Report *report, FindingKind kind, int line)
{
    uint64_t total = 0;
    int count;
    const Finding *list = report_list(report, kind, &count);
    for (int i = 0; i < count; ++i)
        if (list[i].kind == kind && list[i].line == (uint32_t)line)
            total += list[i].count;
    return total;
}

static uint64_t request_counter(const MemoryCount *count, RequestKind kind, const char *name)
{
    for (int i = 0; i < COUNTER_PARTS; ++i)
        if (strcmp(counter_parts[i].json, name) == 0 && counter_part_is_of(i, kind))
            return counter_at(count, counter_parts[i].at);
    fail_msg("no counter %s", name);
    return 0;
}

uint64_t counter_of(const Report *report, const char *group, const char *name)
{
    const Counters *counters = &report->counters;
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        if (strcmp(counter_requests[kind].json, group) == 0)
            return request_counter(&counters->kinds[kind], (RequestKind)kind, name);
    assert_string_equal(group, "all");
    for (int i = 0; i < COUNTER_COUNTS; ++i)
        if (strcmp(counter_counts[i].json, name) == 0)
            return counter_at(counters, counter_counts[i].at);
    fail_msg("no counter %s", name);
    return 0;
}

static double scalar_value(ScalarType type, uint64_t bits)
{
    float single;
    double number;
    memcpy(&single, &bits, sizeof single);
    memcpy(&number, &bits, sizeof number);
    switch (type) {
    case SCALAR_F16: return half_to_double((uint32_t)bits);
    case SCALAR_BF16: return bfloat_to_double((uint32_t)bits);
    case SCALAR_F32: return (double)single;
    case SCALAR_F64: return number;
    default: break;
    }
    unsigned shift = 64 - 8 * scalar_size_bytes(type);
    if (scalar_is_signed(type))
        return (double)((int64_t)(bits << shift) >> shift);
    return (double)bits;
}

double buffer_value(const Run *run, const Outcome *outcome, const char *buffer, uint64_t index)
{
    for (int i = 0; i < run->launch.buffer_count; ++i) {
        const Buffer *b = &run->launch.buffers[i];
        if (strcmp(b->name, buffer) != 0)
            continue;
        uint32_t size = scalar_size_bytes(b->type);
        if ((index + 1) * size > buffer_bytes(b))
            fail_msg("%s has no element %d", buffer, (int)index);
        uint64_t bits = 0;
        memory_copy_out(outcome->memory, b->offset_bytes + index * size, &bits, size);
        return scalar_value(b->type, bits);
    }
    fail_msg("no buffer %s", buffer);
    return 0;
}
