/* tilestep compare: two kernels on the same problem, and what the one does more than the other. */
#include "cli/report/json.h"
#include "cli/report/table.h"
#include "cli/terminal/pair.h"
#include "view/values/argued.h"

#include <string.h>

/* The buffers that both have, by name: how often each element was read. */
static json_t *read_ratios(const Result *a, const Result *b)
{
    json_t *object = json_object();
    const Launch *launch = &a->run->launch, *other = &b->run->launch;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const char *name = launch->buffers[i].name;
        const Buffer *same = launch_buffer_named(other, name);
        if (same)
            json_object_set_new(
                object, name, json_number(a->reads[i].mean / b->reads[same - other->buffers].mean));
    }
    return object;
}

static void print_json(Cli *cli, const Result *a, const Result *b)
{
    json_t *json_a = json_result(cli->arena, a), *json_b = json_result(cli->arena, b);
    json_t *ratios =
        json_ratios(json_object_get(json_a, "counters"), json_object_get(json_b, "counters"));
    json_object_set_new(ratios, "reads_per_element", read_ratios(a, b));
    output_json(json_pack("{sososo}", "a", json_a, "b", json_b, "ratios", ratios));
}

/* The sentence that the window has beside its counters. */
static void print_verdict(Cli *cli, const Result results[ARGUED_RUNS])
{
    Argued pair[ARGUED_RUNS];
    for (int i = 0; i < ARGUED_RUNS; ++i) {
        const CheckResult *check = &results[i].check;
        pair[i] = (Argued){results[i].run, results[i].report,
                           check->reference == REFERENCE_NONE ? NULL : check};
    }
    printf("\n%s\n", argued_verdict(cli->arena, cli->language, pair, -1));
}

int command_compare(Cli *cli)
{
    const char *const *paths = cli->options->operands.items;
    LoadOptions load[2];
    pair_options(cli, paths, load);
    Result results[2] = {0};
    int status = 0;
    for (int side = 0; side < 2 && !status; ++side)
        status = result_make(paths[side], &load[side], &results[side]);
    if (!status) {
        if (cli->options->json) {
            print_json(cli, &results[0], &results[1]);
        } else {
            table_compare(cli, &results[0], &results[1]);
            print_verdict(cli, results);
        }
        status = result_status(&results[0]) | result_status(&results[1]);
    }
    for (int side = 0; side < 2; ++side)
        result_free(&results[side]);
    return status;
}
