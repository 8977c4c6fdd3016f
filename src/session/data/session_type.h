/* A Session by its name alone, for those who only hand it on. Who reads one of its parts takes that
 * part's header; the whole of it is in session_data.h. */
#pragma once

#include "base/arena.h"
#include "session/commands/command.h"

typedef struct Session Session;
typedef struct Edits Edits; /* edits/edit.h */
