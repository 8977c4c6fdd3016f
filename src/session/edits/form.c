/* The form as a whole: opening it, trying what it says on a copy of the run, sending it. The copy
 * is loaded from the recipe of the run and the fields that the learner wrote; what it does not
 * mention is free to follow, so a grid that comes from a size moves with it. */
#include "session/edits/form.h"
#include "session/data/session_data.h"

#include "session/commands/line_edit.h"
#include "session/edits/edit.h"
#include "session/edits/form_parts.h"
#include "session/edits/full_size.h"
#include "session/rerun/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *extent_source_text(Arena *arena, Dim3 extent)
{
    if (extent.z > 1)
        return arena_printf(arena, "dim3(%u, %u, %u)", extent.x, extent.y, extent.z);
    if (extent.y > 1)
        return arena_printf(arena, "dim3(%u, %u)", extent.x, extent.y);
    return arena_printf(arena, "%u", extent.x);
}

const char *form_launch_text(Arena *arena, const Run *run)
{
    const Launch *launch = &run->launch;
    return arena_printf(arena, "%s<<<%s, %s, %u>>>", run->program->name,
                        extent_source_text(arena, launch->grid),
                        extent_source_text(arena, launch->block), launch->dynamic_shared_bytes);
}

/* ---- what is wrong ---- */

static void blame_field(Form *form, Arena *arena, const Diag *diag, Language language)
{
    const char *message = phrase_in(arena, LANGUAGE_EN, diag->message);
    const char *hint = phrase_in(arena, LANGUAGE_EN, diag->hint);
    char *error = form->error;
    for (int i = 0; i < form->count; ++i)
        if (form_is_about(&form->fields[i], message, hint)) {
            error = form->fields[i].error;
            break;
        }
    if (!*error)
        snprintf(error, FORM_ERROR, "%s%s%s", phrase_in(arena, language, diag->message),
                 diag->hint ? ": " : "", phrase_in(arena, language, diag->hint));
}

static void clear_errors(Form *form)
{
    form->error[0] = '\0';
    for (int i = 0; i < form->count; ++i)
        form->fields[i].error[0] = '\0';
}

static bool has_wrong_text(Form *form)
{
    bool any = false;
    for (int i = 0; i < form->count; ++i) {
        FormField *field = &form->fields[i];
        field->wrong = field->is_edited ? form_check_text(field) : STRING_COUNT;
        any |= field->wrong != STRING_COUNT;
    }
    return any;
}

/* ---- the copy ---- */

static RunRecipe recipe_of_fields(const Form *form, Arena *arena)
{
    RunRecipe recipe = run_text_read(arena, form->recipe);
    recipe.options.image = form->image;
    for (int i = 0; i < form->count; ++i)
        if (form->fields[i].is_edited)
            form_apply_field(&form->fields[i], arena, &recipe);
    return recipe;
}

/* What one slice of the first and the last block tells: it must not take long. */
static void measure_copy(Form *form, Arena *arena, const Run *run)
{
    const Launch *launch = &run->launch;
    uint32_t last = (uint32_t)launch_block_count(launch) - 1;
    Footprints *a = footprints_open(arena, run->program, launch, 0);
    Footprints *b = footprints_open(arena, run->program, launch, last);
    form->coverage = coverage_find(launch, a, b);
    form->output[0] = '\0';
    if (form->coverage.buffer >= 0)
        snprintf(form->output, sizeof form->output, "%s",
                 launch->buffers[form->coverage.buffer].name);
    footprints_close(a);
    footprints_close(b);
}

/* False where no copy can be loaded; the fields stay as they are then. */
static bool try_copy(Form *form, Language language)
{
    clear_errors(form);
    if (has_wrong_text(form))
        return false;
    Arena *arena = arena_new();
    RunRecipe recipe = recipe_of_fields(form, arena);
    Run *run = run_load(recipe.path, &recipe.options);
    bool is_good = run->program != NULL;
    if (is_good) {
        form_fill(form, arena, run);
        measure_copy(form, arena, run);
        snprintf(form->launch, sizeof form->launch, "%s", form_launch_text(arena, run));
    }
    for (int i = 0; i < run->diags->count; ++i)
        if (run->diags->items[i].severity == DIAG_ERROR)
            blame_field(form, arena, &run->diags->items[i], language);
    run_free(run);
    arena_free(arena);
    return is_good;
}

/* ---- opening and sending ---- */

static int slot_to_ask(const Session *session)
{
    for (int i = 0; !session_front(session) && i < session->run_count; ++i)
        if (!session->runs[i].timeline)
            return i;
    return session->front;
}

/* What the file leaves open is what one comes to change. */
static int first_assumed(const Form *form)
{
    for (int i = 0; i < form->count; ++i)
        if (form->fields[i].is_assumed)
            return i;
    return 0;
}

void form_open(Session *session)
{
    Form *form = &session->sheets.form;
    if (!session->run_count)
        return;
    form_free(form);
    form->slot = slot_to_ask(session);
    const Run *run = session->runs[form->slot].run;
    Arena *arena = arena_new();
    form->recipe = strdup(run_text_write(arena, run->path, &run->options));
    form->image = image_hold(run->options.image);
    if (!form->recipe)
        abort();
    arena_free(arena);
    form->is_open = try_copy(form, session->look.language);
    form->row = first_assumed(form);
    form->is_fresh = true;
}

void form_ask(Session *session)
{
    const SessionRun *front = session_front(session);
    if (front && front->run->assumed_count)
        form_open(session);
    full_size_tell(session);
}

void form_close(Form *form)
{
    form->is_open = false;
}

void form_free(Form *form)
{
    free(form->recipe);
    image_release(form->image);
    *form = (Form){.recipe = NULL};
}

void form_send(Session *session)
{
    Form *form = &session->sheets.form;
    if (!form->is_open || !try_copy(form, session->look.language))
        return;
    Arena *arena = arena_new();
    RunRecipe recipes[SESSION_RUNS] = {{0}};
    edit_begin(session, arena, recipes);
    recipes[form->slot] = recipe_of_fields(form, arena);
    if (edit_commit(session, recipes))
        form_close(form);
    else
        snprintf(form->error, sizeof form->error, "%s", session_trouble(session));
    arena_free(arena);
}

void form_restore(Session *session)
{
    edit_restore(session);
    if (session->sheets.form.is_open)
        form_open(session);
}

/* ---- keys and mouse ---- */

static void leave_field(Session *session)
{
    Form *form = &session->sheets.form;
    FormField *field = &form->fields[form->row];
    bool is_kernel = (field->kind == FORM_KERNEL || field->kind == FORM_CELL) && field->is_edited;
    try_copy(form, session->look.language);
    if (is_kernel && form->row >= form->count)
        form->row = 0;
}

void form_pick(Session *session, int64_t row)
{
    Form *form = &session->sheets.form;
    if (!form->is_open || row < 0 || row >= form->count)
        return;
    if (row != form->row)
        leave_field(session);
    form->row = row < form->count ? (int)row : form->count - 1;
    form->caret = strlen(form->fields[form->row].text);
    form->is_fresh = true;
}

void form_move(Session *session, int64_t by)
{
    const Form *form = &session->sheets.form;
    if (form->count)
        form_pick(session, (form->row + by % form->count + form->count) % form->count);
}

void form_type(Session *session, int64_t letter)
{
    Form *form = &session->sheets.form;
    if (!form->is_open || form->row >= form->count)
        return;
    FormField *field = &form->fields[form->row];
    bool is_new =
        form->is_fresh && ((letter >= ' ' && letter <= LINE_DELETE) || letter == LINE_RUBOUT);
    if (is_new)
        field->text[0] = '\0';
    field->is_edited |= line_edit(field->text, sizeof field->text, &form->caret, letter) || is_new;
    form->is_fresh = false;
    has_wrong_text(form);
}

void form_adjust(Session *session, int64_t row, int by)
{
    Form *form = &session->sheets.form;
    form_pick(session, row);
    if (!form->is_open || row < 0 || row >= form->count)
        return;
    const Run *run = session->runs[form->slot].run;
    form_turn_text(&form->fields[row], run, by);
    try_copy(form, session->look.language);
    form->caret = strlen(form->fields[form->row].text);
}

bool form_command_for_key(const Form *form, const char *key, Command *command)
{
    static const SheetKey keys[] = {
        {"Tab", COMMAND_FORM_MOVE, 1},        {"Down", COMMAND_FORM_MOVE, 1},
        {"Shift+Tab", COMMAND_FORM_MOVE, -1}, {"Up", COMMAND_FORM_MOVE, -1},
        {"Return", COMMAND_FORM_SEND, 0},     {"Space", COMMAND_FORM_TYPE, ' '},
        {"Shift+-", COMMAND_FORM_TYPE, '_'},  {"Ctrl+R", COMMAND_RESTORE, 0}};
    static const SheetKey adjusting[] = {{"PageUp", COMMAND_FORM_ADJUST, 1},
                                         {"PageDown", COMMAND_FORM_ADJUST, -1}};
    if (command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command) ||
        line_command_for_key(COMMAND_FORM_TYPE, key, command))
        return true;
    if (command_for_sheet_key(adjusting, sizeof adjusting / sizeof *adjusting, key, command)) {
        command->target =
            (Target){TARGET_FIELD_STEP, (uint32_t)form->row, (uint32_t)(command->number > 0), 0};
        command->number = 0;
        return true;
    }
    bool is_capital = strncmp(key, "Shift+", 6) == 0 && key[6] && !key[7];
    char letter = is_capital ? key[6] : key[0];
    if (!is_capital && (!key[0] || key[1]))
        return command_for_any_sheet(key, command);
    if (!is_capital && letter >= 'A' && letter <= 'Z')
        letter = (char)(letter - 'A' + 'a');
    *command = (Command){.name = COMMAND_FORM_TYPE, .number = letter};
    return true;
}
