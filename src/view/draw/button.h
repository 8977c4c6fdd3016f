/* Buttons: a command's icon with its key below, so that the mouse teaches the keyboard. A press on
 * any of them hits TARGET_BUTTON with the command's name. Rectangles are pixels. */
#pragma once

#include "session/edits/control.h"
#include "view/draw/context.h"

/* Where the rows of command.def say that a button stands. */
typedef enum ButtonPlace { BUTTON_NOWHERE, BUTTON_TRANSPORT, BUTTON_CORNER } ButtonPlace;

/* The commands whose buttons stand at a place, in the order of command.def; returns how many. */
int button_list(ButtonPlace place, CommandName out[COMMAND_COUNT]);

/* The button of a command that stands somewhere (button_list), filling rect; the key is left out
 * where it has no room. Play stands out, and shows what a press would do now. */
void button_build(View *view, Rect rect, CommandName command);

/* The buttons of BUTTON_CORNER side by side in layout.buttons. */
void buttons_build(View *view);

/* A small button of words, for any command; returns the width that it takes at the right end of
 * row, 0 if it has no room, or is to be on paper, and is not drawn. */
float button_words_build(View *view, Rect row, CommandName command, const char *words);
/* The width that it would take. */
float button_words_width(View *view, const char *words);

/* The minus or the plus beside a value in a row of a sheet. Its pick tag is (target, row, way),
 * where the target tells what is adjusted, such as TARGET_CONTROL. */
void button_sign_build(View *view, Rect rect, TargetKind target, uint32_t row, AdjustWay way);

/* The first key of a command as people write it: "→", "Shift+L"; "" if it has none. In the arena of
 * the picture, as is all text here. */
const char *key_text(View *view, CommandName command);
/* The same of any key as command.def names it, length bytes of it: "Return" is "Enter". */
const char *key_name_text(View *view, const char *key, int length);
