/* The typed syntax tree of one kernel and the helpers it calls. It lives only while a kernel is
 * compiled; every node has its type when it is made, so there is no separate checking pass.
 */
#pragma once

#include "base/source.h"
#include "program/program.h"

typedef struct Node Node;         /* an expression, or a part of one */
typedef struct Stmt Stmt;         /* a statement; those of a block are a chain */
typedef struct Decl Decl;         /* a variable */
typedef struct Function Function; /* one instance: a template's has its arguments bound */
struct Outline;

typedef enum NodeKind {
    NODE_ERROR,       /* what comes of a mistake already reported; quietly fits anywhere */
    NODE_CONSTANT,    /* value */
    NODE_DECL,        /* the variable decl */
    NODE_SPECIAL,     /* threadIdx.x and its kin: special, axis */
    NODE_UNARY,       /* op a; op is NEG or NOT */
    NODE_BINARY,      /* a op b, both of one scalar type; comparisons give bool */
    NODE_OFFSET,      /* pointer a plus (op ADD) or minus (op SUB) b elements */
    NODE_DISTANCE,    /* elements between pointers: a - b */
    NODE_LOGICAL,     /* a && b (op AND), a || b (op OR) */
    NODE_CONDITIONAL, /* a ? b : c */
    NODE_ASSIGN,      /* a = b */
    NODE_UPDATE,      /* a = (type of a)((common)a op b); is_postfix: the value is the old one */
    NODE_COMMA,       /* a, b */
    NODE_CAST,        /* a, converted to type */
    NODE_DEREF,       /* *a */
    NODE_ADDRESS,     /* &a */
    NODE_DECAY,       /* array a as a pointer to its first element */
    NODE_MEMBER,      /* field of struct a */
    NODE_CONSTRUCT,   /* a struct from items, one per field */
    NODE_LIST,        /* initialiser of an array: items, NULL for elements that are zero */
    NODE_CALL,        /* function(items), inlined */
    NODE_OPERATION,   /* one instruction: op of items, with imm (a printf: text) */
    NODE_TEXT         /* a string literal: text */
} NodeKind;

typedef enum SpecialKind {
    SPECIAL_THREAD,
    SPECIAL_BLOCK,
    SPECIAL_BLOCK_DIM,
    SPECIAL_GRID_DIM
} SpecialKind;

struct Node {
    NodeKind kind;
    uint8_t op;       /* Opcode */
    bool is_lvalue;   /* has a place: & and = can be applied */
    bool is_constant; /* scalar known now: value; a folded BINARY keeps its operands */
    bool is_postfix;  /* UPDATE: a++, whose value is the old one */
    bool is_parenthesised;
    bool is_implicit;    /* CAST that no one wrote */
    bool is_volatile;    /* CAST to a pointer to what is volatile */
    bool is_off;         /* OPERATION: a barrier switched off */
    bool is_exact;       /* BINARY: never contracted (__fadd_rn and its kin) */
    uint8_t axis;        /* SPECIAL */
    uint8_t tile;        /* OPERATION: as in Instr */
    uint8_t rounding;    /* OPERATION: as in Instr */
    SpecialKind special; /* SPECIAL */
    int depth;           /* of the tree below */
    const Type *type;
    const Type *common; /* UPDATE */
    uint64_t value;     /* bits as in a register */
    Span span;
    Span mark; /* BINARY, UPDATE, CONDITIONAL: the operator; others: it without parentheses */
    Node *a, *b, *c;
    Node **items;
    int item_count;
    int field; /* MEMBER: index */
    Decl *decl;
    Function *function;
    int32_t imm; /* OPERATION */
    const char *text;
};

typedef enum DeclKind {
    DECL_LOCAL,
    DECL_PARAMETER,
    DECL_SHARED,
    DECL_GLOBAL /* __device__, __constant__, and const arrays of the file */
} DeclKind;

enum { DECL_SOURCE_LIMIT = 16 };

struct Decl {
    const char *name;
    Span span;
    DeclKind kind;
    const Type *type; /* of a reference: what it refers to */
    int number;       /* unique in a compilation */
    int parameter;    /* DECL_PARAMETER: position */
    int align_bytes;  /* asked for by alignas, or 0 */
    bool is_reference, is_volatile, is_extern;
    bool is_auto; /* DECL_PARAMETER: of the type of what it is given */
    bool is_constant_memory;
    bool is_assigned;   /* after its initialisation */
    bool needs_address; /* & was applied, or it is an array */
    bool is_constant;   /* const scalar with a value known now */
    uint64_t value;
    Node *initial; /* or NULL */
    Node *default_argument;
    const void *bytes;               /* DECL_GLOBAL: initial content or NULL */
    const FunctionNumber *functions; /* DECL_PARAMETER of a kernel: as in Parameter */
    int function_count;
    /* Pointers: all that is ever assigned to it, to tell what it points into. */
    Node *sources[DECL_SOURCE_LIMIT];
    int source_count; /* beyond the limit: it may point anywhere */
};

typedef enum StmtKind {
    STMT_EMPTY,
    STMT_EXPRESSION, /* expr */
    STMT_DECLARE,    /* decl */
    STMT_BLOCK,      /* body.. */
    STMT_IF,         /* expr, body, other; is_off: the check is switched off */
    STMT_LOOP,       /* init.., expr (NULL: for ever), step, body; is_do: test at the end */
    STMT_SWITCH,     /* expr, body..: a list with STMT_CASE in it */
    STMT_CASE,       /* expr: the value, NULL: default */
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_RETURN /* expr or NULL */
} StmtKind;

struct Stmt {
    StmtKind kind;
    bool is_do, is_off;
    Span span; /* of the whole statement */
    Span head; /* IF, LOOP, SWITCH: up to the closing parenthesis */
    Node *expr, *step;
    Decl *decl;
    Node *end; /* DECLARE: what is done where the variable's scope ends, or NULL */
    Stmt *init, *body, *other;
    Stmt *off;  /* EMPTY: the statement in its place, which is switched off */
    Stmt *next; /* in its block */
};

struct Function {
    const char *name;
    Span span;
    const Type *result; /* NULL until an auto result is known */
    Decl **parameters;
    int parameter_count;
    Stmt *body;
    bool is_kernel;
    uint32_t thread_limit; /* of a kernel with __launch_bounds__; else 0 */
    bool is_deduced;       /* its result's type is that of what it returns */
    bool is_parsing;       /* its body is being read: a call now is recursion */
    bool is_constexpr;
    bool is_recursive;   /* constexpr, and it calls itself */
    bool has_references; /* some parameter is a reference to something not const */
    bool returns_reference, returns_pointer_to_it; /* the place itself, or where it is */
    Decl *self; /* member functions: what *this is; parameters[0] but in constructors */
    const struct Outline *outline; /* where it was declared */
    const char *bindings;          /* template arguments as text, "" if none */
    Function *next;
};

/* ---- tail.c: where a function, whose body was read, returns ---- */

const Stmt *function_tail(const Function *function); /* the return that ends its body, or NULL */
bool function_returns_early(const Function *function);

/* May its body be gone through to the end without a return? What conditions come to is not looked
 * at unless they are constants. */
bool function_may_fall_off(const Function *function);
