/* A program that ran beside the window, as its job would tell of it, without a compiler. */
#pragma once

#include "session/data/session_data.h"

/* The console of a program of three launches on two streams, with copies, a launch in which
 * something was found, one that was refused, two faults of the host part and what it printed; open
 * and ended. path is what ran, the front run's; all lives for ever or in the console. */
void console_fixture_open(Session *session);
