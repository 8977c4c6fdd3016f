/* Which commands a random driver has sent, and which of them ever changed anything. */
#pragma once

#include "session/session.h"

typedef struct DriverCoverage {
    long sent[COMMAND_COUNT], effective[COMMAND_COUNT];
    long drops, mouse; /* files dropped; presses, wheel turns and drags that meant something */
} DriverCoverage;

/* session_apply, noted. */
void driver_coverage_apply(DriverCoverage *coverage, Session *session, Command command);

/* Prints the sums and every command that never changed anything; their number. */
int driver_coverage_print(const DriverCoverage *coverage);
