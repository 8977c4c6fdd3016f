/* The known device models, from the shipped file. */
#ifndef TILESTEP_CLI_DEVICES_H
#define TILESTEP_CLI_DEVICES_H

#include "cli/terminal/command.h"
#include "probe/models/device.h"

/* Reads assets/devices.txt. Returns 0, or EXIT_UNUSABLE with a message. */
int devices_load(Cli *cli, DeviceTable *table);

#endif
