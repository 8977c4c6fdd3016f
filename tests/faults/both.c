/* Runs files as `tilestep run` does and once more step by step: one line of words (LAUNCH options
 * and a file) on stdin, one line of JSON on stdout: that of run, with "status", the exit status,
 * "engines": "agree", or what of the two ways to run differs, and "said": of every finding and note
 * its kind, and in each language its words in short and in full. Diagnostics go to stderr. */
#include "cli/report/result.h"
#include "probe/sentences/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_LIMIT = 64 };

static Memory *count(const Run *run, bool is_stepwise, Report *report)
{
    const char *reason;
    Memory *memory = memory_new(&run->launch, &reason);
    GridOptions options = {.threads = is_stepwise ? 1 : 2, .is_stepwise = is_stepwise};
    if (!memory || grid_count(run->program, &run->launch, memory, &options, report) != GRID_DONE)
        abort();
    return memory;
}

static const char *compare_engines(const Run *run)
{
    uint64_t size = report_size(run->program, &run->launch);
    Report *wide = arena_alloc(run->arena, size), *stepwise = arena_alloc(run->arena, size);
    Memory *a = count(run, false, wide), *b = count(run, true, stepwise);
    bool is_same_memory = memory_hash(a) == memory_hash(b);
    memory_free(a);
    memory_free(b);
    return !is_same_memory                ? "memories differ"
           : report_equal(wide, stepwise) ? "agree"
                                          : "reports differ";
}

static void add_said(Arena *arena, json_t *said, const Run *run, const Finding *findings, int count)
{
    for (const Finding *finding = findings; finding < findings + count; ++finding) {
        json_t *words = json_pack("[s]", finding_names[finding->kind]);
        for (Language language = 0; language < LANGUAGE_COUNT; ++language)
            json_array_append_new(
                words,
                json_pack(
                    "[ss]",
                    sentence_finding_brief(arena, language, run->program, &run->launch, finding),
                    sentence_finding(arena, language, run->program, &run->launch, finding)));
        json_array_append_new(said, words);
    }
}

static json_t *said_of(Arena *arena, const Result *result)
{
    const Report *report = result->report;
    json_t *said = json_array();
    add_said(arena, said, result->run, report_findings(report), report->finding_count);
    add_said(arena, said, result->run, report_notes(report), report->note_count);
    return said;
}

/* The object for one line; text is cut into its words. */
static json_t *object_for(Arena *arena, char *text)
{
    char *argv[WORD_LIMIT] = {"tilestep", "run"}, *rest = text;
    int argc = 2;
    for (char *word; (word = strtok_r(NULL, " \n", &rest)) && argc < WORD_LIMIT - 1;)
        argv[argc++] = word;
    CliOptions options = {0};
    Result result = {0};
    int status = options_parse(arena, argc, argv, &options);
    LoadOptions load = options_load(arena, &options);
    if (!status)
        status = result_make(options.operands.items[0], &load, &result);
    json_t *object = status ? json_object() : result_json(arena, &result);
    const char *engines = status ? "not run" : compare_engines(result.run);
    json_object_set_new(object, "status", json_integer(status ? status : result_status(&result)));
    json_object_set_new(object, "engines", json_string(engines));
    json_object_set_new(object, "said", status ? json_array() : said_of(arena, &result));
    result_free(&result);
    return object;
}

int main(void)
{
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        Arena *arena = arena_new();
        json_t *object = object_for(arena, line);
        json_dumpf(object, stdout, JSON_COMPACT);
        putchar('\n');
        fflush(stdout);
        json_decref(object);
        arena_free(arena);
    }
    free(line);
    return 0;
}
