/* Grades: whether a kernel solves the exercise of a lesson, by the record of its runs at every size
 * of the exercise: the result is right, nothing is found, the limits are kept to. */
#pragma once

#include "lesson/lesson.h"

/* ERROR: it cannot be judged. */
typedef enum Verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_ERROR, VERDICT_COUNT } Verdict;
extern const char *const verdict_names[VERDICT_COUNT]; /* "pass", "fail", "error" */

typedef struct GradeTest {
    const char *what; /* is tested: "result", "findings", "limit 2" */
    uint32_t size;    /* index of the size in the exercise */
    bool is_passed;
    const char *message; /* why not, in the reader's language; "" if it is passed */
} GradeTest;

typedef struct Grade {
    Verdict verdict;
    const char *problem; /* ERROR: why it cannot be judged, in the reader's language; else "" */
    GradeTest *tests;    /* [count], those that were made */
    int count, capacity;
} Grade;

/* Judges the file at path by the exercise of a lesson, which must have one. A kernel that does not
 * end is stopped, which is a finding. All in arena. */
Grade lesson_grade(Arena *arena, const Lesson *lesson, const char *path, Language language);

/* "hidden size 2: result"; shows_size: with the launch options in place of the number, which an
 * author may see. In the arena. */
const char *grade_test_name(Arena *arena, const Lesson *lesson, const GradeTest *test,
                            bool shows_size);
