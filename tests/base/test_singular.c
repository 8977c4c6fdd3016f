/* Counts of one. */
#include "base/singular.h"
#include "test.h"

#include <stdio.h>

static void expect(const char *many, const char *one)
{
    char text[200];
    snprintf(text, sizeof text, "%s", many);
    singular_mend(text);
    assert_string_equal(text, one);
}

TEST(test_what_is_counted_once)
{
    expect("Shared · warp 0 · 1 threads · 1 bytes each",
           "Shared · warp 0 · 1 thread · 1 byte each");
    expect("1 blocks · 21 warps", "1 block · 21 warps");
    expect("read 1 times", "read 1 time");
    expect("it takes 1 wavefronts", "it takes 1 wavefront");
}

TEST(test_other_numbers_and_words_stay)
{
    expect("11 threads, 0.1 bytes, 1,1 words, x1 steps",
           "11 threads, 0.1 bytes, 1,1 words, x1 steps");
    expect("warp 1 is done; 1 class", "warp 1 is done; 1 class");
    expect("thread 1 reads it, Warp 1 loads", "thread 1 reads it, Warp 1 loads");
    expect("1 threadsafe 1", "1 threadsafe 1");
    expect("", "");
    expect("1 ", "1 ");
}
