/* Syntax: colours of one line of CUDA C. For reading only: words are looked up in short lists, so
 * types and macros that the file itself declares are plain, and nothing depends on it but
 * colours. */
#pragma once

#include "base/source.h"
#include "view/draw/theme.h"

/* Fills colours[length] with a CodeColour for each byte of a line. in_comment: a block comment that
 * the line before left open goes on here; returns whether this line leaves one open. */
bool syntax_colour_line(const char *text, int length, bool in_comment, uint8_t *colours);

/* Whether a block comment is open where line (from 1) begins. Looks back no more than 400 lines, so
 * that a frame does not cost a whole file. */
bool syntax_comment_before(const SourceFile *file, int line);
