/* The open file run as a whole program beside the window: asked for by a key, confirmed once for
 * each file, followed as it goes, ended. A launch of it that is picked opens as it was. */
#pragma once

#include "session/data/console.h"
#include "session/data/session_type.h"

/* Whether the file in front can run as a program: it is CUDA C++ and has a main. */
bool console_has_main(const Session *session);

/* Shows what has run of the file in front; where nothing has, or the file has changed since, runs
 * it, or asks whether it is to run. With the sheet open: runs it once more, or, while it runs,
 * closes the sheet and lets it go on. A notice where there is nothing to run. */
void console_open(Session *session);
/* Asks whether the program is to run, and with which arguments and input. */
void console_ask(Session *session);
/* Takes back the question, ends what runs, or closes the sheet. */
void console_close(Session *session);
/* Answers the question; else opens what is picked: a launch as it was, the line of a copy or of a
 * fault. */
void console_go(Session *session);

/* Opens the launch of the program after (1) or before (-1) the one that is open and kept, round the
 * ends; of a run that is none of a program the launch in the file (edits/launches.h). */
void console_step(Session *session, int by);

bool console_runs(const Session *session); /* a program does */

/* Whether a program runs, or a launch of it is looked at, for ticks that come soon; and lets so
 * much time pass: true if anything that is seen has changed. */
bool console_is_working(const Session *session);
bool console_follow(Session *session, double ms);
/* Ends everything and frees what the session keeps of it. */
void console_free(Console *console);

/* Whether a command may start a program: one that only a person gives. */
bool console_starts(CommandName name);

/* Whether what is shown ran as the file now is. */
bool console_is_of(const Session *session);
/* The launch of a program that the front run is, from 1; 0: it is none. */
int console_launch_open(const Session *session);
/* The last line with letters that it printed, without blanks around it, in the arena; NULL: it
 * printed nothing. */
const char *console_last_line(Arena *arena, const Console *console);
/* How the program ended and what its last line was, in the arena: what its own check says, which
 * nobody else can read out of it. NULL before its end. */
const char *console_end_text(Arena *arena, Language language, const Console *console);
