/* The whole course as a folder for a web server: `tilestep page --site DIR`. */
#pragma once

#include "cli/terminal/command.h"
#include "lesson/lesson.h"

/* Writes the page and an index in both languages into the folder of --site, which is made if it is
 * not there; an index that is not of tilestep stays, with a message. Returns an exit status. */
int site_write(Cli *cli, const char *page, const Lessons *lessons, const Scenes *scenes);
