/* tilestep compare: two kernels on the same problem, and what the one does more than the other. */
#include "cli/report/result.h"
#include "cli/report/table.h"
#include "cli/terminal/pair.h"
#include "view/values/argued.h"

#include <string.h>

/* a / b for every number of two objects of the same shape; null where b is 0. */
static json_t *ratios_of(const json_t *a, const json_t *b)
{
    json_t *ratios = json_object();
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)a, name, value)
    {
        const json_t *other = json_object_get(b, name);
        if (json_is_object(value))
            json_object_set_new(ratios, name, ratios_of(value, other));
        else
            json_object_set_new(ratios, name,
                                json_number(json_number_value(value) / json_number_value(other)));
    }
    return ratios;
}

/* The buffers that both have, by name: how often each element was read. */
static json_t *read_ratios(const json_t *a, const json_t *b)
{
    json_t *object = json_object(), *buffer;
    const char *name;
    json_object_foreach(json_object_get(a, "buffers"), name, buffer)
    {
        const char *path = "{s:{s:F}}";
        double mean, other;
        if (json_unpack(json_object_get(json_object_get(b, "buffers"), name), path,
                        "reads_per_element", "mean", &other) == 0 &&
            json_unpack(buffer, path, "reads_per_element", "mean", &mean) == 0)
            json_object_set_new(object, name, json_number(mean / other));
    }
    return object;
}

static void argue(const Result results[ARGUED_RUNS], Argued pair[ARGUED_RUNS])
{
    for (int i = 0; i < ARGUED_RUNS; ++i) {
        const CheckResult *check = &results[i].check;
        pair[i] = (Argued){results[i].run, results[i].report,
                           check->reference == REFERENCE_NONE ? NULL : check};
    }
}

static void print_json(Cli *cli, const Result results[ARGUED_RUNS])
{
    Argued pair[ARGUED_RUNS];
    json_t *json_a = result_json(cli->arena, &results[0]),
           *json_b = result_json(cli->arena, &results[1]);
    json_t *ratios =
        ratios_of(json_object_get(json_a, "counters"), json_object_get(json_b, "counters"));
    json_object_set_new(ratios, "reads_per_element", read_ratios(json_a, json_b));
    argue(results, pair);
    output_json(json_pack("{sosososssb}", "a", json_a, "b", json_b, "ratios", ratios, "verdict",
                          argued_verdict(cli->arena, LANGUAGE_EN, pair, -1), "same_size",
                          argued_is_fair(pair)));
}

/* The sentence that the window has beside its counters. */
static void print_verdict(Cli *cli, const Result results[ARGUED_RUNS])
{
    Argued pair[ARGUED_RUNS];
    argue(results, pair);
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
            print_json(cli, results);
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
