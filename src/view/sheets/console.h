/* The parts of the sheet of the program that runs beside the window. Rectangles are pixels. */
#pragma once

#include "session/data/session_data.h"
#include "view/sheets/sheet.h"

/* The frame of a part, with its heading, which a press picks; returns the room inside. first, rows,
 * count: which of its rows are seen; rows 0: that is not told. */
Rect console_part_build(View *view, Rect rect, ConsolePart part, const char *heading, int first,
                        int rows, int count);
/* Pixels that its frame and heading take. */
float console_part_height(const View *view);

/* The launches with what is said of the picked one; faults of the host part, the picked one in
 * full; what the program prints. */
void console_launches_build(View *view, Rect rect);
void console_faults_build(View *view, Rect rect);
void console_output_build(View *view, Rect rect);

/* "line 31  cudaFree(a);": a line of the file in front; of another file its place alone. */
void console_line_build(View *view, Rect rect, const char *file, int line);
