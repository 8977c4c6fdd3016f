/* What the window begins with: its look, and what is open in it. */
#ifndef TILESTEP_APP_START_H
#define TILESTEP_APP_START_H

#include "app/app.h"
#include "session/session.h"

/* Fills the session as the options say; false with a message on stderr. */
bool start_session(Session *session, Arena *arena, const AppOptions *options);

#endif
