/* Saved windows are small texts; a file is one if it begins like one, whatever its name is. */
#include "app/files/state_file.h"
#include "session/data/session_data.h"

#include "app/files/free_name.h"
#include "app/files/recent.h"
#include "base/file.h"
#include "base/state_folder.h"
#include "session/class/class_sheet.h"
#include "session/edits/open.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/sheets/opener.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ENDING ".tilestep"

static const char *plain_name(Arena *arena, const char *path)
{
    const char *name = file_name(path);
    const char *dot = strrchr(name, '.');
    return arena_text(arena, name, dot ? (size_t)(dot - name) : strlen(name));
}

static bool holds(Arena *arena, const char *path, const char *text)
{
    const Phrase *reason;
    char *there;
    size_t length;
    return file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &there, &length, &reason) &&
           length == strlen(text) && memcmp(there, text, length) == 0;
}

/* The file among NAME, NAME-2, NAME-3 that holds this already; else a new one, since what was saved
 * before stays. NULL with *reason. */
static const char *path_for(Arena *arena, const char *folder, const char *name, const char *text,
                            const Phrase **reason)
{
    static const char *const endings[] = {ENDING, NULL};
    const char *whole = arena_printf(arena, "%s/%s", folder, name), *numbered = whole;
    for (int i = 2;; ++i) {
        const char *path = arena_printf(arena, "%s" ENDING, numbered);
        if (access(path, F_OK) != 0)
            break;
        if (holds(arena, path, text))
            return path;
        numbered = arena_printf(arena, "%s-%d", whole, i);
    }
    numbered = free_name(arena, whole, endings, reason);
    return numbered ? arena_printf(arena, "%s" ENDING, numbered) : NULL;
}

static const char *keep(const Session *session, Arena *arena, const char *name,
                        const Phrase **reason)
{
    const char *folder = state_folder(arena), *text = state_write_file(session, arena);
    *reason = PHRASE_LITERAL("HOME is not set");
    const char *path = folder ? path_for(arena, folder, name, text, reason) : NULL;
    if (!path)
        return NULL;
    bool good = file_write(arena, path, text, strlen(text), reason);
    if (!good)
        free_name_drop(path);
    return good ? path : NULL;
}

bool state_file_keep(const Session *session, const char *name, char *path, size_t path_size)
{
    Arena *arena = arena_new();
    const Phrase *reason;
    const char *kept = keep(session, arena, name, &reason);
    snprintf(path, path_size, "%s", kept ? kept : phrase_in(arena, session->look.language, reason));
    arena_free(arena);
    return kept != NULL;
}

void state_file_save(Session *session)
{
    Arena *arena = arena_new();
    const Phrase *reason;
    session->wanted.state = false;
    const char *name =
        session->run_count ? plain_name(arena, session->runs[0].run->path) : "window";
    const char *path = keep(session, arena, name, &reason);
    session_say(session, path ? STRING_SAVED : STRING_NOT_SAVED,
                path ? path : phrase_in(arena, session->look.language, reason));
    if (path)
        recent_note(session, path);
    arena_free(arena);
}

bool state_file_start(Session *session, Arena *arena, const char *text, const char *path,
                      const char **reason)
{
    const char *warning;
    if (!share_open(session, arena, text, &path, 1, reason, &warning))
        return false;
    snprintf(session->notice, sizeof session->notice, "%s", warning ? warning : "");
    return true;
}

void state_file_open(Session *session, const char *text)
{
    Arena *arena = arena_new();
    const char *reason;
    bool is_kernel = !share_is_one(text) && !state_is_one(text) && !share_is_file(text);
    if (is_kernel && class_take_path(session, text)) {
        arena_free(arena);
        return;
    }
    if (is_kernel && session->sheets.opener.is_beside)
        open_file_beside(session, text);
    else if (is_kernel)
        open_file(session, text);
    else if (!state_file_start(session, arena, text, NULL, &reason))
        session_say(session, STRING_NOT_OPENED, reason);
    opener_free(&session->sheets.opener);
    arena_free(arena);
}
