/* Crossings against a list of who wrote and who touched each word: random pieces of few words by
 * few blocks, so that lines are shared and meetings are as likely as not; in order, and on
 * threads. */
#include "count/between/crossing.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ARENA_WORDS = 128, BLOCKS = 3, PIECES = 24, CASES = 4000, TAKES = 50 };

typedef struct Piece {
    uint32_t block, word, words;
    bool is_write;
} Piece;

typedef struct Part {
    Crossing *crossing;
    const Piece *pieces;
    uint32_t block;
    pthread_barrier_t *start;
} Part;

static uint32_t draw(uint64_t *random, uint32_t below)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*random >> 33) % below;
}

/* Each block keeps mostly to a third of the words, none of which ends where a line does. */
static void draw_pieces(uint64_t *random, Piece *pieces)
{
    uint32_t stray = draw(random, 9), share = ARENA_WORDS / BLOCKS;
    for (int i = 0; i < PIECES; ++i) {
        uint32_t block = draw(random, BLOCKS), words = 1 + draw(random, 20);
        uint32_t from = draw(random, 100) < stray ? draw(random, ARENA_WORDS - words)
                                                  : block * share + draw(random, share - words);
        pieces[i] = (Piece){block, from, words, draw(random, 3) > 0};
    }
}

static bool blocks_meet(const Piece *pieces)
{
    for (int i = 0; i < PIECES; ++i)
        for (int k = 0; k < PIECES; ++k)
            if (pieces[i].is_write && pieces[i].block != pieces[k].block &&
                pieces[i].word < pieces[k].word + pieces[k].words &&
                pieces[k].word < pieces[i].word + pieces[i].words)
                return true;
    return false;
}

static Crossing *new_crossing(void)
{
    static Program program;
    static Launch launch;
    launch.arena_bytes = ARENA_WORDS * 4;
    return crossing_new(&program, &launch, false);
}

static void note(Crossing *crossing, const Piece *piece)
{
    crossing_note_bytes(crossing, piece->block, piece->word * 4, piece->words * 4,
                        piece->is_write ? OP_STORE : OP_LOAD);
}

static void in_any_order(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    int meetings = 0;
    for (int i = 0; i < CASES; ++i) {
        Piece pieces[PIECES];
        draw_pieces(&random, pieces);
        Crossing *crossing = new_crossing();
        for (int k = 0; k < PIECES; ++k)
            note(crossing, &pieces[k]);
        assert_int_equal(crossing_found(crossing), blocks_meet(pieces));
        meetings += crossing_found(crossing);
        crossing_free(crossing);
    }
    assert_in_range(meetings, CASES / 4, CASES * 3 / 4);
}

static void *note_part(void *context)
{
    const Part *part = context;
    pthread_barrier_wait(part->start);
    for (int i = 0; i < PIECES; ++i)
        if (part->pieces[i].block == part->block)
            note(part->crossing, &part->pieces[i]);
    return NULL;
}

static void check_threads(const Piece *pieces)
{
    Crossing *crossing = new_crossing();
    pthread_t threads[BLOCKS];
    Part parts[BLOCKS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, BLOCKS);
    for (uint32_t i = 0; i < BLOCKS; ++i) {
        parts[i] = (Part){crossing, pieces, i, &start};
        assert_int_equal(pthread_create(&threads[i], NULL, note_part, &parts[i]), 0);
    }
    for (int i = 0; i < BLOCKS; ++i)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
    assert_int_equal(crossing_found(crossing), blocks_meet(pieces));
    crossing_free(crossing);
}

static void on_threads(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    for (int i = 0; i < TAKES; ++i) {
        Piece pieces[PIECES];
        draw_pieces(&random, pieces);
        for (int again = 0; again < 10; ++again)
            check_threads(pieces);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_any_order),
        cmocka_unit_test(on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
