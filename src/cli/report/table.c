/* A Result for people: what ran, what was counted, what is wrong. The same numbers as in JSON. */
#include "cli/report/table.h"

#include "base/phrase.h"

#include "probe/sentences/sentence.h"

#include <string.h>

static const char *say(const Cli *cli, TextId id)
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

static void print_launch(const Cli *cli, const Run *run)
{
    printf("%s  %s<<<(%s), (%s)>>>\n", run->path, run->program->name,
           dim3_text(cli, run->launch.grid), dim3_text(cli, run->launch.block));
    print_scalars(cli, run);
    printf("%s: %u %s\n", say(cli, TEXT_SHARED), launch_shared_bytes(&run->launch, run->program),
           say(cli, TEXT_BYTES));
    for (int i = 0; i < run->note_count; ++i)
        printf("%s: %s\n", say(cli, TEXT_ASSUMED),
               phrase_in(cli->arena, cli->language, run->notes[i]));
}

static void add_global(const Cli *cli, Table *table, TextId name, const MemoryCount *count)
{
    table_row(table, say(cli, name), count_text(cli, count->accesses),
              count_text(cli, count->bytes), count_text(cli, count->requests),
              count_text(cli, count->sectors));
}

static void add_shared(const Cli *cli, Table *table, TextId name, const MemoryCount *count)
{
    table_row(table, say(cli, name), count_text(cli, count->accesses),
              count_text(cli, count->bytes), count_text(cli, count->requests),
              count_text(cli, count->wavefronts), count_text(cli, count->bank_conflicts));
}

static void add_constant(const Cli *cli, Table *table, TextId name, const MemoryCount *count)
{
    table_row(table, say(cli, name), count_text(cli, count->accesses),
              count_text(cli, count->bytes), count_text(cli, count->requests),
              count_text(cli, count->words));
}

static void print_memory(const Cli *cli, const Counters *counters)
{
    Table table = {.arena = cli->arena};
    table_row(&table, "", say(cli, TEXT_ACCESSES), say(cli, TEXT_BYTES), say(cli, TEXT_REQUESTS),
              say(cli, TEXT_SECTORS));
    add_global(cli, &table, TEXT_GLOBAL_LOADS, &counters->global_load);
    add_global(cli, &table, TEXT_GLOBAL_STORES, &counters->global_store);
    if (counters->shared_load.requests + counters->shared_store.requests > 0) {
        table_row(&table, "", "", "", "", say(cli, TEXT_WAVEFRONTS), say(cli, TEXT_CONFLICTS));
        add_shared(cli, &table, TEXT_SHARED_LOADS, &counters->shared_load);
        add_shared(cli, &table, TEXT_SHARED_STORES, &counters->shared_store);
    }
    if (counters->constant_load.requests > 0) {
        table_row(&table, "", "", "", "", say(cli, TEXT_WORDS));
        add_constant(cli, &table, TEXT_CONSTANT_LOADS, &counters->constant_load);
    }
    putchar('\n');
    table_print(stdout, &table);
}

/* Operations per byte of global memory loaded; 0 if nothing was loaded. */
static double intensity(const Counters *counters)
{
    double bytes = (double)counters->global_load.bytes;
    return bytes > 0 ? (double)counters->flops / bytes : 0;
}

static void add_count(const Cli *cli, Table *table, TextId name, uint64_t count)
{
    if (count > 0)
        table_row(table, say(cli, name), count_text(cli, count));
}

static void print_rest(const Cli *cli, const Counters *counters)
{
    Table table = {.arena = cli->arena};
    add_count(cli, &table, TEXT_ZERO_FILLS, counters->zero_fills);
    add_count(cli, &table, TEXT_FLOPS, counters->flops);
    if (intensity(counters) > 0)
        table_row(&table, say(cli, TEXT_INTENSITY),
                  arena_printf(cli->arena, "%.4g", intensity(counters)));
    add_count(cli, &table, TEXT_BLOCKS, counters->blocks);
    add_count(cli, &table, TEXT_WARPS, counters->warps);
    add_count(cli, &table, TEXT_THREADS, counters->threads);
    add_count(cli, &table, TEXT_INSTRUCTIONS, counters->instructions);
    add_count(cli, &table, TEXT_BARRIERS, counters->barriers);
    add_count(cli, &table, TEXT_BRANCHES, counters->branches);
    add_count(cli, &table, TEXT_DIVERGENT, counters->divergent_branches);
    add_count(cli, &table, TEXT_ATOMICS, counters->atomics);
    add_count(cli, &table, TEXT_ATOMIC_TURNS, counters->atomic_serial);
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

static uint64_t constant_loads(const Result *result)
{
    return result->report->counters.constant_load.accesses;
}

/* The columns of constant memory are there where a buffer is read that way. */
static void add_buffer(const Cli *cli, Table *table, const Result *result, int index)
{
    const Buffer *buffer = &result->run->launch.buffers[index];
    const BufferCount *count = &report_buffers(result->report)[index];
    const char *reads = reads_text(cli, &result->reads[index]);
    if (constant_loads(result))
        table_row(table, buffer->name, count_text(cli, buffer->count),
                  count_text(cli, count->loads), count_text(cli, count->stores),
                  count_text(cli, count->load_sectors), count_text(cli, count->store_sectors),
                  count_text(cli, count->constant_loads), count_text(cli, count->constant_words),
                  reads);
    else
        table_row(table, buffer->name, count_text(cli, buffer->count),
                  count_text(cli, count->loads), count_text(cli, count->stores),
                  count_text(cli, count->load_sectors), count_text(cli, count->store_sectors),
                  reads);
}

static void add_buffer_heads(const Cli *cli, Table *table, const Result *result)
{
    if (constant_loads(result))
        table_row(table, say(cli, TEXT_BUFFER), say(cli, TEXT_ELEMENTS), say(cli, TEXT_LOADS),
                  say(cli, TEXT_STORES), say(cli, TEXT_LOAD_SECTORS), say(cli, TEXT_STORE_SECTORS),
                  say(cli, TEXT_CONSTANT_LOADS), say(cli, TEXT_WORDS),
                  say(cli, TEXT_LOADS_PER_ELEMENT));
    else
        table_row(table, say(cli, TEXT_BUFFER), say(cli, TEXT_ELEMENTS), say(cli, TEXT_LOADS),
                  say(cli, TEXT_STORES), say(cli, TEXT_LOAD_SECTORS), say(cli, TEXT_STORE_SECTORS),
                  say(cli, TEXT_LOADS_PER_ELEMENT));
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
    printf("\n%s:%s%s\n", say(cli, TEXT_FINDINGS), report->finding_count ? "" : " ",
           report->finding_count ? "" : say(cli, TEXT_NONE));
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings(report)[i];
        const char *first =
            arena_printf(cli->arena, say(cli, TEXT_FIRST_STEP), (unsigned long long)finding->step);
        printf("  %s, %s%llu %s, %s: %s\n", finding_names[finding->kind],
               finding->is_at_least ? say(cli, TEXT_AT_LEAST) : "",
               (unsigned long long)finding->count,
               say(cli, finding->count == 1 ? TEXT_TIME : TEXT_TIMES), first,
               sentence_finding(cli->arena, cli->language, result->run->program,
                                &result->run->launch, finding));
    }
    if (report->findings_lost > 0)
        printf("  + %llu %s\n", (unsigned long long)report->findings_lost, say(cli, TEXT_LOST));
    uint32_t uncompared = report_uncompared_lines(report);
    if (uncompared > 0)
        printf("  + %s\n", arena_printf(cli->arena, say(cli, TEXT_UNCOMPARED), uncompared));
}

static void print_printout(const Cli *cli, const Result *result)
{
    const Launch *launch = &result->run->launch;
    if (result->printout.count == 0)
        return;
    printf("\n%s:\n", say(cli, TEXT_PRINTED));
    for (int i = 0; i < result->printout.count; ++i) {
        const Printed *printed = &result->printout.items[i];
        Dim3 block = dim3_from_linear(printed->block, launch->grid);
        Dim3 thread = dim3_from_linear(printed->thread, launch->block);
        size_t length = strcspn(printed->text, "\n");
        printf("  %s (%u, %u, %u) %s (%u, %u, %u): %.*s\n", say(cli, TEXT_BLOCK), block.x, block.y,
               block.z, say(cli, TEXT_THREAD), thread.x, thread.y, thread.z, (int)length,
               printed->text);
    }
    if (result->printout.is_cut)
        printf("  ... %s\n", say(cli, TEXT_PRINTED_CUT));
}

static void print_check(const Cli *cli, const CheckResult *check)
{
    printf("%s: ", say(cli, TEXT_CHECK));
    if (check->reference == REFERENCE_NONE) {
        puts(say(cli, TEXT_CHECK_NONE));
        return;
    }
    if (check->reading)
        printf("%s: ", check->reading);
    printf("%llu %s %llu %s", (unsigned long long)(check->total - check->wrong), say(cli, TEXT_OF),
           (unsigned long long)check->total, say(cli, TEXT_RIGHT));
    if (check->wrong > 0)
        printf(", %llu %s %.9g", (unsigned long long)check->wrong, say(cli, TEXT_WRONG),
               check->max_abs_error);
    if (check->unwritten > 0)
        printf(", %llu %s", (unsigned long long)check->unwritten, say(cli, TEXT_UNWRITTEN));
    if (check->unwritten > 0 && check->grid.x > 0) {
        printf("; ");
        printf(say(cli, TEXT_GRID_WRITES), check->grid.x, check->grid.y);
    }
    putchar('\n');
}

static void print_witness(const Cli *cli, const Result *result)
{
    const Witness *witness = &result->witness;
    if (!result->has_witness)
        return;
    if (witness->is_found)
        printf("%s --order random:%llu: %llu %s\n", say(cli, TEXT_RACE_SHOWS),
               (unsigned long long)witness->seed, (unsigned long long)witness->wrong,
               say(cli, TEXT_WRONG_ELEMENTS));
    else
        puts(say(cli, witness->is_one_warp ? TEXT_RACE_ONE_WARP : TEXT_RACE_HIDDEN));
}

void table_result(Cli *cli, const Result *result)
{
    print_launch(cli, result->run);
    print_memory(cli, &result->report->counters);
    print_buffers(cli, result);
    print_rest(cli, &result->report->counters);
    print_printout(cli, result);
    print_findings(cli, result);
    print_check(cli, &result->check);
    print_witness(cli, result);
}

static const char *ratio_text(const Cli *cli, double a, double b)
{
    return b > 0 ? arena_printf(cli->arena, "%.4g", a / b) : "-";
}

static void add_pair(const Cli *cli, Table *table, const char *name, uint64_t a, uint64_t b)
{
    if (a + b > 0)
        table_row(table, name, count_text(cli, a), count_text(cli, b),
                  ratio_text(cli, (double)a, (double)b));
}

static void add_group(const Cli *cli, Table *table, TextId group, const MemoryCount *a,
                      const MemoryCount *b)
{
    const char *name = say(cli, group);
    add_pair(cli, table, name, a->accesses, b->accesses);
    struct {
        TextId text;
        uint64_t a, b;
    } parts[] = {
        {TEXT_BYTES, a->bytes, b->bytes},
        {TEXT_REQUESTS, a->requests, b->requests},
        {TEXT_SECTORS, a->sectors, b->sectors},
        {TEXT_WORDS, a->words, b->words},
        {TEXT_WAVEFRONTS, a->wavefronts, b->wavefronts},
        {TEXT_CONFLICTS, a->bank_conflicts, b->bank_conflicts},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        add_pair(cli, table, arena_printf(cli->arena, "  %s", say(cli, parts[i].text)), parts[i].a,
                 parts[i].b);
}

static void add_counters(const Cli *cli, Table *table, const Counters *a, const Counters *b)
{
    add_group(cli, table, TEXT_GLOBAL_LOADS, &a->global_load, &b->global_load);
    add_group(cli, table, TEXT_GLOBAL_STORES, &a->global_store, &b->global_store);
    add_group(cli, table, TEXT_SHARED_LOADS, &a->shared_load, &b->shared_load);
    add_group(cli, table, TEXT_SHARED_STORES, &a->shared_store, &b->shared_store);
    add_group(cli, table, TEXT_CONSTANT_LOADS, &a->constant_load, &b->constant_load);
    add_pair(cli, table, say(cli, TEXT_ZERO_FILLS), a->zero_fills, b->zero_fills);
    add_pair(cli, table, say(cli, TEXT_FLOPS), a->flops, b->flops);
    table_row(table, say(cli, TEXT_INTENSITY), arena_printf(cli->arena, "%.4g", intensity(a)),
              arena_printf(cli->arena, "%.4g", intensity(b)),
              ratio_text(cli, intensity(a), intensity(b)));
    add_pair(cli, table, say(cli, TEXT_INSTRUCTIONS), a->instructions, b->instructions);
    add_pair(cli, table, say(cli, TEXT_BARRIERS), a->barriers, b->barriers);
    add_pair(cli, table, say(cli, TEXT_BRANCHES), a->branches, b->branches);
    add_pair(cli, table, say(cli, TEXT_DIVERGENT), a->divergent_branches, b->divergent_branches);
    add_pair(cli, table, say(cli, TEXT_ATOMICS), a->atomics, b->atomics);
    add_pair(cli, table, say(cli, TEXT_ATOMIC_TURNS), a->atomic_serial, b->atomic_serial);
}

/* Buffers that both read and that have the same name. */
static void add_reads(const Cli *cli, Table *table, const Result *a, const Result *b)
{
    for (int i = 0; i < a->run->launch.buffer_count; ++i)
        for (int k = 0; k < b->run->launch.buffer_count; ++k) {
            const char *name = a->run->launch.buffers[i].name;
            if (strcmp(name, b->run->launch.buffers[k].name) != 0 ||
                a->reads[i].mean + b->reads[k].mean <= 0)
                continue;
            table_row(table,
                      arena_printf(cli->arena, "%s: %s", name, say(cli, TEXT_LOADS_PER_ELEMENT)),
                      reads_text(cli, &a->reads[i]), reads_text(cli, &b->reads[k]),
                      ratio_text(cli, a->reads[i].mean, b->reads[k].mean));
        }
}

static void print_side(const Cli *cli, const char *letter, const Result *result)
{
    printf("%s: ", letter);
    print_launch(cli, result->run);
    print_findings(cli, result);
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
