/* Results as tables for people. */
#ifndef TILESTEP_CLI_REPORT_TABLE_H
#define TILESTEP_CLI_REPORT_TABLE_H

#include "cli/report/result.h"

/* The whole report of one run. */
void table_result(Cli *cli, const Result *result);

/* Two runs side by side: a, b and a / b. */
void table_compare(Cli *cli, const Result *a, const Result *b);

#endif
