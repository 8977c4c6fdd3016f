/* Progress on the disk: a short text in the state folder, which all windows of a user share. What
 * stands there is read again before it is written, behind a lock, so that several windows at once
 * lose nothing of each other. */
#pragma once

#include "session/data/lesson_stand.h"

/* Adds what is kept. No file is no progress; false with *problem, in arena, if there is one that
 * cannot be read or is none of these. */
bool kept_read(Arena *arena, LessonProgress *progress, const Phrase **problem);

/* Keeps all of it, together with what other windows have kept meanwhile, which is added here, too;
 * is_new is set back. false with *problem, and then the file is as it was. */
bool kept_write(Arena *arena, LessonProgress *progress, const Phrase **problem);

/* Forgets what is kept of a lesson, or everything (NULL). false with *problem. */
bool kept_forget(Arena *arena, const char *lesson, const Phrase **problem);
