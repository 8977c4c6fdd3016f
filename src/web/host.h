/* What the page's script does for the program: the imports of the module. Texts are UTF-8 of
 * that many bytes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __wasm__
#define HOST(name) __attribute__((import_module("page"), import_name(#name))) extern
#else
#define HOST(name) extern
#endif

/* Of a glyph: what it fills in behind the coverage. */
typedef struct HostGlyph {
    int32_t width, height, left, top;
    float advance;
} HostGlyph;

/* Draws a character with the browser's fonts into size x size bytes of coverage, rows of
 * glyph->width; false if it has no picture of its own. */
HOST(glyph)
bool host_glyph(int font, int font_px, uint32_t codepoint, uint8_t *coverage, int size,
                HostGlyph *glyph);
HOST(has_glyph) bool host_has_glyph(int font, uint32_t codepoint);

/* Puts a share code on the clipboard, as a link. */
HOST(copy) void host_copy(const char *code, uint32_t length);
/* Asks the clipboard; page_paste comes with the answer. */
HOST(paste) void host_paste(void);
/* Hands a file that was written to whoever sits there, as a download. */
HOST(download) void host_download(const char *path, uint32_t length);
/* Told by the work of a job in a copy of the instance (web/job.h), often. */
HOST(progress) void host_progress(double done, double all);
/* A command was applied: its bytes are what page_send takes. */
HOST(sent) void host_sent(const void *command, uint32_t bytes);
HOST(full_screen) void host_full_screen(bool is_full);
