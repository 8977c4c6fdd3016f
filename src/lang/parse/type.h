/* The grammar of types: specifiers, declarators, structs and the functions in them. */
#ifndef TILESTEP_LANG_PARSE_TYPE_H
#define TILESTEP_LANG_PARSE_TYPE_H

#include "lang/parse/parser.h"

enum { ARRAY_BYTES_LIMIT = 1 << 30 };

/* What several declarators share: const float, __shared__ int. */
typedef struct Specifiers {
    const Type *type; /* NULL: auto */
    Span span;
    bool is_auto, is_constexpr, is_extern, is_static, is_typedef, is_volatile;
    bool is_shared, is_device, is_constant_memory, is_kernel, is_host;
    int align_bytes;
} Specifiers;

/* What one name adds to them: *p, tile[16][16]. */
typedef struct Declarator {
    const char *name; /* NULL if abstract */
    Span span;
    const Type *type;
    bool is_reference;
} Declarator;

/* ---- type.c ---- */

bool parse_at_type(Parser *p); /* does a type name or specifier stand here? */
Specifiers parse_specifiers(Parser *p);
Declarator parse_declarator(Parser *p, const Specifiers *specifiers);
const Type *parse_type_name(Parser *p); /* "const float *", as in a cast */
void parse_typedef(Parser *p);          /* typedef or using, into the present scope */
void parse_enum(Parser *p);
bool parse_modifier(Parser *p, Specifiers *s, bool *is_const); /* const, __device__, inline... */
void parse_add_type(Parser *p, const char *name, const Type *type);

/* ---- struct.c ---- */

const Type *parse_struct(Parser *p);

/* At the < after the name of a struct template; NULL after an error. */
const Type *struct_instance(Parser *p, int outline, Span use);

/* ---- method.c: functions declared in a struct ---- */

bool parse_method(Parser *p, Members *members); /* false: a member is declared here */
const char *parse_operator_name(Parser *p);     /* at operator */

/* S::name, S::function(...): after the ::, the expression began at the token `begin`. */
Node *parse_scoped(Parser *p, const Type *type, int begin);

/* Makes the struct's members known inside one of its functions. */
void method_bind_names(Parser *p, const Members *members);

/* Gives the function its *this: the first parameter, or what a constructor makes. */
void method_add_self(Parser *p, Function *function);

/* The body of a constructor: a variable is made, and returned at its end. */
Stmt *method_constructor_body(Parser *p, Function *function);

#endif
