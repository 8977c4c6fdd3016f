/* A line of text, letter by letter. */
#include "session/commands/line_edit.h"
#include "test.h"

#include <string.h>

static void expect(const char *before, size_t caret, int64_t letter, const char *after,
                   size_t caret_after)
{
    char text[16];
    strcpy(text, before);
    bool is_changed = line_edit(text, 10, &caret, letter);
    assert_string_equal(text, after);
    assert_int_equal(caret, caret_after);
    assert_int_equal(is_changed, strcmp(before, after) != 0);
}

TEST(test_letters_are_written_at_the_caret)
{
    expect("ac", 1, 'b', "abc", 2);
    expect("", 0, ' ', " ", 1);
    expect("ab", 99, 'c', "abc", 3); /* a caret beyond the end is at it */
    expect("123456789", 4, 'x', "123456789", 4);
    expect("ab", 1, 5, "ab", 1);
    expect("ab", 1, 200, "ab", 1);
    expect("ab", 1, -1, "ab", 1);
}

TEST(test_the_caret_goes_by_whole_letters)
{
    expect("a块b", 4, LINE_LEFT, "a块b", 1);
    expect("a块b", 1, LINE_RIGHT, "a块b", 4);
    expect("a块b", 2, LINE_FIRST, "a块b", 0);
    expect("a块b", 2, LINE_LAST, "a块b", 5);
    expect("ab", 0, LINE_LEFT, "ab", 0);
    expect("ab", 2, LINE_RIGHT, "ab", 2);
}

TEST(test_letters_are_taken_away_whole)
{
    expect("a块b", 4, LINE_RUBOUT, "ab", 1);
    expect("a块b", 1, LINE_DELETE, "ab", 1);
    expect("ab", 0, LINE_RUBOUT, "ab", 0);
    expect("ab", 2, LINE_DELETE, "ab", 2);
    char text[8] = "x块";
    assert_true(line_edit(text, sizeof text, NULL, LINE_RUBOUT));
    assert_string_equal(text, "x");
}

TEST(test_keys_are_letters)
{
    Command command;
    assert_true(line_command_for_key(COMMAND_FORM_TYPE, "Backspace", &command));
    assert_int_equal(command.number, LINE_RUBOUT);
    assert_false(line_command_for_key(COMMAND_FORM_TYPE, "a", &command));
    assert_true(line_command_for_letter(COMMAND_FORM_TYPE, "a", &command));
    assert_int_equal(command.name, COMMAND_FORM_TYPE);
    assert_int_equal(command.number, 'a');
    assert_false(line_command_for_letter(COMMAND_FORM_TYPE, "F1", &command));
}
