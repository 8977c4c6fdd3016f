/* What the core cannot do and asks of the rim (app or cli), which sets it back when it has. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The film of what is shown (saved/film.h). WANTED: the rim is to begin; RUNNING: it makes it. */
typedef enum FilmState { FILM_IDLE, FILM_WANTED, FILM_RUNNING } FilmState;

typedef struct FilmStand {
    FilmState state;
    bool is_cancelled;    /* the learner wants it to end; the rim ends it */
    uint64_t done, total; /* steps of the film being made; total 0: not known yet */
} FilmStand;

typedef struct Wishes {
    bool picture;     /* written into files, with the counters */
    bool state;       /* the window saved; it answers with a notice */
    bool copy, paste; /* by the clipboard */
    bool end;         /* of the program */
    FilmStand film;
} Wishes;
