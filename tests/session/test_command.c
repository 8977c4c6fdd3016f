/* The tables a learner's input and the texts come from: complete, unambiguous, the same in both
 * languages. */
#include "session/commands/command.h"
#include "session/texts/strings.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* Calls back with every key of every command. */
static int each_key(bool (*visit)(const char *key, CommandName name))
{
    int failures = 0;
    for (int i = 0; i < COMMAND_COUNT; ++i)
        for (const char *at = command_info[i].keys; *at;) {
            char key[64];
            int length = (int)strcspn(at, " ");
            snprintf(key, sizeof key, "%.*s", length, at);
            failures += !visit(key, (CommandName)i);
            at += length;
            at += *at == ' ';
        }
    return failures;
}

static bool key_leads_back(const char *key, CommandName name)
{
    Command command;
    bool good = command_for_key(key, &command) && command.name == name;
    if (!good)
        print_error("the key %s of %s is bound twice\n", key, command_info[name].script);
    return good;
}

TEST(test_every_key_means_one_command)
{
    assert_int_equal(each_key(key_leads_back), 0);
}

TEST(test_unknown_keys_mean_nothing)
{
    Command command;
    assert_false(command_for_key("", &command));
    assert_false(command_for_key("Shift", &command));
    assert_false(command_for_key("Right F11", &command));
    assert_false(command_for_key("Ctrl+Right+Right", &command));
}

TEST(test_presenter_remotes_work)
{
    Command command;
    assert_true(command_for_key("PageDown", &command));
    assert_int_equal(command.name, COMMAND_FORWARD);
    assert_true(command_for_key("PageUp", &command));
    assert_int_equal(command.name, COMMAND_BACKWARD);
}

TEST(test_scripts_are_read)
{
    Command command;
    assert_true(command_parse("seek 12", &command));
    assert_int_equal(command.name, COMMAND_SEEK);
    assert_int_equal(command.number, 12);
    assert_true(command_parse("hover 3 1 2 0", &command));
    assert_int_equal(command.target.kind, 3);
    assert_int_equal(command.target.b, 2);
    assert_true(command_parse("play", &command));
    assert_false(command_parse("seek", &command));
    assert_false(command_parse("seek 12 x", &command));
    assert_false(command_parse("play 3", &command));
    assert_false(command_parse("playing", &command));
    assert_false(command_parse("", &command));
}

TEST(test_every_command_has_help)
{
    for (int i = 0; i < COMMAND_COUNT; ++i)
        for (int language = 0; language < LANGUAGE_COUNT; ++language)
            assert_true(strlen(command_info[i].help[language]) > 3);
}

/* The conversions of a format, in order: "%u%s". */
static void conversions(const char *format, char *out, size_t size)
{
    size_t length = 0;
    for (; *format; ++format) {
        if (*format != '%')
            continue;
        size_t end = 1 + strcspn(format + 1, "diuxsgfc%");
        for (size_t i = 0; i <= end && format[i] && length + 1 < size; ++i)
            out[length++] = format[i];
        format += end;
        if (!*format) /* a text that ends in a sign of percent */
            break;
    }
    out[length] = '\0';
}

TEST(test_strings_have_every_language)
{
    for (int key = 0; key < STRING_COUNT; ++key) {
        char en[64], zh[64];
        const char *english = string_get((StringKey)key, LANGUAGE_EN);
        const char *chinese = string_get((StringKey)key, LANGUAGE_ZH);
        assert_true(*english && *chinese);
        conversions(english, en, sizeof en);
        conversions(chinese, zh, sizeof zh);
        if (strcmp(en, zh) != 0)
            fail_msg("\"%s\" takes %s in English and %s in Chinese", english, en, zh);
    }
}

TEST(test_languages_are_read)
{
    Language language = LANGUAGE_EN;
    assert_true(language_parse("zh_CN.UTF-8", &language));
    assert_int_equal(language, LANGUAGE_ZH);
    assert_true(language_parse("en", &language));
    assert_int_equal(language, LANGUAGE_EN);
    assert_false(language_parse("de", &language));
}
