/* Blocks are taken to last equally long: the time left is to the time spent as the blocks left are
 * to those done. Time is the session's own, so nothing here looks at a clock. */
#include "session/grid/counting.h"
#include "session/data/session_data.h"

#include "session/grid/total.h"

static const double WORTH_A_WORD_MS = 1000, NEWS_MS = 500, KNOWN_SHARE = 0.005;

static bool run_is_counting(const SessionRun *run)
{
    return run->job && !run->job_is_over;
}

static Counting run_counting(const SessionRun *run)
{
    uint64_t all, done = total_job_blocks(run->job, &all);
    Counting counting = {.share = all ? (double)done / (double)all : 0, .left_s = -1};
    if (counting.share >= KNOWN_SHARE)
        counting.left_s = run->counting_ms / 1000 * (1 - counting.share) / counting.share;
    return counting;
}

bool counting_find(const Session *session, Counting *out)
{
    bool found = false;
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        if (!run_is_counting(run) || run->counting_ms < WORTH_A_WORD_MS)
            continue;
        Counting one = run_counting(run);
        if (!found || one.left_s < 0 || (out->left_s >= 0 && one.left_s > out->left_s))
            *out = one;
        found = true;
    }
    return found;
}

bool counting_tick(Session *session, double ms)
{
    bool has_news = false;
    for (int i = 0; i < session->run_count; ++i) {
        SessionRun *run = &session->runs[i];
        if (!run_is_counting(run))
            continue;
        int before = (int)(run->counting_ms / NEWS_MS);
        run->counting_ms += ms;
        has_news |= (int)(run->counting_ms / NEWS_MS) != before;
    }
    return has_news;
}

bool counting_stop(Session *session)
{
    Counting counting;
    if (!counting_find(session, &counting))
        return false;
    for (int i = 0; i < session->run_count; ++i) {
        SessionRun *run = &session->runs[i];
        if (!run_is_counting(run))
            continue;
        job_free(run->job);
        run->job = NULL;
        run->job_is_over = run->job_was_stopped = true;
    }
    session_say(session, STRING_COUNTING_STOPPED, command_info[COMMAND_COUNT_AGAIN].keys);
    return true;
}

bool counting_is_stopped(const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        if (session->runs[i].job_was_stopped)
            return true;
    return false;
}

void counting_again(Session *session)
{
    for (int i = 0; i < session->run_count; ++i) {
        SessionRun *run = &session->runs[i];
        if (!run->job_was_stopped)
            continue;
        run->job_was_stopped = run->job_is_over = false;
        run->counting_ms = 0;
    }
}
