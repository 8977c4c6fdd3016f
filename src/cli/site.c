/* The index is text with links and needs no scripts; each link opens the one page there is at a
 * lesson or a scene. */
#include "cli/site.h"

#include "base/file.h"
#include "cli/html.h"
#include "cli/page_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* By this an index is known as one of these. */
#define MARK "<!-- index of tilestep -->"

static void put_link(TextOut *out, Language language, const char *name, const char *title)
{
    html_open(out, "li");
    text_out_printf(out, "<a href=\"tilestep.html?open=%s&amp;lang=%s\">", name,
                    language == LANGUAGE_ZH ? "zh" : "en");
    text_out_xml(out, title);
    text_out_printf(out, "</a>");
}

static void put_language(TextOut *out, Language language, const Lessons *lessons,
                         const Scenes *scenes)
{
    html_open(out, language == LANGUAGE_ZH ? "section lang=\"zh-Hans\" id=\"zh\""
                                           : "section lang=\"en\" id=\"en\"");
    html_element(out, "h2", text_get(language, TEXT_PAGE_LESSONS));
    html_open(out, "ol class=\"lessons\"");
    for (int i = 0; i < lessons->count; ++i) {
        const Lesson *lesson = lessons->items[i];
        put_link(out, language, lesson->name, lesson->title.in[language]);
        text_out_xml(out, " · ");
        text_out_xml(out, language_printf(out->arena, language, TEXT_FORMATS(TEXT_LESSON_MINUTES),
                                          (int)lesson->minutes));
        html_close(out, "li");
    }
    html_close(out, "ol");
    html_element(out, "h2", text_get(language, TEXT_PAGE_SCENES));
    html_open(out, "ol class=\"scenes\"");
    for (int i = 0; i < scenes->count; ++i) {
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

int site_write(Cli *cli, const char *page, const Lessons *lessons, const Scenes *scenes)
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
    const char *whole = page_fill(cli, page, &(PageStart){.open = NULL}, "tilestep", NULL, &length);
    if (!whole)
        return EXIT_UNUSABLE;
    if (!file_write(arena, path, whole, length, &reason))
        return cli_error("cannot write '%s': %p", path, reason);
    const char *text = index_text(arena, lessons, scenes, &length);
    if (!file_write(arena, index, text, length, &reason))
        return cli_error("cannot write '%s': %p", index, reason);
    return EXIT_CLEAN;
}
