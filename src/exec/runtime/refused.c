/* What tilestep does not have is refused at the call: the program gets an error, and whoever runs
 * it is told which function it was and on which line. */
#include "exec/runtime/talk.h"

#include <string.h>

/* of the runtime and of the driver; cuRAND has no word for it */

int tilestep_refuse(const char *name, ExecLibrary library, void *caller)
{
    tilestep_ask(EXEC_TELL,
                 (uint64_t[EXEC_WORDS]){EXEC_TOLD_REFUSED, (uint64_t)(uintptr_t)caller, library},
                 name, (uint32_t)strlen(name) + 1, NULL);
    bool is_runtime = library == EXEC_LIBRARY_TEXTURES || library == EXEC_LIBRARY_RUNTIME;
    return is_runtime ? tilestep_fail(cudaErrorNotSupported) : cudaErrorNotSupported;
}

/* They look at no argument, so they are declared without any. */
#define REFUSED(name, library)                                                                     \
    int name(void);                                                                                \
    int name(void)                                                                                 \
    {                                                                                              \
        return tilestep_refuse(#name, library, CALLER_ADDRESS);                                    \
    }
#include "exec/runtime/refused.def"
#undef REFUSED
