/* Inline PTX. An asm statement is written down in CUDA C, as tokens that stand for it, and these
 * are read in its place: its operands are what the statement says, registers of PTX are variables,
 * and each instruction becomes a statement that means the same. */
#pragma once

#include "lang/parse/parser.h"

enum { ASM_OPERANDS = 64 };

/* An operand of the statement: "=r"(x). */
typedef struct AsmOperand {
    char letter; /* of its constraint: r, l, f, d, h, n */
    bool is_output, is_read;
    int begin, end; /* its expression: tokens of the parser */
} AsmOperand;

/* What is made of a statement. */
typedef struct AsmWriter {
    Parser *parser;
    Span span; /* of the statement: where all that is written stands */
    const AsmOperand *operands;
    int operand_count;
    bool is_direct; /* operands stand for themselves: there is one instruction */
    bool is_bad;    /* something was refused, and told */
    Token *tokens;
    int count, capacity;
    /* The instruction that is written. */
    const char *name;     /* "ld.shared.v4.f32" */
    const char *args[16]; /* operands as they are written */
    int arg_count;
    struct AsmRegister *registers; /* declared in the text, the last one first */
} AsmWriter;

/* A register declared by .reg. */
typedef struct AsmRegister {
    const char *name;
    const char *type; /* of the variable that stands for it, in CUDA C */
    struct AsmRegister *next;
} AsmRegister;

/* Adds a piece of CUDA C, in which $0, $1 ... are operands of the statement, in parentheses. */
void asm_write(AsmWriter *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports that the text cannot be read: `what` is the word at which it fails. */
void asm_refuse(AsmWriter *w, const char *what);

/* Writes all of a text of PTX (ptx.c), and its instruction w->name with its operands (ptx_write.c).
 */
void ptx_write_text(AsmWriter *w, const char *text);
void ptx_write_instruction(AsmWriter *w);

/* How many instructions a text has. */
int ptx_count(const char *text);

/* The word of an operand as CUDA C, and the type of the variable that it is; NULL, and refused, if
 * it is none. */
const char *ptx_operand(AsmWriter *w, const char *word, const char **type);

/* At asm: reads it. */
Stmt *parse_asm(Parser *p);
