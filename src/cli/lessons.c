/* tilestep lessons: what is in lessons/, one name a line. */
#include "cli/terminal/command.h"

#include "base/assets.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names of the lessons, without their suffix, in order. */
static Words find_lessons(Arena *arena)
{
    static const char suffix[] = ".lesson";
    Words names = {0};
    const char *folder = asset_find(arena, "lessons");
    DIR *directory = folder ? opendir(folder) : NULL;
    if (!directory)
        return names;
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot && dot != entry->d_name && strcmp(dot, suffix) == 0)
            *ARENA_PUSH(arena, names.items, names.count, names.capacity) =
                arena_text(arena, entry->d_name, (size_t)(dot - entry->d_name));
    }
    closedir(directory);
    if (names.count > 0)
        qsort(names.items, (size_t)names.count, sizeof *names.items, compare_names);
    return names;
}

static bool is_listed(const Words *names, const char *name)
{
    for (int i = 0; i < names->count; ++i)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

static void print_names(const Words *names, bool as_json)
{
    json_t *array = json_array();
    for (int i = 0; i < names->count; ++i)
        json_array_append_new(array, json_string(names->items[i]));
    if (as_json) {
        output_json(array);
        return;
    }
    json_decref(array);
    for (int i = 0; i < names->count; ++i)
        puts(names->items[i]);
    if (names->count == 0)
        puts("There are no lessons yet.");
}

int command_lessons(Cli *cli)
{
    Words names = find_lessons(cli->arena);
    const Words *operands = &cli->options->operands;
    if (operands->count > 0 && !is_listed(&names, operands->items[0]))
        return cli_error("there is no lesson '%s' (see tilestep lessons)", operands->items[0]);
    if (cli->options->check && names.count > 0)
        return cli_error("this version cannot check lessons");
    print_names(operands->count > 0 ? operands : &names, cli->options->json);
    return EXIT_CLEAN;
}
