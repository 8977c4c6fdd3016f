/* The file is a small text that can be read before it is sent. */
#include "app/files/hand_in_file.h"
#include "session/data/session_data.h"

#include "app/files/free_name.h"
#include "base/file.h"
#include "session/class/hand_in_sheet.h"

#include <string.h>

void hand_in_file_save(Session *session)
{
    static const char *const endings[] = {".txt", NULL};
    Arena *arena = arena_new();
    const Phrase *reason;
    const char *text = handing_text(session, arena);
    const char *name = free_name(arena, "my_answers", endings, &reason);
    const char *path = name ? arena_printf(arena, "%s.txt", name) : NULL;
    session->handing_in.is_wanted = false;
    if (path && file_write(arena, path, text, strlen(text), &reason))
        session_say(session, STRING_HAND_IN_DONE, path);
    else
        session_say(session, STRING_NOT_SAVED, phrase_in(arena, session->look.language, reason));
    arena_free(arena);
}
