/* The file is read again just before it is written: whatever an editor saved meanwhile stays. A
 * file that may not be written is not replaced either, though its folder would allow it. */
#include "app/files/hole_file.h"
#include "session/data/session_data.h"

#include "base/file.h"
#include "session/sheets/hole.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool write_text(Arena *arena, const char *path, const char *text, const Phrase **reason)
{
    if (access(path, W_OK) == 0)
        return file_write(arena, path, text, strlen(text), reason);
    *reason = phrase_of_errno(arena, errno);
    return false;
}

void hole_file_save(Session *session)
{
    ExerciseStand *stand = &session->exercise;
    Arena *arena = arena_new();
    const Phrase *reason = NULL;
    char *before;
    size_t length;
    const char *after = NULL;
    stand->hole.is_wanted = false;
    if (file_read(arena, stand->path, FILE_SOURCE_LIMIT_BYTES, &before, &length, &reason)) {
        after = hole_fill(&stand->hole, arena, before);
        if (!after)
            session_say(session, STRING_HOLE_CHANGED, arena_printf(arena, "%d", stand->hole.line));
        else if (write_text(arena, stand->path, after, &reason))
            stand->hole.is_open = false;
    }
    if (reason)
        session_say(session, STRING_NOT_SAVED, phrase_in(arena, session->look.language, reason));
    arena_free(arena);
}
