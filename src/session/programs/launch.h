/* Launches of the program that runs beside the window, opened as they were: in place of the front
 * run, as an edit that can be undone (edits/edit.h). Where the memory of one was not kept, the
 * program runs again up to it, after asking. Inside of the room. */
#pragma once

#include "session/data/session_data.h"

/* Opens the launch of a row, asks whether the program is to run again for it, or says why not. */
void launch_open(Session *session, const ExecJobRow *row);
/* Runs the program again up to the picked launch. */
void launch_run_again(Session *session);
/* Follows that to its end, and opens the launch: true if anything that is seen has changed. */
bool launch_follow_again(Session *session);
/* Goes to what is wrong with the launch that was opened last, as soon as its grid is counted and if
 * nobody has moved by then: true if it has. */
bool launch_follow_sought(Session *session);
