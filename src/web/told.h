/* What the page's script is told of what is shown, as texts: for the address, for screen readers
 * and for the editor. Each lives until the next one is asked for. */
#pragma once

#include "session/session.h"
#include "web/page.h"

/* Its share code, the path of its file, its language and theme (0: the first of each), what was
 * said last. */
PAGE(page_code) const char *page_code(void);
PAGE(page_path) const char *page_path(void);
/* Of a file that came along with a code: its text, since it lies nowhere; else "". */
PAGE(page_source) const char *page_source(void);
PAGE(page_language) int page_language(void);
PAGE(page_theme) int page_theme(void);
PAGE(page_notice) const char *page_notice(void);

/* The words of a part of the picture (ViewPart; 0: of what the keyboard stands on). */
PAGE(page_words) const char *page_words(int part);

/* The keys that mean something somewhere, separated by spaces. */
PAGE(page_keys) const char *page_keys(void);

/* Whether an exercise is being solved. */
PAGE(page_is_exercise) bool page_is_exercise(void);

/* What is wrong with the file as it is now, as a compiler writes it; "": nothing. */
PAGE(page_trouble) const char *page_trouble(void);

/* The page's own: what is shown, and an arena for the next text. */
Session *page_session(void);
const Scene *page_scene(void);
Arena *page_text_arena(void);
