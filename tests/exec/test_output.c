/* What a program prints, made fit to be shown. */
#include "exec/console/output.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

static void expect(const char *in, size_t size, const char *out)
{
    for (size_t cut = 0; cut <= size; ++cut) { /* in two parts */
        Output output = {.text = NULL};
        output_add(&output, in, cut, 1 << 20);
        output_add(&output, in + cut, size - cut, 1 << 20);
        assert_int_equal(output.length, strlen(out));
        assert_memory_equal(output.text ? output.text : "", out, strlen(out));
        output_free(&output);
    }
}

#define EXPECT(in, out) expect(in, sizeof in - 1, out)

TEST(letters_and_what_steers)
{
    EXPECT("", "");
    EXPECT("a\tb\n", "a\tb\n");
    EXPECT("\33[31mred\33[0m \33]0;title\a\33]8;;x\33\\y\33(Bz\n", "red yz\n");
    EXPECT("\33]never ended\nnext", "\nnext");
    EXPECT("\33[1;2", "");
    EXPECT("a\0b\b\v\f\x7f"
           "c",
           "abc");
    EXPECT("10 %\r100 %\rdone\r\nnext\r", "done\nnext");
    EXPECT("\xe4\xb8\xad \xc3\xa9 \xf0\x9f\x98\x80", "\xe4\xb8\xad \xc3\xa9 \xf0\x9f\x98\x80");
    EXPECT("\xe4\xb8x \xff\xc3 \x80", "?x ?? ?");
    EXPECT("a\xc2\x9b"
           "31m \xe2\x80\xae"
           "b \xed\xa0\x80 \xc0\xaf",
           "a31m b  ??");
}

TEST(the_last_of_much)
{
    Output output = {.text = NULL};
    char line[100];
    for (int i = 0; i < 10000; ++i)
        output_add(&output, line, (uint64_t)snprintf(line, sizeof line, "line %d\n", i), 4096);
    assert_true(output.length >= 4096 && output.length < 3 * 4096);
    assert_memory_equal(output.text + output.length - 10, "line 9999\n", 10);
    output_add(&output, "x\ry", 3, 4096);
    assert_memory_equal(output.text + output.length - 11, "line 9999\ny", 11);
    output_free(&output);
}
