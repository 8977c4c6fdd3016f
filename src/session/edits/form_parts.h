/* Private to the form: what a field is made of, and what its text does to a recipe. */
#ifndef TILESTEP_SESSION_EDITS_FORM_PARTS_H
#define TILESTEP_SESSION_EDITS_FORM_PARTS_H

#include "session/edits/form.h"
#include "session/edits/run_text.h"

/* Makes the fields anew from a run that was loaded; those that the learner wrote keep their
 * text. */
void form_fill(Form *form, Arena *arena, const Run *run);

/* What is wrong with the text, before anything is loaded; STRING_COUNT: nothing. */
StringKey form_check_text(const FormField *field);

/* Writes the field into the options of a recipe. */
void form_apply_field(const FormField *field, Arena *arena, RunRecipe *recipe);

/* Whether a message of the loader and its hint, in English, speak of this field. */
bool form_is_about(const FormField *field, const char *message, const char *hint);

/* One more or one less. */
void form_turn_text(FormField *field, const Run *run, int by);

#endif
