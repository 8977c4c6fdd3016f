/* The pipe to ffmpeg does not block: while it is full the cancel question is asked ten times a
 * second. What ffmpeg says goes into memory, so that a full disk cannot swallow the message about
 * it. */
#include "scene/write/encoder.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ASK_MS = 100, PIPE_BYTES = 1 << 20, MESSAGE_BYTES = 4096 };

const char *encoder_find(Arena *arena)
{
    const char *at = getenv("PATH");
    while (at && *at) {
        size_t length = strcspn(at, ":");
        const char *path = arena_printf(arena, "%.*s/ffmpeg", (int)length, at);
        if (length && access(path, X_OK) == 0)
            return path;
        at += length + (at[length] == ':');
    }
    return NULL;
}

static void become(const char *const *words, int input, int messages)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0); /* Ctrl+C in the terminal is for tilestep alone */
    signal(SIGPIPE, SIG_DFL);
    int nothing = open("/dev/null", O_WRONLY);
    dup2(input, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    execv(words[0], (char *const *)words);
    _exit(127);
}

bool encoder_start(Encoder *encoder, const char *const *words)
{
    int ends[2];
    encoder->pid = -1;
    encoder->input = -1;
    encoder->messages = memfd_create("messages", MFD_CLOEXEC);
    if (encoder->messages < 0 || pipe2(ends, O_CLOEXEC) != 0)
        return false;
    encoder->pid = fork();
    if (encoder->pid == 0)
        become(words, ends[0], encoder->messages);
    close(ends[0]);
    encoder->input = ends[1];
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
    return encoder->pid > 0;
}

static bool encoder_is_cancelled(const Encoder *encoder)
{
    return encoder->is_cancelled && encoder->is_cancelled(encoder->context);
}

bool encoder_feed(Encoder *encoder, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        if (encoder_is_cancelled(encoder))
            return false;
        ssize_t written = write(encoder->input, at, length);
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (written < 0) {
            struct pollfd ready = {.fd = encoder->input, .events = POLLOUT};
            poll(&ready, 1, ASK_MS);
            continue;
        }
        at += written;
        length -= (size_t)written;
    }
    return true;
}

static void close_input(Encoder *encoder)
{
    if (encoder->input >= 0)
        close(encoder->input);
    encoder->input = -1;
}

static const Phrase *last_message(Encoder *encoder, Arena *arena)
{
    char text[MESSAGE_BYTES];
    off_t size = lseek(encoder->messages, 0, SEEK_END);
    off_t from = size > MESSAGE_BYTES - 1 ? size - (MESSAGE_BYTES - 1) : 0;
    ssize_t length = pread(encoder->messages, text, MESSAGE_BYTES - 1, from);
    while (length > 0 && text[length - 1] <= ' ')
        --length;
    if (length <= 0)
        return PHRASE_LITERAL("ffmpeg ended without a word");
    ssize_t start = length;
    while (start > 0 && text[start - 1] != '\n')
        --start;
    return phrase_new(arena, "%.*s", (int)(length - start), text + start);
}

bool encoder_finish(Encoder *encoder, Arena *arena, const Phrase **said)
{
    int status = 0;
    close_input(encoder);
    while (encoder->pid > 0) {
        pid_t ended = waitpid(encoder->pid, &status, WNOHANG);
        if (ended == encoder->pid || (ended < 0 && errno != EINTR))
            break;
        if (encoder_is_cancelled(encoder))
            kill(encoder->pid, SIGKILL);
        poll(NULL, 0, ASK_MS / 5);
    }
    encoder->pid = -1;
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    *said = good ? NULL : last_message(encoder, arena);
    close(encoder->messages);
    encoder->messages = -1;
    return good;
}

void encoder_kill(Encoder *encoder)
{
    close_input(encoder);
    if (encoder->pid > 0) {
        kill(encoder->pid, SIGKILL);
        while (waitpid(encoder->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    if (encoder->messages >= 0)
        close(encoder->messages);
    encoder->pid = encoder->messages = -1;
}
