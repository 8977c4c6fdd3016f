/* Lines of addresses in a program. Private to exec; asked by exec_line. */
#pragma once

#include "exec/exec.h"

/* Ends addr2line; what it has told stays. NULL is allowed. */
void symbols_close(ExecSymbols *symbols);
