/* The sheets that lie over the window, and the page in place of one that can show nothing. */
#ifndef TILESTEP_VIEW_SHEETS_SHEETS_H
#define TILESTEP_VIEW_SHEETS_SHEETS_H

#include "view/draw/context.h"

void problem_build(View *view);
void controls_build(View *view);
void form_build(View *view);
void opener_build(View *view);
void reel_build(View *view);
void jump_build(View *view);
void palette_build(View *view);
void help_build(View *view);

#endif
