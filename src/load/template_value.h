/* What a template parameter of the kernel stands for. */
#ifndef TILESTEP_LOAD_TEMPLATE_VALUE_H
#define TILESTEP_LOAD_TEMPLATE_VALUE_H

#include "session/session.h"

/* The value of the parameter called so, as it was given, for a name that stands at a byte of file 0;
 * false if that is not in the kernel, or if its value is no whole number. */
bool template_value(const SessionRun *slot, uint32_t place, const char *name, int length,
                    int64_t *value);

#endif
