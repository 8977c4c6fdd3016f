/* The known device models, from the shipped file assets/devices.txt, for `occupancy`, `run` and
 * `devices`.
 * A model is what a data sheet says: how much a multiprocessor holds, how fast the device computes
 * and reads (probe/models/device.h). */
#pragma once

#include "cli/terminal/command.h"
#include "probe/models/device.h"

/* Reads them into the command's arena. Returns 0, or EXIT_UNUSABLE with a message if the file is
 * not found or wrong; *table means nothing then. */
int devices_load(Cli *cli, DeviceTable *table);

/* The model of that name, NULL: an H200. Returns 0, or EXIT_UNUSABLE with a message that lists the
 * names if there is no such model. */
int devices_choose(Cli *cli, const char *name, const DeviceModel **device);
