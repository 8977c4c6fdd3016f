/* Class: what the students of a class have handed in, in any order and as files, links or both.
 * Names stand for people: of several hand-ins of one name the newest counts, which is the one that
 * was handed in most often before, and of equal ones the last that came. What is none is told by
 * the name of where it came from, and the rest is taken. */
#pragma once

#include "session/class/hand_in.h"

enum {
    CLASS_PEOPLE = 2000,       /* at most */
    CLASS_PROBLEMS = 100,      /* that are told; more are only counted */
    CLASS_FILE_BYTES = 1 << 23 /* of one text, which may be many hand-ins */
};

typedef struct ClassPerson {
    HandIn hand_in;
    int times; /* handed in under this name */
} ClassPerson;

typedef struct Class {
    Arena *arena;        /* of all of it */
    ClassPerson *people; /* [count], by the bytes of their names */
    int count, capacity;
    const Phrase **problems; /* [problem_kept] */
    int problem_count, problem_kept, problem_capacity;
    int changes; /* grows with whatever is added */
} Class;

/* Nobody yet. The caller frees it with class_free; NULL is allowed there. */
Class *class_new(void);
void class_free(Class *class);

/* Whether a text looks like something that was handed in, whole or not. */
bool class_is_one(const char *text);

/* Adds all that was handed in a text of length bytes, which may have NULs: hand-ins one behind the
 * other, or any text with codes or links in it. from: what it is called in messages. False if there
 * is none in it. */
bool class_add_text(Class *class, const char *from, const char *text, size_t length);

/* The same for a file, or for all files of a folder and of the folders in it. */
bool class_add_path(Class *class, const char *path);

/* What somebody answered at a stage; NULL: nothing is known. */
const LessonMark *class_mark(const ClassPerson *person, const char *lesson, const char *stage);
