/* Pieces of an HTML page for paper: what is written here is well-formed XML, too, and needs nothing
 * but itself. Texts are escaped; a tag is its name, perhaps with attributes: "p class=\"hint\"". */
#pragma once

#include "base/language.h"
#include "scene/write/text_out.h"

/* Begins a page with its style, and ends it. */
void html_begin(TextOut *out, Language language, const char *title);
void html_end(TextOut *out);

/* The same style within a page that is there already, where its scripts do not run. */
void html_style(TextOut *out);

/* Opens an element, and closes it: the name of the tag. */
void html_open(TextOut *out, const char *tag);
void html_close(TextOut *out, const char *tag);

/* An element with a text in it. */
void html_element(TextOut *out, const char *tag, const char *text);
/* An element with prose in it: `source` in backquotes becomes code. */
void html_prose(TextOut *out, const char *tag, const char *prose);
/* Source as it is; tag: "pre", perhaps with attributes. */
void html_source(TextOut *out, const char *tag, const char *text);
