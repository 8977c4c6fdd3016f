/* A path is a small text that people may go on writing by hand. */
#include "app/files/path_file.h"
#include "session/data/session_data.h"

#include "app/files/free_name.h"
#include "base/file.h"
#include "session/sheets/overview.h"

#include <string.h>

void path_file_save(Session *session)
{
    static const char *const endings[] = {".yaml", NULL};
    Arena *arena = arena_new();
    const Phrase *reason;
    const char *text = overview_text(session, arena);
    const char *name = free_name(arena, "my_path", endings, &reason);
    const char *path = name ? arena_printf(arena, "%s.yaml", name) : NULL;
    session->overview.is_wanted = false;
    if (path && file_write(arena, path, text, strlen(text), &reason))
        session_say(session, STRING_OVERVIEW_SAVED, path);
    else
        session_say(session, STRING_NOT_SAVED, phrase_in(arena, session->look.language, reason));
    arena_free(arena);
}
