/* Values of host code, and arithmetic with them as the host compiler would do it: C's
 * conversions, integers that truncate and wrap, float rounded to float. What is not understood
 * is unknown, with a reason; nothing ever fails. */
#pragma once

#include "base/phrase.h"
#include "lang/text/operator.h"
#include "program/program.h"

/* What a value is; `object` is that of HostValue. */
typedef enum HostKind {
    HOST_UNKNOWN, /* also pointers of the host, told by their memory */
    HOST_NUMBER,
    HOST_DIM3,
    HOST_DEVICE,  /* a device pointer: object is the allocation, offset in elements */
    HOST_ADDRESS, /* &variable: object is its index */
    HOST_NULL,    /* a pointer that points nowhere */
    HOST_STRUCT,  /* a struct without a variable: object is its index */
    HOST_ARRAY,   /* std::vector and the like: integer is the number of elements */
    HOST_FUNCTION /* a function of the file, a kernel or a lambda: object is its index, integer the
                     index of its template arguments in HostScan.instances plus 1, or 0, offset that
                     of what else it may be in HostScan.choices plus 1, or 0 */
} HostKind;

enum { HOST_INNER_LIMIT = 4 }; /* dimensions of an array, beyond those of a pointer */

/* What a pointer points at, or an array is made of. */
typedef struct HostElement {
    bool is_scalar;
    ScalarType scalar;
    uint32_t size_bytes;             /* of the scalar */
    int64_t inner[HOST_INNER_LIMIT]; /* float (*p)[4][5]: 4, 5 */
    int inner_count;
    int pointers;           /* the elements are pointers of so many *, to what the rest says */
    int structure;          /* index in HostScan.structs plus 1; 0: no struct that is known */
    uint32_t pointee_bytes; /* of pointers: bytes of what they all lead to, if it is a struct */
    bool is_base_scalar;    /* of pointers: what they all lead to is a scalar */
} HostElement;

/* A product remembers its last two factors, sizeof and plain literals apart, so that
 * rows * columns * sizeof(float) shows a shape: factors 2 has rows and columns, 1 columns alone. */
typedef struct HostValue {
    HostKind kind;
    ScalarType type; /* NUMBER */
    int64_t integer; /* NUMBER of an integer type, wrapped as C does */
    double real;     /* NUMBER of a float type */
    int64_t dim[3];  /* DIM3: x, y, z */
    int object;      /* as its kind says */
    int64_t offset;  /* DEVICE: elements */
    int factors;     /* of a NUMBER: how many are remembered, 0 to 2 */
    int64_t rows, columns;
    uint64_t roots; /* bit i: depends on listed variable i */
    const Phrase
        *reason;         /* UNKNOWN: "n, set by atoi(argv[1])"; NULL: to be named by who takes it */
    int var;             /* index of the variable it was read from, else -1 */
    int component;       /* of a dim3: 0, 1, 2, else -1 */
    int memory;          /* points into HostScan.memories (or is a list there): index plus 1 */
    int64_t memory_at;   /* bytes */
    HostElement element; /* what it points at, or is the list of */
    bool is_element;     /* the value is that of the element there */
    int from;            /* of a pointer that is an argument: the array that it was read from, index
                            in HostScan.memories plus 1; 0: none */
    int64_t from_at;     /* bytes */
} HostValue;

/* A NUMBER and nothing else: arithmetic as C does it, for who needs no more of a value. */
typedef struct HostNumber {
    ScalarType type;
    int64_t integer; /* of an integer type */
    double real;     /* of a float type */
} HostNumber;

HostNumber host_number(const HostValue *value); /* of a NUMBER */

/* NULL if it went well, or why there is no such number; op is none of && and ||. */
const Phrase *host_number_convert(HostNumber *number, ScalarType type);
const Phrase *host_number_binary(BinaryOperator op, HostNumber a, HostNumber b, HostNumber *out);

/* A number of a type, wrapped or rounded to it; an unknown value; a null pointer; and a dim3 of
 * three numbers, unknown if one of them is. None of them was read from a variable. */
HostValue host_integer(int64_t value, ScalarType type);
HostValue host_real(double value, ScalarType type);
HostValue host_unknown(const Phrase *reason, uint64_t roots);
HostValue host_null(void);
HostValue host_dim3(HostValue x, HostValue y, HostValue z);
HostValue host_dim3_of(const HostValue *values, int count); /* the list in its brackets */

/* The same value without its variable: what was computed is no variable or element any more. */
HostValue host_loose(HostValue value);

bool host_is_known(const HostValue *value); /* a NUMBER */
bool host_is_true(const HostValue *value);  /* a NUMBER that is not 0 */
double host_double(const HostValue *value); /* of a NUMBER */

/* Numbers become numbers of that type; everything else stays as it is. */
HostValue host_convert(HostValue value, ScalarType type);

/* a op b, numbers converted to their common type as C does; also pointers plus and minus numbers.
 * Unknown if an operand is, unless the other one decides an && or ||. */
HostValue host_binary(BinaryOperator op, HostValue a, HostValue b);
HostValue host_negate(HostValue value);
HostValue host_complement(HostValue value);

/* A pointer, or list, as one to other elements: its place stays the same. Where that is no multiple
 * of theirs, it stays as it is. */
HostValue host_pointer_as(HostValue value, HostElement element);

/* Bytes of one; 0 if unknown. */
int64_t host_element_bytes(const HostElement *element);
