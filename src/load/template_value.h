/* What a template parameter of the kernel stands for. */
#ifndef TILESTEP_LOAD_TEMPLATE_VALUE_H
#define TILESTEP_LOAD_TEMPLATE_VALUE_H

#include "load/load.h"

/* The value of the parameter called so, as it was given, for a name that stands at a byte of file 0;
 * parameters are those of the run's kernel (unit_template_parameters). False if the byte is not in
 * the kernel, or if the value is no whole number. */
bool template_value(const Run *run, const TemplateParameter *parameters, int parameter_count,
                    uint32_t place, const char *name, int length, int64_t *value);

#endif
