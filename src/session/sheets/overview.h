/* The overview of all scenes as pictures: one is opened, or some are chosen for a path, in an order
 * of one's own. A path takes the place of the lecture while one of its scenes is shown. */
#pragma once

#include "session/data/scene_stand.h"
#include "session/data/session_type.h"

/* Opens the sheet at the scene shown, with the path that is followed, or closes it; a notice where
 * the window knows no scenes. */
void overview_switch(Session *session);
void overview_free(Session *session);
/* All scenes that can be chosen; NULL: none. */
const Scenes *overview_scenes(const Session *session);
/* Place of a scene in the path chosen, from 0; -1: it is not in it. */
int overview_place(const Session *session, int index);

/* Picks the scene so many further on, as far as there are any. */
void overview_move(Session *session, int64_t by);
/* Picks a scene; the one picked already is chosen, or no longer. */
void overview_pick(Session *session, int64_t index);
/* Puts the picked scene at the end of the path, or takes it out. */
void overview_choose(Session *session);
/* Moves the picked scene in the path, by places; one that is not in it stays so. */
void overview_shift(Session *session, int64_t by);
/* Nothing is chosen any more. */
void overview_clear(Session *session);
/* Opens the picked scene: of the path, if it is in it, else of all scenes. */
void overview_go(Session *session);
/* Asks for a file of the path; a notice if nothing is chosen. */
void overview_save(Session *session);
/* The path as a file says it. In arena. */
char *overview_text(const Session *session, Arena *arena);

/* The Command of a key while the sheet is open; false if it has none. */
bool overview_command_for_key(const char *key, Command *command);
