/* A finding in words: those of its row in finding.def, or of the first WHEN that fits it. */
#include "probe/sentences/sentence.h"
#include "probe/sentences/slots.h"

/* What a row says, in each language. */
typedef enum Part { PART_BRIEF, PART_SENTENCE, PART_REMEDY, PARTS } Part;

#define HAS_WORDS(json, brief, brief_zh, sentence, sentence_zh)                                    \
    _Static_assert(sizeof(json) > 1 && sizeof(brief) > 1 && sizeof(brief_zh) > 1 &&                \
                       sizeof(sentence) > 1 && sizeof(sentence_zh) > 1,                            \
                   "a finding without words");
#define FINDING(name, json, brief, brief_zh, sentence, sentence_zh, remedy, remedy_zh)             \
    HAS_WORDS(json, brief, brief_zh, sentence, sentence_zh)
#define NOTE(name, json, brief, brief_zh, sentence, sentence_zh, remedy, remedy_zh)                \
    HAS_WORDS(json, brief, brief_zh, sentence, sentence_zh)
#include "probe/record/finding.def"

static const char *const kinds[FINDING_KIND_END][PARTS * LANGUAGE_COUNT] = {
#define FINDING(name, json, ...) [FINDING_##name] = {__VA_ARGS__},
#define NOTE(name, json, ...)    [NOTE_##name] = {__VA_ARGS__},
#include "probe/record/finding.def"
};

/* The finding's buffer is a matrix that is stored column by column (Buffer.is_transposed). */
static bool finding_is_transposed(const Launch *launch, const Finding *finding)
{
    return finding->space == SPACE_GLOBAL && finding->buffer >= 0 &&
           launch->buffers[finding->buffer].is_transposed;
}

/* So many bytes as the buffer has elements were copied to it. */
static bool is_copied_as_elements(const Launch *launch, const Finding *finding)
{
    uint64_t bytes = copied_bytes(launch, finding);
    return bytes && bytes == launch->buffers[finding->buffer].count;
}

static const char *told(const Words *words, Part part)
{
    const Finding *finding = words->finding;
    const Launch *launch = words->launch;
    int at = (int)part * LANGUAGE_COUNT + (int)words->language;
#define WHEN(which, condition, ...)                                                                \
    if (finding->kind == which && (condition)) {                                                   \
        static const char *const row[] = {__VA_ARGS__};                                            \
        if (row[at])                                                                               \
            return row[at];                                                                        \
    }
#include "probe/record/finding.def"
    return kinds[finding->kind][at];
}

/* Takes spaces between Chinese characters out; what stands in a sentence may be a name or words. */
static void close_up(char *text)
{
    char *to = text;
    for (const char *at = text; *at; ++at) {
        bool is_between = to > text && (to[-1] & 0x80) && (at[1] & 0x80);
        if (*at != ' ' || !is_between)
            *to++ = *at;
    }
    *to = '\0';
}

static const char *part_of(const Words *words, FindingKind kind, Part part)
{
    Finding finding = *words->finding;
    Words as = *words;
    finding.kind = kind;
    as.finding = &finding;
    return slots_fill(&as, told(&as, part));
}

const char *finding_in_short(const Words *words, FindingKind kind)
{
    return part_of(words, kind, PART_BRIEF);
}

const char *finding_in_full(const Words *words, FindingKind kind)
{
    return part_of(words, kind, PART_SENTENCE);
}

const char *sentence_finding(Arena *arena, Language language, const Program *program,
                             const Launch *launch, const Finding *finding)
{
    Words words = {arena, language, program, launch, finding, NULL};
    char *text = SAY(&words, "%s%s.", "%s%s。", slots_fill(&words, told(&words, PART_SENTENCE)),
                     slots_fill(&words, told(&words, PART_REMEDY)));
    if (language == LANGUAGE_EN && text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    if (language == LANGUAGE_ZH)
        close_up(text);
    return text;
}

const char *sentence_finding_brief(Arena *arena, Language language, const Program *program,
                                   const Launch *launch, const Finding *finding)
{
    Words words = {arena, language, program, launch, finding, NULL};
    const char *text = slots_fill(&words, told(&words, PART_BRIEF));
    uint32_t file;
    sentence_line_of(program, finding->line, &file);
    return file ? SAY(&words, "%s (%s)", "%s（%s）", text, program->sources->files[file].name)
                : text;
}
