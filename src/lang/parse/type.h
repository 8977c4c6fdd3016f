/* The grammar of types: specifiers, declarators, structs and the functions in them.
 *
 * After a syntax error p is broken, and a type that is given all the same is int. Types live in the
 * compiler's arena. */
#pragma once

#include "lang/parse/parser.h"

enum { ARRAY_BYTES_LIMIT = 1 << 30 }; /* bytes of one array type; more is an error */

/* What several declarators share: const float, __shared__ int. */
typedef struct Specifiers {
    const Type *type; /* const included; NULL: auto */
    Span span;
    bool is_const; /* also of auto */
    bool is_auto, is_constexpr, is_extern, is_static, is_typedef, is_volatile;
    bool is_shared, is_device, is_constant_memory; /* __shared__, __device__, __constant__ */
    bool is_kernel, is_host;                       /* __global__, __host__ */
    int align_bytes;                               /* of alignas or __align__; 0: none */
} Specifiers;

/* What one name adds to them: *p, tile[16][16]. */
typedef struct Declarator {
    const char *name; /* NULL if abstract */
    Span span;
    const Type *type;  /* complete: the specifiers' type with what the declarator adds */
    bool is_reference; /* &: then type is what it refers to */
} Declarator;

/* ---- type.c ---- */

bool parse_at_type(Parser *p); /* does a type name or specifier stand here? */

const Type *parse_scope_type(Parser *p); /* at the name of a struct before a :: */

/* Behind a type: goes on to ::name as long as that is a type declared in it. */
const Type *parse_inner_types(Parser *p, const Type *type);

/* The template of a struct that the name is, or NULL. */
const Outline *type_template_find(const Parser *p, const Token *name);

/* Reads specifiers in any order, with a struct or enum that is defined among them; it is an error
 * if there is no type. */
Specifiers parse_specifiers(Parser *p);

/* One declarator; of auto the type given is int, for the caller to replace. Lengths of arrays are
 * computed; an empty [] has length 0 and is completed by check_array_length. */
Declarator parse_declarator(Parser *p, const Specifiers *specifiers);
const Type *parse_type_name(Parser *p); /* "const float *", as in sizeof */

/* The type of a cast as it is written; of a reference: what it refers to. */
typedef struct CastType {
    const Type *type;
    bool is_volatile, is_reference;
} CastType;

CastType parse_cast_type(Parser *p);
void parse_typedef(Parser *p); /* typedef or using, into the present scope, past the ; */

/* At enum: its enumerators become constants of the present scope, its name another one for the type
 * that holds them, which is returned: that behind the :, else int. */
const Type *parse_enum(Parser *p);

/* Goes past one of const, __device__, inline, alignas(16), __attribute__((...)) and notes it in s
 * or *is_const, if it means something here; false if none stands here. */
bool parse_modifier(Parser *p, Specifiers *s, bool *is_const);
void parse_add_type(Parser *p, const char *name, const Type *type); /* no name: does nothing */

/* ---- trait.c: what <type_traits> and <limits> say of types ---- */

bool parse_at_trait_type(const Parser *p);  /* std::conditional_t<...> and its like */
bool parse_at_trait_value(const Parser *p); /* std::is_same_v<...>, numeric_limits<T>::max() */
const Type *parse_trait_type(Parser *p);    /* where the first one stands; NULL after an error */
Node *parse_trait_value(Parser *p);         /* where the second one stands; likewise */

/* ---- struct.c ---- */

/* At struct or class, up to its }; the name becomes a type of the present scope. */
const Type *parse_struct(Parser *p);

/* At the < after the name of a struct template; or at name{value} or {value}, whose type is its one
 * argument. The same arguments give the same type. NULL after an error. */
const Type *struct_instance(Parser *p, const Outline *outline, Span use);

/* ---- method.c: functions declared in a struct ---- */

/* Goes past a function declared in a struct and adds its outline to members; nothing of it is read.
 * False, with p where it was: a member is declared here. */
bool parse_method(Parser *p, Members *members);

/* At the word operator: goes past "operator+" or "operator()" and gives it without blanks. */
const char *parse_operator_name(Parser *p);

/* S::name, S::function(...): after the ::, the expression began at the token `begin`. */
Node *parse_scoped(Parser *p, const Type *type, int begin);

/* Makes the struct's members known inside one of its functions: the struct's own name, its
 * constants and types, and its fields. */
void method_bind_names(Parser *p, const Members *members);

/* Makes known what stands around the members of a struct: the arguments of its template, and the
 * same, with constants and types, of the structs that it is declared in. */
void method_bind_scope(Parser *p, const Members *members);

/* Gives the function its *this: the first parameter, or what a constructor makes. A static function
 * gets none. */
void method_add_self(Parser *p, Function *function);

/* The body of a constructor as that of a function: a variable is made from the members' initial
 * values, the list of initialisers is assigned, the body follows, and the variable is returned. */
Stmt *method_constructor_body(Parser *p, Function *function);
