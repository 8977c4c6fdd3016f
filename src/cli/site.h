/* The whole course as a folder for a web server: `tilestep page --site DIR`. */
#pragma once

#include "cli/terminal/command.h"
#include "lesson/lesson.h"

/* Writes the page, each lesson as text with pictures, and an index of both into the folder of
 * --site, in both languages; the folder is made if it is not there, and an index that is not of
 * tilestep stays, with a message. Returns an exit status. */
int site_write(Cli *cli, const char *page, const Lessons *all, const Lessons *lessons,
               const Scenes *scenes);
