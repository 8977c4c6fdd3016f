/* What is pasted may be a code, the path of a file, or the text of a saved window. */
#include "app/clipboard.h"
#include "session/data/session_data.h"

#include "app/files/state_file.h"
#include "session/class/class_sheet.h"
#include "session/class/hand_in_sheet.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/sheets/hole.h"
#include "session/sheets/opener.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As a link where it is known at what address a page stands. */
static void copy(Session *session, Arena *arena)
{
    const char *handed = handing_code(session, arena), *page = getenv("TILESTEP_PAGE");
    const char *code = handed ? handed : share_write(session, arena);
    bool is_link = page && *page;
    if (SDL_SetClipboardText(is_link ? arena_printf(arena, "%s#%s", page, code) : code) != 0)
        session_say(session, STRING_NOT_SAVED, SDL_GetError());
    else if (!handed)
        share_say_copied(session, arena, code, is_link);
}

static void open_text(Session *session, Arena *arena, const char *text)
{
    if (class_take_text(session, text))
        return;
    Language own = session->look.language; /* the reader's, not the writer's */
    const char *line = text + strspn(text, " \t\r\n");
    line = arena_text(arena, line, strcspn(line, "\r\n"));
    if (strncmp(line, "file://", 7) == 0)
        line += 7;
    bool is_known = share_is_one(text) || state_is_one(text) || access(line, R_OK) == 0;
    if (!is_known)
        session_say(session, STRING_PASTE_NOTHING, "");
    else
        state_file_open(session, share_is_one(text) || state_is_one(text) ? text : line);
    session->look.language = own;
    if (is_known)
        opener_free(&session->sheets.opener);
}

/* Its first line, into the line of an exercise that is being filled in. */
static void type_line(Session *session, const char *text)
{
    for (; *text && *text != '\r' && *text != '\n'; ++text)
        if (*text >= ' ' && *text < 127)
            hole_type(session, *text);
}

void clipboard_open(Session *session, const char *text)
{
    Arena *arena = arena_new();
    open_text(session, arena, text);
    arena_free(arena);
}

void clipboard_follow(Session *session)
{
    if (!session->wanted.copy && !session->wanted.paste)
        return;
    Arena *arena = arena_new();
    if (session->wanted.copy)
        copy(session, arena);
    char *text = session->wanted.paste ? SDL_GetClipboardText() : NULL;
    if (text && session->exercise.hole.is_open)
        type_line(session, text);
    else if (text)
        open_text(session, arena, text);
    SDL_free(text);
    session->handing_in.is_copied = session->wanted.copy = session->wanted.paste = false;
    arena_free(arena);
}
