/* Buffers in which made-up contents say where blocks write (Buffer.places): that blocks meet there
 * is noted, and nobody is accused. */
#pragma once

#include "count/races/crossing.h"
#include "probe/record/report.h"

/* Adds a note for each of these buffers on which blocks crossed, with the number of words. */
void places_tell(const Launch *launch, const Crossing *crossing, Report *report);
