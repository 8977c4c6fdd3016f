/* Launches that are run before the chosen one. Private to load. */
#pragma once

#include "load/choose.h"

/* Puts a run that begins with what earlier launches leave in the trial's place, if it reads that
 * and they take little; otherwise a note says so. left: as of load_rate. */
void load_run_earlier(LoadSource source, Trial *trial, double *left);
