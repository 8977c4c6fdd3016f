/* What the card of a counter counts: the whole grid, or a part of it that the scene asks about
 * (lesson/scope.def). */
#pragma once

#include "view/draw/context.h"

typedef enum CountScope {
#define COUNTED(NAME, name, english, chinese) COUNTED_##NAME,
#include "lesson/scope.def"
    COUNT_SCOPES
} CountScope;

/* The scope of the scene's counter; COUNTED_GRID where it names none. */
CountScope scope_asked(const Session *session);

const char *scope_name(CountScope scope, Language language);

/* The counters of that part at the moment shown: of the access under way, of the second run of the
 * one that does the same; of the whole phase or block in view (its loads and stores alone). false
 * where they are not known. */
bool scope_counters(const Session *session, const SessionRun *run, CountScope scope,
                    Counters *counters);
