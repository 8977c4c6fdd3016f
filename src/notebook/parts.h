/* From the text of a cell to its parts. Private to notebook. */
#pragma once

#include "notebook/notebook.h"

/* Adds what a code cell has of CUDA, and its calls of nvcc. */
void notebook_add_cell(Notebook *notebook, int cell, const char *text);

bool notebook_is_letter(char c); /* of a name: letters, digits and _ */
