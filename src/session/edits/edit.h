/* Editing: what a learner changes about the runs themselves, and the way back.
 *
 * Every edit loads the runs concerned anew and puts them at the same place. Where one cannot be
 * loaded, nothing changes but session_trouble, and the last good runs stay. Only one that never ran
 * gives way to another that cannot.
 */
#ifndef TILESTEP_SESSION_EDITS_EDIT_H
#define TILESTEP_SESSION_EDITS_EDIT_H

#include "session/edits/run_text.h"
#include "session/edits/settings.h"

Edits *edits_new(void);
void edits_free(Edits *edits);

/* Puts run into a slot (0, or 1 once 0 is taken) as session_replace does; its options become the
 * defaults of the slot, and there is no way back from here. A run that cannot start stays as a problem
 * to be shown. */
void session_open(Session *session, int slot, Run *run, bool owns_run);

/* Line of the source; 0: the current one. Switches its barrier or its guard, with whole_line the
 * statement; anything off on the line is switched on instead. */
void edit_toggle(Session *session, int64_t line, bool whole_line);
void edit_restore(Session *session);
void edit_undo(Session *session);
void edit_redo(Session *session);

/* Opens a file in the front slot, in place of the run there, as an edit, at its start. Choices that mean something
 * there go along (carry.c), and a notice tells which; restoring leaves them behind. */
void edit_open_file(Session *session, const char *path);

/* Opens a file beside the front run, in place of what stands there, on one clock with it, as an edit.
 * The same choices go along. */
void edit_open_beside(Session *session, const char *path);
/* Takes the run away that is not in front, as an edit. */
void edit_keep_front(Session *session);

/* Loads all files again, at the same place; not an edit. What was played goes on from there. */
void session_reload(Session *session);
/* The same with the files of some runs only. False with trouble. */
bool session_reload_stale(Session *session, const bool stale[SESSION_RUNS]);

/* Why the last edit or reload failed, in lines as the compiler writes them; NULL if it did not. */
const char *session_trouble(const Session *session);
/* It is about a file that was to be opened in place of the one shown. */
bool session_trouble_is_elsewhere(const Session *session);
/* Forgets about that file; false if there is no such trouble. */
bool edit_drop_trouble_elsewhere(Session *session);
bool session_can_undo(const Session *session);
bool session_can_redo(const Session *session);
/* Undo or redo would change a run, not only how the window looks. */
bool session_undo_edits(const Session *session);
bool session_redo_edits(const Session *session);
/* The runs are not as they were opened, or stops and knobs are set. */
bool session_is_edited(const Session *session);

/* ---- for the files of session ---- */

/* A command has been applied to settings that were those of before; version: edit_version then. What
 * it changed becomes a step to undo unless the command was an edit itself. */
uint64_t edit_version(const Session *session);
void edit_note_settings(Session *session, CommandName name, const Settings *before,
                        uint64_t version);
/* The mouse was let go, or goes elsewhere: what it turns next is a step of its own. */
void edit_end_gesture(Session *session);
/* There is no way back from here. */
void edit_forget(Session *session);

/* Recipes of all slots as they are; those without a run have no path. */
void edit_begin(const Session *session, Arena *arena, RunRecipe recipes[SESSION_RUNS]);
/* Loads what differs, one beside that was not there too, remembers the way back; false with trouble. */
bool edit_commit(Session *session, const RunRecipe recipes[SESSION_RUNS]);

#endif
