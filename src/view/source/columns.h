/* Columns: a line of text as characters of equal width. Lengths are bytes. */
#pragma once

/* Blanks at the start. */
int text_indent(const char *text, int length);

/* Bytes of text that fit in a row of columns characters, broken after a space if need be, else
 * within a word at one of its joints ("load_matrix" after the underscore), else anywhere; at least
 * one character, however narrow the pane is. */
int text_row_bytes(const char *text, int length, int columns);

int text_characters(const char *text, int length);
