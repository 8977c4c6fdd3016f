/* What the moment of a run says, in words. */
#pragma once

#include "session/data/run.h"
#include "session/data/session_type.h"

/* The sentence of the step shown; where none of the block in view has run, that the block begins.
 * For a run with a timeline; in the arena. */
const char *moment_sentence(Arena *arena, Language language, const SessionRun *run);
