/* Findings that hang on what was assumed. Private to load. */
#pragma once

#include "load/choose.h"

/* Fills Launch.doubts of the trial's run: what a sample finds in it, but not with another number or
 * with other contents that nobody gave either. What is there whatever is assumed is the file's own
 * doing and no doubt. */
void load_doubt(LoadSource source, Trial *trial);
