/* Showing scenes (lesson/scenes.h) in a window: opening one, going through it and on to the next. A
 * scene goes from the moment at which it opens to that of its point; on the way the reader may do
 * anything, and stays in the scene until another file is opened. */
#pragma once

#include "session/data/session_data.h"

/* Scenes that the window knows from now on, which must outlive the session; NULL: none. */
void session_use_scenes(Session *session, const Scenes *scenes);

/* The scene that is shown; NULL: none. */
static inline const ScenePlan *scene_shown(const Session *session)
{
    return scene_stand_plan(&session->scene);
}

/* Opens a scene, as an edit: at its first moment with its veil, or at its point without. false with
 * a notice if it cannot be; then nothing has changed. */
bool scene_open(Session *session, int64_t index, bool is_over);
/* The same of other scenes, which the window knows from then on. */
bool scene_open_of(Session *session, const Scenes *scenes, int64_t index, bool is_over);

/* Opens the scene so many further on in the file; past an end a notice says that there is none. */
void scene_skip(Session *session, int by);

/* What the keys of a presenter do: to the next barrier, or in a kernel without any to the point, of
 * which few iterations of a loop are played; at the scene's point the veil is lifted, and then the
 * next scene opens. The way back leads to the point of the scene before. Without a scene, from
 * barrier to barrier. */
void scene_forward(Session *session);
void scene_back(Session *session);

/* Whether the answer stands in the picture: it is there, and the veil is lifted. */
bool scene_is_answered(const Session *session);
/* Whether what decides it is marked: that is so at the scene's point alone; and which parts are. */
bool scene_is_marked(const Session *session);
bool scene_marks(const Session *session, MarkPart part);
/* Whether a part is to stay lit beside that. */
bool scene_lights(const Session *session, MarkPart part);
/* To be called after whatever has changed: knows the moment of the point again. */
void scene_follow(Session *session);
/* To the point of the scene, with its veil lifted. */
void scene_answer(Session *session);

/* The moment of a waypoint of the first run on the timeline of the front run, which there must be.
 * Where there is none, the last one that is known. */
uint64_t scene_moment(const Session *session, const Waypoint *waypoint);

/* The lecture leads to a moment of the first run and its thread, as the reader can follow it. */
void scene_travel(Session *session, const Waypoint *waypoint);

/* The lecture has led to the moment that the run goes to; to the panel that is open and to how the
 * stage is looked at. */
void scene_note_told(Session *session);
void scene_note_look(Session *session);

/* The reader has gone elsewhere than where the lecture has led: to another moment, run or panel, or
 * has changed something. A move that the lecture has begun is no such thing, nor is anything in a
 * stage of a lesson that asks nothing or has a goal: it is there to be tried out. */
bool scene_is_left(const Session *session);

/* It is left by changing sizes, or what is switched on, in a stage of a lesson whose question is
 * answered. Its text says to do so: that is no straying, but there is a way back all the same. */
bool scene_is_tried(const Session *session);

/* Back there from wherever the reader has gone, in a stage to be tried out back to its panel; false
 * if that is nowhere else. */
bool scene_return(Session *session);

/* What was changed is as it was opened again; a scene as it opens. */
void scene_restore(Session *session);

/* Opens a file as the first scene that has it shows it, with its sizes, its moment and what stands
 * beside it, but without being in that scene. false if none has it. */
bool scene_open_file(Session *session, const char *path);

/* The first scene that has the file in front, or else beside: its slot there; SCENE_NONE if there
 * is none. */
int scene_with_file(const Session *session, const char *path, int *slot);
