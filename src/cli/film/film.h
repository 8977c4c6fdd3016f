/* Film: a session that goes on by itself and is drawn as it goes, into numbered pictures, a GIF, an
 * MP4, or a text that says what every picture shows. */
#pragma once

#include "cli/terminal/command.h"
#include "scene/paint/canvas.h"
#include "session/data/session_type.h"

/* True if the options ask for more than one picture, or for the text of one: by the ending of -o,
 * or because they tell what is played. -o must be given. */
bool film_is_wanted(const CliOptions *options);

/* Goes from --from to --to by --grain, or presses --keys, and writes -o: pictures of width x height
 * pixels, 0: 1280 x 720. Returns an exit status, with the message printed; where it is not
 * EXIT_CLEAN nothing is left of what was written. The session is where the film ended then. At
 * Ctrl+C it stops. */
int film_make(Cli *cli, Session *session, GlyphSource *glyphs, int width, int height);
