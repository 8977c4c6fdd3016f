/* The film's process is told by a signal to end, takes away what it has begun to write, and is told
 * the same by the system if the window dies. */
#include "app/film_job.h"

#include "app/files/free_name.h"
#include "scene/write/movie.h"
#include "session/saved/gpu_value.h"
#include "session/saved/state.h"
#include "session/sheets/reel.h"
#include "session/texts/strings.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_FD = 3, FAREWELL_MS = 2000, ASK_MS = 10, LINE_BYTES = 128, WORDS_BYTES = 512 };

struct FilmJob {
    const char *font_dir;
    pid_t pid; /* 0: none */
    int progress, messages;
    bool is_told; /* to end */
    char line[LINE_BYTES];
    size_t line_length;
    MovieProblem problem;
    char path[256];
    char claim[256]; /* the file or folder that keeps the name for the film; "": none */
};

FilmJob *film_job_new(const char *font_dir)
{
    FilmJob *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->font_dir = font_dir;
    job->progress = job->messages = -1;
    return job;
}

static void close_pipes(FilmJob *job)
{
    if (job->progress >= 0)
        close(job->progress);
    if (job->messages >= 0)
        close(job->messages);
    job->progress = job->messages = -1;
}

static void tell_to_end(FilmJob *job)
{
    if (job->pid > 0 && !job->is_told)
        kill(job->pid, SIGINT);
    job->is_told = true;
}

void film_job_free(FilmJob *job)
{
    if (!job)
        return;
    tell_to_end(job);
    for (int waited = 0; job->pid > 0; waited += ASK_MS) {
        if (waitpid(job->pid, NULL, WNOHANG) != 0)
            break;
        if (waited >= FAREWELL_MS)
            kill(job->pid, SIGKILL);
        poll(NULL, 0, ASK_MS);
    }
    free_name_drop(job->claim);
    close_pipes(job);
    free(job);
}

/* ---- starting ---- */

/* What the process is given to read, each as a file without a name. -1: none. */
typedef struct Papers {
    int state, gpu;
} Papers;

static int file_with(const void *bytes, size_t length)
{
    int file = memfd_create("paper", MFD_CLOEXEC);
    int kept = file >= 0 ? fcntl(file, F_DUPFD_CLOEXEC, FIRST_FD) : -1;
    if (file >= 0)
        close(file);
    for (size_t done = 0; kept >= 0 && done < length;) {
        ssize_t written = write(kept, (const char *)bytes + done, length - done);
        done += written > 0 ? (size_t)written : 0;
        if (written <= 0) {
            close(kept);
            return -1;
        }
    }
    return kept;
}

static Papers write_papers(const Session *session, Arena *arena)
{
    size_t length;
    const char *state = state_write(session, arena);
    const uint8_t *gpu = gpu_value_write(session, arena, &length);
    return (Papers){file_with(state, strlen(state)), gpu ? file_with(gpu, length) : -1};
}

static void close_papers(Papers papers)
{
    if (papers.state >= 0)
        close(papers.state);
    if (papers.gpu >= 0)
        close(papers.gpu);
}

static void become(char *const *words, Papers papers, int progress, int messages)
{
    prctl(PR_SET_PDEATHSIG, SIGINT);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(progress, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    fcntl(papers.state, F_SETFD, 0);
    if (papers.gpu >= 0)
        fcntl(papers.gpu, F_SETFD, 0);
    execv("/proc/self/exe", words);
    _exit(127);
}

static bool spawn(FilmJob *job, char *const *words, Papers papers)
{
    int ends[2];
    job->messages = memfd_create("messages", MFD_CLOEXEC);
    if (job->messages < 0 || pipe2(ends, O_CLOEXEC) != 0)
        return false;
    job->pid = fork();
    if (job->pid == 0)
        become(words, papers, ends[1], job->messages);
    close(ends[1]);
    job->progress = ends[0];
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return job->pid > 0;
}

/* Numbered pictures lie in a folder of their own. NULL with errno if nothing can be written. */
static const char *claim_path(FilmJob *job, const Session *session, Arena *arena)
{
    const Phrase *reason;
    const char *path = reel_path(session, arena);
    job->claim[0] = '\0';
    if (!path)
        return NULL;
    size_t length = strcspn(path, "./");
    bool is_folder = path[length] == '/';
    const char *const endings[] = {is_folder ? "" : path + length, NULL};
    const char *name = free_name(arena, arena_text(arena, path, length), endings, &reason);
    if (!name)
        return NULL;
    snprintf(job->claim, sizeof job->claim, "%s%s", name, endings[0]);
    return arena_printf(arena, "%s%s", name, path + length);
}

static bool start_child(FilmJob *job, const Session *session, int width, int height)
{
    const Reel *reel = &session->reel;
    Arena *arena = arena_new();
    int own_width, own_height;
    reel_size(reel, &own_width, &own_height);
    const char *path = claim_path(job, session, arena);
    if (!path) {
        int error = errno;
        arena_free(arena);
        errno = error;
        return false;
    }
    char *seconds = arena_printf(arena, "%g", reel_seconds(reel));
    Papers papers = write_papers(session, arena);
    char *words[] = {
        "tilestep",
        "render",
        "--progress",
        "--state",
        arena_printf(arena, "/proc/self/fd/%d", papers.state),
        "--from",
        arena_printf(arena, "%llu", (unsigned long long)reel->from),
        "--to",
        arena_printf(arena, "%llu", (unsigned long long)reel->to),
        "--grain",
        (char *)reel_grain(reel),
        "--size",
        arena_printf(arena, "%dx%d", own_width ? own_width : width,
                     own_height ? own_height : height),
        "-o",
        (char *)path,
        "--seconds",
        seconds,
        session->look.lecture ? "--do" : "--progress",
        session->look.lecture ? "lecture" : "--progress",
        papers.gpu >= 0 ? "--gpu-results" : "--progress",
        papers.gpu >= 0 ? arena_printf(arena, "/proc/self/fd/%d", papers.gpu) : "--progress",
        job->font_dir ? "--font-dir" : NULL,
        (char *)job->font_dir,
        NULL,
    };
    snprintf(job->path, sizeof job->path, "%s", path);
    job->is_told = false;
    job->line_length = 0;
    job->problem = MOVIE_GOOD;
    bool good = papers.state >= 0 && spawn(job, words, papers);
    int error = errno;
    if (!good)
        free_name_drop(job->claim);
    close_papers(papers);
    arena_free(arena);
    errno = error;
    return good;
}

/* ---- following ---- */

static void take_line(FilmJob *job, Reel *reel)
{
    unsigned long long done, total;
    int problem;
    if (sscanf(job->line, "%llu %llu", &done, &total) == 2) {
        reel->done = done;
        reel->total = total;
    } else if (sscanf(job->line, "failed %d", &problem) == 1) {
        job->problem = (MovieProblem)problem;
    }
}

static bool read_progress(FilmJob *job, Reel *reel)
{
    char bytes[256];
    ssize_t length;
    bool changed = false;
    while ((length = read(job->progress, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < length; ++i) {
            if (bytes[i] != '\n' && job->line_length < LINE_BYTES - 1) {
                job->line[job->line_length++] = bytes[i];
                continue;
            }
            job->line[job->line_length] = '\0';
            job->line_length = 0;
            take_line(job, reel);
            changed = true;
        }
    return changed;
}

/* The last line that the process said, without its name. */
static const char *last_words(const FilmJob *job, char words[WORDS_BYTES])
{
    static const char name[] = "tilestep: ";
    off_t size = lseek(job->messages, 0, SEEK_END);
    off_t from = size > WORDS_BYTES - 1 ? size - (WORDS_BYTES - 1) : 0;
    ssize_t length = pread(job->messages, words, WORDS_BYTES - 1, from);
    while (length > 0 && words[length - 1] == '\n')
        --length;
    words[length > 0 ? length : 0] = '\0';
    char *line = strrchr(words, '\n');
    line = line ? line + 1 : words;
    return strncmp(line, name, sizeof name - 1) == 0 ? line + sizeof name - 1 : line;
}

/* Why the process could not be started. */
static void tell_start(Session *session, int error)
{
    if (error == EACCES || error == EROFS || error == ENOENT)
        session_say(session, STRING_REEL_NO_PLACE, "");
    else if (error == ENOSPC || error == EDQUOT)
        session_say(session, STRING_REEL_NO_SPACE, "");
    else
        session_say(session, STRING_REEL_FAILED, strerror(error));
}

static void tell_end(const FilmJob *job, Session *session, int status)
{
    char words[WORDS_BYTES];
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        session_say(session, STRING_REEL_DONE, job->path);
    else if (job->problem == MOVIE_NO_ENCODER)
        session_say(session, STRING_REEL_NO_ENCODER, "");
    else if (job->problem == MOVIE_NO_SPACE)
        session_say(session, STRING_REEL_NO_SPACE, "");
    else if (job->problem == MOVIE_NO_PLACE)
        session_say(session, STRING_REEL_NO_PLACE, "");
    else if (session->reel.is_cancelled || job->problem == MOVIE_CANCELLED)
        session_say(session, STRING_REEL_DROPPED, "");
    else
        session_say(session, STRING_REEL_FAILED, last_words(job, words));
}

/* True if what is shown may have changed. A film that is not wanted any more ends without a word
 * when the next one already waits. */
static bool follow_child(FilmJob *job, Session *session)
{
    Reel *reel = &session->reel;
    int status = 0;
    bool is_shown = reel->state == REEL_RUNNING;
    if (!is_shown || reel->is_cancelled)
        tell_to_end(job);
    bool changed = read_progress(job, reel);
    if (waitpid(job->pid, &status, WNOHANG) != job->pid)
        return changed;
    read_progress(job, reel);
    job->pid = 0;
    free_name_drop(job->claim); /* kept by what the film has put there */
    if (is_shown) {
        tell_end(job, session, status);
        reel->state = REEL_IDLE;
    }
    close_pipes(job);
    return true;
}

bool film_job_follow(FilmJob *job, Session *session, int width, int height)
{
    Reel *reel = &session->reel;
    bool changed = job->pid > 0 && follow_child(job, session);
    if (job->pid > 0 || reel->state != REEL_WANTED)
        return changed;
    bool good = !reel->is_cancelled && start_child(job, session, width, height);
    reel->done = reel->total = 0;
    reel->state = good ? REEL_RUNNING : REEL_IDLE;
    if (reel->is_cancelled)
        session_say(session, STRING_REEL_DROPPED, "");
    else if (!good)
        tell_start(session, errno);
    return true;
}

bool film_job_is_working(const Session *session)
{
    return session->reel.state != REEL_IDLE;
}
