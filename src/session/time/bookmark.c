/* Setting, taking away and finding again the places of a lecture. */
#include "session/time/bookmark.h"
#include "session/data/session_data.h"

#include "session/time/motion.h"

bool bookmark_moment(const SessionRun *run, Place place, uint64_t *moment)
{
    if (!run->timeline || place.block < run->first_block ||
        (!run->covers_grid && place.block != run->first_block) ||
        place.block >= launch_block_count(&run->run->launch))
        return false;
    *moment = session_moment(run, place);
    return true;
}

void bookmark_add(Session *session, Place place)
{
    if (session->time.bookmark_count < BOOKMARKS && place.length > 0 && place.step <= place.length)
        session->time.bookmarks[session->time.bookmark_count++] = place;
}

static void bookmark_remove(Session *session, int index)
{
    for (int i = index + 1; i < session->time.bookmark_count; ++i)
        session->time.bookmarks[i - 1] = session->time.bookmarks[i];
    --session->time.bookmark_count;
}

void bookmark_switch(Session *session)
{
    session_settle(session);
    const SessionRun *front = session_front(session);
    if (!front)
        return;
    uint64_t now = timeline_position(front->timeline), at;
    for (int i = 0; i < session->time.bookmark_count; ++i)
        if (bookmark_moment(front, session->time.bookmarks[i], &at) && at == now) {
            bookmark_remove(session, i);
            return;
        }
    bookmark_add(session, session_place(front));
}

void bookmark_go(Session *session, int direction)
{
    session_settle(session);
    const SessionRun *front = session_front(session);
    if (!front)
        return;
    uint64_t now = timeline_position(front->timeline), at, best = 0, outermost = 0;
    bool has_best = false, has_any = false;
    for (int i = 0; i < session->time.bookmark_count; ++i) {
        if (!bookmark_moment(front, session->time.bookmarks[i], &at))
            continue;
        bool is_ahead = direction > 0 ? at > now : at < now;
        if (is_ahead && (!has_best || (direction > 0 ? at < best : at > best)))
            best = at, has_best = true;
        if (!has_any || (direction > 0 ? at < outermost : at > outermost))
            outermost = at, has_any = true;
    }
    if (has_any)
        motion_leap(session, has_best ? best : outermost);
}
