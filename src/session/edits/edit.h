/* Editing: what a learner changes about the runs themselves, and the way back.
 *
 * Every edit loads the runs concerned anew and puts them at the same place. Where one cannot be
 * loaded, nothing changes but session_trouble, and the last good runs stay. Only one that never ran
 * gives way to another that cannot, and there is no way back to it.
 */
#pragma once

#include "session/data/run.h"
#include "session/edits/run_text.h"
#include "session/edits/settings.h"

/* For session_new and session_free: an empty way back, and its end. */
Edits *edits_new(void);
void edits_free(Edits *edits);

/* Puts run into a slot (0, or 1 once 0 is taken) as session_replace does; its options become the
 * defaults of the slot, and there is no way back from here. A run that cannot start stays as a
 * problem to be shown. */
void session_open(Session *session, int slot, Run *run, bool owns_run);

/* Makes the runs as they are now the defaults of their slots; the way back stays. */
void edit_note_start(Session *session);

/* ---- one edit ---- */

/* Gets the recipes of all slots, to be changed and committed; in arena. Those of empty slots are
 * left alone: the caller clears them before. */
void edit_begin(const Session *session, Arena *arena, RunRecipe recipes[SESSION_RUNS]);
/* Loads the runs whose recipe differs from what is open, also one for an empty slot, and remembers
 * the way back; false with trouble. */
bool edit_commit(Session *session, const RunRecipe recipes[SESSION_RUNS]);

/* Takes the run away that is not in front, which can be undone; nothing if there is but one. */
void edit_keep_front(Session *session);
/* Opens the runs as they were opened first, with nothing switched off but what the scene shown
 * switches off; stops at conditions and knobs go, too. Can be undone. */
void edit_restore(Session *session);
/* Whether edit_restore would change anything. */
bool session_is_edited(const Session *session);

/* ---- the way back ---- */

/* One step back or on again, runs and settings; nothing if there is none, or if a run of it cannot
 * be loaded any more, which is told as trouble. At most 200 steps are kept. */
void edit_undo(Session *session);
void edit_redo(Session *session);
bool session_can_undo(const Session *session);
bool session_can_redo(const Session *session);
/* Whether undo or redo would change a run, not only how the window looks. */
bool session_undo_edits(const Session *session);
bool session_redo_edits(const Session *session);

/* Counts the steps that were put onto the way back or taken from it. */
uint64_t edit_version(const Session *session);
/* A Command has been applied: before it the settings were those of before, and the version was
 * this. What it changed of the settings becomes a step to undo, unless the Command was an edit
 * itself. */
void edit_note_settings(Session *session, CommandName name, const Settings *before,
                        uint64_t version);
/* The mouse was let go, or goes elsewhere: what it adjusts next is a step of its own. */
void edit_end_gesture(Session *session);
/* Forgets all steps, those to undo and those to redo. */
void edit_forget(Session *session);

/* ---- loading again ---- */

/* Loads the files of some runs again, at the same place; not an edit. What was played goes on from
 * there. False with trouble. */
bool session_reload(Session *session, const bool stale[SESSION_RUNS]);

/* ---- trouble ---- */

/* Why the last edit or reload failed, in lines as the compiler writes them; NULL if it did not. */
const char *session_trouble(const Session *session);
/* Whether that is about a file that was to be opened, not about one that is shown. */
bool session_trouble_is_elsewhere(const Session *session);
/* Forgets such trouble; false if there is none. */
bool edit_drop_trouble_elsewhere(Session *session);
