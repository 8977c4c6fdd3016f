/* The kernels of the course at random sizes: whatever the schedule, on one core or two, wide or
 * step by step, they leave the same memory and give the same Report, and nothing is found. Those
 * that are wrong on purpose, and say so in their first line, are left out. TRUST_SEED and
 * TRUST_CASES choose other sizes and more of them. */
#include "kernel.h"
#include "load/load.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 8, FILE_LIMIT = 100, SIZE_LIMIT = 24, SETTING_LIMIT = 16 };

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_meant_to_be_right(const char *path)
{
    char line[64] = "";
    FILE *file = fopen(path, "r");
    bool is_read = file && fgets(line, sizeof line, file);
    if (file)
        fclose(file);
    return is_read && !strstr(line, "Wrong on purpose");
}

static int list_kernels(Arena *arena, const char *folder, const char **paths)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) && count < FILE_LIMIT;) {
        const char *path = arena_printf(arena, "%s/%s", folder, entry->d_name);
        if (strstr(entry->d_name, ".cu") && is_meant_to_be_right(path))
            paths[count++] = path;
    }
    if (dir)
        closedir(dir);
    qsort(paths, (size_t)count, sizeof *paths, compare_names);
    return count;
}

/* ---- sizes ---- */

typedef struct Sizes {
    NamedText settings[SETTING_LIMIT];
    Define defines[SETTING_LIMIT];
    LoadOptions options;
    const char *text; /* as on the command line */
} Sizes;

static bool is_width(const char *name)
{
    return strcmp(name, "TILE_WIDTH") == 0 || strcmp(name, "BLOCK_SIZE") == 0;
}

/* What a kernel asks of a size beyond being positive. */
static const struct {
    const char *kernel, *name;
    unsigned multiple, least;
} demands[] = {{"20_pitch", "pitch", 1, SIZE_LIMIT}, {"28_vector_loads", "l", 4, 0}};

static unsigned random_size(const char *path, const char *name, uint64_t *state)
{
    unsigned size = 1 + trust_random(state, SIZE_LIMIT);
    for (size_t i = 0; i < sizeof demands / sizeof *demands; ++i)
        if (strstr(path, demands[i].kernel) && strcmp(name, demands[i].name) == 0)
            size = demands[i].least + size * demands[i].multiple;
    return size;
}

static void pick_size(Arena *arena, const char *path, const Adjustable *what, uint64_t *state,
                      Sizes *sizes)
{
    LoadOptions *options = &sizes->options;
    if (what->is_macro && is_width(what->name)) {
        const char *value =
            arena_printf(arena, "%lld", (long long)what->value << trust_random(state, 3));
        sizes->defines[options->define_count++] = (Define){what->name, value};
        sizes->text = arena_printf(arena, "%s -D %s=%s", sizes->text, what->name, value);
    } else if (!what->is_macro) {
        const char *value = arena_printf(arena, "%u", random_size(path, what->name, state));
        sizes->settings[options->setting_count++] = (NamedText){what->name, value};
        sizes->text = arena_printf(arena, "%s --set %s=%s", sizes->text, what->name, value);
    }
}

static Sizes *pick_sizes(Arena *arena, const char *path, uint64_t *state)
{
    Sizes *sizes = ARENA_NEW(arena, Sizes);
    Run *run = run_load(path, &sizes->options);
    const Adjustable *adjustables;
    int count = run_adjustables(arena, run, &adjustables);
    sizes->text = "";
    for (int i = 0; i < count && i < SETTING_LIMIT; ++i) {
        Adjustable copy = adjustables[i];
        copy.name = arena_text(arena, copy.name, strlen(copy.name));
        pick_size(arena, path, &copy, state, sizes);
    }
    sizes->options.settings = sizes->settings;
    sizes->options.defines = sizes->defines;
    run_free(run);
    return sizes;
}

/* ---- ways to run ---- */

typedef struct Way {
    const char *name;
    bool is_stepwise;
    int threads;
    Order order;
} Way;

static const Way ways[] = {{"stepwise on one core", true, 1, ORDER_ROUND_ROBIN},
                           {"stepwise on two cores", true, 2, ORDER_ROUND_ROBIN},
                           {"wide on one core", false, 1, ORDER_ROUND_ROBIN},
                           {"wide on two cores", false, 2, ORDER_ROUND_ROBIN},
                           {"one by one", true, 1, ORDER_ONE_BY_ONE},
                           {"in reverse", true, 1, ORDER_REVERSE},
                           {"at random", true, 2, ORDER_RANDOM}};
enum { WAY_COUNT = sizeof ways / sizeof *ways };

static const char *compare(const TrustRun *first, const TrustRun *run)
{
    if (run->report->finding_count)
        return finding_names[report_findings(run->report)[0].kind];
    if (memory_hash(first->memory) != memory_hash(run->memory))
        return "other memory";
    return report_equal(first->report, run->report) ? NULL : "another report";
}

static const char *run_ways(Run *run, uint64_t *state)
{
    TrustRun first = {0};
    const char *wrong = NULL;
    for (int i = 0; i < WAY_COUNT && !wrong; ++i) {
        run->launch.order = ways[i].order;
        run->launch.order_seed = trust_random(state, 1000);
        TrustRun here =
            trust_run(run->arena, run->program, &run->launch, ways[i].is_stepwise, ways[i].threads);
        if (i == 0)
            first = here;
        wrong = compare(&first, &here);
        if (wrong)
            wrong = arena_printf(run->arena, "%s, %s", ways[i].name, wrong);
        if (i > 0)
            trust_run_free(&here);
    }
    trust_run_free(&first);
    return wrong;
}

/* 1 if it went wrong; *ran counts those that could be launched. */
static int try_sizes(const char *path, uint64_t *state, int *ran)
{
    Arena *arena = arena_new();
    Sizes *sizes = pick_sizes(arena, path, state);
    Run *run = run_load(path, &sizes->options);
    const char *wrong = run->program ? run_ways(run, state) : NULL;
    *ran += run->program != NULL;
    if (wrong)
        fprintf(stderr, "%s%s: %s\n", path, sizes->text, wrong);
    run_free(run);
    arena_free(arena);
    return wrong != NULL;
}

int main(int argc, char **argv)
{
    Arena *arena = arena_new();
    const char *paths[FILE_LIMIT];
    int count = argc > 1 ? list_kernels(arena, argv[1], paths) : 0;
    int cases = (int)number_from("TRUST_CASES", CASES), ran = 0, wrong = 0;
    uint64_t state = number_from("TRUST_SEED", 1);
    for (int i = 0; i < count; ++i)
        for (int n = 0; n < cases; ++n)
            wrong += try_sizes(paths[i], &state, &ran);
    printf("%d kernels, %d launches, %d go wrong\n", count, ran, wrong);
    arena_free(arena);
    return wrong || ran < count * cases / 2;
}
