/* Controls: everything outside the text of a kernel that can be changed, as rows of a list: which
 * kernel, sizes and macros, order, data, arithmetic, and where running stops. Adjusting one is an
 * edit of the runs (edit.h), but for stops. Rows are counted from 0. */
#pragma once

#include "session/data/session_type.h"

typedef enum ControlKind {
    CONTROL_KERNEL, /* name: the one that runs */
    CONTROL_MACRO,  /* name and value of a -D or #define */
    CONTROL_SIZE,   /* name and value of a host variable */
    CONTROL_GRID,   /* choice: 0, 1, 2 = x, y, z */
    CONTROL_BLOCK,  /* the same */
    CONTROL_ORDER,  /* value: Order */
    CONTROL_SEED,   /* value: of the random order; there only then */
    CONTROL_DATA,   /* value: 0 as the file has it, 1 ints, 2 random, 3 zeros */
    CONTROL_FMAD,   /* value: 0 off, 1 on */
    CONTROL_BREAK,  /* choice: BreakCondition; value: 0 off, 1 on */
    CONTROL_KINDS
} ControlKind;

typedef struct Control {
    ControlKind kind;
    const char *name; /* of a kernel, macro or size, else NULL */
    int64_t value;    /* as its kind tells */
    int choice;
    bool is_changed; /* an option gave the value */
} Control;

/* The rows for the front run, in order, and how many; the list is in arena. None without one. */
int session_controls(const Session *session, Arena *arena, const Control **out);

/* Adjusts a row: a number by one, to its half or its double, a choice to the next or the one
 * before. A size or macro that both runs have is changed in both. What cannot be loaded so is told
 * as trouble. */
void control_adjust(Session *session, uint32_t row, AdjustWay way);
/* Picks the row so many further on. */
void control_move(Session *session, int64_t by);

/* The Command of a key while the controls are open; false if it has none there. */
bool control_command_for_key(const Session *session, const char *key, Command *command);
