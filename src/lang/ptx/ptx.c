/* A text of PTX: braces, .reg, predicates, and instructions with their operands. */
#include "lang/ptx/asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    for (;;) {
        while (isspace((unsigned char)*at))
            ++at;
        if (strncmp(at, "//", 2) == 0)
            at += strcspn(at, "\n");
        else if (strncmp(at, "/*", 2) == 0 && strstr(at + 2, "*/"))
            at = strstr(at + 2, "*/") + 2;
        else
            return at;
    }
}

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || strchr("_$.%:", c);
}

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (at[length] && is_name_byte(at[length]))
        ++length;
    return length;
}

int ptx_count(const char *text)
{
    int count = 0;
    for (const char *at = skip_blanks(text); *at; at = skip_blanks(at)) {
        if (*at == '{' || *at == '}' || *at == ';') {
            ++at;
            continue;
        }
        count += 1 + (*at == '.' || *at == '@'); /* these need variables */
        at += strcspn(at, ";");
    }
    return count;
}

static const char *take_name(AsmWriter *w, const char **at)
{
    *at = skip_blanks(*at);
    size_t length = name_length(*at);
    const char *name = arena_text(w->parser->arena, *at, length);
    *at += length;
    return name;
}

static const char *register_type(const char *type)
{
    static const char *const types[][2] = {{".pred", "bool"},
                                           {".b16", "unsigned short"},
                                           {".u16", "unsigned short"},
                                           {".s16", "unsigned short"},
                                           {".f16", "unsigned short"},
                                           {".bf16", "unsigned short"},
                                           {".b32", "unsigned"},
                                           {".u32", "unsigned"},
                                           {".s32", "unsigned"},
                                           {".f16x2", "unsigned"},
                                           {".b8", "unsigned short"},
                                           {".u8", "unsigned short"},
                                           {".f32", "float"},
                                           {".f64", "double"},
                                           {".b64", "unsigned long long"},
                                           {".u64", "unsigned long long"},
                                           {".s64", "unsigned long long"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strcmp(types[i][0], type) == 0)
            return types[i][1];
    return NULL;
}

static void declare_register(AsmWriter *w, const char *name, const char *type)
{
    AsmRegister *r = ARENA_NEW(w->parser->arena, AsmRegister);
    *r = (AsmRegister){name, type, w->registers};
    w->registers = r;
    asm_write(w, "%s __reg_%s;", type, name);
}

/* .reg .u32 a, b; or .reg .b32 r<4>; */
static const char *declare_registers(AsmWriter *w, const char *at)
{
    const char *type = register_type(take_name(w, &at));
    do {
        const char *name = take_name(w, &at);
        while (*name == '%')
            ++name;
        at = skip_blanks(at);
        if (!type || !*name) {
            asm_refuse(w, ".reg");
            return at + strlen(at);
        }
        if (*at != '<')
            declare_register(w, name, type);
        else {
            int count = atoi(at + 1);
            for (int i = 0; i < count && i < 64; ++i)
                declare_register(w, arena_printf(w->parser->arena, "%s%d", name, i), type);
            at = skip_blanks(at + strcspn(at, ">") + 1);
        }
    } while (*at == ',' && *++at);
    return at;
}

/* The operands up to the semicolon: words, {a, b} and [a + 4], without blanks. */
static const char *take_operands(AsmWriter *w, const char *at)
{
    w->arg_count = 0;
    while (*(at = skip_blanks(at)) && *at != ';') {
        char *out = arena_alloc(w->parser->arena, strlen(at) + 1), *end = out;
        int depth = 0;
        for (; *at && *at != ';' && (depth || (*at != ',' && *at != '}')); ++at) {
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
            if (!isspace((unsigned char)*at))
                *end++ = *at;
        }
        *end = 0;
        if (w->arg_count == 16) {
            asm_refuse(w, w->name);
            return at + strlen(at);
        }
        w->args[w->arg_count++] = out;
        if (*at != ',')
            break;
        ++at;
    }
    return at;
}

/* @p or @!p: gives the place behind it; what follows runs if it holds. */
static const char *write_guard(AsmWriter *w, const char *at)
{
    const char *type;
    bool is_not = at[1] == '!';
    at += 1 + is_not;
    const char *name = ptx_operand(w, take_name(w, &at), &type);
    if (name)
        asm_write(w, "if (%s%s) {", is_not ? "!" : "", name);
    return at;
}

static const char *write_statement(AsmWriter *w, const char *at)
{
    bool is_guarded = *at == '@';
    if (is_guarded)
        at = write_guard(w, at);
    const char *begin = skip_blanks(at);
    w->name = take_name(w, &at);
    if (!*w->name) {
        asm_refuse(w, arena_text(w->parser->arena, begin, strcspn(begin, ";\n")));
        return at + strlen(at);
    }
    if (strcmp(w->name, ".reg") == 0)
        return declare_registers(w, at);
    at = take_operands(w, at);
    if (w->name[strlen(w->name) - 1] == ':' || *w->name == '.')
        asm_refuse(w, w->name);
    else
        ptx_write_instruction(w);
    if (is_guarded)
        asm_write(w, "}");
    return at;
}

/* A name and the colon behind it; its length, or 0. Names of PTX have colons inside, too. */
static size_t label_length(const char *at)
{
    size_t length = name_length(at);
    return length > 1 && at[length - 1] == ':' && at[length - 2] != ':' ? length : 0;
}

static bool jumps_to(AsmWriter *w, const char *at, const char *label)
{
    const char *op = take_name(w, &at);
    bool is_jump = strcmp(op, "bra") == 0 || strncmp(op, "bra.", 4) == 0;
    return is_jump && strcmp(take_name(w, &at), label) == 0;
}

static const char *behind_semicolon(const char *at)
{
    at += strcspn(at, ";");
    return skip_blanks(at + (*at == ';'));
}

/* The loops in which mbarriers are waited for, and no other jumps:
 *     AGAIN: instruction p; @!p bra AGAIN;
 *     AGAIN: instruction p; @p bra DONE; bra AGAIN; DONE: */
static const char *write_loop(AsmWriter *w, const char *at)
{
    const char *again = arena_text(w->parser->arena, at, label_length(at) - 1), *type;
    asm_write(w, "for (;;) {");
    at = write_statement(w, skip_blanks(at + label_length(at)));
    at = skip_blanks(at + (*at == ';'));
    bool is_not = at[0] == '@' && at[1] == '!';
    if (*at != '@') {
        asm_refuse(w, arena_printf(w->parser->arena, "%s:", again));
        return at + strlen(at);
    }
    at += 1 + is_not;
    const char *name = ptx_operand(w, take_name(w, &at), &type);
    asm_write(w, "if (%s%s) break; }", is_not == jumps_to(w, at, again) ? "" : "!",
              name ? name : "0");
    if (jumps_to(w, at, again))
        return behind_semicolon(at);
    const char *next = behind_semicolon(at), *done = take_name(w, &at);
    done = take_name(w, &at);
    at = jumps_to(w, next, again) ? behind_semicolon(next) : "";
    size_t length = label_length(at);
    if (!length || strncmp(at, done, length - 1) != 0 || done[length - 1])
        asm_refuse(w, arena_printf(w->parser->arena, "%s:", again));
    return at + length;
}

void ptx_write_text(AsmWriter *w, const char *text)
{
    int depth = 0;
    for (const char *at = skip_blanks(text); *at && !w->is_bad; at = skip_blanks(at)) {
        if (*at == ';')
            ++at;
        else if (label_length(at))
            at = write_loop(w, at);
        else if (*at == '{' || (*at == '}' && depth > 0)) {
            depth += *at == '{' ? 1 : -1;
            asm_write(w, "%c", *at++);
        } else if (*at == '}')
            asm_refuse(w, "}");
        else
            at = write_statement(w, at);
    }
    if (depth && !w->is_bad)
        asm_refuse(w, "{");
}
