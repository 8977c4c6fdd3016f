/* Calls: of functions of the file, of functions that belong to a struct, and of what CUDA
 * brings.
 *
 * Every Node given is the call's value or, after a mistake that was reported, a NODE_ERROR; NULL
 * stands only where the comment says so, and nothing was reported then. Arguments that are error
 * nodes make the call one, quietly. Arguments come in the order of the text, without the object of
 * a member function, and are converted to the parameters' types here. */
#pragma once

#include "lang/check/check.h"
#include "lang/parse/function.h"

/* ---- call.c: which function is meant ---- */

/* A function of that name: one of the file or else of the prelude that takes the arguments, else a
 * builtin, else an error that says why none of the name fits, or what it could have been. */
Node *check_call(Parser *p, const Token *name, const Call *call);

/* The same for a name that does not stand in the text; span is where mistakes are shown. */
Node *check_call_named(Parser *p, const char *name, Node **arguments, int count, Span span);

/* The operator of that name ("operator+") that the file or the prelude has for these operands. NULL
 * if the file has none of the name, and the prelude none that takes them. */
Node *check_call_operator(Parser *p, const char *name, Node **arguments, int count, Span span);

/* A call of the one of these functions that fits the arguments best: exact types before promotion
 * before other conversions, summed over the arguments; between equals a plain function before a
 * template. Prototypes are not chosen. */
Node *check_candidates(Parser *p, const Outline **candidates, int count, const Call *call);

/* The first argument that is an error node; NULL: none is. */
Node *check_wrong_argument(const Call *call);

/* ---- method.c: what gives NULL found no such function ---- */

/* Calls the struct's function of that name, with object as its *this; object is NULL for
 * S::function(...), which finds static functions alone. */
Node *check_method(Parser *p, const Members *members, Node *object, const char *name,
                   const Call *call);

/* False for every type that is no struct; a conversion (operator T) is no method here. */
bool type_has_method(const Compiler *compiler, const Type *type, const char *name);

/* name: "operator+"; b: NULL for one operand. Looked for in a's struct first, then among the
 * functions of the file. */
Node *check_operator(Parser *p, const char *name, Node *a, Node *b, Span span);

/* NULL also where items are one value of the same type (a copy), and where there are none and the
 * struct says S() = default. */
Node *check_constructor(Parser *p, const Type *type, Node **items, int count, Span span);
bool type_has_constructor(const Compiler *compiler,
                          const Type *type); /* = default does not count */

/* What is done where the object's scope ends: the calls of its destructor and those of its members
 * and of its base class; NULL if there are none. */
Node *check_destruction(Parser *p, Node *object, Span span);
bool type_has_destructor(const Compiler *compiler, const Type *type); /* or is made of such */

/* Between a struct and another type: node becomes type by type's constructor, or by node's operator
 * T(). Call it only if check_has_conversion is true; that one reports nothing. */
Node *check_struct_conversion(Parser *p, Node *node, const Type *type);
bool check_has_conversion(Parser *p, Node *node, const Type *type);

/* ---- evaluate.c ---- */

/* The constant that the call of a constexpr function comes to, or the call itself where that is not
 * known before the kernel runs. */
Node *check_evaluate(Parser *p, Node *call);

/* ---- function_pointer.c: the value of a pointer to functions is a number, 1 + that of the
 * function's outline, or 0 ---- */

/* What such a pointer points at; the same types give the same one. */
const Type *function_type(Compiler *compiler, const Type *result, const Type **parameters,
                          int count);
bool type_is_function_pointer(const Compiler *compiler, const Type *type);

/* Is the node a function of the file by its name, of which one is of the pointer's type? And that
 * one as a value of the type. */
bool check_is_function_for(Parser *p, const Node *node, const Type *pointer);
Node *check_function_for(Parser *p, Node *node, const Type *pointer);

/* A function by its name as a pointer of its own type; the node itself if it is no function, or
 * several. */
Node *check_function_value(Parser *p, Node *node);

/* Those of the file that a pointer of that type may lead to; returns how many there are. */
int check_functions(Parser *p, const Type *pointer, const FunctionNumber **out);

/* The call of whatever function of the file the pointer leads to, of all whose names stand in it as
 * values. One that leads to none is a failed assert. */
Node *check_pointer_call(Parser *p, Node *pointer, const Call *call);

/* ---- builtin.c: functions that are an instruction, from builtin.def ---- */

bool builtin_exists(const char *name, uint32_t length); /* no NUL needed */
const char *builtin_name(int index);                    /* NULL past the last */

/* NULL if CUDA has no such function. */
Node *check_builtin_call(Parser *p, const Token *name, const Call *call);

/* threadIdx, blockIdx, blockDim and gridDim give a struct of three values, warpSize the constant
 * 32; NULL for any other name. */
Node *check_special(Parser *p, const Token *name); /* threadIdx, warpSize...; NULL if none */

/* One instruction: op (an Opcode) of items, with imm as in Instr.imm; of type. The items are not
 * converted; if one is an error node, that node is given. */
Node *node_operation(Parser *p, uint8_t op, int imm, const Type *type, Node **items, int count,
                     Span span);

/* __syncthreads(), noted for --without barrier and switched off if the options say so. */
Node *check_barrier(Parser *p, Span span);

/* A shuffle; mode is the instruction's imm, width NULL means 32 lanes, mask NULL the active ones.
 * lane and width become int, mask unsigned; a value that is no number is an error. */
Node *check_shuffle(Parser *p, int mode, Node *value, Node *lane, Node *width, Node *mask,
                    Span span);

/* ---- builtin_type.c ---- */

/* size_t, float4, half, thread_block... by name; NULL if it is none. The same vector type has one
 * address per compilation. */
const Type *builtin_type_find(Compiler *compiler, const char *name, uint32_t length);

/* ---- copy.c: asynchronous copies to shared memory ---- */

/* Which way a copy goes: by cp.async.ca or .cg; by its size, as the functions of CUDA choose; as a
 * piece of a bulk copy. */
typedef enum CopyPath { COPY_BY_SIZE, COPY_THROUGH_L1, COPY_PAST_L1, COPY_BULK } CopyPath;

/* A copy of 4, 8 or 16 bytes, by the arguments (to, from, bytes): an operation OP_STORE on both
 * pointers, whose type is one element that is moved. */
Node *check_copy(Parser *p, const char *name, CopyPath path, const Call *call);

/* A wait for all groups of the thread but so many. */
Node *check_copy_wait(Parser *p, const Call *call);
Node *check_mbarrier(Parser *p, int mode, const Call *call); /* an MbarrierMode */

/* ---- group.c: cooperative groups (lang/tree/kinds.h) ---- */

/* The type of a tile of that size, a constant; an error and a tile of 32 for any other. */
const Type *group_tile(Parser *p, const Node *size, Span span);

/* A value of a group type: it has no bytes and no code. kind: a GroupKind, but no GROUP_TILE. */
Node *group_make(Parser *p, int kind, Span span);

/* tiled_partition<N>(group) or tiled_partition(group, N) with a constant N; call->arguments[0] must
 * be there. Only a block or a tile can be parted. */
Node *group_partition(Parser *p, const Call *call);

/* group.sync(): the barrier of a block, or one of a tile's own lanes; an error for a grid. */
Node *group_sync(Parser *p, Node *group, Span span);

/* group.name(arguments): size, rank, shuffles, votes...; an error for any other name. */
Node *check_group_method(Parser *p, Node *group, const Token *name, Node **arguments, int count,
                         Span span);
