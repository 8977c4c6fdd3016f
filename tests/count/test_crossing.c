/* Crossings against a list of who wrote and who touched each word: random pieces of few words by
 * few blocks, so that lines are shared by two or three of them and meetings are as likely as not;
 * in order, in order by one thread, and on threads; by blocks near each other and far apart. */
#include "count/races/crossing.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>

/* WORDS_BEFORE: of a buffer that nobody is expected to write, in front of that with the words. */
enum { WORDS_BEFORE = 256, ARENA_WORDS = 128, BLOCKS = 3, PIECES = 24, CASES = 4000, TAKES = 50 };

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

/* The blocks take turns at shares of the words, few of which end where a line does, and mostly keep
 * to them. */
static void draw_pieces(uint64_t *random, Piece *pieces)
{
    static const uint32_t shares[] = {ARENA_WORDS / BLOCKS, 10, 3};
    uint32_t stray = draw(random, 9), share = shares[draw(random, 3)];
    uint32_t turns = ARENA_WORDS / (share * BLOCKS);
    for (int i = 0; i < PIECES; ++i) {
        uint32_t block = draw(random, BLOCKS), words = 1 + draw(random, share < 20 ? share : 20);
        uint32_t from = draw(random, 100) < stray ? draw(random, ARENA_WORDS - words)
                                                  : (draw(random, turns) * BLOCKS + block) * share +
                                                        draw(random, share - words + 1);
        pieces[i] = (Piece){block, from, words, draw(random, 3) > 0};
    }
}

static bool blocks_meet_on(const Piece *pieces, uint32_t word)
{
    uint32_t writers = 0, all = 0;
    for (int i = 0; i < PIECES; ++i)
        if (word >= pieces[i].word && word < pieces[i].word + pieces[i].words) {
            all |= 1u << pieces[i].block;
            writers |= (uint32_t)pieces[i].is_write << pieces[i].block;
        }
    return writers && all & (all - 1);
}

static bool blocks_meet(const Piece *pieces)
{
    for (uint32_t word = 0; word < ARENA_WORDS; ++word)
        if (blocks_meet_on(pieces, word))
            return true;
    return false;
}

static Crossing *new_crossing(bool is_alone)
{
    static Program program;
    static Buffer buffers[2] = {
        {.element_bytes = 4, .count = WORDS_BEFORE, .parameter = -1, .is_constant = true},
        {.element_bytes = 4,
         .count = ARENA_WORDS,
         .parameter = -1,
         .offset_bytes = WORDS_BEFORE * 4}};
    static Launch launch = {.buffers = buffers, .buffer_count = 2};
    launch.arena_bytes = (WORDS_BEFORE + ARENA_WORDS) * 4;
    return crossing_new(&program, &launch, is_alone);
}

/* apart: from one block's number to the next one's. */
static void note(Crossing *crossing, const Piece *piece, uint32_t apart)
{
    CrossingRun run = {(int64_t)piece->word * 4, piece->words * 4};
    crossing_note_runs(crossing, piece->block * apart, WORDS_BEFORE * 4, &run, 1,
                       piece->is_write ? OP_STORE : OP_LOAD);
}

/* After a run by one thread. */
static void check_words(const Crossing *crossing, const Piece *pieces)
{
    uint64_t next = 0;
    for (uint32_t word = 0; word < ARENA_WORDS; ++word)
        if (blocks_meet_on(pieces, word)) {
            assert_true(crossing_next(crossing, &next));
            assert_int_equal(next++, WORDS_BEFORE + word);
        }
    assert_false(crossing_next(crossing, &next));
}

static void in_any_order(void **unused)
{
    (void)unused;
    static const uint32_t aparts[] = {1, 100, (1 << 18) - 1, 1 << 18, 1u << 30};
    uint64_t random = 1;
    int meetings = 0;
    for (int i = 0; i < CASES; ++i) {
        Piece pieces[PIECES];
        draw_pieces(&random, pieces);
        Crossing *crossing = new_crossing(i % 2);
        for (int k = 0; k < PIECES; ++k)
            note(crossing, &pieces[k], aparts[i % 5]);
        assert_int_equal(crossing_found(crossing), blocks_meet(pieces));
        check_words(crossing, pieces);
        meetings += crossing_found(crossing);
        crossing_free(crossing);
    }
    assert_in_range(meetings, CASES / 4, CASES * 3 / 4);
}

static void what_nobody_is_expected_to_write(void **unused)
{
    (void)unused;
    Crossing *crossing = new_crossing(true);
    CrossingRun run = {8, 16};
    uint64_t word = 0;
    for (uint32_t block = 0; block < BLOCKS; ++block)
        crossing_note_runs(crossing, block, 0, &run, 1, OP_LOAD);
    assert_false(crossing_found(crossing));
    crossing_note_runs(crossing, 1, 0, &run, 1, OP_STORE);
    assert_true(crossing_found(crossing));
    assert_false(crossing_next(crossing, &word));
    crossing_free(crossing);
}

static void *note_part(void *context)
{
    const Part *part = context;
    pthread_barrier_wait(part->start);
    for (int i = 0; i < PIECES; ++i)
        if (part->pieces[i].block == part->block)
            note(part->crossing, &part->pieces[i], 1);
    return NULL;
}

static void check_threads(const Piece *pieces)
{
    Crossing *crossing = new_crossing(false);
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
        cmocka_unit_test(what_nobody_is_expected_to_write),
        cmocka_unit_test(on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
