/* Private to form.c: what a field is made of, and what its text does to a recipe. */
#pragma once

#include "session/edits/form.h"
#include "session/edits/run_text.h"

/* Makes the fields anew from a run that was loaded; those that the learner wrote keep their
 * text. arena is for what is read on the way only: texts are copied into the form. */
void form_fill(Form *form, Arena *arena, const Run *run);

/* What is wrong with the text of a field, before anything is loaded; STRING_COUNT: nothing. */
StringKey form_check_text(const FormField *field);

/* Writes a field into the options of a recipe; what it leaves there lives in arena. */
void form_apply_field(const FormField *field, Arena *arena, RunRecipe *recipe);

/* Whether a message of the loader and its hint, in English, speak of this field. */
bool form_is_about(const FormField *field, const char *message, const char *hint);

/* Adjusts the text of a field of a run, by +1 or -1; a text that is no number stays. */
void form_turn_text(FormField *field, const Run *run, int by);
