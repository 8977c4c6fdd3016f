/* The clipboard: the window goes out as a code, and comes back from one. */
#ifndef TILESTEP_APP_CLIPBOARD_H
#define TILESTEP_APP_CLIPBOARD_H

#include "session/session.h"

/* Does what session->copy_wanted and paste_wanted ask for. */
void clipboard_follow(Session *session);

#endif
