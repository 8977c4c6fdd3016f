/* Results as tables for people, on stdout, in the language of the command. The numbers are those of
 * the JSON; counters that are 0 have no row of their own. */
#pragma once

#include "cli/report/result.h"

/* The whole report of one run: counters, buffers, findings, what was printed and the check. */
void table_result(Cli *cli, const Result *result);

/* Two runs side by side: a, b and a / b, with what stands in both. */
void table_compare(Cli *cli, const Result *a, const Result *b);
