/* The clipboard: the window goes out as a code (session/saved/share.h), and comes back from one,
 * from the text of a saved window or from the path of a file. */
#pragma once

#include "session/data/session_type.h"

/* Does what session->wanted.copy and paste_wanted ask for, and sets them back; a notice tells what
 * came of it. Needs SDL's video. */
void clipboard_follow(Session *session);

/* Opens a text that was pasted, or dropped as a browser drops a link. */
void clipboard_open(Session *session, const char *text);
