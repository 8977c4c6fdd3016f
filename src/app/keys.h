/* Keys as command.def names them, from what SDL reports: "Shift+L", and the key pad's like the
 * others. */
#pragma once

#include "view/view.h"

#include <SDL.h>

/* The command of a key press on what scene shows, the picture on the screen; false if it has none.
 * Holding a key repeats moves, not switches. */
bool keys_command(const Session *session, const Scene *scene, const SDL_KeyboardEvent *event,
                  Command *command);
