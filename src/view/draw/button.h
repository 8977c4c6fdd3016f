/* Buttons: a command's icon with its key below, so that the mouse teaches the keyboard. */
#ifndef TILESTEP_VIEW_DRAW_BUTTON_H
#define TILESTEP_VIEW_DRAW_BUTTON_H

#include "session/edits/control.h"
#include "view/draw/context.h"

/* Where the rows of command.def say that a button stands. */
typedef enum ButtonPlace { BUTTON_NOWHERE, BUTTON_TRANSPORT, BUTTON_CORNER } ButtonPlace;

/* The commands whose buttons stand there, in their order. */
int button_list(ButtonPlace place, CommandName out[COMMAND_COUNT]);

/* The button of one of them. */
void button_build(View *view, Rect rect, CommandName command);

/* The strip of them. */
void buttons_build(View *view);

/* A small button of words; returns the width it takes at the right end of row. */
float button_words_build(View *view, Rect row, CommandName command, const char *words);
/* The width that it takes. */
float button_words_width(View *view, const char *words);

/* The minus or the plus beside a value: target, row and way make its pick tag. */
void button_sign_build(View *view, Rect rect, TargetKind target, uint32_t row, AdjustWay way);

/* The first key of a command as people write it: "→", "Shift+L". In the arena. */
const char *key_text(View *view, CommandName command);
/* Any one key. */
const char *key_name_text(View *view, const char *key, int length);

#endif
