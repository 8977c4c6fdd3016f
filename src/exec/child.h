/* A process of a program or of its compiler: started, waited for, and stopped. Private to exec. */
#pragma once

#include "exec/exec.h"

#include <spawn.h>
#include <sys/types.h>

typedef struct Child {
    pid_t id;
    int file; /* readable once it has ended; -1: the system has no such files */
} Child;

/* Starts a program, by its path or from PATH by its name, with these words and file actions. One
 * that is set apart begins with no signal blocked or ignored, in a group of its own, and has no
 * other open files than those below `files`. 0, or an errno. */
int child_start(Child *child, const char *program, char *const *words, char *const *environment,
                posix_spawn_file_actions_t *actions, const ExecApart *apart, int files);

/* Waits until it has ended, or kills it if it is to: false then, at once. *status is as waitpid has
 * it. What is left of the group of one set apart is killed in any case. */
bool child_end(Child *child, const ExecApart *apart, int *status);
