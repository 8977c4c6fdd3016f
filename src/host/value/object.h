/* Structs and classes of the host. A struct in a variable is the variables whose paths begin
 * with its name; as a value it is an object, a list of such paths. While a member function runs,
 * the members of its object are variables of its frame. */
#pragma once

#include "host/read/index.h"

enum {
    HOST_CLASS_TOKENS = 4096, /* of a class, searched for its members */
    HOST_CLASS_LIMIT = 256,
    HOST_MEMBER_LIMIT = 512, /* of one struct */
    HOST_PATH_LIMIT = 64     /* elements of an initialised array that are remembered */
};

/* A field as its struct declares it. */
typedef struct HostField {
    const char *name;
    HostType type;       /* of an array, that of an element */
    int64_t array_count; /* elements of T name[n], else -1 */
    int begin, end;      /* tokens of its initial value; equal if it has none */
} HostField;

/* The fields of a struct of the file, in their order. */
typedef struct HostStruct {
    HostField *fields;
    int count, capacity;
} HostStruct;

/* A member of an object, however deep. */
typedef struct HostMember {
    const char *path; /* "width", "size.x", "sizes[2]" */
    HostType type;
    HostValue value;
} HostMember;

/* A struct as a value: HostValue.object of a HOST_STRUCT is its index in HostScan.objects. */
typedef struct HostObject {
    HostMember *members; /* those of which something is known */
    int count, capacity;
    HostType type; /* if it came from a variable or a constructor */
} HostObject;

/* Whose member function is called. */
typedef struct HostReceiver {
    int owner;                             /* token of the { of its class */
    const struct HostTemplates *templates; /* of the class; NULL: none, or not known */
    HostValue object; /* a HOST_STRUCT before, if anything is known, and after */
    bool is_made;     /* by this call: members begin with what the class gives them */
} HostReceiver;

/* ---- struct.c ---- */

/* The fields that stand in [at, end); their HostType.structure, 0 if they are not understood. */
int host_struct_note(HostScan *scan, int at, int end);

/* Fields that point at structs of the type that they are fields of get that type. */
void host_struct_name_own(HostScan *scan, const HostType *type);

/* A HOST_STRUCT without members, and one more member for it. */
HostValue host_object_new(HostScan *scan, HostType type);
void host_object_add(HostScan *scan, const HostValue *object, const char *path, HostType type,
                     HostValue value);

/* A struct from the list at the { `open`. */
HostValue host_struct_list(HostScan *scan, const HostType *type, int open);

/* Has a field of the struct an initial value of its own? And a struct of that type that nothing is
 * given to but these. */
bool host_struct_has_initials(const HostScan *scan, const HostType *type);
HostValue host_struct_initial(HostScan *scan, const HostType *type);

/* The struct in a variable, as a value of its own; anything else stays as it is. */
HostValue host_struct_taken(HostScan *scan, HostValue value);

/* The struct made of the members that stand by the name of the variable `place`; `none` if there
 * are none. */
HostValue host_struct_of(HostScan *scan, int place, HostValue none);

/* Is the variable `path` a struct of which other variables are members? */
bool host_has_parts(const HostScan *scan, int path);

/* Gives the variable called name the members of a HOST_STRUCT. */
void host_struct_give(HostScan *scan, const HostValue *value, const char *name, Span span);

/* ---- layout.c: structs in memory ---- */

/* Bytes of a struct (its index plus 1), padding included; 0: not known. */
uint32_t host_struct_bytes(const HostScan *scan, int structure);

/* object.name of a struct in memory, or of one that is pointed at there, as host_memory_index gives
 * an element; false if it is none. */
bool host_struct_field(HostScan *scan, const HostValue *object, const Token *name, HostValue *out);

/* The struct at a place, as a HOST_STRUCT. */
HostValue host_struct_load(HostScan *scan, const HostValue *place);

/* Writes what is known of a HOST_STRUCT to the place in memory; false, and nothing is written, if
 * it is none or the place is not known. */
bool host_struct_store(HostScan *scan, const HostValue *place, int structure,
                       const HostValue *object);

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
