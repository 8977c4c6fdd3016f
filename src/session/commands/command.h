/* Command: one thing a learner does. Keys, mouse, tests and scripts all send Commands to a Session
 * (session_apply); command.def is the one list of them, of their keys and of their help in both
 * languages. Keys are written as there: "Shift+L", "Left", "F11". Where a function answers false,
 * *command is left alone, but for command_parse. */
#pragma once

#include "base/language.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum CommandName {
#define COMMAND(name, script, argument, keys, button, en, zh, does) COMMAND_##name,
#include "session/commands/command.def"
    COMMAND_COUNT
} CommandName;

/* What a Command of a name carries beside it. */
typedef enum CommandArgument { ARGUMENT_NONE, ARGUMENT_NUMBER, ARGUMENT_TARGET } CommandArgument;

/* Something in the picture that can be pointed at, with what tells which one. Rows, lines and
 * indices mean the front run; a source line is counted from 1, all else from 0. */
typedef enum TargetKind {
    TARGET_NONE,
    TARGET_CELL,       /* a: buffer, b and c: low and high half of the element */
    TARGET_SHARED,     /* a: shared variable, b: byte offset in the block's shared memory */
    TARGET_THREAD,     /* a: linear in the block */
    TARGET_BLOCK,      /* a: linear in the grid */
    TARGET_VARIABLE,   /* a: index in Program.variables */
    TARGET_LINE,       /* a: source line */
    TARGET_RUN,        /* a: 0 or 1 */
    TARGET_BUTTON,     /* a: CommandName */
    TARGET_SCRUBBER,   /* the time line */
    TARGET_SOURCE,     /* the pane itself */
    TARGET_COUNTER,    /* a: place of its card in counter.def, from 0 */
    TARGET_FINDING,    /* a: index in the list shown */
    TARGET_SLIDER,     /* a: Knob */
    TARGET_GUTTER,     /* a: source line */
    TARGET_CONTROL,    /* a: row of session_controls, b: AdjustWay */
    TARGET_SHEET,      /* what lies above the rest: nothing below it is meant */
    TARGET_FILE,       /* a: row of the open sheet, b: 1 to stand beside */
    TARGET_STAGE,      /* the stage itself */
    TARGET_GONE,       /* what has gone; saved states have the numbers of the others */
    TARGET_MOMENT,     /* a: thread to look at + 1, or 0; b, c: low and high half of a moment */
    TARGET_FIELD,      /* a: row of the form */
    TARGET_FIELD_STEP, /* a: row of the form, b: 1 more, 0 less */
    TARGET_PALETTE,    /* a: row of the commands found */
    TARGET_HEAT,       /* a: source line */
    TARGET_NAME,       /* a: where it stands in file 0, in bytes */
    TARGET_BEYOND,     /* a: buffer, b and c: row and column, signed, that are outside of it */
    TARGET_STANDS,     /* a: source line whose warps are named */
    TARGET_REGISTERS,  /* where not all have room; a, b: rows that are left out above, below */
    TARGET_COUNTS,     /* the panel of counters, likewise */
    TARGET_EDGE,     /* a: source line out of sight, b: lines to scroll until it is seen, signed */
    TARGET_PIN,      /* the pinned explanation, to be dragged; a, b: where to, of PIN_WHOLE */
    TARGET_ABOUT,    /* a: place of a card whose lesson opens, from 0 */
    TARGET_CARD,     /* a: row of the misconceptions shown */
    TARGET_OPTION,   /* a: answer of several, from 0 */
    TARGET_BAR,      /* that is drawn as an answer; a: steps that it has, b: steps drawn */
    TARGET_LESSON,   /* the lesson's text; a, b: lines that are left out above, below */
    TARGET_LAUNCH,   /* a: row of launches_list */
    TARGET_LAUNCHES, /* where not all rows have room; a, b: rows that are left out above, below */
    TARGET_CONSOLE,  /* of the program beside the window; a: ConsolePart, b: row; behind
                        the parts: ConsoleGiven */
    TARGET_OVERVIEW, /* a: index of a scene */
    TARGET_SIZE,     /* a: size that an exercise is tried with, from 1 */
    TARGET_TALLY,    /* a: bar of a class, from 0 */
    TARGET_DIGIT,    /* of an answer that is typed; a: its letter, or LINE_RUBOUT */
    TARGET_FRAGMENT, /* an element of what the product under the lens has left; a: thread, b: word,
                        c: which of its elements */
    TARGET_BEHIND    /* what lies behind an open sheet; a: CommandName of what a click there does */
} TargetKind;

/* Which way a row of a sheet is adjusted. The view draws signs for down and up; keys give all
 * four. */
typedef enum AdjustWay { ADJUST_DOWN, ADJUST_UP, ADJUST_HALVE, ADJUST_DOUBLE } AdjustWay;

typedef struct Target {
    uint32_t kind; /* TargetKind */
    uint32_t a, b, c;
} Target;

typedef struct Command {
    CommandName name;
    int64_t number; /* what it counts is told by the row in command.def */
    Target target;
} Command;

/* The row of a command in command.def; its texts live for ever. */
typedef struct CommandInfo {
    const char *script; /* its name in scripts: "step-next" */
    CommandArgument argument;
    const char *keys;                 /* separated by spaces, "" for none; the first is shown */
    const char *help[LANGUAGE_COUNT]; /* what it does, in a few words */
} CommandInfo;

extern const CommandInfo command_info[COMMAND_COUNT];

/* The command bound to a key, with number and target 0; false if there is none. Not for sheets. */
bool command_for_key(const char *key, Command *command);

/* A key that means something else while a sheet is open, and the command with its number. */
typedef struct SheetKey {
    const char *key;
    CommandName name;
    int number;
} SheetKey;

/* The command of a key among those of a sheet; false if there is none. */
bool command_for_sheet_key(const SheetKey *keys, size_t count, const char *key, Command *command);

/* Keys that mean the same whatever sheet is open: Escape, F1 and its like, those with Ctrl. */
bool command_for_any_sheet(const char *key, Command *command);

/* Reads "seek 12", "pin 1 0 7" (a target: its kind and up to three numbers) or "step-next", as
 * scripts write them; false if there is no such command or its argument is not as it should be. */
bool command_parse(const char *text, Command *command);

/* Whether it does something once a press: a key that is held down does not repeat it. */
bool command_is_switch(CommandName name);
