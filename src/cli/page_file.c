/* Three places of a page are filled in; nothing that goes there ends the element that it is in:
 * titles and HTML are escaped by who writes them, and JSON has no '<' here. */
#include "cli/page_file.h"

#include "base/assets.h"
#include "base/file.h"
#include "base/packing/letters.h"
#include "lesson/packed.h"
#include "scene/write/text_out.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES_MOST = 1 << 26 };

#define TITLE "<title>tilestep</title>"
#define START "<script id=\"start\" type=\"application/json\">{}</script>"
#define TEXT  "<noscript>"

static const char *const places[] = {"page/tilestep.html", "build-web/src/web/tilestep.html"};

const char *page_find(Cli *cli, size_t *length)
{
    const Phrase *reason;
    char *text;
    const char *path = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !path; ++i)
        path = asset_find(cli->arena, places[i]);
    if (!path) {
        cli_error("no page has been built yet: ./run web in the folder of tilestep's source builds "
                  "it, and installs what that takes");
        return NULL;
    }
    if (file_read(cli->arena, path, PAGE_BYTES_MOST, &text, length, &reason))
        return text;
    cli_error("'%s': %p", path, reason);
    return NULL;
}

/* ---- filling in ---- */

/* The place that is filled in: it stands there once. */
static const char *place_of(const char *page, const char *mark)
{
    const char *place = strstr(page, mark);
    return place && !strstr(place + 1, mark) ? place : NULL;
}

/* Texts by their names, and the packed ones in base 64. */
static void put_files(json_t *object, Arena *arena, const PageStart *start)
{
    json_t *texts = json_object(), *packed = json_object();
    for (int i = 0; i < start->file_count; ++i) {
        const PageFile *file = &start->files[i];
        json_object_set_new(texts, file->name, json_string(file->text));
        if (file->packed)
            json_object_set_new(
                packed, arena_printf(arena, "%s" PACKED_ENDING, file->name),
                json_string(letters_write(arena, file->packed, file->packed_length)));
    }
    json_object_set_new(object, "texts", texts);
    json_object_set_new(object, "packed", packed);
}

/* JSON as it may stand in a script element. */
static void put_json(TextOut *out, const PageStart *start)
{
    json_t *object = json_object();
    if (start->open)
        json_object_set_new(object, "open", json_string(start->open));
    if (start->code)
        json_object_set_new(object, "code", json_string(start->code));
    if (start->language)
        json_object_set_new(object, "lang", json_string(start->language));
    if (start->theme)
        json_object_set_new(object, "theme", json_string(start->theme));
    if (start->file_count)
        put_files(object, out->arena, start);
    char *text = json_dumps(object, JSON_COMPACT);
    for (const char *at = text ? text : "{}"; *at; ++at)
        if (*at == '<')
            text_out_printf(out, "\\u003c");
        else
            text_out_bytes(out, at, 1);
    free(text);
    json_decref(object);
}

/* What stands before the place, and what takes the place of its mark; returns what follows. */
static const char *put_before(TextOut *out, const char *from, const char *place, const char *mark)
{
    text_out_bytes(out, from, (size_t)(place - from));
    return place + strlen(mark);
}

const char *page_fill(Cli *cli, const char *page, const PageStart *start, const char *title,
                      const char *without_scripts, size_t *length)
{
    TextOut out = {.arena = cli->arena};
    const char *at = page, *head = place_of(page, TITLE), *text = place_of(page, TEXT);
    const char *beginning = place_of(page, START);
    if (!head || !text || !beginning || head > text || text > beginning) {
        cli_error("the page that was built is of another version: ./run web builds it anew");
        return NULL;
    }
    at = put_before(&out, at, head, TITLE);
    text_out_printf(&out, "<title>");
    text_out_xml(&out, title);
    text_out_printf(&out, "</title>");
    at = put_before(&out, at, text, TEXT);
    text_out_printf(&out, TEXT);
    if (without_scripts)
        text_out_bytes(&out, without_scripts, strlen(without_scripts));
    at = put_before(&out, at, beginning, START);
    text_out_printf(&out, "<script id=\"start\" type=\"application/json\">");
    put_json(&out, start);
    text_out_printf(&out, "</script>");
    text_out_bytes(&out, at, strlen(at));
    const char *filled = text_out_end(&out);
    *length = (size_t)out.length;
    return filled;
}
