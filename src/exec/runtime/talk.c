/* One socket, one question at a time. A child that the program has forked has no device, as with
 * CUDA: its questions are answered here. */
#include "exec/runtime/talk.h"
#include "exec/runtime/wire.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int socket_file = -1, memory_file = -1;
static pid_t owner;
static _Thread_local int last_error;
static _Thread_local uint64_t stream_number;
static char *prints;
static size_t prints_length, prints_capacity;
static uint64_t prints_caller; /* of the last launch that printed */

static int number_of(const char *variable)
{
    const char *text = getenv(variable);
    return text ? atoi(text) : -1;
}

static void give_up(void)
{
    fputs("tilestep: the program has lost its device: start it with tilestep exec\n", stderr);
    _exit(2);
}

static void find_socket(void)
{
    if (socket_file >= 0)
        return;
    socket_file = number_of(EXEC_SOCKET_NAME);
    memory_file = number_of(EXEC_MEMORY_NAME);
    owner = getpid();
    if (socket_file < 0 || memory_file < 0)
        give_up();
    if (getenv(EXEC_LINES_NAME))
        setvbuf(stdout, NULL, _IOLBF, 0);
}

int tilestep_memory_file(void)
{
    find_socket();
    return memory_file;
}

static void send_all(const void *bytes, size_t size)
{
    if (!wire_send(socket_file, bytes, size))
        give_up();
}

static void receive_all(void *bytes, size_t size)
{
    if (!wire_receive(socket_file, bytes, size))
        give_up();
}

/* The answer's text: what there is room for goes to out, the rest nowhere. */
static void receive_text(uint32_t bytes, char *out, uint32_t capacity)
{
    char rest[256];
    uint32_t taken = bytes < capacity ? bytes : capacity;
    receive_all(out, taken);
    for (uint32_t left = bytes - taken; left > 0;) {
        uint32_t part = left < sizeof rest ? left : (uint32_t)sizeof rest;
        receive_all(rest, part);
        left -= part;
    }
}

int tilestep_ask_text(ExecRequestKind kind, const uint64_t words[EXEC_WORDS], const void *text,
                      uint32_t text_bytes, ExecAnswer *answer, void *out, uint32_t capacity)
{
    ExecRequest request = {.kind = kind, .text_bytes = text_bytes, .stream = stream_number};
    ExecAnswer got;
    find_socket();
    if (getpid() != owner)
        return cudaErrorInitializationError;
    if (words)
        memcpy(request.words, words, sizeof request.words);
    pthread_mutex_lock(&lock);
    send_all(&request, sizeof request);
    send_all(text, text_bytes);
    receive_all(&got, sizeof got);
    receive_text(got.text_bytes, out, capacity);
    pthread_mutex_unlock(&lock);
    if (answer)
        *answer = got;
    return got.error;
}

void tilestep_set_stream(const void *stream)
{
    stream_number = tilestep_is_default(stream) ? 0 : *(const uint64_t *)stream;
}

int tilestep_ask(ExecRequestKind kind, const uint64_t words[EXEC_WORDS], const void *text,
                 uint32_t text_bytes, ExecAnswer *answer)
{
    return tilestep_ask_text(kind, words, text, text_bytes, answer, NULL, 0);
}

/* ---- the last error ---- */

static int pending_error, sticky_error;

void tilestep_break(int error)
{
    if (!sticky_error)
        pending_error = error;
}

int tilestep_fail(int error)
{
    error = sticky_error ? sticky_error : error;
    if (error)
        last_error = error;
    return error;
}

static int failed_error;
static uint64_t failed_caller;

void tilestep_note_failed_launch(int error, uint64_t caller)
{
    failed_error = error;
    failed_caller = caller;
}

int cudaPeekAtLastError(void)
{
    failed_error = 0;
    return last_error;
}

int cudaGetLastError(void)
{
    int error = last_error;
    last_error = failed_error = 0;
    return error;
}

typedef struct ErrorRow {
    int number;
    const char *name, *text;
} ErrorRow;

static const ErrorRow errors[] = {
#define ERROR(name, number, text) {number, #name, text},
#include <error.def>
#undef ERROR
};

static const ErrorRow *row_of(int error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i)
        if (errors[i].number == error)
            return &errors[i];
    return NULL;
}

const char *cudaGetErrorName(int error)
{
    const ErrorRow *row = row_of(error);
    return row ? row->name : "unrecognized error code";
}

const char *cudaGetErrorString(int error)
{
    const ErrorRow *row = row_of(error);
    return row ? row->text : "unrecognized error code";
}

/* ---- what kernels print ---- */

void tilestep_print(const char *text, size_t length, uint64_t caller)
{
    pthread_mutex_lock(&lock);
    if (prints_length + length > prints_capacity) {
        size_t capacity = 2 * (prints_length + length);
        char *grown = realloc(prints, capacity);
        if (!grown)
            length = 0;
        else {
            prints = grown;
            prints_capacity = capacity;
        }
    }
    if (length) {
        memcpy(prints + prints_length, text, length);
        prints_caller = caller;
    }
    prints_length += length;
    pthread_mutex_unlock(&lock);
}

void tilestep_synchronize(void)
{
    pthread_mutex_lock(&lock);
    size_t length = prints_length;
    prints_length = 0;
    if (length)
        fwrite(prints, 1, length, stdout);
    pthread_mutex_unlock(&lock);
    sticky_error = sticky_error ? sticky_error : pending_error;
    tilestep_open();
}

/* What kernels print stays in a buffer of the device until the host waits for them. Of a program
 * that ends before, CUDA writes nothing of it, and neither does this. */
__attribute__((destructor)) static void tell_at_end(void)
{
    if (socket_file < 0 || getpid() != owner)
        return;
    if (prints_length)
        tilestep_ask(EXEC_TELL, (uint64_t[EXEC_WORDS]){EXEC_TOLD_UNPRINTED, prints_caller}, NULL, 0,
                     NULL);
    if (failed_error)
        tilestep_ask(
            EXEC_TELL,
            (uint64_t[EXEC_WORDS]){EXEC_TOLD_UNCHECKED, failed_caller, (uint64_t)failed_error},
            NULL, 0, NULL);
}
