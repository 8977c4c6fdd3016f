/* The first wrong step in words: what the element holds, how far its sum was right, and what the
 * step does otherwise than the right version. */
#include "probe/wrong/first_wrong.h"

#include "probe/sentences/accumulation.h"
#include "probe/sentences/sentence.h"

typedef struct Teller {
    Arena *arena;
    Language language;
    const Program *program;
    const Launch *launch;
    const FirstWrong *wrong;
} Teller;

#define SAY(t, ...) language_printf((t)->arena, (t)->language, __VA_ARGS__)

static const char *place_of(const Teller *t, uint64_t at)
{
    return sentence_global_place(t->arena, t->language, t->launch, at);
}

static const char *number(const Teller *t, double value)
{
    return arena_printf(t->arena, "%.9g", value);
}

static const char *thread_of(const Teller *t, uint32_t thread)
{
    return sentence_coordinates(t->arena, thread, t->launch->block);
}

/* "step 214 of block (0, 0), line 21" */
static const char *moment(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    return SAY(
        t, "step %llu of block %s, %s", "线程块 %2$s 的第 %1$llu 步，%3$s",
        (unsigned long long)wrong->step,
        sentence_coordinates(t->arena, wrong->block, t->launch->grid),
        sentence_line(t->arena, t->language, t->program, t->program->code[wrong->pc].own_line));
}

/* "M[1][1] · N[1][2] = 16", or the number alone. */
static const char *right_term(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    const char *value = number(t, wrong->right_term);
    const uint64_t *from = wrong->right_from;
    if (from[0] == FIRST_WRONG_NOWHERE)
        return value;
    if (from[1] == FIRST_WRONG_NOWHERE)
        return arena_printf(t->arena, "%s = %s", place_of(t, from[0]), value);
    return arena_printf(t->arena, "%s · %s = %s", place_of(t, from[0]), place_of(t, from[1]),
                        value);
}

static const char *good_part(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    if (wrong->all == 0 || wrong->good == 0)
        return "";
    return SAY(t, " The sum is right for %llu of its %llu terms.",
               "前 %llu 项（共 %llu 项）是对的。", (unsigned long long)wrong->good,
               (unsigned long long)wrong->all);
}

static const char *added(const Teller *t)
{
    return accumulation_sentence(t->arena, t->language, t->program, t->launch, t->wrong->thread,
                                 &t->wrong->told);
}

static const char *term_text(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    const char *what = SAY(t, "%s It goes wrong at %s. %s", "%s从%s开始出错。%s", good_part(t),
                           moment(t), added(t));
    if (wrong->is_other_order)
        return SAY(t,
                   "%s The right sum has no such term. (Terms come in another order than in the "
                   "right version, and each was looked for.)",
                   "%s正确的和中没有这一项。（各项的顺序与正确版本不同，已逐项查找。）", what);
    if (wrong->kind == FIRST_WRONG_EXTRA)
        return SAY(t, "%s The right sum is complete before that.", "%s正确的和在此之前已经完整。",
                   what);
    if (!wrong->has_right_term)
        return SAY(t, "%s The right version has %s then.", "%s正确版本此时是 %s。", what,
                   number(t, wrong->right_value));
    return SAY(t, "%s The right version adds %s there and has %s then.",
               "%s正确版本在这里加 %s，得到 %s。", what, right_term(t),
               number(t, wrong->right_value));
}

static const char *set_text(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    return SAY(t, "%1$s It goes wrong at %2$s: thread %3$s gets %4$s, the right version has %5$s.",
               "%1$s从%2$s开始出错：线程 %3$s 得到 %4$s，正确版本是 %5$s。", good_part(t),
               moment(t), thread_of(t, wrong->thread), number(t, wrong->value),
               number(t, wrong->right_value));
}

static const char *missing_text(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    return SAY(t,
               "%1$s It goes wrong at %2$s: thread %3$s stores %4$s there although terms are "
               "missing, the first of them %5$s.",
               "%1$s从%2$s开始出错：线程 %3$s 在此存入 %4$s，但还缺少一些项，其中第一项是 %5$s。",
               good_part(t), moment(t), thread_of(t, wrong->thread), number(t, wrong->value),
               wrong->has_right_term ? right_term(t) : number(t, wrong->right_value));
}

static const char *store_text(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    return SAY(t,
               " Up to the store nothing differs from the right version: at %1$s thread %2$s makes "
               "%3$s of it and stores that.",
               "直到存储之前都与正确版本一致：在%1$s，线程 %2$s 由此算出 %3$s 并存入。", moment(t),
               thread_of(t, wrong->thread), number(t, wrong->value));
}

static const char *place_text_of(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    const Buffer *buffer = &t->launch->buffers[wrong->buffer];
    uint64_t at = wrong->at + (wrong->place - wrong->scalar) * scalar_size_bytes(buffer->type);
    return SAY(t,
               " It goes wrong at %1$s: thread %2$s stores there the sum that belongs to %3$s, "
               "with all its terms.",
               "从%1$s开始出错：线程 %2$s 在此存入了属于 %3$s 的和，各项齐全。", moment(t),
               thread_of(t, wrong->thread), place_of(t, at));
}

static const char *over_text(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    return SAY(t,
               " It goes wrong at %1$s: thread %2$s stores %3$s over what thread %4$s of block "
               "%5$s had stored there, which was right.",
               "从%1$s开始出错：线程 %2$s 用 %3$s 覆盖了线程块 %5$s 的线程 %4$s 在此存入的正确值。",
               moment(t), thread_of(t, wrong->thread), number(t, wrong->value),
               thread_of(t, wrong->other_thread),
               sentence_coordinates(t->arena, wrong->other_block, t->launch->grid));
}

static const char *kind_text(const Teller *t)
{
    const FirstWrong *wrong = t->wrong;
    switch (wrong->kind) {
    case FIRST_WRONG_UNWRITTEN: return SAY(t, " No thread stores it.", "没有线程写入它。");
    case FIRST_WRONG_TERM:
    case FIRST_WRONG_EXTRA: return term_text(t);
    case FIRST_WRONG_SET: return set_text(t);
    case FIRST_WRONG_LOAD:
        return SAY(t,
                   " It goes wrong at %1$s: thread %2$s reads %3$s, which the right version never "
                   "reads for this element.",
                   "从%1$s开始出错：线程 %2$s 读取 %3$s，正确版本从不为这个元素读取它。", moment(t),
                   thread_of(t, wrong->thread), place_of(t, wrong->loaded_at));
    case FIRST_WRONG_MISSING: return missing_text(t);
    case FIRST_WRONG_STORE: return store_text(t);
    case FIRST_WRONG_PLACE: return place_text_of(t);
    case FIRST_WRONG_OVER: return over_text(t);
    case FIRST_WRONG_ORDER:
        return SAY(t,
                   " Its terms are the right ones, added in another order: it differs by "
                   "rounding, and no step is wrong.",
                   "各项都是对的，只是相加的顺序不同：差别来自舍入，没有出错的步骤。");
    default: break;
    }
    const char *note =
        phrase_in(t->arena, t->language,
                  wrong->note ? PHRASE_KEY(wrong->note) : PHRASE_LITERAL("nothing is known of it"));
    return SAY(t, " Where it goes wrong cannot be told: %s.", "无法判断从哪里开始出错：%s。", note);
}

const char *first_wrong_text(Arena *arena, Language language, const Program *program,
                             const Launch *launch, const FirstWrong *wrong)
{
    const Teller t = {arena, language, program, launch, wrong};
    return language_printf(arena, language, "%s is %s, right would be %s.%s",
                           "%s 是 %s，正确的是 %s。%s", place_of(&t, wrong->at),
                           number(&t, wrong->found), number(&t, wrong->right), kind_text(&t));
}

/* ---- where the wrong factor came from ---- */

static const char *factor_name(const Teller *t, const Origin *origin)
{
    if (origin->kind == ORIGIN_GLOBAL)
        return place_of(t, origin->at);
    if (origin->kind == ORIGIN_CONSTANT)
        return SAY(t, "a constant", "一个常数");
    return origin->kind == ORIGIN_NONE ? SAY(t, "what nothing has written", "从未写入的内容")
                                       : SAY(t, "a computed value", "一个算出的值");
}

const char *first_wrong_cause(Arena *arena, Language language, const Program *program,
                              const Launch *launch, const FirstWrong *wrong)
{
    const Teller t = {arena, language, program, launch, wrong};
    const WrongFactor *factor = &wrong->factor;
    if (!factor->is_known || factor->right_at == FIRST_WRONG_NOWHERE)
        return "";
    const char *holds = factor_name(&t, &factor->origin), *right = place_of(&t, factor->right_at);
    if (factor->origin.shared == ORIGIN_NOT_SHARED && factor->origin.kind == ORIGIN_COMPUTED)
        return "";
    if (factor->origin.shared == ORIGIN_NOT_SHARED)
        return SAY(&t, "It reads %s instead of %s.", "它读取的是 %s，应为 %s。", holds, right);
    const char *word = sentence_shared_place(arena, program, launch, factor->origin.shared);
    if (factor->history.writer == UINT32_MAX)
        return SAY(&t, "%s holds %s instead of %s.", "%s 中是 %s，应为 %s。", word, holds, right);
    return SAY(
        &t, "%s holds %s instead of %s: thread %s stored it at step %llu, %s.",
        "%s 中是 %s，应为 %s：线程 %s 在第 %llu 步存入，%s。", word, holds, right,
        thread_of(&t, factor->history.writer), (unsigned long long)factor->history.writer_step,
        sentence_line(arena, language, program, program->code[factor->history.writer_pc].own_line));
}
