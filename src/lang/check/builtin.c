/* Calls of functions that CUDA brings and that are an instruction, from builtin.def. */
#include "lang/check/call.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <string.h>

typedef enum BuiltinKind {
    BUILTIN_MATH,
    BUILTIN_VALUE,
    BUILTIN_ANY,
    BUILTIN_BITS,
    BUILTIN_CONVERT,
    BUILTIN_ROUND,
    BUILTIN_COUNT,
    BUILTIN_ATOMIC,
    BUILTIN_SHUFFLE,
    BUILTIN_SHUFFLE_OLD,
    BUILTIN_VOTE,
    BUILTIN_VOTE_OLD,
    BUILTIN_MATCH,
    BUILTIN_REDUCE,
    BUILTIN_BLOCK_VOTE,
    BUILTIN_CLOCK,
    BUILTIN_ROUNDED,
    BUILTIN_CONVERT_ROUNDED,
    BUILTIN_BARRIER,
    BUILTIN_WARP_SYNC,
    BUILTIN_FENCE,
    BUILTIN_COPY,
    BUILTIN_COPY_COMMIT,
    BUILTIN_COPY_WAIT,
    BUILTIN_MBARRIER,
    BUILTIN_READ,
    BUILTIN_WRITE,
    BUILTIN_TO_SHARED,
    BUILTIN_OF_SHARED,
    BUILTIN_LOAD_MATRIX,
    BUILTIN_STORE_MATRIX,
    BUILTIN_MOVE_MATRIX,
    BUILTIN_MMA,
    BUILTIN_PRINT,
    BUILTIN_ASSERT,
    BUILTIN_TRAP,
    BUILTIN_GROUP,
    BUILTIN_PARTITION,
    BUILTIN_GROUP_SYNC
} BuiltinKind;

typedef struct Builtin {
    const char *name;
    BuiltinKind kind;
    int code;
    ScalarType type;
    int minimum, maximum;
} Builtin;

static const Builtin builtins[] = {
#define BUILTIN(name, kind, code, type, minimum, maximum)                                          \
    {name, BUILTIN_##kind, code, type, minimum, maximum},
#include "lang/check/builtin.def"
};
enum { BUILTIN_TOTAL = sizeof builtins / sizeof *builtins };

static const Builtin *find_builtin(const char *name, uint32_t length)
{
    for (int i = 0; i < BUILTIN_TOTAL; ++i)
        if (strlen(builtins[i].name) == length && memcmp(builtins[i].name, name, length) == 0)
            return &builtins[i];
    return NULL;
}

bool builtin_exists(const char *name, uint32_t length)
{
    return find_builtin(name, length) != NULL;
}

const char *builtin_name(int index)
{
    return index < BUILTIN_TOTAL ? builtins[index].name : NULL;
}

Node *node_operation(Parser *p, uint8_t op, int imm, const Type *type, Node **items, int count,
                     Span span)
{
    Node *node = node_new(p, NODE_OPERATION, type, span);
    node->op = op;
    node->imm = imm;
    node->item_count = count;
    node->items = count ? arena_copy(p->arena, items, sizeof *items * (size_t)count) : NULL;
    for (int i = 0; i < count; ++i)
        if (node_child(node, items[i])->kind == NODE_ERROR)
            return items[i];
    return check_depth(p, node);
}

static Node *bad_argument(Parser *p, const Builtin *b, const Node *argument)
{
    return check_error(p, argument->span, NULL, "%s cannot take a value of type %s", b->name,
                       type_text(p->arena, argument->type));
}

static bool all_arithmetic(const Call *call)
{
    for (int i = 0; i < call->count; ++i)
        if (!type_is_arithmetic(call->arguments[i]->type))
            return false;
    return true;
}

static Node *with_type(Parser *p, const Builtin *b, uint8_t op, const Call *call, ScalarType type)
{
    for (int i = 0; i < call->count; ++i)
        call->arguments[i] =
            check_convert(p, call->arguments[i], type_scalar(type), "the argument");
    const Type *result = type_scalar(op == OP_NE ? SCALAR_BOOL : type);
    return node_operation(p, op, b->code, result, call->arguments, call->count, call->span);
}

static Node *check_float(Parser *p, const Builtin *b, const Call *call)
{
    ScalarType type = b->type;
    if (!all_arithmetic(call))
        return bad_argument(p, b, call->arguments[0]);
    if (type == SCALAR_BOOL) {
        type = SCALAR_F32;
        for (int i = 0; i < call->count; ++i) {
            ScalarType argument = call->arguments[i]->type->scalar;
            if (argument != SCALAR_F32 && !scalar_is_half(argument))
                type = SCALAR_F64;
        }
    }
    for (int i = 0; type == SCALAR_F16 && i < call->count; ++i)
        if (call->arguments[i]->type->scalar == SCALAR_BF16)
            type = SCALAR_BF16; /* CUDA overloads __hsub and its like for both */
    return with_type(p, b, b->kind == BUILTIN_MATH ? OP_MATH : (uint8_t)b->code, call, type);
}

static Node *check_any(Parser *p, const Builtin *b, const Call *call)
{
    if (!all_arithmetic(call))
        return bad_argument(p, b, call->arguments[0]);
    ScalarType type = scalar_promote(call->arguments[0]->type->scalar);
    for (int i = 1; i < call->count; ++i)
        type = scalar_common(type, call->arguments[i]->type->scalar);
    if (b->type != SCALAR_BOOL)
        type = b->type;
    Node *a = call->arguments[0], *c = call->count > 1 ? call->arguments[1] : NULL;
    Node *node = with_type(p, b, (uint8_t)b->code, call, type);
    a = call->arguments[0];
    if (c) {
        c = call->arguments[1];
        node->is_constant =
            node->kind == NODE_OPERATION && a->is_constant && c->is_constant &&
            constant_binary((uint8_t)b->code, type, a->value, c->value, &node->value);
    }
    return node;
}

static Node *check_bits(Parser *p, const Builtin *b, const Call *call)
{
    Node *a =
        check_convert(p, call->arguments[0], type_scalar((ScalarType)b->code), "the argument");
    return node_operation(p, OP_BITS, 0, type_scalar(b->type), &a, 1, call->span);
}

static Node *check_conversion(Parser *p, const Builtin *b, const Call *call)
{
    Node *a =
        check_convert(p, call->arguments[0], type_scalar((ScalarType)b->code), "the argument");
    return check_cast(p, a, type_scalar(b->type), call->span, false);
}

static Node *check_round(Parser *p, const Builtin *b, const Call *call)
{
    Node *a = call->arguments[0];
    if (!type_is_arithmetic(a->type))
        return bad_argument(p, b, a);
    const Type *type = type_scalar(a->type->scalar == SCALAR_F64 ? SCALAR_F64 : SCALAR_F32);
    a = check_convert(p, a, type, "the argument");
    a = node_operation(p, OP_MATH, b->code, type, &a, 1, call->span);
    return check_cast(p, a, type_scalar(b->type), call->span, false);
}

/* CUDA declares __ffs and __clz with int, and the others with unsigned int. */
static Node *check_count(Parser *p, const Builtin *b, const Call *call)
{
    ScalarType declared = b->type;
    if (b->code == MATH_ffs || b->code == MATH_clz)
        declared = b->type == SCALAR_U32 ? SCALAR_I32 : SCALAR_I64;
    Node *a = check_convert(p, call->arguments[0], type_scalar(declared), "the argument");
    a = check_convert(p, a, type_scalar(b->type), "the argument");
    const Type *result = type_scalar(b->code == MATH_brev ? b->type : SCALAR_I32);
    return node_operation(p, OP_MATH, b->code, result, &a, 1, call->span);
}

static bool atomic_takes(int operation, ScalarType type)
{
    bool is_word =
        type == SCALAR_I32 || type == SCALAR_U32 || type == SCALAR_U64 || type == SCALAR_I64;
    switch (operation) {
    case ATOMIC_ADD: return is_word || scalar_is_float(type);
    case ATOMIC_EXCHANGE: return is_word || type == SCALAR_F32;
    case ATOMIC_SUB: return type == SCALAR_I32 || type == SCALAR_U32;
    case ATOMIC_INC:
    case ATOMIC_DEC: return type == SCALAR_U32;
    case ATOMIC_CAS: return is_word || type == SCALAR_U16;
    default: return is_word;
    }
}

static Node *check_atomic(Parser *p, const Builtin *b, const Call *call)
{
    Node *items[3];
    items[0] = check_value(p, call->arguments[0]);
    const Type *type = items[0]->type->kind == TYPE_POINTER ? items[0]->type->element : NULL;
    if (!type)
        return check_error(p, items[0]->span, "pass the address: &...",
                           "%s needs a pointer to what it changes", b->name);
    if (type->kind != TYPE_SCALAR || type->is_const ||
        !atomic_takes(b->code & ~ATOMIC_OF_BLOCK, type->scalar))
        return check_error(p, items[0]->span, "int, unsigned int or float; atomicCAS for the rest",
                           "%s cannot change a value of type %s", b->name,
                           type_text(p->arena, type));
    for (int i = 1; i < call->count; ++i)
        items[i] = check_convert(p, call->arguments[i], type, "the argument");
    return node_operation(p, OP_ATOMIC, b->code, type, items, call->count, call->span);
}

/* The lanes that a warp operation names, or NULL where it has no mask. */
static Node *mask_of(Parser *p, Node *mask)
{
    return mask ? check_convert(p, mask, type_scalar(SCALAR_U32), "the mask") : NULL;
}

Node *check_shuffle(Parser *p, int mode, Node *value, Node *lane, Node *width, Node *mask,
                    Span span)
{
    const Type *word = type_scalar(SCALAR_I32);
    value = check_value(p, value);
    if (value->kind == NODE_ERROR)
        return value;
    if (!type_is_arithmetic(value->type))
        return check_error(p, value->span, "exchange its members one by one",
                           "a shuffle cannot exchange a value of type %s",
                           type_text(p->arena, value->type));
    if (type_is_integer(value->type))
        value = check_convert(p, value, type_scalar(scalar_promote(value->type->scalar)), "");
    if (!width)
        width = node_constant(p, SCALAR_I32, 32, span);
    Node *items[] = {value, check_convert(p, lane, word, "the lane"),
                     check_convert(p, width, word, "the width"), mask_of(p, mask)};
    return node_operation(p, OP_SHUFFLE, mode, type_with_const(p->arena, value->type, false), items,
                          mask ? 4 : 3, span);
}

static Node *check_shuffle_call(Parser *p, const Builtin *b, const Call *call)
{
    int first = b->kind == BUILTIN_SHUFFLE;
    Node *width = call->count > first + 2 ? call->arguments[first + 2] : NULL;
    return check_shuffle(p, b->code, call->arguments[first], call->arguments[first + 1], width,
                         first ? call->arguments[0] : NULL, call->span);
}

static Node *check_vote(Parser *p, const Builtin *b, const Call *call)
{
    Node *mask = b->kind == BUILTIN_VOTE ? call->arguments[0] : NULL;
    Node *condition = call->count ? check_condition(p, call->arguments[call->count - 1]) : NULL;
    Node *items[] = {condition, mask_of(p, mask)};
    return node_operation(p, OP_VOTE, b->code, type_scalar(b->type), items, call->count,
                          call->span);
}

/* __match_any_sync compares the bits of any number; __reduce_add_sync takes int or unsigned. */
static Node *check_combine(Parser *p, const Builtin *b, const Call *call)
{
    Node *value = call->arguments[1];
    if (!type_is_arithmetic(value->type) || scalar_is_half(value->type->scalar))
        return bad_argument(p, b, value);
    ScalarType type = scalar_promote(value->type->scalar);
    if (b->kind == BUILTIN_REDUCE && type != SCALAR_I32)
        type = SCALAR_U32;
    if (b->kind == BUILTIN_REDUCE && b->type != SCALAR_BOOL)
        type = b->type;
    Node *items[] = {check_convert(p, value, type_scalar(type), "the argument"),
                     mask_of(p, call->arguments[0])};
    const Type *result = type_scalar(b->kind == BUILTIN_MATCH ? SCALAR_U32 : type);
    return node_operation(p, OP_VOTE, b->code, result, items, 2, call->span);
}

static Node *check_block_vote(Parser *p, const Builtin *b, const Call *call)
{
    Node *condition = check_condition(p, call->arguments[0]);
    return node_operation(p, OP_VOTE, b->code, type_scalar(SCALAR_I32), &condition, 1, call->span);
}

/* __fadd_rz: code is the opcode and the rounding behind it; the square root is a MATH. */
static Node *check_rounded(Parser *p, const Builtin *b, const Call *call)
{
    if (!all_arithmetic(call))
        return bad_argument(p, b, call->arguments[0]);
    uint8_t op = (uint8_t)(b->code / ROUNDING_COUNT);
    for (int i = 0; i < call->count; ++i)
        call->arguments[i] =
            check_convert(p, call->arguments[i], type_scalar(b->type), "the argument");
    Node *node = node_operation(p, op, op == OP_MATH ? MATH_sqrt : 0, type_scalar(b->type),
                                call->arguments, call->count, call->span);
    node->rounding = b->code % ROUNDING_COUNT;
    return node;
}

/* __int2float_rz: code is the source type and the rounding. */
static Node *check_rounded_conversion(Parser *p, const Builtin *b, const Call *call)
{
    const Type *from = type_scalar((ScalarType)(b->code / ROUNDING_COUNT));
    Node *a = check_convert(p, call->arguments[0], from, "the argument");
    Node *node = node_operation(p, OP_CONVERT, 0, type_scalar(b->type), &a, 1, call->span);
    node->rounding = b->code % ROUNDING_COUNT;
    return node;
}

Node *check_barrier(Parser *p, Span span)
{
    Node *node = node_new(p, NODE_OPERATION, type_void(), span);
    node->op = OP_BARRIER;
    parse_switchable(p, WITHOUT_BARRIER, span, span);
    node->is_off = parse_without(p, WITHOUT_BARRIER, span);
    return node;
}

static Node *check_sync(Parser *p, const Builtin *b, const Call *call)
{
    if (b->kind == BUILTIN_BARRIER)
        return check_barrier(p, call->span);
    if (b->kind == BUILTIN_WARP_SYNC) {
        Node *mask =
            call->count ? call->arguments[0] : node_constant(p, SCALAR_U32, UINT32_MAX, call->span);
        mask = mask_of(p, mask);
        return node_operation(p, OP_WARP_SYNC, 0, type_void(), &mask, 1, call->span);
    }
    return node_operation(p, OP_FENCE, b->code, type_void(), NULL, 0, call->span);
}

static Node *check_access(Parser *p, const Builtin *b, const Call *call)
{
    Node *place = check_deref(p, call->arguments[0], call->span);
    if (b->kind == BUILTIN_WRITE)
        return check_assign(p, place, call->arguments[1], call->span);
    place->is_lvalue = place->kind == NODE_ERROR;
    return place;
}

static Node *promoted_for_print(Parser *p, Node *argument)
{
    argument = check_value(p, argument);
    if (argument->kind == NODE_TEXT)
        return argument;
    if (argument->type->kind == TYPE_POINTER)
        return check_cast(p, argument, type_scalar(SCALAR_U64), argument->span, true);
    if (!type_is_arithmetic(argument->type))
        return check_error(p, argument->span, "print its members", "printf of a value of type %s",
                           type_text(p->arena, argument->type));
    ScalarType type =
        type_is_float(argument->type) ? SCALAR_F64 : scalar_promote(argument->type->scalar);
    return check_convert(p, argument, type_scalar(type), "the argument");
}

static Node *check_print(Parser *p, const Builtin *b, const Call *call)
{
    Node *items[33];
    if (call->arguments[0]->kind != NODE_TEXT)
        return check_error(p, call->arguments[0]->span, "printf(\"...\", ...)",
                           "the format of %s must be a string literal", b->name);
    for (int i = 1; i < call->count; ++i)
        items[i - 1] = promoted_for_print(p, call->arguments[i]);
    Node *node =
        node_operation(p, OP_PRINT, 0, type_scalar(SCALAR_I32), items, call->count - 1, call->span);
    node->text = call->arguments[0]->text;
    return node;
}

static Node *check_assert(Parser *p, const Call *call)
{
    Span span = call->arguments[0]->span;
    const SourceFile *file = &p->compiler->unit->sources->files[span.file];
    Node *condition = check_condition(p, call->arguments[0]);
    Node *node = node_operation(p, OP_ASSERT, 0, type_void(), &condition, 1, call->span);
    node->text = arena_text(p->arena, file->text + span.start, span.length);
    return node;
}

/* An assertion that fails, by another name. */
static Node *check_trap(Parser *p, const Call *call)
{
    Node *condition = node_constant(p, SCALAR_BOOL, 0, call->span);
    Node *node = node_operation(p, OP_ASSERT, 0, type_void(), &condition, 1, call->span);
    node->text = PROGRAM_TRAP;
    return node;
}

/* __cvta_generic_to_shared gives the 32 bits of an address of shared memory, widened. */
static Node *check_to_shared(Parser *p, const Call *call)
{
    Node *a = check_cast(p, call->arguments[0], type_scalar(SCALAR_U64), call->span, true);
    a = node_operation(p, OP_TO_SHARED, 0, type_scalar(SCALAR_U32), &a, 1, call->span);
    return check_cast(p, a, type_scalar(SCALAR_U64), call->span, false);
}

/* A pointer again; of one that has just been made such a number, the pointer that it was. */
static Node *check_of_shared(Parser *p, const Call *call)
{
    const Node *inner = call->arguments[0];
    while (inner->kind == NODE_CAST && type_is_integer(inner->type))
        inner = inner->a;
    const Type *type = type_pointer(p->arena, type_void());
    if (inner->kind == NODE_OPERATION && inner->op == OP_TO_SHARED)
        return check_cast(p, inner->items[0], type, call->span, true);
    Node *a = check_cast(p, call->arguments[0], type_scalar(SCALAR_U32), call->span, true);
    a = node_operation(p, OP_OF_SHARED, 0, type_scalar(SCALAR_U64), &a, 1, call->span);
    return check_cast(p, a, type, call->span, true);
}

static const Type *vector_of(Parser *p, const char *element, uint32_t count)
{
    const char *name = arena_printf(p->arena, "%s%u", element, count);
    return builtin_type_find(p->compiler, name, (uint32_t)strlen(name));
}

/* __load_matrix(pointer, MatrixMove): ldmatrix. */
static Node *check_load_matrix(Parser *p, const Call *call)
{
    int32_t move = (int32_t)call->arguments[1]->value;
    const Type *row = type_pointer(p->arena, vector_of(p, "uint", 4));
    Node *a = check_cast(p, call->arguments[0], row, call->span, true);
    return node_operation(p, OP_MATRIX, move, vector_of(p, "uint", matrix_count(move)), &a, 1,
                          call->span);
}

/* __store_matrix(pointer, MatrixMove, a word of each matrix): stmatrix. */
static Node *check_store_matrix(Parser *p, const Call *call)
{
    int32_t move = (int32_t)call->arguments[1]->value | MATRIX_TO_ROWS;
    const Type *row = type_pointer(p->arena, vector_of(p, "uint", 4));
    call->arguments[1] = check_cast(p, call->arguments[0], row, call->span, true);
    for (int i = 2; i < call->count; ++i)
        call->arguments[i] =
            check_convert(p, call->arguments[i], type_scalar(SCALAR_U32), "the argument");
    return node_operation(p, OP_MATRIX, move, type_void(), call->arguments + 1, call->count - 1,
                          call->span);
}

/* movmatrix: the rows of one matrix, and these again as columns. */
static Node *check_move_matrix(Parser *p, const Call *call)
{
    Node *a = check_convert(p, call->arguments[0], type_scalar(SCALAR_U32), "the argument");
    return node_operation(p, OP_MATRIX, 1 | MATRIX_TO_ROWS, type_scalar(SCALAR_U32), &a, 1,
                          call->span);
}

/* __mma_sync(shape, words of a, b and c). */
static Node *check_mma(Parser *p, const Call *call)
{
    int32_t imm = (int32_t)call->arguments[0]->value;
    const MmaInfo *mma = &mma_info[imm & ~MMA_SATURATES];
    ScalarType type = mma->cd == SCALAR_F16 ? SCALAR_U32 : (ScalarType)mma->cd;
    int first_c = 1 + mma->a_words + mma->b_words;
    for (int i = 1; i < call->count; ++i)
        call->arguments[i] = check_convert(
            p, call->arguments[i], type_scalar(i < first_c ? SCALAR_U32 : type), "the argument");
    const char *element = type == SCALAR_F32 ? "float" : type == SCALAR_I32 ? "int" : "uint";
    return node_operation(p, OP_MMA, imm, vector_of(p, element, mma->c_words), call->arguments + 1,
                          call->count - 1, call->span);
}

static Node *check_by_kind(Parser *p, const Builtin *b, const Call *call)
{
    switch (b->kind) {
    case BUILTIN_MATH:
    case BUILTIN_VALUE: return check_float(p, b, call);
    case BUILTIN_ANY: return check_any(p, b, call);
    case BUILTIN_BITS: return check_bits(p, b, call);
    case BUILTIN_CONVERT: return check_conversion(p, b, call);
    case BUILTIN_ROUND: return check_round(p, b, call);
    case BUILTIN_COUNT: return check_count(p, b, call);
    case BUILTIN_ATOMIC: return check_atomic(p, b, call);
    case BUILTIN_SHUFFLE:
    case BUILTIN_SHUFFLE_OLD: return check_shuffle_call(p, b, call);
    case BUILTIN_VOTE:
    case BUILTIN_VOTE_OLD: return check_vote(p, b, call);
    case BUILTIN_MATCH:
    case BUILTIN_REDUCE: return check_combine(p, b, call);
    case BUILTIN_BLOCK_VOTE: return check_block_vote(p, b, call);
    case BUILTIN_CLOCK:
        return node_operation(p, OP_CLOCK, 0, type_scalar(SCALAR_I64), NULL, 0, call->span);
    case BUILTIN_ROUNDED: return check_rounded(p, b, call);
    case BUILTIN_CONVERT_ROUNDED: return check_rounded_conversion(p, b, call);
    case BUILTIN_READ:
    case BUILTIN_WRITE: return check_access(p, b, call);
    case BUILTIN_COPY: return check_copy(p, b->name, b->code, call);
    case BUILTIN_COPY_COMMIT:
        return node_operation(p, OP_COPY_COMMIT, 0, type_void(), NULL, 0, call->span);
    case BUILTIN_COPY_WAIT: return check_copy_wait(p, call);
    case BUILTIN_MBARRIER: return check_mbarrier(p, b->code, call);
    case BUILTIN_TO_SHARED: return check_to_shared(p, call);
    case BUILTIN_OF_SHARED: return check_of_shared(p, call);
    case BUILTIN_LOAD_MATRIX: return check_load_matrix(p, call);
    case BUILTIN_STORE_MATRIX: return check_store_matrix(p, call);
    case BUILTIN_MOVE_MATRIX: return check_move_matrix(p, call);
    case BUILTIN_MMA: return check_mma(p, call);
    case BUILTIN_PRINT: return check_print(p, b, call);
    case BUILTIN_ASSERT: return check_assert(p, call);
    case BUILTIN_TRAP: return check_trap(p, call);
    case BUILTIN_GROUP: return group_make(p, b->code, call->span);
    case BUILTIN_PARTITION: return group_partition(p, call);
    case BUILTIN_GROUP_SYNC: return group_sync(p, call->arguments[0], call->span);
    default: return check_sync(p, b, call);
    }
}

/* make_float4 and its kin: the type's name after make_. */
static Node *check_make(Parser *p, const Token *name, const Call *call)
{
    if (name->length < 8 || memcmp(name->text, "make_", 5) != 0)
        return NULL;
    const Type *type = builtin_type_find(p->compiler, name->text + 5, name->length - 5);
    if (!type || type->kind != TYPE_STRUCT)
        return NULL;
    if (call->count != type->field_count)
        return check_error(p, call->span, NULL, "%s takes %d values, not %d",
                           parse_token_text(p, name), type->field_count, call->count);
    return check_construct(p, type, call->arguments, call->count, call->span);
}

Node *check_builtin_call(Parser *p, const Token *name, const Call *call)
{
    const Builtin *b = find_builtin(name->text, name->length);
    if (!b)
        return check_make(p, name, call);
    if (call->count < b->minimum || call->count > b->maximum)
        return check_error(p, call->span, NULL, "%s takes %d argument%s, not %d", b->name,
                           b->minimum, b->minimum == 1 ? "" : "s", call->count);
    if (b->kind != BUILTIN_PRINT)
        for (int i = 0; i < call->count; ++i) {
            call->arguments[i] = check_value(p, call->arguments[i]);
            if (call->arguments[i]->kind == NODE_LIST)
                return bad_argument(p, b, call->arguments[i]);
        }
    return check_by_kind(p, b, call);
}

static Node *special_node(Parser *p, SpecialKind special, const char *type_name, Span span)
{
    Node *items[3];
    for (int axis = 0; axis < 3; ++axis) {
        items[axis] = node_new(p, NODE_SPECIAL, type_scalar(SCALAR_U32), span);
        items[axis]->special = special;
        items[axis]->axis = (uint8_t)axis;
    }
    const Type *type = builtin_type_find(p->compiler, type_name, (uint32_t)strlen(type_name));
    return check_construct(p, type, items, 3, span);
}

Node *check_special(Parser *p, const Token *name)
{
    static const struct {
        const char *name, *type;
        SpecialKind special;
    } specials[] = {{"threadIdx", "uint3", SPECIAL_THREAD},
                    {"blockIdx", "uint3", SPECIAL_BLOCK},
                    {"blockDim", "dim3", SPECIAL_BLOCK_DIM},
                    {"gridDim", "dim3", SPECIAL_GRID_DIM}};
    for (size_t i = 0; i < sizeof specials / sizeof *specials; ++i)
        if (token_is(name, specials[i].name))
            return special_node(p, specials[i].special, specials[i].type, name->span);
    if (token_is(name, "warpSize"))
        return node_constant(p, SCALAR_I32, 32, name->span);
    return NULL;
}
