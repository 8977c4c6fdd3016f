/* Private to the launch scan: an abstract interpreter of host code.
 *
 * host_index.c matches brackets and lists the functions, host_run.c executes statements,
 * host_eval.c expressions, host_operator.c what stands between operands, host_call.c calls, host_cuda.c the calls of the CUDA runtime and
 * launches, host_var.c keeps the variables, host_type.c reads types, host_size.c is sizeof,
 * host_struct.c knows structs, host_class.c their constructors and methods, host_symbol.c what
 * cudaMemcpyToSymbol copies, host_value.c computes. What is not understood is unknown, with a reason; nothing ever fails.
 */
#ifndef TILESTEP_HOST_HOST_H
#define TILESTEP_HOST_HOST_H

#include "host/launch_scan.h"

enum {
    HOST_STEP_LIMIT = 100000, /* statements of one scan */
    HOST_WORK_LIMIT = 300000, /* operands of one scan */
    HOST_LOOP_STEPS = 2000,   /* statements of one loop that is run to its end */
    HOST_LOOP_PASSES = 64,    /* passes of one */
    HOST_DEPTH_LIMIT = 200,   /* nested statements, brackets and calls */
    HOST_CALL_LIMIT = 16,
    HOST_CLASS_TOKENS = 4096, /* of a class, searched for its members */
    HOST_CLASS_LIMIT = 256,
    HOST_ARGUMENT_LIMIT = 40,
    HOST_MEMORY_BYTES = 1 << 20, /* of one array whose contents are kept */
    HOST_MEMORY_COUNT = 4096,    /* arrays */
    HOST_STORE_LIMIT = 4096,     /* elements that are written one by one */
    HOST_MEMBER_LIMIT = 512,     /* of one struct */
    HOST_PATH_LIMIT = 64         /* elements of an initialised array that are remembered */
};

typedef enum HostKind {
    HOST_UNKNOWN,
    HOST_NUMBER,
    HOST_DIM3,
    HOST_DEVICE,  /* a device pointer: object is the allocation, offset in elements */
    HOST_ADDRESS, /* &variable: object is its index */
    HOST_NULL,    /* a pointer that points nowhere */
    HOST_STRUCT,  /* a struct without a variable: object is its index */
    HOST_ARRAY,   /* std::vector and the like: integer is the number of elements */
    HOST_FUNCTION /* a lambda: object is the function */
} HostKind;

enum { HOST_INNER_LIMIT = 4 };

/* What a pointer points at, or an array is made of. */
typedef struct HostElement {
    bool is_scalar;
    ScalarType scalar;
    uint32_t size_bytes;             /* of the scalar */
    int64_t inner[HOST_INNER_LIMIT]; /* float (*p)[4][5]: 4, 5 */
    int inner_count;
} HostElement;

/* A product remembers its last two factors, sizeof and plain literals apart, so that
 * rows * columns * sizeof(float) shows a shape: factors 2 has rows and columns, 1 columns alone. */
typedef struct HostValue {
    HostKind kind;
    ScalarType type; /* NUMBER */
    int64_t integer; /* NUMBER of an integer type, wrapped as C does */
    double real;     /* NUMBER of a float type */
    int64_t dim[3];
    int object;
    int64_t offset;
    int factors;
    int64_t rows, columns;
    uint64_t roots;      /* bit i: depends on listed variable i */
    const char *reason;  /* UNKNOWN: "n, set by atoi(argv[1])"; NULL: to be named by who takes it */
    int place;           /* index of the variable it was read from, else -1 */
    int component;       /* of a dim3 place: 0, 1, 2, else -1 */
    int memory;          /* points into HostScan.memories (or is a list there): index plus 1 */
    int64_t memory_at;   /* bytes */
    HostElement element; /* what it points at, or is the list of */
    bool is_element;     /* the value is that of the element there */
} HostValue;

typedef struct HostType {
    bool is_scalar, is_void, is_auto, is_dim3, is_vector, is_device_vector, is_reference;
    bool is_const, is_class; /* class: a name that nothing here defines */
    ScalarType scalar;
    uint32_t size_bytes; /* of the base type, 0 if unknown; vectors: of an element */
    int pointers;
    int64_t inner[HOST_INNER_LIMIT]; /* lengths of the arrays that it, or what it points at, is */
    int inner_count;
    bool has_scalars; /* vectors: the elements are scalars */
    const char *name;
    int structure;       /* index in HostScan.structs plus 1; 0: none that is known */
    int class_open;      /* token of the { of its class plus 1; 0: none in this file */
    int class_arguments; /* token of the < behind its name, or 0 */
} HostType;

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

typedef struct HostVar {
    const char *name; /* "n", or a path: "A.width", "sizes[0]" */
    uint32_t length;
    HostType type;
    HostValue value;
    int64_t array_count; /* elements of T name[n], else -1 */
    int listed;          /* index in HostScan.listed, or -1 */
    bool is_hidden;      /* its block has ended */
    bool is_type, is_path, is_parameter, is_overridden;
    bool is_member; /* of the object whose function runs */
    Span span;
} HostVar;

typedef struct HostClass {
    const Token *name;
    int open;      /* token of { */
    int templates; /* token of < after template, or -1 */
} HostClass;

typedef struct HostFunction {
    const char *name;
    uint32_t length;
    int begin;           /* first token of its declaration (return type) */
    int params;          /* token of ( */
    int templates;       /* token of < after template, or -1 */
    int body;            /* token of { */
    bool is_device;      /* __global__ or __device__ alone: never run here */
    bool is_interesting; /* allocates, copies or launches, itself or in what it calls */
    bool was_run;
    int owner;    /* token of the { of the class that it is a member of, or -1 */
    int frame_id; /* a lambda: of the frame whose variables it sees */
    int next;     /* of the same bucket, or -1 */
} HostFunction;

typedef struct HostAllocation {
    const char *name;
    HostValue bytes;
    bool is_uploaded, is_downloaded, is_zeroed;
    int memory; /* index plus 1; 0: nothing is known of it yet */
} HostAllocation;

/* What an array of the host, or a buffer of the device, holds. */
typedef struct HostMemory {
    int64_t size;           /* bytes; -1: unknown, or too many to keep */
    int64_t capacity;       /* of bytes and known */
    uint8_t *bytes, *known; /* NULL: nothing was written yet */
    bool is_zeroed;         /* it began as zeros */
    bool is_listed;         /* see HostContents */
    bool is_spoiled;        /* something unknown was written */
} HostMemory;

typedef enum HostFlow { FLOW_ON, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN } HostFlow;

typedef struct HostTemplates {
    int count;
    bool is_type[HOST_ARGUMENT_LIMIT];
    HostType types[HOST_ARGUMENT_LIMIT];
    HostValue values[HOST_ARGUMENT_LIMIT];
} HostTemplates;

/* Whose member function is called. */
typedef struct HostReceiver {
    int owner;                      /* token of the { of its class */
    const HostTemplates *templates; /* of the class; NULL: none, or not known */
    HostValue object;               /* a HOST_STRUCT before, if anything is known, and after */
} HostReceiver;

typedef struct HostFrame {
    int id;
    int base, end; /* its first variable; behind its last while it calls */
    struct HostFrame *caller;
    const struct HostFrame *outer; /* of a lambda called elsewhere: where it was written */
    const HostReceiver *receiver;  /* of a member function, else NULL */
    const HostFunction *function;
    HostFlow flow;
    bool has_result;
    HostValue result;
} HostFrame;

/* A launch while the scan runs; its allocations are looked up at the end. */
typedef struct HostSite {
    HostLaunch launch;
    int at; /* token of <<< */
} HostSite;

enum { HOST_BUCKETS = 1024 };

typedef enum HostNoType { HOST_NO_CAST = 1, HOST_NO_DECLARATION = 2 } HostNoType;

typedef struct HostScan {
    Arena *arena;
    const Token *tokens;
    int count;
    const SourceSet *sources;
    int *match;       /* [token] index of the closing bracket of ( [ {, else -1 */
    uint8_t *no_type; /* [token] HostNoType: what was seen not to begin there; loops ask again */
    int *class_of;    /* [token] the { of the innermost class it stands in, else -1 */
    HostFunction *functions;
    int function_count, function_capacity;
    HostClass *classes;
    int class_count, class_capacity;
    int buckets[HOST_BUCKETS];
    HostVar *vars;
    int var_count, var_capacity;
    int global_count; /* variables of file scope come first */
    HostFrame *frame;
    int frame_count;
    HostReceiver *receiver; /* of the call being made, or NULL */
    bool is_quiet;          /* members are declared: nobody can set them yet */
    HostStruct *structs;
    int struct_count, struct_capacity;
    HostObject *objects;
    int object_count, object_capacity;
    HostAllocation *allocations;
    int allocation_count, allocation_capacity;
    HostMemory *memories;
    int memory_count, memory_capacity;
    HostSite *sites;
    int site_count, site_capacity;
    HostVariable *listed;
    int listed_count, listed_capacity;
    HostSymbol *symbols;
    int symbol_count, symbol_capacity;
    const HostSetting *settings;
    int setting_count;
    bool is_first_pass;            /* settings are not applied, only looked for: */
    bool *setting_is_variable;     /* [setting] some variable that is no parameter is called so */
    bool *setting_bad;             /* [setting] reported already */
    Diags *diags;                  /* NULL in the first pass */
    int at, end;                   /* the expression being read */
    int template_at, template_end; /* explicit template arguments of the call being made */
    int steps, work, depth, calls;
    int loop_steps_left;         /* inside a loop that is run to its end; -1 outside */
    int speculation;             /* inside a branch that is not taken, or may not be */
    int dead;                    /* of these, inside branches that are known not to be taken */
    int uncertain;               /* inside branches that may not be */
    int stores_left;             /* elements that are still kept, of all arrays together */
    int store_steps, store_work; /* at the last one */
} HostScan;

/* ---- host_value.c ---- */

typedef enum HostOperator {
    HOST_OR,
    HOST_AND,
    HOST_BIT_OR,
    HOST_BIT_XOR,
    HOST_BIT_AND,
    HOST_EQ,
    HOST_NE,
    HOST_LT,
    HOST_LE,
    HOST_GT,
    HOST_GE,
    HOST_SHL,
    HOST_SHR,
    HOST_ADD,
    HOST_SUB,
    HOST_MUL,
    HOST_DIV,
    HOST_REM
} HostOperator;

HostValue host_integer(int64_t value, ScalarType type);
HostValue host_real(double value, ScalarType type);
HostValue host_unknown(const char *reason, uint64_t roots);
HostValue host_null(void);
HostValue host_dim3(HostValue x, HostValue y, HostValue z);
bool host_is_known(const HostValue *value); /* a NUMBER */
bool host_is_true(const HostValue *value);  /* a NUMBER that is not 0 */
double host_double(const HostValue *value); /* of a NUMBER */
HostValue host_convert(HostValue value, ScalarType type);
HostValue host_binary(HostOperator op, HostValue a, HostValue b);
HostValue host_negate(HostValue value);
HostValue host_complement(HostValue value);

/* ---- host_type.c ---- */

/* Reads a type at *at, pointers and references included, and moves *at behind it; false if there
 * is none. A name that nothing defines counts as a class. */
bool host_type(HostScan *scan, int *at, HostType *out);

/* The base type alone: what several declarators share. */
bool host_base_type(HostScan *scan, int *at, HostType *out);
void host_pointers(HostScan *scan, int *at, HostType *out);

/* Whether the bracket at `open` holds nothing but a type, as a cast does. */
bool host_is_cast(HostScan *scan, int open, HostType *out);

/* Reads [n][m] at *at: the type becomes an array of what it was. */
void host_lengths(HostScan *scan, int *at, int end, HostType *out);
int64_t host_inner_elements(const HostType *type); /* their product, 1 if there are none */

/* Bytes of a value of that type, 0 if unknown. */
uint32_t host_type_bytes(const HostType *type);

/* ---- host_index.c ---- */

void host_index(HostScan *scan); /* match, functions */
HostFunction *host_function_find(HostScan *scan, const char *name, uint32_t length, int arguments);

/* Of a class: the one with that many parameters, else one with more, which have defaults; -1. */
int host_method_find(HostScan *scan, int owner, const Token *name, int count);
int host_function_add(HostScan *scan, HostFunction function);
int host_parameter_count(HostScan *scan, const HostFunction *function);
bool host_range_is_interesting(HostScan *scan, int from, int to);

/* The class whose { stands at `open`, or NULL. */
const HostClass *host_class_at(const HostScan *scan, int open);

/* The next declaration in [*at, end) that is no function, and moves *at behind it; false: none. */
bool host_next_field(HostScan *scan, int *at, int end, int *begin, int *finish);

/* Does the token name a member, pointers apart, of the class whose function it stands in? */
bool host_is_member(const HostScan *scan, int name);

/* Runs what stands at file scope: constants, enums, types. */
void host_run_file_scope(HostScan *scan);

/* After the bracket that begins at `at`, at most end. */
int host_after_bracket(const HostScan *scan, int at, int end);

/* Index of the token `text` at depth 0 in [at, end), or end. */
int host_find(const HostScan *scan, int at, int end, const char *text);

/* [at, end) as text, cut after about 60 bytes. */
const char *host_text(HostScan *scan, int at, int end);

/* If a template argument list starts with the < at `at`, the index behind its >, else -1. */
int host_template_end(const HostScan *scan, int at, int end);

/* ---- host_run.c ---- */

void host_block(HostScan *scan, int at, int end);
void host_simple(HostScan *scan, int at, int end); /* a statement without its ; */
void host_function_run(HostScan *scan, int function, const HostValue *arguments, int count,
                       HostValue *result);
HostVar *host_var_new(HostScan *scan, const char *name, uint32_t length, Span span);
int host_var_find(HostScan *scan, const char *name, uint32_t length); /* -1: none */

/* The first variable that can belong to the one at `place`. */
int host_first_beside(const HostScan *scan, int place);

/* The variable's value from what stands behind the ( or { at `open`. */
HostValue host_initialise(HostScan *scan, int var, int open);

/* Gives a new variable its first value, a setting if there is one. */
void host_var_define(HostScan *scan, int var, HostValue value, const char *text);
const char *host_setting_text(Arena *arena, const HostSetting *setting);
void host_var_preset(HostScan *scan, int var); /* the setting of a variable nothing declares */
void host_assign(HostScan *scan, int var, int component, HostValue value, const char *text);

/* A variable as an operand: its value, with itself as root if it has none. */
HostValue host_var_read(HostScan *scan, int var);

bool host_declare(HostScan *scan, int at, int end); /* false: it is no declaration */
void host_enum(HostScan *scan, int at, int end);
void host_typedef(HostScan *scan, int at, int end); /* typedef ... or using ... */
void host_struct(HostScan *scan, int at, int end);

/* ---- host_struct.c ---- */

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

/* ---- host_class.c ---- */

bool host_is_record(const HostType *type); /* a struct or class of this file, or a pointer to one */

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

/* ---- host_symbol.c ---- */

/* cudaMemcpyToSymbol(symbol, from, bytes, offset ...), its bracket at `open`. */
void host_symbol_copy(HostScan *scan, int open, const HostValue *arguments, int count);

/* ---- host_eval.c ---- */

/* Evaluates [at, end) for its value and effects, commas included. */
HostValue host_evaluate(HostScan *scan, int at, int end);

/* The arguments between the brackets (open at `at`), at most HOST_ARGUMENT_LIMIT. */
int host_arguments(HostScan *scan, int at, HostValue *out);

/* The same for [at, end) without brackets; starts (may be NULL) gets each one's first token. */
int host_list(HostScan *scan, int at, int end, HostValue *out, int *starts);

/* At the cursor, up to scan->end: an operand with what stands before and behind it; whether a token
 * stands there, and past it if so. */
HostValue host_unary(HostScan *scan);
bool host_sees(const HostScan *scan, const char *text);
bool host_accept(HostScan *scan, const char *text);
HostValue host_loose(HostValue value); /* a computed value is no variable any more */

/* ---- host_operator.c ---- */

HostValue host_assignment(HostScan *scan); /* at the cursor: all but commas */

/* ---- host_memory.c ---- */

/* What values of that type point at or are lists of. */
HostElement host_element_of(const HostType *type);
int64_t host_element_bytes(const HostElement *element); /* 0 if unknown */

/* An array of that many bytes; the index plus 1. */
int host_memory_new(HostScan *scan, const HostValue *bytes, bool is_zeroed);

/* The element or row `index` behind a pointer. */
HostValue host_memory_index(HostScan *scan, HostValue pointer, int64_t index);
void host_memory_store(HostScan *scan, const HostValue *place, const HostValue *value);

/* Writes the list whose { is at `open`; the number of elements that it has at least. */
int64_t host_memory_list(HostScan *scan, const HostValue *place, int open);
int64_t host_list_length(HostScan *scan, int at, int end);

void host_memory_copy(HostScan *scan, const HostValue *to, const HostValue *from,
                      const HostValue *bytes);
void host_memory_set(HostScan *scan, const HostValue *to, const HostValue *byte,
                     const HostValue *bytes);
void host_memory_spoil(HostScan *scan, const HostValue *value);

/* Of all arrays that [at, end) names: something there could not be followed. */
void host_memory_spoil_named(HostScan *scan, int at, int end, bool of_device);

/* Of a list: another number of elements, new ones zero. */
bool host_memory_resize(HostScan *scan, const HostValue *list, const HostValue *count);
HostContents host_memory_contents(HostScan *scan, const HostValue *value);

/* ---- host_fill.c ---- */

/* malloc, memset, std::iota and their kin. */
bool host_fill_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                    HostValue *result);
void host_fill_unknown_call(HostScan *scan, const Token *name, const HostValue *arguments,
                            int count);
/* `bytes` of equal elements. */
void host_fill_repeat(HostScan *scan, const HostValue *to, const HostValue *bytes,
                      const HostValue *value);

/* ---- host_vector.c ---- */

/* std::vector<T> v(n), v(n, value), v{a, b} (open: its {, else -1), device_vector<T> d(n), d = h. */
HostValue host_vector_new(HostScan *scan, const HostVar *var, const HostValue *values, int count,
                          int open);
bool host_vector_method(HostScan *scan, HostValue object, const Token *name,
                        const HostValue *arguments, int count, HostValue *result);

/* ---- host_size.c ---- */

/* What follows the word sizeof at scan->at. */
HostValue host_size_of(HostScan *scan);

/* ---- host_new.c ---- */

/* What follows the word new at scan->at. */
HostValue host_new(HostScan *scan);

/* ---- host_call.c ---- */

/* Evaluates template arguments, [at, end) with their brackets, where the call stands. */
void host_templates_read(HostScan *scan, int at, int end, HostTemplates *out);

/* Makes variables of the template parameters whose < is at `templates`. */
void host_templates_bind(HostScan *scan, int templates, const HostTemplates *arguments);

/* Gives the struct called `to` the members of variable `from` that stand before `limit`. */
void host_copy_members(HostScan *scan, int from, int limit, const char *to);

/* The types of a function's parameter and of what it returns; false if there is none. */
bool host_parameter_type(HostScan *scan, const HostFunction *function, int index, HostType *out);
bool host_result_type(HostScan *scan, const HostFunction *function, HostType *out);

/* name(arguments), the bracket at `open`. */
HostValue host_call(HostScan *scan, int name, int open);

/* ---- host_cuda.c ---- */

/* True if name is a runtime call that is modelled; *result gets its value. */
bool host_cuda_call(HostScan *scan, const Token *name, int open, const HostValue *arguments,
                    int count, HostValue *result);
bool host_cuda_is_name(const Token *name);
void host_launch(HostScan *scan, int name, int chevrons);
/* Of a null pointer: does nothing in the file give its variable a value later, or take its
 * address? */
bool host_null_is_settled(const HostScan *scan, const HostValue *value);
int host_allocate(HostScan *scan, const char *name, HostValue bytes);

#endif
