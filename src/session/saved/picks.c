/* A name comes without its folder, so a text from elsewhere can lead to no place on this machine.
 * The content is what decides between files of one name, and it alone opens what nobody picked:
 * whoever knows its hash has the file already. */
#include "session/saved/picks.h"
#include "session/data/session_data.h"

#include "base/assets.h"
#include "base/file.h"
#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HASH_DIGITS = 16 };

static const char *const shipped_folders[] = {"kernels", "lessons", "lessons/exercises"};

void picks_add(Picks *picks, const char *path)
{
    if (path && picks->count < PICKS_MOST)
        picks->paths[picks->count++] = path;
}

static void add_run(Picks *picks, Arena *arena, const Run *run)
{
    const LoadOptions *options = &run->options;
    if (!options->source_count)
        picks_add(picks, arena_printf(arena, "%s", run->path));
    for (int i = 0; i < options->argument_count; ++i)
        if (options->arguments[i].value[0] == '@')
            picks_add(picks, arena_printf(arena, "%s", options->arguments[i].value + 1));
}

void picks_add_session(Picks *picks, Arena *arena, const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        add_run(picks, arena, session->runs[i].run);
    for (int i = 0; i < session->sheets.recent_files.count; ++i)
        picks_add(picks, arena_printf(arena, "%s", session->sheets.recent_files.paths[i]));
}

/* ---- names ---- */

/* 0: it cannot be read. */
static uint64_t content_hash(Arena *arena, const char *path)
{
    char *text;
    size_t length;
    const Phrase *reason;
    if (!path || !file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        return 0;
    return hash_bytes(HASH_START, text, length);
}

const char *picks_name(Arena *arena, const char *path)
{
    return arena_printf(arena, "%s %0*llx", file_name(path), HASH_DIGITS,
                        (unsigned long long)content_hash(arena, path));
}

/* A file as a text names it. */
typedef struct Wanted {
    const char *given, *name; /* as it stands there, and without a folder */
    uint64_t hash;            /* 0: not known */
} Wanted;

static Wanted read_name(Arena *arena, const char *given)
{
    Wanted wanted = {.given = given};
    const char *blank = strrchr(given, ' ');
    size_t length = strlen(given);
    if (blank && strspn(blank + 1, "0123456789abcdef") == HASH_DIGITS && strlen(blank) == 17) {
        length = (size_t)(blank - given);
        wanted.hash = strtoull(blank + 1, NULL, 16);
    }
    wanted.name = file_name(arena_text(arena, given, length));
    return wanted;
}

/* ---- looking ---- */

/* What has been found so far. */
typedef struct Found {
    const char *path;
    bool is_sure; /* the path is just this one, or the content is */
} Found;

/* by_name: a file of the name will do, whatever it holds. */
static void look_at(Found *found, Arena *arena, const Wanted *wanted, const char *path,
                    bool by_name)
{
    if (found->is_sure || !path || !*wanted->name || strcmp(file_name(path), wanted->name) != 0)
        return;
    uint64_t hash = content_hash(arena, path);
    bool is_sure = wanted->hash ? hash == wanted->hash : strcmp(path, wanted->given) == 0;
    if (is_sure || (by_name && !found->path && access(path, R_OK) == 0))
        *found = (Found){path, is_sure};
}

static void look_at_shipped(Found *found, Arena *arena, const Wanted *wanted)
{
    for (size_t i = 0; i < sizeof shipped_folders / sizeof *shipped_folders; ++i)
        look_at(found, arena, wanted,
                asset_find(arena, arena_printf(arena, "%s/%s", shipped_folders[i], wanted->name)),
                true);
}

bool picks_is_shipped(Arena *arena, const char *path)
{
    Wanted wanted = {.given = "", .name = file_name(path), .hash = content_hash(arena, path)};
    Found found = {0};
    if (wanted.hash)
        look_at_shipped(&found, arena, &wanted);
    return found.is_sure;
}

/* Beside what was picked, and in the current folder: by the content. */
static void look_around(Found *found, Arena *arena, const Wanted *wanted, const Picks *picks)
{
    for (int i = 0; wanted->hash && i < picks->count; ++i)
        look_at(found, arena, wanted, file_beside(arena, picks->paths[i], wanted->name), false);
    if (wanted->hash)
        look_at(found, arena, wanted, wanted->name, false);
}

static Found find_wanted(const Picks *picks, Arena *arena, const Wanted *wanted)
{
    Found found = {0};
    for (int i = 0; i < picks->count; ++i)
        look_at(&found, arena, wanted, picks->paths[i], true);
    look_at_shipped(&found, arena, wanted);
    look_around(&found, arena, wanted, picks);
    return found;
}

const char *picks_find_content(const Picks *picks, Arena *arena, const char *name, const char *text)
{
    Wanted wanted = {
        .given = name, .name = name, .hash = hash_bytes(HASH_START, text, strlen(text))};
    Found found = find_wanted(picks, arena, &wanted);
    return found.is_sure ? found.path : NULL;
}

const char *picks_find(const Picks *picks, Arena *arena, const char *name, bool *is_other)
{
    Wanted wanted = read_name(arena, name);
    if (picks->is_own)
        return name;
    Found found = find_wanted(picks, arena, &wanted);
    *is_other |= found.path && wanted.hash && !found.is_sure;
    return found.path;
}
