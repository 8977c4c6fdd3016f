/* Structs and classes of the host. A struct in a variable is the variables whose paths begin
 * with its name; as a value it is an object, a list of such paths. While a member function runs,
 * the members of its object are variables of its frame. */
#ifndef TILESTEP_HOST_OBJECT_H
#define TILESTEP_HOST_OBJECT_H

#include "host/index.h"

enum {
    HOST_CLASS_TOKENS = 4096, /* of a class, searched for its members */
    HOST_CLASS_LIMIT = 256,
    HOST_MEMBER_LIMIT = 512, /* of one struct */
    HOST_PATH_LIMIT = 64     /* elements of an initialised array that are remembered */
};

typedef struct HostField {
    const char *name;
    HostType type;
    int64_t array_count; /* elements of T name[n], else -1 */
    int begin, end;      /* tokens of its initial value; equal if it has none */
} HostField;

typedef struct HostStruct {
    HostField *fields;
    int count, capacity;
} HostStruct;

typedef struct HostMember {
    const char *path; /* "width", "size.x", "sizes[2]" */
    HostType type;
    HostValue value;
} HostMember;

typedef struct HostObject {
    HostMember *members;
    int count, capacity;
    HostType type; /* if it came from a variable or a constructor */
} HostObject;

/* Whose member function is called. */
typedef struct HostReceiver {
    int owner;                             /* token of the { of its class */
    const struct HostTemplates *templates; /* of the class; NULL: none, or not known */
    HostValue object; /* a HOST_STRUCT before, if anything is known, and after */
} HostReceiver;

/* ---- struct.c ---- */

/* The fields that stand in [at, end); their HostType.structure, 0 if they are not understood. */
int host_struct_note(HostScan *scan, int at, int end);

HostValue host_object_new(HostScan *scan, HostType type);
void host_object_add(HostScan *scan, const HostValue *object, const char *path, HostType type,
                     HostValue value);

/* A struct from the list at the { `open`. */
HostValue host_struct_list(HostScan *scan, const HostType *type, int open);

/* A struct that nothing is given to, but what its members have of their own. */
bool host_struct_has_initials(const HostScan *scan, const HostType *type);
HostValue host_struct_initial(HostScan *scan, const HostType *type);

/* The struct in a variable, as a value of its own; anything else stays as it is. */
HostValue host_struct_taken(HostScan *scan, HostValue value);

/* The members that stand by the name of a variable, or none. */
HostValue host_struct_of(HostScan *scan, int place, HostValue none);

/* Is this path the beginning of others? */
bool host_has_parts(const HostScan *scan, int path);

/* Gives the variable called name the members of a HOST_STRUCT. */
void host_struct_give(HostScan *scan, const HostValue *value, const char *name, Span span);

/* ---- class.c ---- */

/* Makes an object by its constructor, or by its members' own values; false: it has none. */
bool host_class_construct(HostScan *scan, const HostType *type, const HostValue *arguments,
                          int count, HostValue *out);

/* object.name(arguments); false if that is no object, *result then says why it is not known. */
bool host_class_method(HostScan *scan, const HostValue *object, const Token *name,
                       const HostValue *arguments, int count, HostValue *result);

/* name(arguments) inside a member function; false if its class has no such function. */
bool host_class_own_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                         HostValue *result);

/* Around the run of a member function: its members become variables, are initialised as the
 * constructor's list says, and are collected again. */
void host_class_enter(HostScan *scan, const HostReceiver *receiver);
void host_class_initialise(HostScan *scan, const HostFunction *function);
void host_class_leave(HostScan *scan, HostReceiver *receiver);

int host_member_find(HostScan *scan, const Token *name); /* a variable, or -1 */

#endif
