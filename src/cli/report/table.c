/* A Result for people: what ran, what was counted, what is wrong. The same numbers as in JSON. */
#include "cli/report/table.h"

#include "base/phrase.h"

#include "probe/sentences/sentence.h"

#include <assert.h>
#include <string.h>

static const char *words_of(const Cli *cli, TextId id)
{
    return text_get(cli->language, id);
}

static const char *count_text(const Cli *cli, uint64_t count)
{
    return arena_printf(cli->arena, "%llu", (unsigned long long)count);
}

static const char *dim3_text(const Cli *cli, Dim3 d)
{
    if (d.z != 1)
        return arena_printf(cli->arena, "%u x %u x %u", d.x, d.y, d.z);
    return d.y != 1 ? arena_printf(cli->arena, "%u x %u", d.x, d.y)
                    : arena_printf(cli->arena, "%u", d.x);
}

static void print_scalars(const Cli *cli, const Run *run)
{
    const char *before = "";
    for (int i = 0; i < run->program->parameter_count; ++i) {
        const Parameter *parameter = &run->program->parameters[i];
        if (parameter->type->kind != TYPE_SCALAR)
            continue;
        printf("%s%s = %s", before, parameter->name,
               machine_value_text(cli->arena, &run->launch, parameter->type->scalar,
                                  run->launch.arguments[i], false));
        before = ", ";
    }
    for (int i = 0; i < run->unit->text.macro_count; ++i) {
        const MacroInfo *macro = &run->unit->text.macros[i];
        printf("%s%s = %s", before, macro->name, macro->value);
        before = ", ";
    }
    if (*before)
        putchar('\n');
}

/* The names of the buffers whose contents neither the file nor the options say, as "a, b". */
static const char *made_up_names(const Cli *cli, const Run *run)
{
    const char *names = "";
    for (int i = 0; i < run->launch.buffer_count && i < 64; ++i)
        if (run->made_up >> i & 1)
            names = arena_printf(cli->arena, "%s%s%s", names, *names ? ", " : "",
                                 run->launch.buffers[i].name);
    return names;
}

static void print_launch(const Cli *cli, const Run *run)
{
    printf("%s  %s<<<(%s), (%s)>>>\n",
           diag_file(cli->arena, cli->language, &run->sources->files[0]), run->program->name,
           dim3_text(cli, run->launch.grid), dim3_text(cli, run->launch.block));
    print_scalars(cli, run);
    printf("%s: %u %s\n", words_of(cli, TEXT_SHARED),
           launch_shared_bytes(&run->launch, run->program), words_of(cli, TEXT_BYTES));
    for (int i = 0; i < run->note_count; ++i)
        printf("%s: %s\n", words_of(cli, TEXT_ASSUMED),
               phrase_in(cli->arena, cli->language, run->notes[i]));
    const char *made_up = made_up_names(cli, run);
    bool is_assumed = run->assumed_count || run->is_size_assumed || run->is_data_generated;
    if (!run->scan || !run->scan->has_main || !(is_assumed || *made_up))
        return;
    printf("%s: ", words_of(cli, TEXT_ASSUMED));
    if (*made_up)
        fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_MADE_UP), made_up),
              stdout);
    printf("%s\n", words_of(cli, TEXT_REAL_BY_EXEC));
}

/* A row that is made cell by cell. */
typedef struct Cells {
    const char *texts[TABLE_COLUMNS + 1]; /* the last is NULL */
    int count;
} Cells;

static void add_cell(Cells *cells, const char *text)
{
    assert(cells->count < TABLE_COLUMNS);
    cells->texts[cells->count++] = text;
}

/* Columns that all requests have are named once. */
static void add_request_heads(const Cli *cli, Table *table, RequestKind kind)
{
    Cells cells = {{""}, 1};
    for (int i = 0; i < COUNTER_PARTS; ++i) {
        bool is_new = kind == 0 || !counter_part_is_of(i, 0);
        if (counter_parts[i].is_column && counter_part_is_of(i, kind))
            add_cell(&cells, is_new ? counter_parts[i].name[cli->language] : "");
    }
    table_add(table, cells.texts);
}

static void add_requests(const Cli *cli, Table *table, const Counters *counters, RequestKind kind)
{
    Cells cells = {{counter_requests[kind].name[cli->language]}, 1};
    for (int i = 0; i < COUNTER_PARTS; ++i)
        if (counter_parts[i].is_column && counter_part_is_of(i, kind))
            add_cell(&cells, count_text(cli, counter_at(counters, counter_part_at(i, kind))));
    table_add(table, cells.texts);
}

static bool is_asked(const Counters *counters, MemoryKind memory)
{
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        if (counter_requests[kind].memory == memory && counters->kinds[kind].requests > 0)
            return true;
    return false;
}

/* Shared and constant memory where there are requests to it. */
static void print_memory(const Cli *cli, const Counters *counters)
{
    Table table = {.arena = cli->arena};
    for (int kind = 0; kind < REQUEST_KINDS; ++kind) {
        MemoryKind memory = counter_requests[kind].memory;
        bool is_rare = kind == REQUEST_ASYNC_COPY && !counters->async_copy.requests;
        if (is_rare || (memory != MEMORY_GLOBAL && !is_asked(counters, memory)))
            continue;
        if (kind == 0 || counter_requests[kind - 1].memory != memory)
            add_request_heads(cli, &table, (RequestKind)kind);
        add_requests(cli, &table, counters, (RequestKind)kind);
    }
    putchar('\n');
    table_print(stdout, &table);
}

static const char *ratio_text(const Cli *cli, double a, double b)
{
    return b > 0 ? arena_printf(cli->arena, "%.4g", a / b) : "-";
}

/* What was counted at an offset of Counters: of one run if b is NULL, else of two, with the ratio;
 * nothing if that is zero. */
static void add_count(const Cli *cli, Table *table, const char *name, const Counters *a,
                      const Counters *b, size_t at)
{
    uint64_t first = counter_at(a, at), second = b ? counter_at(b, at) : 0;
    if (first + second == 0)
        return;
    if (b)
        table_row(table, name, count_text(cli, first), count_text(cli, second),
                  ratio_text(cli, (double)first, (double)second));
    else
        table_row(table, name, count_text(cli, first));
}

static void add_section(const Cli *cli, Table *table, const Counters *a, const Counters *b,
                        CountSection section)
{
    for (int i = 0; i < COUNTER_COUNTS; ++i)
        if (counter_counts[i].section == section)
            add_count(cli, table, counter_counts[i].name[cli->language], a, b,
                      counter_counts[i].at);
}

/* What is no column of the requests' table. */
static void add_part_rows(const Cli *cli, Table *table, const Counters *a, const Counters *b)
{
    for (int i = 0; i < COUNTER_PARTS; ++i)
        for (int kind = 0; kind < REQUEST_KINDS; ++kind)
            if (!counter_parts[i].is_column && counter_part_is_of(i, (RequestKind)kind))
                add_count(cli, table, counter_parts[i].name[cli->language], a, b,
                          counter_part_at(i, (RequestKind)kind));
}

/* So many operations per byte of global memory loaded; 0 if nothing was loaded. */
static double intensity(const Counters *counters, uint64_t flops)
{
    double bytes = (double)counters->global_load.bytes;
    return bytes > 0 ? (double)flops / bytes : 0;
}

static const char *intensity_text(const Cli *cli, const Counters *counters, uint64_t flops)
{
    return arena_printf(cli->arena, "%.4g", intensity(counters, flops));
}

/* Of all operations and of the useful ones; of one run if b is NULL. */
static void add_intensity(const Cli *cli, Table *table, const Counters *a, const Counters *b)
{
    for (int useful = 0; useful < 2; ++useful) {
        const char *name = words_of(cli, useful ? TEXT_INTENSITY_USEFUL : TEXT_INTENSITY);
        uint64_t first = useful ? a->useful_flops : a->flops;
        uint64_t second = !b ? 0 : useful ? b->useful_flops : b->flops;
        if (b)
            table_row(table, name, intensity_text(cli, a, first), intensity_text(cli, b, second),
                      ratio_text(cli, intensity(a, first), intensity(b, second)));
        else if (intensity(a, first) > 0)
            table_row(table, name, intensity_text(cli, a, first));
    }
}

static void print_rest(const Cli *cli, const Counters *counters)
{
    Table table = {.arena = cli->arena};
    add_part_rows(cli, &table, counters, NULL);
    add_section(cli, &table, counters, NULL, COUNT_WORK);
    add_intensity(cli, &table, counters, NULL);
    add_section(cli, &table, counters, NULL, COUNT_LAUNCH);
    add_section(cli, &table, counters, NULL, COUNT_FLOW);
    putchar('\n');
    table_print(stdout, &table);
}

/* "4" when every element was read 4 times, "1..4" when not, "3.2" on average when only that is
 * known. */
static const char *reads_text(const Cli *cli, const ReadsPerElement *reads)
{
    if (!reads->is_exact)
        return arena_printf(cli->arena, "%.4g", reads->mean);
    if (reads->fewest == reads->most)
        return arena_printf(cli->arena, "%u", reads->most);
    return arena_printf(cli->arena, "%u..%u", reads->fewest, reads->most);
}

/* The columns of constant memory are there where a buffer is read that way. */
static bool is_buffer_column(const Result *result, int row)
{
    BufferColumn column = counter_buffers[row].column;
    return column == BUFFER_ALWAYS ||
           (column == BUFFER_CONSTANT && result->report->counters.constant_load.accesses > 0);
}

static void add_buffer(const Cli *cli, Table *table, const Result *result, int index)
{
    const Record record = result_record(result);
    const Buffer *buffer = &result->run->launch.buffers[index];
    const BufferCount *count = &report_buffers(result->report)[index];
    Cells cells = {{buffer->name, count_text(cli, buffer->count)}, 2};
    for (int i = 0; i < COUNTER_BUFFERS; ++i)
        if (is_buffer_column(result, i))
            add_cell(&cells, count_text(cli, counter_at(count, counter_buffers[i].at)));
    ReadsPerElement reads = record_reads(&record, index, true);
    add_cell(&cells, reads_text(cli, &reads));
    table_add(table, cells.texts);
}

static void add_buffer_heads(const Cli *cli, Table *table, const Result *result)
{
    Cells cells = {{words_of(cli, TEXT_BUFFER), words_of(cli, TEXT_ELEMENTS)}, 2};
    for (int i = 0; i < COUNTER_BUFFERS; ++i)
        if (is_buffer_column(result, i))
            add_cell(&cells, counter_buffers[i].name[cli->language]);
    add_cell(&cells, words_of(cli, TEXT_LOADS_PER_ELEMENT));
    table_add(table, cells.texts);
}

static void print_buffers(const Cli *cli, const Result *result)
{
    const Launch *launch = &result->run->launch;
    if (launch->buffer_count == 0)
        return;
    Table table = {.arena = cli->arena};
    add_buffer_heads(cli, &table, result);
    for (int i = 0; i < launch->buffer_count; ++i)
        add_buffer(cli, &table, result, i);
    putchar('\n');
    table_print(stdout, &table);
}

static void print_findings(const Cli *cli, const Result *result)
{
    const Report *report = result->report;
    printf("\n%s:%s%s\n", words_of(cli, TEXT_FINDINGS), report->finding_count ? "" : " ",
           report->finding_count ? "" : words_of(cli, TEXT_NONE));
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings(report)[i];
        if (!finding_has_place(finding->kind)) {
            printf("  %s: %s\n", finding_names[finding->kind],
                   sentence_finding(cli->arena, cli->language, result->run->program,
                                    &result->run->launch, finding));
            continue;
        }
        const char *first =
            finding->scope == SCOPE_GRID
                ? words_of(cli, TEXT_BETWEEN_BLOCKS)
                : language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_FIRST_STEP),
                                  (unsigned long long)finding->step);
        printf("  %s, %s%llu %s, %s: %s\n", finding_names[finding->kind],
               finding->is_at_least ? words_of(cli, TEXT_AT_LEAST) : "",
               (unsigned long long)finding->count,
               words_of(cli, finding->count == 1 ? TEXT_TIME : TEXT_TIMES), first,
               sentence_finding(cli->arena, cli->language, result->run->program,
                                &result->run->launch, finding));
    }
    if (rounds_are_wanted(result->run->program))
        printf("  + %s\n", words_of(cli, TEXT_NOT_BETWEEN));
    if (report->orders.tried)
        printf("  + %s\n", sentence_block_orders(cli->arena, cli->language, &result->run->launch,
                                                 &report->orders));
    if (report->findings_lost > 0)
        printf("  + %llu %s\n", (unsigned long long)report->findings_lost,
               words_of(cli, TEXT_LOST));
}

/* What is no finding: allowed by a rule, or a run that its limit of steps ended. */
static void print_notes(const Cli *cli, const Result *result)
{
    const Report *report = result->report;
    if (report->note_count > 0)
        printf("\n%s:\n", words_of(cli, TEXT_NOTES));
    for (int i = 0; i < report->note_count; ++i) {
        const Finding *note = &report_notes(report)[i];
        printf("  %s, %llu %s: %s\n", finding_names[note->kind], (unsigned long long)note->count,
               words_of(cli, note->count == 1 ? TEXT_TIME : TEXT_TIMES),
               sentence_finding(cli->arena, cli->language, result->run->program,
                                &result->run->launch, note));
    }
}

static void print_printout(const Cli *cli, const Result *result)
{
    const Launch *launch = &result->run->launch;
    if (result->printout.count == 0)
        return;
    printf("\n%s:\n", words_of(cli, TEXT_PRINTED));
    for (int i = 0; i < result->printout.count; ++i) {
        const Printed *printed = &result->printout.items[i];
        Dim3 block = dim3_from_linear(printed->block, launch->grid);
        Dim3 thread = dim3_from_linear(printed->thread, launch->block);
        size_t length = strcspn(printed->text, "\n");
        printf("  %s (%u, %u, %u) %s (%u, %u, %u): %.*s\n", words_of(cli, TEXT_BLOCK), block.x,
               block.y, block.z, words_of(cli, TEXT_THREAD), thread.x, thread.y, thread.z,
               (int)length, printed->text);
    }
    if (result->printout.is_cut)
        printf("  ... %s\n", words_of(cli, TEXT_PRINTED_CUT));
}

static void print_check(const Cli *cli, const CheckResult *check)
{
    printf("%s: ", words_of(cli, TEXT_CHECK));
    if (check->reference == REFERENCE_NONE) {
        puts(words_of(cli, TEXT_CHECK_NONE));
        return;
    }
    if (check->reading)
        printf("%s: ", check->reading);
    printf("%llu %s %llu %s", (unsigned long long)(check->total - check->wrong),
           words_of(cli, TEXT_OF), (unsigned long long)check->total, words_of(cli, TEXT_RIGHT));
    if (check->wrong > 0)
        printf(", %llu %s %.9g", (unsigned long long)check->wrong, words_of(cli, TEXT_WRONG),
               check->max_abs_error);
    if (check->factors)
        fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_PRECISION_ERROR),
                              check->max_abs_error, check->allowed_error,
                              precision_names[check->factors], precision_names[check->result],
                              check->float_error),
              stdout);
    if (check->unwritten > 0)
        printf(", %llu %s", (unsigned long long)check->unwritten, words_of(cli, TEXT_UNWRITTEN));
    if (check->unwritten > 0 && check->grid.x > 0) {
        printf("; ");
        fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_GRID_WRITES),
                              check->grid.x, check->grid.y),
              stdout);
    }
    putchar('\n');
}

/* Where the result goes wrong, and what a right version beside has to say. */
static void print_wrong(const Cli *cli, const Result *result)
{
    const Run *run = result->run;
    if (result->beside) {
        TextId verdict = !result->is_comparable                    ? TEXT_BESIDE_OTHER
                         : !result->has_wrong                      ? TEXT_BESIDE_SAME
                         : result->wrong.kind == FIRST_WRONG_ORDER ? TEXT_BESIDE_ROUNDED
                                                                   : TEXT_BESIDE_WRONG;
        printf("%s %s\n", result->beside, words_of(cli, verdict));
    }
    if (!result->has_wrong)
        return;
    const char *cause =
        first_wrong_cause(cli->arena, cli->language, run->program, &run->launch, &result->wrong);
    printf("%s%s%s\n",
           first_wrong_text(cli->arena, cli->language, run->program, &run->launch, &result->wrong),
           *cause ? " " : "", cause);
}

static void print_witness(const Cli *cli, const Result *result)
{
    const Witness *witness = &result->witness;
    if (!result->has_witness)
        return;
    if (witness->is_found)
        printf("%s --order %s: %llu %s\n", words_of(cli, TEXT_RACE_SHOWS),
               order_text(cli->arena, witness->order, witness->seed),
               (unsigned long long)witness->wrong, words_of(cli, TEXT_WRONG_ELEMENTS));
    else
        puts(words_of(cli, witness->is_one_warp ? TEXT_RACE_ONE_WARP : TEXT_RACE_HIDDEN));
}

void table_result(Cli *cli, const Result *result)
{
    print_launch(cli, result->run);
    print_memory(cli, &result->report->counters);
    print_buffers(cli, result);
    print_rest(cli, &result->report->counters);
    print_printout(cli, result);
    print_findings(cli, result);
    print_notes(cli, result);
    print_check(cli, &result->check);
    print_wrong(cli, result);
    print_witness(cli, result);
}

/* The accesses, named by their kind, and their columns below. */
static void add_pair_of_requests(const Cli *cli, Table *table, const Counters *a, const Counters *b,
                                 RequestKind kind)
{
    for (int i = 0; i < COUNTER_PARTS; ++i) {
        const char *name =
            i == 0 ? counter_requests[kind].name[cli->language]
                   : arena_printf(cli->arena, "  %s", counter_parts[i].name[cli->language]);
        if (counter_parts[i].is_column && counter_part_is_of(i, kind))
            add_count(cli, table, name, a, b, counter_part_at(i, kind));
    }
}

static void add_counters(const Cli *cli, Table *table, const Counters *a, const Counters *b)
{
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        add_pair_of_requests(cli, table, a, b, (RequestKind)kind);
    add_part_rows(cli, table, a, b);
    add_section(cli, table, a, b, COUNT_WORK);
    add_intensity(cli, table, a, b);
    add_section(cli, table, a, b, COUNT_FLOW);
}

/* Buffers that both read and that have the same name. */
static void add_reads(const Cli *cli, Table *table, const Result *a, const Result *b)
{
    const Record record_a = result_record(a), record_b = result_record(b);
    const Launch *launch = &a->run->launch, *other = &b->run->launch;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const char *name = launch->buffers[i].name;
        const Buffer *same = launch_buffer_named(other, name);
        if (!same)
            continue;
        ReadsPerElement first = record_reads(&record_a, i, true);
        ReadsPerElement second = record_reads(&record_b, (int)(same - other->buffers), true);
        if (first.mean + second.mean > 0)
            table_row(
                table,
                arena_printf(cli->arena, "%s: %s", name, words_of(cli, TEXT_LOADS_PER_ELEMENT)),
                reads_text(cli, &first), reads_text(cli, &second),
                ratio_text(cli, first.mean, second.mean));
    }
}

static void print_side(const Cli *cli, const char *letter, const Result *result)
{
    printf("%s: ", letter);
    print_launch(cli, result->run);
    print_findings(cli, result);
    print_notes(cli, result);
    print_check(cli, &result->check);
    putchar('\n');
}

void table_compare(Cli *cli, const Result *a, const Result *b)
{
    print_side(cli, "A", a);
    print_side(cli, "B", b);
    Table table = {.arena = cli->arena};
    table_row(&table, "", arena_printf(cli->arena, "A: %s", a->run->program->name),
              arena_printf(cli->arena, "B: %s", b->run->program->name), "A / B");
    add_counters(cli, &table, &a->report->counters, &b->report->counters);
    add_reads(cli, &table, a, b);
    table_print(stdout, &table);
}
