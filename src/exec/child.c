/* A process that has ended keeps its number until it is waited for, and so does its group: only
 * before that is it safe to kill the group. */
#include "exec/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

static void set_apart(posix_spawnattr_t *attributes)
{
    sigset_t all, none;
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    sigemptyset(&none);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                             POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setsigmask(attributes, &none);
}

int child_start(Child *child, const char *program, char *const *words, char *const *environment,
                posix_spawn_file_actions_t *actions, const ExecApart *apart, int files)
{
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    if (apart) {
        set_apart(&attributes);
        posix_spawn_file_actions_addclosefrom_np(actions, files);
    }
    int error = posix_spawnp(&child->id, program, actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    child->file = error ? -1 : pidfd_open(child->id, 0);
    return error;
}

bool child_end(Child *child, const ExecApart *apart, int *status)
{
    struct pollfd files[] = {{child->file, POLLIN, 0}, {apart ? apart->stop : -1, POLLIN, 0}};
    while (child->file >= 0 && poll(files, 2, -1) < 0 && errno == EINTR)
        continue;
    bool is_stopped = files[1].revents != 0;
    if (apart)
        kill(-child->id, SIGKILL);
    while (waitpid(child->id, status, 0) < 0 && errno == EINTR)
        continue;
    if (child->file >= 0)
        close(child->file);
    return !is_stopped;
}
