/* The sheets of a class: what its students have handed in (class/class_sheet.h), and handing in
 * oneself (class/hand_in_sheet.h). */
#pragma once

#include <stdbool.h>

typedef struct ClassWork ClassWork; /* class/class_sheet.h */

typedef struct Classroom {
    bool is_open;
    int question;    /* that is shown, among those that somebody has answered */
    int row;         /* the bar whose people are named */
    ClassWork *work; /* NULL: nothing was handed in yet. Owned */
} Classroom;

enum { CLASSROOM_NAME = 64 };
typedef struct HandingIn {
    bool is_open;
    char name[CLASSROOM_NAME]; /* as it is typed */
    bool is_wanted;            /* the rim is to write the file, and sets this back */
    bool is_copied;            /* what the rim copies is what is handed in */
} HandingIn;
