/* A film that was cancelled may still be ending: the next one waits for that. */
#include "session/saved/film.h"
#include "session/data/session_data.h"

void film_want(Session *session)
{
    FilmStand *film = &session->wanted.film;
    if (session_front(session) && (film->state == FILM_IDLE || film->is_cancelled))
        *film = (FilmStand){.state = FILM_WANTED};
}

bool film_cancel(Session *session)
{
    FilmStand *film = &session->wanted.film;
    bool is_one = film->state != FILM_IDLE && !film->is_cancelled;
    film->is_cancelled |= is_one;
    return is_one;
}
