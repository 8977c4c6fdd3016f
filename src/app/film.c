/* The film's process is told by a signal to end, takes away what it has begun to write, and is told
 * the same by the system if the window dies. What it reads and what it says are files without
 * names. */
#include "app/film.h"
#include "session/data/session_data.h"

#include "app/files/free_name.h"
#include "scene/write/movie.h"
#include "session/saved/gpu_value.h"
#include "session/saved/state.h"

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

enum { FAREWELL_MS = 2000, ASK_MS = 10, LINE_BYTES = 512, WORDS_MOST = 24 };

#define PAPERS_FOLDER "/proc/self/fd/"

/* What goes between the two; each is the process's file of that number. */
typedef enum Paper { PAPER_STATE, PAPER_PROGRESS, PAPER_MESSAGES, PAPER_GPU, PAPERS } Paper;

struct FilmJob {
    const char *font_dir;
    pid_t pid;          /* 0: none */
    int papers[PAPERS]; /* of that process; -1: none */
    bool is_told;       /* to end */
    char path[256];
    char claim[256]; /* the file or folder that keeps the name for the film */
};

FilmJob *film_job_new(const char *font_dir)
{
    FilmJob *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->font_dir = font_dir;
    return job;
}

/* What the film has put at its name keeps it. */
static void close_job(FilmJob *job)
{
    free_name_drop(job->claim);
    for (int i = 0; i < PAPERS; ++i)
        if (job->papers[i] >= 0)
            close(job->papers[i]);
    job->pid = 0;
}

static void tell_to_end(FilmJob *job)
{
    if (!job->is_told)
        kill(job->pid, SIGINT);
    job->is_told = true;
}

void film_job_free(FilmJob *job)
{
    if (job && job->pid) {
        tell_to_end(job);
        for (int waited = 0; waitpid(job->pid, NULL, WNOHANG) == 0; waited += ASK_MS) {
            if (waited >= FAREWELL_MS)
                kill(job->pid, SIGKILL);
            poll(NULL, 0, ASK_MS);
        }
        close_job(job);
    }
    free(job);
}

/* ---- starting ---- */

/* A file with these bytes, numbered above those that the process knows; -1 if there is none. */
static int paper_with(const void *bytes, size_t length)
{
    int low = memfd_create("paper", MFD_CLOEXEC), paper = fcntl(low, F_DUPFD_CLOEXEC, PAPERS);
    close(low);
    for (size_t done = 0; paper >= 0 && done < length;) {
        ssize_t written = write(paper, (const char *)bytes + done, length - done);
        if (written <= 0) {
            close(paper);
            return -1;
        }
        done += (size_t)written;
    }
    return paper;
}

static bool spawn(FilmJob *job, const char *const *words)
{
    job->pid = fork();
    if (job->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGINT);
        for (int i = 0; i < PAPERS; ++i)
            dup2(job->papers[i], i);
        execv("/proc/self/exe", (char *const *)words);
        _exit(127);
    }
    return job->pid > 0;
}

/* Takes a name in the working folder: of a GIF, or of a folder of numbered pictures where nothing
 * is there that makes one. */
static bool claim_path(FilmJob *job, const SessionRun *front, Arena *arena, uint64_t from,
                       uint64_t to, const Phrase **reason)
{
    const char *const endings[] = {movie_has_encoder() ? ".gif" : "", NULL};
    const char *wanted = arena_printf(arena, "%s-%05llu-%05llu", front->run->program->name,
                                      (unsigned long long)from, (unsigned long long)to);
    const char *name = free_name(arena, wanted, endings, reason);
    if (!name)
        return false;
    snprintf(job->claim, sizeof job->claim, "%s%s", name, endings[0]);
    snprintf(job->path, sizeof job->path, "%s%s", name, *endings[0] ? ".gif" : "/frame-%04d.png");
    return true;
}

static void write_papers(FilmJob *job, const Session *session, Arena *arena)
{
    size_t length;
    const char *state = state_write_file(session, arena);
    const uint8_t *gpu = gpu_value_write(session, arena, &length);
    job->papers[PAPER_STATE] = paper_with(state, strlen(state));
    job->papers[PAPER_PROGRESS] = paper_with("", 0);
    job->papers[PAPER_MESSAGES] = paper_with("", 0);
    job->papers[PAPER_GPU] = gpu ? paper_with(gpu, length) : -1;
}

/* NULL, or why there is no film. */
static const char *start_film(FilmJob *job, const Session *session, Arena *arena, int width,
                              int height)
{
    const SessionRun *front = session_front(session);
    const Place place = session_place(front);
    const uint64_t from = timeline_position(front->timeline) - place.step, to = from + place.length;
    const Phrase *reason;
    if (!claim_path(job, front, arena, from, to, &reason))
        return phrase_in(arena, session->look.language, reason);
    write_papers(job, session, arena);
    const char *words[WORDS_MOST] = {"tilestep", "render",          "--progress", "--seconds", "1",
                                     "--state",  PAPERS_FOLDER "0", "-o",         job->path};
    int count = 9;
    const char *const options[][2] = {
        {"--lang", session->look.language == LANGUAGE_ZH ? "zh" : "en"},
        {"--from", arena_printf(arena, "%llu", (unsigned long long)from)},
        {"--to", arena_printf(arena, "%llu", (unsigned long long)to)},
        {"--size", arena_printf(arena, "%dx%d", width, height)},
        {"--font-dir", job->font_dir},
        {"--gpu-results", job->papers[PAPER_GPU] >= 0 ? PAPERS_FOLDER "3" : NULL}};
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
        for (int j = 0; j < 2 && options[i][1]; ++j)
            words[count++] = options[i][j];
    job->is_told = false;
    if (job->papers[PAPER_STATE] >= 0 && spawn(job, words))
        return NULL;
    reason = phrase_of_errno(arena, errno);
    close_job(job);
    return phrase_in(arena, session->look.language, reason);
}

/* ---- following ---- */

/* The last line of what the process has said. */
static const char *last_line(const FilmJob *job, Paper paper, char line[LINE_BYTES])
{
    off_t size = lseek(job->papers[paper], 0, SEEK_END);
    off_t from = size > LINE_BYTES - 1 ? size - (LINE_BYTES - 1) : 0;
    ssize_t length = pread(job->papers[paper], line, LINE_BYTES - 1, from);
    while (length > 0 && line[length - 1] == '\n')
        --length;
    line[length > 0 ? length : 0] = '\0';
    const char *end = strrchr(line, '\n');
    return end ? end + 1 : line;
}

static bool read_progress(const FilmJob *job, FilmStand *film)
{
    char line[LINE_BYTES];
    unsigned long long done, total;
    if (sscanf(last_line(job, PAPER_PROGRESS, line), "%llu %llu", &done, &total) != 2 ||
        (done == film->done && total == film->total))
        return false;
    film->done = done;
    film->total = total;
    return true;
}

static void tell_end(const FilmJob *job, Session *session, int status)
{
    static const char name[] = "tilestep: ";
    char line[LINE_BYTES];
    const char *words = last_line(job, PAPER_MESSAGES, line);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        session_say(session, STRING_FILM_DONE, job->path);
    else if (session->wanted.film.is_cancelled)
        session_say(session, STRING_FILM_DROPPED, "");
    else
        session_say(session, STRING_FILM_FAILED,
                    words + (strncmp(words, name, sizeof name - 1) == 0 ? sizeof name - 1 : 0));
}

/* True if what is shown may have changed. A film that was cancelled ends without a word when the
 * next one already waits. */
static bool follow_process(FilmJob *job, Session *session)
{
    FilmStand *film = &session->wanted.film;
    int status = 0;
    bool is_shown = film->state == FILM_RUNNING;
    if (!is_shown || film->is_cancelled)
        tell_to_end(job);
    bool is_over = waitpid(job->pid, &status, WNOHANG) == job->pid;
    bool changed = is_shown && read_progress(job, film);
    if (!is_over)
        return changed;
    if (is_shown) {
        tell_end(job, session, status);
        film->state = FILM_IDLE;
    }
    close_job(job);
    return true;
}

bool film_job_follow(FilmJob *job, Session *session, int width, int height)
{
    FilmStand *film = &session->wanted.film;
    bool changed = job->pid && follow_process(job, session);
    if (job->pid || film->state != FILM_WANTED)
        return changed;
    Arena *arena = arena_new();
    const char *reason = film->is_cancelled ? NULL : start_film(job, session, arena, width, height);
    film->state = film->is_cancelled || reason ? FILM_IDLE : FILM_RUNNING;
    if (film->is_cancelled)
        session_say(session, STRING_FILM_DROPPED, "");
    else if (reason)
        session_say(session, STRING_FILM_FAILED, reason);
    arena_free(arena);
    return true;
}

bool film_job_is_working(const Session *session)
{
    return session->wanted.film.state != FILM_IDLE;
}
