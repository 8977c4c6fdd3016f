/* The controls are the only sheet that leaves the keys it has no use for to the window. */
#include "session/sheets/keys.h"

#include "session/edits/control.h"
#include "session/edits/form.h"
#include "session/lessons/ask.h"
#include "session/lessons/cards.h"
#include "session/sheets/hole.h"
#include "session/sheets/jump.h"
#include "session/sheets/opener.h"
#include "session/sheets/palette.h"

bool session_command_for_key(const Session *session, const char *key, Command *command)
{
    if (session->look.blank) {
        *command = (Command){.name = COMMAND_BLANK};
        return true;
    }
    if (session->palette.is_open)
        return palette_command_for_key(key, command);
    if (session->opener.is_open)
        return opener_command_for_key(key, command);
    if (session->cards.is_open)
        return cards_command_for_key(key, command);
    if (session->exercise.hole.is_open)
        return hole_command_for_key(key, command);
    if (session->jump.is_open)
        return jump_command_for_key(key, command);
    if (session->form.is_open)
        return form_command_for_key(&session->form, key, command);
    return (session->look.show_controls && control_command_for_key(session, key, command)) ||
           ask_command_for_key(session, key, command) || command_for_key(key, command);
}
