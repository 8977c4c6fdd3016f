/* What a barrier is there for, where it opens: which arrays threads wrote or read right before it,
 * and how many others read or overwrite them right after it. That comes from the log of the block
 * (footprint.h), not from a guess about the kernel. */
#pragma once

#include "session/data/run.h"
#include "session/data/session_type.h"

/* One sentence on the barrier that opens with step, a step of the block in view; NULL if none opens
 * with it, or if its block's accesses are not all known. A barrier that protects nothing is told to
 * be so. In arena. */
const char *protect_text(Arena *arena, Language language, const SessionRun *slot, const Step *step);
