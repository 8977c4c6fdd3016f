/* Saved windows are small texts; a file is one if it begins like one, whatever its name is. */
#include "app/state_file.h"

#include "base/file.h"
#include "session/edit.h"
#include "session/state.h"
#include "session/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STATE_LIMIT_BYTES = 1 << 20 };

/* The folder, made if need be; NULL if there is no home. */
static const char *state_folder(Arena *arena)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const char *parent = state && *state ? state : NULL;
    if (!parent && home && *home) {
        mkdir(arena_printf(arena, "%s/.local", home), 0755);
        parent = arena_printf(arena, "%s/.local/state", home);
    }
    if (!parent)
        return NULL;
    mkdir(parent, 0755);
    const char *folder = arena_printf(arena, "%s/tilestep", parent);
    mkdir(folder, 0755);
    return folder;
}

static void say(Session *session, StringKey key, const char *what)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(session->notice, sizeof session->notice, string_get(key, session->look.language),
             what);
#pragma GCC diagnostic pop
}

static const char *plain_name(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return arena_text(arena, name, dot ? (size_t)(dot - name) : strlen(name));
}

void state_file_save(Session *session)
{
    Arena *arena = arena_new();
    const char *folder = state_folder(arena), *reason = "HOME is not set";
    session->state_wanted = false;
    const char *text = state_write(session, arena);
    const char *name =
        session->run_count ? plain_name(arena, session->runs[0].run->path) : "window";
    const char *path = folder ? arena_printf(arena, "%s/%s.tilestep", folder, name) : NULL;
    if (path && file_write(arena, path, text, strlen(text), &reason))
        say(session, STRING_SAVED, path);
    else
        say(session, STRING_NOT_SAVED, reason);
    arena_free(arena);
}

static bool read_state(Arena *arena, const char *path, char **text)
{
    size_t length;
    const char *reason;
    return file_read(arena, path, STATE_LIMIT_BYTES, text, &length, &reason) && state_is_one(*text);
}

bool state_file_is_one(const char *path)
{
    Arena *arena = arena_new();
    char *text;
    bool is_one = read_state(arena, path, &text);
    arena_free(arena);
    return is_one;
}

void state_file_open(Session *session, const char *path)
{
    Arena *arena = arena_new();
    char *text;
    const char *reason;
    if (!read_state(arena, path, &text))
        edit_open_file(session, path);
    else if (!state_read(session, arena, text, &reason))
        snprintf(session->notice, sizeof session->notice, "%s", reason);
    arena_free(arena);
}
