/* The list is read again before it is written, since another window may have changed it; it is
 * replaced in one go. */
#include "app/files/recent.h"
#include "session/data/session_data.h"

#include "base/file.h"
#include "base/state_folder.h"
#include "session/sheets/opener.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_LIMIT_BYTES = 1 << 16 };

typedef struct Names {
    const char *paths[RECENT_FILES];
    int count;
} Names;

static const char *list_path(Arena *arena)
{
    const char *folder = state_folder(arena);
    return folder ? arena_printf(arena, "%s/recent", folder) : NULL;
}

/* Only full paths of files that exist, each once. */
static void add_path(Names *names, const char *path)
{
    if (path[0] != '/' || strchr(path, '\n') || access(path, R_OK) != 0)
        return;
    for (int i = 0; i < names->count; ++i)
        if (strcmp(names->paths[i], path) == 0)
            return;
    if (names->count < RECENT_FILES)
        names->paths[names->count++] = path;
}

static void add_listed(Arena *arena, Names *names)
{
    const char *path = list_path(arena);
    const Phrase *reason;
    char *text;
    size_t length;
    if (!path || !file_read(arena, path, LIST_LIMIT_BYTES, &text, &length, &reason))
        return;
    while (*text) {
        size_t line = strcspn(text, "\n");
        add_path(names, arena_text(arena, text, line));
        text += line + (text[line] == '\n');
    }
}

static void add_open(Arena *arena, Names *names, const Session *session)
{
    for (int i = 0; i < session->run_count; ++i) {
        int slot = (session->front + i) % session->run_count;
        const Run *run = session->runs[slot].run;
        char *full = run->options.source_count ? NULL : realpath(run->path, NULL);
        if (full)
            add_path(names, arena_text(arena, full, strlen(full)));
        free(full);
    }
}

void recent_load(Session *session)
{
    Arena *arena = arena_new();
    Names names = {.count = 0};
    add_listed(arena, &names);
    opener_set_recent(session, names.paths, names.count);
    arena_free(arena);
}

static bool lists_are_equal(const Names *names, const RecentFiles *recent)
{
    bool same = names->count == recent->count;
    for (int i = 0; same && i < names->count; ++i)
        same = strcmp(names->paths[i], recent->paths[i]) == 0;
    return same;
}

void recent_note(Session *session, const char *first)
{
    Arena *arena = arena_new();
    Names names = {.count = 0};
    const char *path = list_path(arena), *text = "";
    const Phrase *reason;
    if (first)
        add_path(&names, first);
    add_open(arena, &names, session);
    add_listed(arena, &names);
    bool changed = !lists_are_equal(&names, &session->sheets.recent_files);
    opener_set_recent(session, names.paths, names.count);
    for (int i = 0; i < names.count; ++i)
        text = arena_printf(arena, "%s%s\n", text, names.paths[i]);
    if (path && changed) /* a list that cannot be written is no loss worth a word */
        file_write(arena, path, text, strlen(text), &reason);
    arena_free(arena);
}
