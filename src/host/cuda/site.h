/* What a launch is of, and the list of launches (site.c). For launch.c. */
#pragma once

#include "host/scan.h"

/* A site while it is read, with the values that it is launched with. */
typedef struct HostReading {
    HostSite site;
    HostValue values[HOST_ARGUMENT_LIMIT];
    int count;
} HostReading;

/* What the launch of a function is of: a kernel, and its template arguments if they were written
 * with it. */
typedef struct HostLaunched {
    const char *kernel, *template_args;
    const Phrase *missing;
} HostLaunched;

/* False: the value is no kernel that is known. */
bool host_launched_value(const HostScan *scan, const HostValue *value, HostLaunched *out);

/* Adds the site to the list as it is if that is launched there, and if the value is: every kernel
 * that it may be. */
void host_record_launched(HostScan *scan, const HostReading *reading, const HostLaunched *launched);
void host_record_value(HostScan *scan, HostReading *reading, const HostValue *value);
