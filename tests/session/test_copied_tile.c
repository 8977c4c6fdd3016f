/* The tile that stands in an array of shared memory, told from which element was copied where. The
 * matrix has 10 columns in all of these. */
#include "session/rerun/copied_tile.h"
#include "test.h"

#include <string.h>

enum { COLUMNS = 10, WORDS = 64, MATRIX = 0, OTHER = 1 };

typedef struct Board {
    CopiedWord words[WORDS];
    CopiedArray array;
} Board;

/* pitch 0: of one dimension. */
static void start_board(Board *board, int64_t count, int64_t pitch)
{
    memset(board, 0, sizeof *board);
    board->array = (CopiedArray){count, pitch, board->words};
}

static void copy(Board *board, int64_t at, int buffer, int64_t row, int64_t column)
{
    board->words[at] = (CopiedWord){COPIED_ELEMENT, buffer, row * COLUMNS + column};
}

static void fill(Board *board, int64_t at)
{
    board->words[at] = (CopiedWord){COPIED_FILL, -1, 0};
}

static void assert_tile(const Board *board, int64_t rows, int64_t columns, int64_t element)
{
    CopiedTile tile;
    assert_true(copied_tile_find(&board->array, MATRIX, COLUMNS, &tile));
    assert_int_equal(tile.rows, rows);
    assert_int_equal(tile.columns, columns);
    assert_int_equal(tile.element, element);
}

TEST(test_as_in_the_matrix)
{
    Board board;
    start_board(&board, 3 * 4, 4);
    for (int i = 0; i < 3 * 4; ++i)
        copy(&board, i, MATRIX, 3 + i / 4, 4 + i % 4);
    assert_tile(&board, 3, 4, 34);
}

TEST(test_turned)
{
    Board board;
    start_board(&board, 3 * 4, 4);
    for (int i = 0; i < 3 * 4; ++i)
        copy(&board, i, MATRIX, 4 + i % 4, 3 + i / 4);
    assert_tile(&board, 4, 3, 43);
}

/* The last column and row are beyond the matrix, and zero was written there. */
TEST(test_what_is_filled_belongs_to_it)
{
    Board board;
    start_board(&board, 4 * 4, 4);
    for (int i = 0; i < 4 * 4; ++i)
        if (i / 4 < 3 && i % 4 < 3)
            copy(&board, i, MATRIX, i / 4, 7 + i % 4);
        else
            fill(&board, i);
    assert_tile(&board, 4, 4, 7);
}

/* A halo above and to the left of the matrix: the tile begins outside of it. */
TEST(test_it_may_begin_outside)
{
    Board board;
    start_board(&board, 3 * 3, 3);
    for (int i = 0; i < 3 * 3; ++i)
        if (i / 3 > 0 && i % 3 > 0)
            copy(&board, i, MATRIX, i / 3 - 1, i % 3 - 1);
        else
            fill(&board, i);
    assert_tile(&board, 3, 3, -COLUMNS - 1);
}

/* One array for two tiles, each with its rows of three words and a word between them. */
TEST(test_two_in_an_array_of_one_dimension)
{
    Board board;
    start_board(&board, 16, 0);
    for (int i = 0; i < 6; ++i) {
        copy(&board, i / 3 * 4 + i % 3, MATRIX, 2 + i / 3, i % 3);
        copy(&board, 8 + i / 3 * 4 + i % 3, OTHER, 5 + i / 3, i % 3);
    }
    assert_tile(&board, 2, 3, 20);
}

TEST(test_what_does_not_lie_so_is_none)
{
    Board board;
    CopiedTile tile;
    start_board(&board, 16, 4);
    assert_false(copied_tile_find(&board.array, MATRIX, COLUMNS, &tile)); /* nothing there */
    for (int i = 0; i < 16; ++i)
        copy(&board, i, MATRIX, i / 4, i % 4);
    copy(&board, 9, MATRIX, 7, 7);
    assert_false(copied_tile_find(&board.array, MATRIX, COLUMNS, &tile));
    start_board(&board, 8, 0);
    for (int i = 0; i < 8; ++i)
        copy(&board, i, MATRIX, 0, i); /* one row tells no pitch */
    assert_false(copied_tile_find(&board.array, MATRIX, COLUMNS, &tile));
}
