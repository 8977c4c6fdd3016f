/* The text of printf, one conversion at a time: each is handed to the C library with the value made
 * to fit it, so that a format that lies about its arguments prints nonsense but never more. */
#include "probe/sentences/print.h"

#include "vm/lanes/half.h"
#include "vm/walk.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH_LIMIT = 200, LETTERS_LIMIT = 4096 }; /* of a field and its precision; of a string */

typedef struct Printer {
    Arena *arena;
    const PrintMoment *moment;
    const PrintCall *call;
    uint32_t thread;
    int next; /* operand */
    const char *at;
    const char *text;
} Printer;

static void append(Printer *p, const char *text, size_t length)
{
    p->text = arena_printf(p->arena, "%s%.*s", p->text, (int)length, text);
}

/* ---- values ---- */

static double real_of(ScalarType type, uint64_t bits)
{
    float single;
    double number;
    memcpy(&single, &bits, sizeof single);
    memcpy(&number, &bits, sizeof number);
    switch (type) {
    case SCALAR_F16: return half_to_double((uint32_t)bits);
    case SCALAR_BF16: return bfloat_to_double((uint32_t)bits);
    case SCALAR_F32: return (double)single;
    case SCALAR_F64: return number;
    case SCALAR_U64: return (double)bits;
    case SCALAR_I64: return (double)(int64_t)bits;
    default: break;
    }
    return scalar_is_signed(type) ? (double)(int32_t)bits : (double)(uint32_t)bits;
}

static long long integer_of(ScalarType type, uint64_t bits)
{
    if (scalar_is_float(type)) {
        double number = real_of(type, bits);
        return number > -0x1p63 && number < 0x1p63 ? (long long)number : 0;
    }
    if (scalar_size_bytes(type) == 8)
        return (long long)bits;
    return (int32_t)bits;
}

static uint64_t next_value(Printer *p, ScalarType *type)
{
    *type = SCALAR_I32;
    if (p->next >= p->call->count)
        return 0;
    *type = p->call->types[p->next];
    return machine_value(p->moment->machine, p->call->operands[p->next++], *type, p->thread);
}

/* ---- conversions ---- */

/* A number of the format, or * for the next operand; -1 if there is none. */
static int read_format_number(Printer *p)
{
    long value = -1;
    if (*p->at == '*') {
        ScalarType type;
        uint64_t bits = next_value(p, &type);
        value = (long)integer_of(type, bits);
        ++p->at;
    } else if (*p->at >= '0' && *p->at <= '9') {
        char *end;
        value = strtol(p->at, &end, 10);
        p->at = end;
    }
    return value > WIDTH_LIMIT ? WIDTH_LIMIT : value < 0 ? -1 : (int)value;
}

/* "%-08.3" from what stands behind the %, up to the conversion letter. */
static const char *specification(Printer *p)
{
    size_t flags = strspn(p->at, "-+ #0");
    const char *text = arena_printf(p->arena, "%%%.*s", (int)(flags < 5 ? flags : 5), p->at);
    p->at += flags;
    int width = read_format_number(p);
    if (width >= 0)
        text = arena_printf(p->arena, "%s%d", text, width);
    if (*p->at == '.') {
        ++p->at;
        int precision = read_format_number(p);
        text = arena_printf(p->arena, "%s.%d", text, precision < 0 ? 0 : precision);
    }
    p->at += strspn(p->at, "hlLqjzt");
    return text;
}

/* The string that a register stands for or points to, or "?". */
static const char *string_of(const Printer *p, uint64_t bits)
{
    const PrintMoment *m = p->moment;
    uint64_t index = bits - TEXT_ADDRESS;
    if (index < (uint64_t)m->program->text_count)
        return m->program->texts[index];
    if (!bits)
        return "(null)";
    const char *letters = machine_letters(p->arena, m->program, m->launch, m->memory, m->machine,
                                          p->thread, bits, LETTERS_LIMIT);
    return letters ? letters : "?";
}

static bool is_letter(long long code)
{
    return (code >= ' ' && code != 127 && code < 256) || code == '\n' || code == '\t';
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static const char *convert(Printer *p, const char *before, char letter)
{
    ScalarType type;
    uint64_t bits = next_value(p, &type);
    bool is_narrow = !scalar_is_float(type) && scalar_size_bytes(type) < 8;
    long long integer = integer_of(type, bits);
    if (strchr("di", letter))
        return arena_printf(p->arena, arena_printf(p->arena, "%slld", before),
                            type == SCALAR_U32 ? (long long)(int32_t)bits : integer);
    if (strchr("uxXo", letter))
        return arena_printf(p->arena, arena_printf(p->arena, "%sll%c", before, letter),
                            is_narrow ? (long long)(uint32_t)bits : integer);
    if (strchr("fFeEgGaA", letter))
        return arena_printf(p->arena, arena_printf(p->arena, "%s%c", before, letter),
                            real_of(type, bits));
    if (letter == 'c')
        return arena_printf(p->arena, arena_printf(p->arena, "%sc", before),
                            is_letter(integer & 255) ? (char)integer : '?');
    if (letter == 's')
        return arena_printf(p->arena, arena_printf(p->arena, "%ss", before), string_of(p, bits));
    if (letter == 'p')
        return arena_printf(p->arena, "0x%llx", integer);
    return "?";
}
#pragma GCC diagnostic pop

static void conversion(Printer *p)
{
    ++p->at;
    if (*p->at == '%') {
        append(p, p->at++, 1);
        return;
    }
    const char *before = specification(p);
    if (!*p->at)
        return;
    const char *text = convert(p, before, *p->at++);
    append(p, text, strlen(text));
}

const char *print_lane_text(Arena *arena, const PrintMoment *moment, const Step *step,
                            uint32_t lane)
{
    const PrintCall *call = &moment->program->prints[step->instr->imm];
    Printer p = {.arena = arena,
                 .moment = moment,
                 .call = call,
                 .thread = step->warp * WARP_LANES + lane,
                 .at = call->format,
                 .text = ""};
    while (*p.at) {
        size_t plain = strcspn(p.at, "%");
        append(&p, p.at, plain);
        p.at += plain;
        if (*p.at)
            conversion(&p);
    }
    return p.text;
}

/* ---- a whole launch ---- */

typedef struct Collector {
    Arena *arena;
    Printed *items;
    int count, capacity, limit;
} Collector;

static bool is_full(const Collector *c)
{
    return c->count >= c->limit;
}

static void collect_step(Collector *c, const PrintMoment *moment, const Step *step)
{
    for (uint32_t lane = 0; lane < WARP_LANES && !is_full(c); ++lane)
        if (step->active >> lane & 1)
            *ARENA_PUSH(c->arena, c->items, c->count, c->capacity) =
                (Printed){step->block, step->warp * WARP_LANES + lane, step->instr->own_line,
                          print_lane_text(c->arena, moment, step, lane)};
}

/* Up to limit texts, as far as so many steps go; 0: to the end. */
static Printout collect(Arena *arena, const Program *program, const Launch *launch, int limit,
                        uint64_t steps)
{
    const char *reason;
    Collector c = {.arena = arena, .limit = limit};
    Walk walk;
    Step step;
    if (!program->print_count)
        return (Printout){0};
    bool is_open = walk_open(&walk, program, launch, &reason);
    if (steps)
        walk.steps_left = steps - 1;
    while (is_open && !is_full(&c) && walk_next(&walk, &step))
        if (walk.event == WALK_STEP && step.instr->op == OP_PRINT && !step.fault)
            collect_step(&c, &(PrintMoment){program, launch, walk.memory, walk.machine}, &step);
    walk_close(&walk);
    return (Printout){c.items, c.count, !is_open || is_full(&c) || walk.is_cut};
}

Printout print_collect(Arena *arena, const Program *program, const Launch *launch)
{
    return collect(arena, program, launch, PRINT_LIMIT, PRINT_STEP_LIMIT);
}

Printout print_collect_all(Arena *arena, const Program *program, const Launch *launch)
{
    return collect(arena, program, launch, PRINT_FIFO_TEXTS, 0);
}
