/* The index and the lessons are text with links and pictures and need no scripts; a link to what
 * can be stepped through opens the one page there is at a lesson or a scene. */
#include "cli/site.h"

#include "base/file.h"
#include "cli/handout.h"
#include "cli/html.h"
#include "cli/page_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* By this an index is known as one of these. */
#define MARK "<!-- index of tilestep -->"

/* What the page says where there are no scripts. */
#define LEADS_BACK "<p><a href=\"index.html\">Lessons as text · 课程的文字版</a></p>"

static const char *const endings[LANGUAGE_COUNT] = {"en", "zh"};

/* To the page, at a lesson or a scene. */
static void put_link(TextOut *out, Language language, const char *name, const char *text)
{
    text_out_printf(out, "<a href=\"tilestep.html?open=%s&amp;lang=%s\">", name, endings[language]);
    text_out_xml(out, text);
    text_out_printf(out, "</a>");
}

static void put_lesson(TextOut *out, Language language, const Lesson *lesson)
{
    html_open(out, "li");
    put_link(out, language, lesson->name, lesson->title.in[language]);
    text_out_xml(out, " · ");
    text_out_xml(out, language_printf(out->arena, language, TEXT_FORMATS(TEXT_LESSON_MINUTES),
                                      (int)lesson->minutes));
    text_out_printf(out, " · <a href=\"%s.%s.html\">", lesson->name, endings[language]);
    text_out_xml(out, text_get(language, TEXT_PAGE_AS_TEXT));
    text_out_printf(out, "</a>");
    html_close(out, "li");
}

static void put_language(TextOut *out, Language language, const Lessons *lessons,
                         const Scenes *scenes)
{
    html_open(out, language == LANGUAGE_ZH ? "section lang=\"zh-Hans\" id=\"zh\""
                                           : "section lang=\"en\" id=\"en\"");
    html_element(out, "h2", text_get(language, TEXT_PAGE_LESSONS));
    html_open(out, "ol class=\"lessons\"");
    for (int i = 0; i < lessons->count; ++i)
        put_lesson(out, language, lessons->items[i]);
    html_close(out, "ol");
    html_element(out, "h2", text_get(language, TEXT_PAGE_SCENES));
    html_open(out, "ol class=\"scenes\"");
    for (int i = 0; i < scenes->count; ++i) {
        html_open(out, "li");
        put_link(out, language, scenes->plans[i].name, scenes->plans[i].title.in[language]);
        html_close(out, "li");
    }
    html_close(out, "ol");
    html_close(out, "section");
}

static const char *index_text(Arena *arena, const Lessons *lessons, const Scenes *scenes,
                              size_t *length)
{
    TextOut out = {.arena = arena};
    html_begin(&out, LANGUAGE_EN, "tilestep");
    text_out_printf(&out, MARK "\n");
    html_element(&out, "h1", "tilestep");
    text_out_printf(&out, "<p><a href=\"#en\">English</a> · <a href=\"#zh\">中文</a></p>\n");
    put_language(&out, LANGUAGE_EN, lessons, scenes);
    put_language(&out, LANGUAGE_ZH, lessons, scenes);
    html_end(&out);
    const char *text = text_out_end(&out);
    *length = (size_t)out.length;
    return text;
}

/* A lesson in a language, its answers left out: NAME.en.html; an exit status. */
static int write_lesson(Cli *cli, Language language, const Lessons *all, const Lesson *lesson)
{
    Cli other = *cli;
    TextOut out = {.arena = cli->arena};
    const Phrase *reason;
    const char *path = arena_printf(cli->arena, "%s/%s.%s.html", cli->options->site, lesson->name,
                                    endings[language]);
    other.language = language;
    html_begin(&out, language, lesson->title.in[language]);
    html_open(&out, "p");
    put_link(&out, language, lesson->name, text_get(language, TEXT_PAGE_STEP));
    text_out_printf(&out, " · <a href=\"index.html#%s\">", endings[language]);
    text_out_xml(&out, text_get(language, TEXT_PAGE_LESSONS));
    text_out_printf(&out, "</a>");
    html_close(&out, "p");
    int status = handout_questions(&other, all, lesson, &out);
    if (status)
        return status;
    html_end(&out);
    const char *text = text_out_end(&out);
    if (!file_write(cli->arena, path, text, (size_t)out.length, &reason))
        return cli_error("cannot write '%s': %p", path, reason);
    return EXIT_CLEAN;
}

static int write_lessons(Cli *cli, const Lessons *all, const Lessons *lessons)
{
    int status = EXIT_CLEAN;
    for (int i = 0; i < lessons->count && !status; ++i)
        for (int language = 0; language < LANGUAGE_COUNT && !status; ++language)
            status = write_lesson(cli, (Language)language, all, lessons->items[i]);
    return status;
}

/* Nothing, or an index that was written here. */
static bool may_write(Arena *arena, const char *path)
{
    const Phrase *reason;
    struct stat status;
    size_t length;
    char *there;
    return stat(path, &status) != 0 ||
           (file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &there, &length, &reason) &&
            strstr(there, MARK));
}

int site_write(Cli *cli, const char *page, const Lessons *all, const Lessons *lessons,
               const Scenes *scenes)
{
    Arena *arena = cli->arena;
    const char *folder = cli->options->site;
    const char *index = arena_printf(arena, "%s/index.html", folder);
    const char *path = arena_printf(arena, "%s/tilestep.html", folder);
    const Phrase *reason;
    size_t length;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return cli_error("cannot make the folder '%s': %p", folder, phrase_of_errno(arena, errno));
    if (!may_write(arena, index))
        return cli_error("'%s' is not of tilestep, and stays: name another folder", index);
    const char *whole =
        page_fill(cli, page, &(PageStart){.open = NULL}, "tilestep", LEADS_BACK, &length);
    if (!whole)
        return EXIT_UNUSABLE;
    if (!file_write(arena, path, whole, length, &reason))
        return cli_error("cannot write '%s': %p", path, reason);
    int status = write_lessons(cli, all, lessons);
    if (status)
        return status;
    const char *text = index_text(arena, lessons, scenes, &length);
    if (!file_write(arena, index, text, length, &reason))
        return cli_error("cannot write '%s': %p", index, reason);
    return EXIT_CLEAN;
}
