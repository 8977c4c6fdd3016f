/* The film of what is shown: the steps of the block in view, access by access. The rim makes it
 * beside the window and tells how it goes. */
#pragma once

#include "session/data/session_type.h"

/* Asks the rim for it; nothing while another one is being made. */
void film_want(Session *session);
/* Cancels the film being made; false if there is none. */
bool film_cancel(Session *session);
