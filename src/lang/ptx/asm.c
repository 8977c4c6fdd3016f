/* The asm statement: asm volatile("text" : outputs : inputs : clobbers); ptx.c reads its text. */
#include "lang/ptx/asm.h"
#include "lang/check/check.h"
#include "lang/parse/expression.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- the statement ---- */

/* The content of a string literal, its escapes resolved: of those that PTX has any use for. */
static const char *string_content(Parser *p, const Token *token)
{
    const char *text = token->text, *end = text + token->length - 1;
    while (text < end && *text != '"')
        ++text;
    char *out = arena_alloc(p->arena, token->length + 1), *at = out;
    for (++text; text < end; ++text) {
        bool is_escape = *text == '\\' && text + 1 < end;
        char c = is_escape ? *++text : *text;
        *at++ = !is_escape ? c : c == 'n' ? '\n' : c == 't' || c == 'r' ? ' ' : c;
    }
    *at = 0;
    return out;
}

/* Neighbouring literals are one text. */
static const char *read_text(Parser *p)
{
    const char *text = "";
    if (parse_peek(p)->kind != TOKEN_STRING)
        parse_error(p, parse_peek(p)->span, NULL, "the text of asm is expected here");
    while (parse_peek(p)->kind == TOKEN_STRING) {
        text = arena_printf(p->arena, "%s%s", text, string_content(p, parse_peek(p)));
        p->at++;
    }
    return text;
}

static void read_operand(Parser *p, AsmOperand *operand, bool is_output)
{
    if (parse_at(p, "[")) /* a name, which PTX never uses */
        parse_skip_balanced(p);
    const Token *constraint = parse_peek(p);
    const char *letters = constraint->kind == TOKEN_STRING ? string_content(p, constraint) : "";
    *operand = (AsmOperand){.is_output = is_output, .is_read = !is_output || *letters == '+'};
    while (*letters && !isalpha((unsigned char)*letters))
        ++letters;
    operand->letter = *letters;
    if (!operand->letter || !strchr("rlfdhnC", operand->letter)) {
        parse_error(p, constraint->span, "r, l, f, d, h or n",
                    "this constraint of an operand is not supported");
        return;
    }
    p->at++;
    operand->begin = p->at + 1;
    if (parse_at(p, "("))
        parse_skip_balanced(p);
    else
        parse_expect(p, "(", "after the constraint");
    operand->end = p->at - 1;
}

/* The lists behind the colons; the third one, of clobbers, is passed by. */
static int read_operands(Parser *p, AsmOperand operands[ASM_OPERANDS])
{
    int count = 0, list = 0;
    while (!p->is_broken && !parse_at(p, ")") && parse_peek(p)->kind != TOKEN_END) {
        if (parse_accept(p, ":"))
            ++list;
        else if (parse_accept(p, "::"))
            list += 2;
        else if (parse_accept(p, ","))
            continue;
        else if (list < 1 || list > 2)
            p->at++;
        else if (count < ASM_OPERANDS)
            read_operand(p, &operands[count++], list == 1);
        else
            parse_error(p, parse_peek(p)->span, NULL, "asm with too many operands");
    }
    return count;
}

/* ---- what is written ---- */

static void add_token(AsmWriter *w, Token token)
{
    *ARENA_PUSH(w->parser->arena, w->tokens, w->count, w->capacity) = token;
}

static void add_piece(AsmWriter *w, const char *text, size_t length)
{
    const char *copy = arena_text(w->parser->arena, text, length);
    TokenList list = lex_text(w->parser->arena, copy, (uint32_t)length, w->span.file);
    for (int i = 0; i < list.count; ++i) {
        list.items[i].span = w->span;
        add_token(w, list.items[i]);
    }
}

static void add_operand(AsmWriter *w, int number)
{
    const AsmOperand *operand = &w->operands[number];
    add_piece(w, "(", 1);
    for (int i = operand->begin; i < operand->end; ++i)
        add_token(w, w->parser->tokens[i]);
    add_piece(w, ")", 1);
}

void asm_write(AsmWriter *w, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    char text[4096];
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    for (const char *at = text; *at;) {
        size_t plain = strcspn(at, "$");
        add_piece(w, at, plain);
        at += plain;
        if (*at == '$') {
            int number = 0;
            for (++at; isdigit((unsigned char)*at); ++at)
                number = number * 10 + (*at - '0');
            add_operand(w, number);
        }
    }
}

static const char *type_of_letter(char letter)
{
    switch (letter) {
    case 'l': return "unsigned long long";
    case 'f': return "float";
    case 'd': return "double";
    case 'h': return "unsigned short";
    case 'n': return "int";
    default: return "unsigned";
    }
}

/* Variables that stand for the operands, so that each expression is evaluated once. */
static void declare_operands(AsmWriter *w)
{
    for (int i = 0; i < w->operand_count; ++i) {
        const AsmOperand *operand = &w->operands[i];
        const char *type = type_of_letter(operand->letter);
        if (operand->letter == 'n')
            continue;
        if (!operand->is_read)
            asm_write(w, "%s " ASM_OPERAND "%d;", type, i);
        else if (operand->letter == 'l' && !operand->is_output)
            asm_write(w, "auto " ASM_OPERAND "%d = $%d;", i, i);
        else
            asm_write(w, "%s " ASM_OPERAND "%d = (%s)$%d;", type, i, type, i);
    }
}

static void store_operands(AsmWriter *w)
{
    for (int i = 0; i < w->operand_count; ++i)
        if (w->operands[i].is_output)
            asm_write(w, "$%d = " ASM_OPERAND "%d;", i, i);
}

/* Operand number %n as CUDA C. */
static const char *numbered(AsmWriter *w, const char *word, const char **type)
{
    int number = 0;
    for (const char *at = word + 1; isdigit((unsigned char)*at); ++at)
        number = number * 10 + (*at - '0');
    if (number >= w->operand_count) {
        asm_refuse(w, word);
        return NULL;
    }
    const AsmOperand *operand = &w->operands[number];
    *type = type_of_letter(operand->letter);
    if (operand->letter == 'l' && !operand->is_output)
        *type = "auto";
    if (w->is_direct || operand->letter == 'n')
        return arena_printf(w->parser->arena, "$%d", number);
    return arena_printf(w->parser->arena, ASM_OPERAND "%d", number);
}

static const char *special_register(const char *name, const char **type)
{
#define RANK "(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z))"
    static const char *const names[][2] = {
        {"laneid", "(" RANK " & 31u)"},
        {"warpid", "(" RANK " >> 5)"},
        {"nwarpid", "64u"},
        {"smid", "((blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % 132u)"},
        {"nsmid", "132u"},
        {"tid.x", "threadIdx.x"},
        {"tid.y", "threadIdx.y"},
        {"tid.z", "threadIdx.z"},
        {"ntid.x", "blockDim.x"},
        {"ntid.y", "blockDim.y"},
        {"ntid.z", "blockDim.z"},
        {"ctaid.x", "blockIdx.x"},
        {"ctaid.y", "blockIdx.y"},
        {"ctaid.z", "blockIdx.z"},
        {"nctaid.x", "gridDim.x"},
        {"nctaid.y", "gridDim.y"},
        {"nctaid.z", "gridDim.z"},
        {"lanemask_lt", "((1u << (" RANK " & 31u)) - 1u)"},
        {"lanemask_eq", "(1u << (" RANK " & 31u))"},
        {"lanemask_le", "((2u << (" RANK " & 31u)) - 1u)"},
        {"clock", "((unsigned)clock64())"},
        {"clock64", "((unsigned long long)clock64())"},
        {"globaltimer", "((unsigned long long)clock64())"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i][0], name) == 0) {
            bool is_long = strcmp(name, "clock64") == 0 || strcmp(name, "globaltimer") == 0;
            *type = is_long ? "unsigned long long" : "unsigned";
            return names[i][1];
        }
    return NULL;
}

/* 12, 0x1f, 0f3F800000, 0d..., and floats as C writes them. */
static const char *literal(AsmWriter *w, const char *word, const char **type)
{
    if (word[0] == '0' && (word[1] == 'f' || word[1] == 'F') && strlen(word) == 10) {
        *type = "float";
        return arena_printf(w->parser->arena, "__uint_as_float(0x%su)", word + 2);
    }
    bool is_hex = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    *type = !is_hex && strpbrk(word, ".eE") ? "double" : "literal";
    return arena_printf(w->parser->arena, "(%s)", word);
}

const char *ptx_operand(AsmWriter *w, const char *word, const char **type)
{
    const char *name = word[0] == '%' ? word + 1 + (word[1] == '%') : word;
    if (word[0] == '%' && isdigit((unsigned char)word[1]))
        return numbered(w, word, type);
    if (isdigit((unsigned char)*word) || *word == '-')
        return literal(w, word, type);
    for (const AsmRegister *r = w->registers; r; r = r->next)
        if (strcmp(r->name, name) == 0) {
            *type = r->type;
            return arena_printf(w->parser->arena, "__reg_%s", name);
        }
    const char *special = word[0] == '%' ? special_register(name, type) : NULL;
    if (!special)
        asm_refuse(w, word);
    return special;
}

void asm_refuse(AsmWriter *w, const char *what)
{
    static const char *const hopper[] = {"wgmma",
                                         "tcgen05",
                                         "cp.async.bulk",
                                         "cp.reduce",
                                         "mbarrier.expect_tx",
                                         "mbarrier.complete_tx",
                                         "mbarrier.arrive.expect_tx",
                                         "mapa",
                                         "barrier.cluster",
                                         "elect",
                                         "setmaxnreg",
                                         "fence.proxy",
                                         "multimem",
                                         "prefetch.tensormap",
                                         "tensormap",
                                         "clusterlaunchcontrol",
                                         NULL};
    if (w->is_bad)
        return;
    w->is_bad = true;
    bool is_hopper = strstr(what, "::cluster") || strncmp(what, "%cluster", 8) == 0;
    for (const char *const *name = hopper; *name; ++name)
        is_hopper |= strncmp(what, *name, strlen(*name)) == 0;
    if (is_hopper)
        check_error(w->parser, w->span, "write it for sm_80: ldmatrix, mma.sync, cp.async",
                    "Hopper's %s is not emulated", what);
    else
        check_error(w->parser, w->span, "write the operation in CUDA C",
                    "inline PTX: %s is not supported", what);
}

/* Reads the tokens that were written in place of the statement. */
static Stmt *read_written(AsmWriter *w)
{
    Parser *p = w->parser;
    const Token *tokens = p->tokens;
    int count = p->token_count, at = p->at, end = p->end;
    add_token(w, (Token){.kind = TOKEN_END, .text = "", .span = w->span});
    add_token(w, (Token){.kind = TOKEN_END, .text = "", .span = w->span});
    p->tokens = w->tokens;
    p->token_count = p->end = w->count - 2;
    p->at = 0;
    int left_out = p->left_out++; /* its lines cannot be switched off one by one */
    Stmt *stmt = parse_block(p);
    p->left_out = left_out;
    p->tokens = tokens;
    p->token_count = count;
    p->at = at;
    p->end = end;
    return stmt;
}

Stmt *parse_asm(Parser *p)
{
    int begin = p->at++;
    AsmOperand operands[ASM_OPERANDS];
    while (parse_accept(p, "volatile") || parse_accept(p, "__volatile__"))
        ;
    parse_expect(p, "(", "after asm");
    const char *text = p->is_broken ? "" : read_text(p);
    int count = read_operands(p, operands);
    parse_expect(p, ")", "after the operands of asm");
    AsmWriter w = {.parser = p,
                   .span = parse_span_from(p, begin),
                   .operands = operands,
                   .operand_count = count};
    parse_expect(p, ";", "after asm");
    if (p->is_broken)
        return stmt_new(p, STMT_EMPTY, w.span, NULL);
    w.is_direct = ptx_count(text) == 1;
    asm_write(&w, "{");
    if (!w.is_direct)
        declare_operands(&w);
    ptx_write_text(&w, text);
    if (!w.is_direct)
        store_operands(&w);
    asm_write(&w, "}");
    if (w.is_bad)
        return stmt_new(p, STMT_EMPTY, w.span, NULL);
    Stmt *stmt = read_written(&w);
    stmt->span = w.span;
    return stmt;
}
