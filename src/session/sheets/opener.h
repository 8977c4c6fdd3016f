/* The sheet that opens something else: a lesson, a scene, or another file. Lessons come first, then
 * scenes, then kernels beside the open one, in the current folder, and those that come with the
 * program; letters typed narrow all of it. */
#pragma once

#include "session/data/scene_stand.h"
#include "session/data/session_type.h"
#include "session/data/sheets.h"

/* Opens the sheet and reads the folders; beside: the file picked is to stand beside the one in
 * front. */
void opener_start(Session *session, bool beside);
/* Closes the sheet and frees its list. */
void opener_free(Opener *opener);
/* Takes the run away that is not in front, and closes the sheet; a notice if there is but one
 * run. */
void opener_take_away(Session *session);
/* The files opened lately, the latest first, for the next time the sheet opens; copied. */
void opener_set_recent(Session *session, const char *const *paths, int count);
/* Whether a path that opener_shown gave is one of these. */
bool opener_is_recent(const Opener *opener, const char *path);
/* A path as it is shown: of a kernel that comes along "kernels/01_naive.cu", wherever that lies. */
const char *opener_path_shown(const Opener *opener, const char *path);
/* Adds a letter (ASCII) to the filter and picks the first row; 8 takes the last letter away. A
 * filter that begins as a path does is one (typed_path.h): the rows are then what there is that
 * begins so, and a tab adds what these have in common; elsewhere it goes to the next row. */
void opener_type(Session *session, int64_t letter);
/* Picks the row so many further on, past the last one from the first on. */
void opener_move(Session *session, int64_t by);
/* Picks a row of those shown. */
void opener_pick(Session *session, int64_t row);
/* Opens a row of those shown, or the picked one (-1); beside: a file beside the one in front, as it
 * is anyway where the sheet is for that. A folder is gone into; where nothing is shown, a notice
 * says that there is no such file. */
void opener_go(Session *session, int64_t row, bool beside);

/* Indices of the lessons that pass the filter, at most most of them; none where a file is to stand
 * beside. They are the first rows. */
int opener_lessons(const Session *session, int *lessons, int most);
/* The same of the scenes of the lecture, the rows after the lessons. */
int opener_scenes(const Session *session, int *scenes, int most);
/* Those scenes; NULL: the window knows none. */
const Scenes *opener_lecture(const Session *session);
/* Paths that pass the filter, at most most of them: the rows after the scenes. */
int opener_shown(const Opener *opener, const char **paths, int most);

/* Whether a path that opener_shown gave is a folder. */
bool opener_is_folder(const char *path);

/* The Command of a key while the sheet is open; false if it has none. */
bool opener_command_for_key(const char *key, Command *command);
