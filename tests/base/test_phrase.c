/* Messages: their English is what printf makes of it, their Chinese is found by the format alone,
 * and what fills them stays as it is. */
#include "base/phrase.h"
#include "test.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const rows[][2] = {
#define PHRASE(en, zh) {en, zh},
#include "base/phrase.def"
#include "base/phrase_lang.def"
#undef PHRASE
};
enum { ROWS = sizeof rows / sizeof *rows };

#define assert_english(arena, ...)                                                                 \
    assert_string_equal(phrase_in(arena, LANGUAGE_EN, phrase_new(arena, __VA_ARGS__)),             \
                        arena_printf(arena, __VA_ARGS__))

static void test_english_is_that_of_printf(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    assert_english(arena, "no conversion");
    assert_english(arena, "%s|%.*s|%c|%%|%s", "a", 2, "bcd", 'e', "");
    assert_english(arena, "%d %d %u %02x %04X", -3, INT32_MIN, UINT32_MAX, 7, 0xfeu);
    assert_english(arena, "%lld %lld %llu %zu", (long long)INT64_MIN, -1ll, ~0ull, (size_t)-1);
    assert_english(arena, "%ld %lu", -5l, 5ul);
    assert_english(arena, "%.0f %.2f %g %g", 2.5, 1.005, 0.01, 1e30);
    assert_english(arena, "100 %% of %s, %d %%", "%s", 5);
    char text[] = {'x', 'y', 'z'}; /* without an end */
    assert_english(arena, "'%.*s'", 3, text);
    arena_free(arena);
}

static void test_every_row_is_found(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    for (int i = 0; i < ROWS; ++i) {
        const Phrase phrase = {.text = rows[i][0]};
        assert_string_equal(phrase_in(arena, LANGUAGE_EN, &phrase), rows[i][0]);
        assert_string_equal(phrase_in(arena, LANGUAGE_ZH, &phrase), rows[i][1]);
    }
    assert_string_equal(phrase_in(arena, LANGUAGE_ZH, PHRASE_LITERAL("nobody wrote this")),
                        "nobody wrote this");
    assert_string_equal(phrase_in(arena, LANGUAGE_ZH, NULL), "");
    arena_free(arena);
}

static void test_messages_in_messages(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    const Phrase *reason = phrase_of_errno(arena, ENOENT);
    const Phrase *phrase = phrase_new(arena, "cannot write '%s': %p", "%p {1} %s", reason);
    assert_string_equal(phrase_in(arena, LANGUAGE_EN, phrase),
                        "cannot write '%p {1} %s': No such file or directory");
    assert_string_equal(phrase_in(arena, LANGUAGE_ZH, phrase),
                        "无法写入 '%p {1} %s'：没有这个文件或目录");
    phrase = phrase_new(arena, "argument '%s' of %s", "a", "f"); /* in another order */
    phrase = phrase_new(arena, "%p is of type %s and cannot become %s", phrase, "int", "float *");
    assert_string_equal(phrase_in(arena, LANGUAGE_ZH, phrase),
                        "f 的参数 'a'的类型是 int，不能变成 float *");
    phrase = phrase_new(arena, "expected '%s' %p, not '%p'", "{", PHRASE_KEY("after if"),
                        PHRASE_WORDS("after if"));
    assert_string_equal(phrase_in(arena, LANGUAGE_EN, phrase),
                        "expected '{' after if, not 'after if'");
    assert_string_equal(phrase_in(arena, LANGUAGE_ZH, phrase),
                        "if 之后应为 '{'，而不是 'after if'");
    phrase = phrase_new(arena, "a%pb", (const Phrase *)NULL);
    assert_string_equal(phrase_in(arena, LANGUAGE_ZH, phrase), "ab");
    arena_free(arena);
}

/* The reader's own words survive, even where they are all of another message. */
static void test_words_are_left_alone(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    for (int i = 0; i < ROWS; ++i) {
        const Phrase *phrase = phrase_new(arena, "--order %s: there is no such order", rows[i][0]);
        assert_string_equal(phrase_in(arena, LANGUAGE_ZH, phrase),
                            arena_printf(arena, "--order %s：没有这种顺序", rows[i][0]));
    }
    arena_free(arena);
}

static void test_long_words(void **unused)
{
    (void)unused;
    Arena *arena = arena_new();
    enum { LENGTH = 1 << 20 };
    char *words = arena_alloc(arena, LENGTH + 1);
    for (int i = 0; i < LENGTH; ++i)
        words[i] = ": = x"[i % 5];
    const Phrase *phrase =
        phrase_new(arena, "--arg %s=%s: a buffer has at least one element", words, words);
    const char *chinese = phrase_in(arena, LANGUAGE_ZH, phrase);
    assert_int_equal(strlen(chinese), strlen("--arg =：缓冲区至少有一个元素") + 2 * LENGTH);
    assert_memory_equal(chinese + strlen("--arg =") + LENGTH, words, LENGTH);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_english_is_that_of_printf),
        cmocka_unit_test(test_every_row_is_found),
        cmocka_unit_test(test_messages_in_messages),
        cmocka_unit_test(test_words_are_left_alone),
        cmocka_unit_test(test_long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
