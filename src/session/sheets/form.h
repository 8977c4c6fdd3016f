/* Form: the launch as fields of text, filled in with what the file says or what was assumed about it.
 *
 * The run behind it is not touched until the form is sent; every change is tried on a copy, which
 * fills in anew what the learner did not write and says what is wrong with what was written.
 */
#ifndef TILESTEP_SESSION_SHEETS_FORM_H
#define TILESTEP_SESSION_SHEETS_FORM_H

#include "load/load.h"
#include "session/block/coverage.h"
#include "session/strings.h"

typedef struct Session Session;

typedef enum FormKind {
    FORM_KERNEL,
    FORM_TEMPLATE, /* name: the parameters */
    FORM_GRID,
    FORM_BLOCK,
    FORM_SHARED,
    FORM_SIZE, /* a host variable */
    FORM_SCALAR,
    FORM_BUFFER, /* its elements */
    FORM_KINDS
} FormKind;

enum { FORM_FIELDS = 28, FORM_TEXT = 96, FORM_ERROR = 240 };

typedef struct FormField {
    FormKind kind;
    char name[FORM_TEXT], text[FORM_TEXT];
    bool is_edited;         /* the learner wrote it */
    bool is_assumed;        /* neither the file nor an option says it */
    int fill;               /* of a buffer: FillKind */
    StringKey wrong;        /* STRING_COUNT: nothing */
    char error[FORM_ERROR]; /* what the loader says of it, English; "": nothing */
} FormField;

typedef struct Form {
    bool is_open;
    int slot;
    char kernel[FORM_TEXT]; /* of the copy */
    char *recipe;           /* the run as the form was opened, as run_text.h writes it */
    FormField fields[FORM_FIELDS];
    int count, row;
    size_t caret;
    bool is_fresh;           /* what is typed takes the place of the whole text */
    char error[FORM_ERROR];  /* what no field can be blamed for */
    Coverage coverage;       /* of the copy; buffer names its field */
    char output[FORM_TEXT];  /* that buffer's name */
    char launch[FORM_ERROR]; /* "kernel<<<dim3(2, 2), 16, 0>>>" of the copy; "": there is none */
} Form;

/* Letters of form_type that are not written. */
enum { FORM_LEFT = 1, FORM_RIGHT, FORM_FIRST, FORM_LAST, FORM_RUBOUT = 8, FORM_DELETE = 127 };

/* Opens it for the run in front, or the first that cannot run. Stays closed if its file cannot be
 * compiled at all: then its diagnostics are shown. */
void form_open(Session *session);
/* The same if the run's launch is assumed. */
void form_ask(Session *session);
void form_close(Form *form);
void form_free(Form *form);

void form_move(Session *session, int64_t by);
void form_pick(Session *session, int64_t row);
void form_type(Session *session, int64_t letter);
/* One more or one less of a number, the next kernel or the one before. */
void form_turn(Session *session, int64_t row, int by);
/* Runs what the form says, as an edit that can be undone; stays open where it cannot. */
void form_send(Session *session);
/* Restores the defaults of everything, in the form, too. */
void form_restore(Session *session);

typedef struct Command Command;
/* The Command of a key while the form is open; false if it has none there. */
bool form_command_for_key(const Form *form, const char *key, Command *command);

/* "kernel<<<dim3(2, 2), 16, 0>>>" as a programmer would write it. */
const char *form_launch_text(Arena *arena, const Run *run);

#endif
