/* Names of a lesson's expressions are the paths of `run --json`: every number that a run's JSON has
 * is asked for under its own path, and is the same, though the command line and a lesson count a
 * run by themselves.
 *
 * test_names FILE... */
#include "cli/report/result.h"
#include "lesson/expression.h"
#include "session/figures/counted.h"

#include <stdio.h>
#include <string.h>

typedef struct Holder {
    Arena *arena;
    const char *file;
    Counted counted;
    bool has_reference;
    int held, failed;
} Holder;

static void fail(Holder *holder, const char *path, const char *why)
{
    printf("FAIL %s: %s: %s\n", holder->file, path, why);
    ++holder->failed;
}

static void hold_number(Holder *holder, const char *path, double wanted)
{
    double value;
    const Phrase *problem = NULL;
    ++holder->held;
    if (!figures_value(holder->arena, &holder->counted.figures, path, &value, &problem)) {
        const char *why = phrase_in(holder->arena, LANGUAGE_EN, problem);
        bool is_check = strncmp(path, "check[", 6) == 0;
        if (holder->has_reference || !is_check || !strstr(why, "nothing to compare"))
            fail(holder, path, why);
    } else if (value != wanted) {
        fail(holder, path, arena_printf(holder->arena, "%.17g, not %.17g", value, wanted));
    }
}

/* "text #2": the second line that has it. */
static const char *quote_line(Arena *arena, const SourceFile *file, int line)
{
    int length, rank = 0;
    const char *quote = source_line_text(file, line, &length);
    quote = arena_text(arena, quote, (size_t)length);
    quote += strspn(quote, " ");
    for (int i = 1; i <= line; ++i) {
        const char *text = source_line_text(file, i, &length);
        rank += strstr(arena_text(arena, text, (size_t)length), quote) != NULL;
    }
    return arena_printf(arena, "%s #%d", quote, rank);
}

/* A line is named by its text, anything else by its place in the list. */
static const char *element_path(Holder *holder, const char *path, size_t index,
                                const json_t *element)
{
    if (strcmp(path, "lines") != 0)
        return arena_printf(holder->arena, "%s[%zu]", path, index);
    const SourceFile *file = &holder->counted.runs[0]->sources->files[0];
    int line = (int)json_integer_value(json_object_get(element, "line"));
    const char *quote = quote_line(holder->arena, file, line);
    char mark = strchr(quote, '"') ? '\'' : '"';
    if (strchr(quote, mark)) /* a text with both marks: what stands behind them is enough */
        quote = strrchr(quote, mark) + 1;
    return arena_printf(holder->arena, "lines[%c%s%c]", mark, quote, mark);
}

static void hold(Holder *holder, const char *path, const json_t *json)
{
    const char *key;
    json_t *inner;
    size_t index;
    if (json_is_number(json))
        hold_number(holder, path, json_number_value(json));
    json_object_foreach((json_t *)json, key, inner)
        hold(holder, *path ? arena_printf(holder->arena, "%s[\"%s\"]", path, key) : key, inner);
    json_array_foreach(json, index, inner)
        hold(holder, element_path(holder, path, index, inner), inner);
}

static int hold_file(const char *path)
{
    Holder holder = {.arena = arena_new(), .file = path};
    Result result;
    const LoadOptions options = {0};
    const Phrase *problem = NULL;
    const char *reason;
    if (result_make(path, &options, &result) ||
        !counted_make_file(holder.arena, path, "", &holder.counted, &problem)) {
        fail(&holder, "", "it cannot run");
        return 1;
    }
    Record *record = &holder.counted.figures.runs[0];
    const Record known = result_record(&result);
    record->timeline = timeline_new(record->run->program, &record->run->launch, 0,
                                    (uint32_t)launch_block_count(&record->run->launch), &reason);
    record->witness = known.witness; /* which a lesson does not ask for */
    record->printout = known.printout;
    holder.has_reference = result.check.reference != REFERENCE_NONE;
    json_t *json = result_json(holder.arena, &result);
    hold(&holder, "", json);
    printf("%s: %d numbers, %d differ\n", path, holder.held, holder.failed);
    json_decref(json);
    timeline_free(record->timeline);
    counted_free(&holder.counted);
    result_free(&result);
    arena_free(holder.arena);
    return holder.failed > 0 || holder.held < 50;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; ++i)
        failed += hold_file(argv[i]);
    return failed || argc < 2;
}
