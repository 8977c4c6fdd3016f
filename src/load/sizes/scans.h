/* Scans of the host code, which are remembered: lengths are tried in many places, often the same
 * ones, and to follow a whole program takes long. */
#pragma once

#include "load/state/loader.h"

/* What the host code of the unit says with the loader's settings. Belongs to the arena; the same
 * settings get the same scan. Errors go to the loader's diags when a scan is made, not when it is
 * asked for again. */
LaunchScan *load_scan(Loader *loader);

/* The unit is another one: nothing is known of it. */
void load_scans_forget(Loader *loader);
