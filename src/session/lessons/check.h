/* Whether a lesson can be held, and nothing in it is off: `tilestep lessons --check` asks here. */
#pragma once

#include "lesson/lesson.h"
#include "probe/models/device.h"

/* Adds a diagnostic for whatever is wrong with a lesson, where it stands in its file: all that a
 * scene is checked for, prose with a typed figure, an expression that has no value, an answer that
 * does not fit its question, a listed wrong answer that is right, a goal that is reached at once or
 * never, a misconception that is not refuted, a lesson needed that is not before it, a solution
 * that does not pass, a skeleton that does not fail. Questions are asked at both sizes of their
 * stage. lessons: the course that it is one of; NULL: none. In arena; runs are counted for the
 * check and freed again. */
void lesson_check(Arena *arena, const Lessons *lessons, const Lesson *lesson,
                  const DeviceTable *devices, Diags *diags);
