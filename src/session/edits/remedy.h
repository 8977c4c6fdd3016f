/* What a message proposes, as a change of the run: "open it with --set n=64" is one press away. */
#pragma once

#include "load/load.h"
#include "session/data/session_type.h"

/* The option that the first error of a run proposes: "--set n=64"; NULL if it proposes none. It
 * lives as long as the run. */
const char *remedy_option(const Run *run);

/* Opens the run that cannot run with that option; nothing if there is none. */
void remedy_apply(Session *session);
