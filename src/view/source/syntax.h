/* Syntax: colours of one line of CUDA C. */
#ifndef TILESTEP_VIEW_SOURCE_SYNTAX_H
#define TILESTEP_VIEW_SOURCE_SYNTAX_H

#include "base/source.h"
#include "view/draw/theme.h"

/* Fills colours[length] with CodeColour values for the bytes of a line. in_comment: an open block
 * comment comes in from the line before; returns whether one goes on into the next. */
bool syntax_colour_line(const char *text, int length, bool in_comment, uint8_t *colours);

/* Whether a block comment is open where line (from 1) begins. */
bool syntax_comment_before(const SourceFile *file, int line);

#endif
