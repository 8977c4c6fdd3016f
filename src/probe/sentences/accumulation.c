/* The numbers are those of the record; the names are where they were loaded from. */
#include "probe/sentences/accumulation.h"

#include "probe/sentences/place.h"
#include "probe/sentences/sentence.h"

#include <string.h>

typedef struct Teller {
    Arena *arena;
    Language language;
    const Program *program;
    const Launch *launch;
    const Accumulated *told;
} Teller;

static const char *term_number(Arena *arena, const Launch *launch, ScalarType type, uint64_t bits)
{
    return machine_value_text(arena, launch, type, bits, false);
}

/* A number that stands behind a sign: negative ones in brackets. */
static const char *bracketed(Arena *arena, const Launch *launch, ScalarType type, uint64_t bits)
{
    const char *text = term_number(arena, launch, type, bits);
    return *text == '-' ? arena_printf(arena, "(%s)", text) : text;
}

const char *accumulation_numbers(Arena *arena, const Launch *launch, const Accumulated *told)
{
    ScalarType type = told->item->type;
    AccumulationKind kind = told->item->kind;
    const char *old = term_number(arena, launch, type, told->old);
    const char *now = term_number(arena, launch, type, told->now);
    if (!told->is_x_known)
        return arena_printf(arena, "%s → %s", old, now);
    const char *x = bracketed(arena, launch, type, told->x);
    if (kind == ACCUMULATION_MAXIMUM || kind == ACCUMULATION_MINIMUM)
        return arena_printf(arena, "%s(%s, %s) = %s", kind == ACCUMULATION_MAXIMUM ? "max" : "min",
                            old, term_number(arena, launch, type, told->x), now);
    if (kind == ACCUMULATION_FACTOR)
        return arena_printf(arena, "%s · %s = %s", old, x, now);
    const char *sign = told->item->is_minus ? "-" : "+";
    if (kind == ACCUMULATION_SUM)
        return arena_printf(arena, "%s %s %s = %s", old, sign, x, now);
    return arena_printf(arena, "%s %s %s · %s = %s", old, sign, x,
                        bracketed(arena, launch, type, told->y), now);
}

/* ---- in words ---- */

/* "Mds[1][0]", "N[2][3]", or the number. */
static const char *term_name(const Teller *teller, uint64_t bits, const Origin *from)
{
    if (from->shared != ORIGIN_NOT_SHARED)
        return sentence_shared_place(teller->arena, teller->program, teller->launch, from->shared);
    if (from->kind == ORIGIN_GLOBAL)
        return sentence_global_place(teller->arena, teller->language, teller->launch, from->at);
    return term_number(teller->arena, teller->launch, teller->told->item->type, bits);
}

/* The source's name of the variable, or the word of memory. */
static const char *accumulator_name(const Teller *teller)
{
    const Accumulation *item = teller->told->item;
    uint64_t word = teller->told->word;
    if (item->slot != OPERAND_NONE)
        return teller->program->variables[item->variable].name;
    if (!word)
        return language_pick(teller->language, "a word of memory", "一个内存单元");
    return place_text(teller->arena, teller->program, teller->launch, address_space(word),
                      (int)address_object(word), address_offset_bytes(word),
                      scalar_size_bytes(item->type));
}

static const char *terms(const Teller *teller)
{
    const Accumulated *told = teller->told;
    if (!told->is_x_known)
        return language_pick(teller->language, "a number", "一个数");
    const char *x = term_name(teller, told->x, &told->x_from);
    if (told->item->kind != ACCUMULATION_PRODUCT)
        return x;
    return arena_printf(teller->arena, "%s · %s", x, term_name(teller, told->y, &told->y_from));
}

const char *accumulation_sentence(Arena *arena, Language language, const Program *program,
                                  const Launch *launch, uint32_t thread, const Accumulated *told)
{
    Teller teller = {arena, language, program, launch, told};
    const char *who = language_printf(arena, language, "Thread %s", "线程 %s ",
                                      sentence_coordinates(arena, thread, launch->block));
    const char *x = terms(&teller), *sum = accumulator_name(&teller),
               *numbers = accumulation_numbers(arena, launch, told);
#define TELL(en, zh) language_printf(arena, language, en, zh, who, x, sum, numbers)
    switch (told->item->kind) {
    case ACCUMULATION_MAXIMUM:
        return TELL("%1$s keeps the larger of %3$s and %2$s: %4$s.",
                    "%1$s保留 %3$s 与 %2$s 中较大的：%4$s。");
    case ACCUMULATION_MINIMUM:
        return TELL("%1$s keeps the smaller of %3$s and %2$s: %4$s.",
                    "%1$s保留 %3$s 与 %2$s 中较小的：%4$s。");
    case ACCUMULATION_FACTOR:
        return TELL("%1$s multiplies %3$s by %2$s: %4$s.", "%1$s把 %3$s 乘以 %2$s：%4$s。");
    default: break;
    }
    return told->item->is_minus
               ? TELL("%1$s takes %2$s from %3$s: %4$s.", "%1$s从 %3$s 减去 %2$s：%4$s。")
               : TELL("%1$s adds %2$s to %3$s: %4$s.", "%1$s把 %2$s 加到 %3$s：%4$s。");
#undef TELL
}

/* ---- a whole sum ---- */

static AccumulationKind sum_kind(const Sum *sum)
{
    return sum->term_count ? sum->terms[0].told.item->kind : ACCUMULATION_SUM;
}

static bool is_choice(AccumulationKind kind)
{
    return kind == ACCUMULATION_MAXIMUM || kind == ACCUMULATION_MINIMUM;
}

/* The start changes nothing and is left out: 0 of a sum, 1 of factors. */
static bool is_neutral(Arena *arena, const Launch *launch, const Sum *sum)
{
    if (is_choice(sum_kind(sum)))
        return false;
    const char *text = term_number(arena, launch, sum->type, sum->start);
    return strcmp(text, sum_kind(sum) == ACCUMULATION_FACTOR ? "1" : "0") == 0;
}

static const char *term_text(Arena *arena, const Launch *launch, const Accumulated *told)
{
    if (!told->is_x_known)
        return "?";
    const char *x = bracketed(arena, launch, told->item->type, told->x);
    if (told->item->kind != ACCUMULATION_PRODUCT)
        return is_choice(told->item->kind) ? term_number(arena, launch, told->item->type, told->x)
                                           : x;
    return arena_printf(arena, "%s · %s", x, bracketed(arena, launch, told->item->type, told->y));
}

static const char *joint(const Accumulated *told)
{
    if (is_choice(told->item->kind))
        return ", ";
    if (told->item->kind == ACCUMULATION_FACTOR)
        return " · ";
    return told->item->is_minus ? " - " : " + ";
}

const char *sum_text(Arena *arena, const Launch *launch, const Sum *sum, int most)
{
    const char *text =
        is_neutral(arena, launch, sum) ? "" : term_number(arena, launch, sum->type, sum->start);
    bool is_cut = sum->all_terms > (uint64_t)most, has_last = sum->all_terms <= SUM_TERMS_KEPT;
    int shown = is_cut ? most - 1 : sum->term_count;
    for (int i = 0; i < shown; ++i) {
        const Accumulated *told = &sum->terms[i].told;
        const char *before = *text ? joint(told) : told->item->is_minus ? "-" : "";
        text = arena_printf(arena, "%s%s%s", text, before, term_text(arena, launch, told));
    }
    if (is_cut) {
        const Accumulated *last = &sum->terms[sum->term_count - 1].told;
        text = arena_printf(arena, "%s%s…", text, joint(last));
        if (has_last)
            text = arena_printf(arena, "%s%s%s", text, joint(last), term_text(arena, launch, last));
    }
    if (is_choice(sum_kind(sum)))
        text = arena_printf(arena, "%s(%s)", sum_kind(sum) == ACCUMULATION_MAXIMUM ? "max" : "min",
                            text);
    return arena_printf(arena, "%s = %s", *text ? text : "0",
                        term_number(arena, launch, sum->type, sum->value));
}
