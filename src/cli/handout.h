/* A lesson as a page to print: `tilestep lessons --handout NAME`. */
#pragma once

#include "cli/terminal/command.h"
#include "lesson/lesson.h"
#include "scene/write/text_out.h"

/* Writes a lesson, one of all or of a file, in the language of the command, to -o or stdout: one
 * HTML page with its pictures in it, the answers behind all questions. Returns an exit status, with
 * the message printed; where it is not EXIT_CLEAN no page is left. At Ctrl+C it stops. */
int handout_write(Cli *cli, const Lessons *all, const Lesson *lesson);

/* What of that stands before the answers, as elements behind what out has. An exit status, with the
 * message printed. */
int handout_questions(Cli *cli, const Lessons *all, const Lesson *lesson, TextOut *out);
