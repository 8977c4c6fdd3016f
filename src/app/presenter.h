/* The window with the notes of a lecturer, beside the one that is shown. It opens and closes as the
 * session says; what is pressed in it means the same as in the other. */
#pragma once

#include "app/screen.h"
#include "session/commands/command.h"
#include "session/data/session_type.h"
#include "view/preview.h"

typedef struct PresenterWindow PresenterWindow;
PresenterWindow *presenter_window_new(void);
/* NULL is allowed; before the first window is closed. */
void presenter_window_free(PresenterWindow *window);

/* Opens or closes it, counts its seconds by a clock in milliseconds, and draws what has changed;
 * is_new: the session may have. What fails is a notice. True if the session has changed. */
bool presenter_window_follow(PresenterWindow *window, Session *session, const Screen *first,
                             GlyphSource *glyphs, const TextMetrics *metrics, double now_ms,
                             bool is_new);

/* Whether an event of SDL is of this window. */
bool presenter_window_has(const PresenterWindow *window, const SDL_Event *event);
/* The Command of such an event, but of keys, which mean what they mean in the first window; false
 * if it has none. */
bool presenter_window_command(PresenterWindow *window, const Session *session,
                              const SDL_Event *event, Command *command);
