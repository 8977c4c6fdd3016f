/* What the page's script calls: the exports of the module. Texts end in NUL; those that come in
 * lie in memory of page_memory. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "scene/paint/repaint.h"

#ifdef __wasm__
#define PAGE(name) __attribute__((export_name(#name)))
#else
#define PAGE(name)
#endif

/* What page_tick answers. */
enum { PAGE_MOVES = 1, PAGE_WORKS = 2 };

/* How a page starts. */
enum { PAGE_REDUCED_MOTION = 1, PAGE_BUILT_IN_FONT = 2, PAGE_LANGUAGE_GIVEN = 4 };

/* Memory for texts. */
PAGE(page_memory) void *page_memory(uint32_t bytes);
PAGE(page_forget) void page_forget(void *bytes);

/* A window of width x height pixels, with a kernel or lesson (path) or a state or code, or
 * neither. false: it cannot open, and why was printed. */
PAGE(page_start)
bool page_start(int width, int height, float scale, const char *path, const char *state,
                const char *language, const char *theme, int flags);
PAGE(page_resize) bool page_resize(int width, int height);

/* What happened. A key is named as in command.def; false: it means nothing. Points are pixels. */
PAGE(page_key) bool page_key(const char *name, bool is_repeated);
PAGE(page_type) void page_type(const char *text);
PAGE(page_command) bool page_command(const char *text);
PAGE(page_press) void page_press(float x, float y, bool with_shift);
PAGE(page_hold) void page_hold(float x, float y);
PAGE(page_release) void page_release(void);
PAGE(page_point) void page_point(float x, float y);
PAGE(page_leave) void page_leave(void);
PAGE(page_send) void page_send(const void *command); /* as host_sent tells it */
PAGE(page_wheel) void page_wheel(float x, float y, int notches, bool with_ctrl);

/* Opens a file by its path, a code, or the text of a saved window; what was pasted, whatever it
 * is. */
PAGE(page_open) void page_open(const char *text);
PAGE(page_paste) void page_paste(const char *text);

/* The file at path has another text: the run in front is of it from now on, with its sizes. */
PAGE(page_edit) void page_edit(const char *path);

/* What the reader of a page prefers has changed: a theme, or "" for the one that is there; nothing
 * flies. */
PAGE(page_prefer) void page_prefer(const char *theme, bool is_still);

/* Looks whether open files have changed. */
PAGE(page_look) void page_look(void);

/* Lets time pass without painting. */
PAGE(page_pass) void page_pass(double ms);
/* The next tick paints everything. */
PAGE(page_repaint) void page_repaint(void);
/* The work of the job that waits longest came to nothing. */
PAGE(page_lose) void page_lose(void);

/* Lets time pass, and paints what has changed: so many areas, whose pixels are red first, in
 * rows without gaps, and valid until the next call. */
PAGE(page_tick) int page_tick(double ms);
PAGE(page_area_count) int page_area_count(void);
PAGE(page_area) const Repainted *page_area(int index);
PAGE(page_pixels) const uint8_t *page_pixels(int index);
