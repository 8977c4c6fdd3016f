/* A line of 8 words is as a rule written by one block alone, or where rows of tiles do not begin
 * with a line by two, one of which has the words up to some place and the other those behind: one
 * atomic value names these blocks and the words. A line with other writers has a tag for each word
 * instead, and so has every word that is read but where a block reads a whole line at once, which
 * has one tag for that. Each side leaves its own mark before it looks for
 * the other's, so of two blocks that meet on a word at least one sees the other, on any number of
 * threads. The words of meetings are bits; so are those that were touched otherwise than by an
 * atomic operation. */
#include "count/races/crossing.h"
#include "vm/page.h"

#include <stdatomic.h>
#include <stdlib.h>

#define TAG_MANY UINT32_MAX

/* Tags are those of blocks: number + 1, or 0. */
typedef struct Tags {
    _Atomic uint32_t writer, reader;
} Tags;

/* What is known of a line, from its lowest bit on: 8 bits for the words written, 3 for the first
 * word of the high writer, two flags, 19 for the low writer's tag less the high one's, and 32 for
 * the high writer's tag. A writer without another one is the high one, from word 0 on. */
enum {
    LINE_WORDS = 8,
    LINE_SPLIT_SHIFT = 8,
    LINE_APART_SHIFT = 13,
    LINE_WRITER_SHIFT = 32,
    LINE_APART_LIMIT = 1 << 18
};
#define LINE_WORDS_MASK 0xffu
#define LINE_READ       ((uint64_t)1 << 11) /* some word has a reader's tag */
#define LINE_SHARED     ((uint64_t)1 << 12) /* the writers are in the words' tags */
typedef _Atomic uint64_t Line;

/* The two writers of a line: their words, one bit each, and their tags; 0 where there is none. */
typedef struct Writers {
    uint64_t low_words, high_words;
    uint32_t low, high;
} Writers;

/* So many buffers that nobody writes are passed over; if there are more, they are noted as well. */
enum { QUIET_MOST = 200 };

/* Bytes [start, end) of the arena that nobody is expected to write. */
typedef struct Quiet {
    uint64_t start, end;
} Quiet;

/* Words are counted from the first one that somebody may be expected to write. */
struct Crossing {
    _Atomic(Tags *) tags;    /* [word]; zeros that cost nothing until touched */
    Line *lines;             /* [word / LINE_WORDS] */
    _Atomic uint32_t *whole; /* likewise: the tag of the block that has read all of it at once */
    _Atomic uint64_t *met;   /* bit for each word */
    _Atomic uint64_t *plain; /* likewise; NULL: the program has no atomic operations */
    uint64_t tags_bytes, first_word, word_count; /* first_word: of the arena */
    Quiet noted;             /* the bytes of these words: outside nobody is expected to write, */
    Quiet quiet[QUIET_MOST]; /* nor is anybody here */
    int quiet_count;
    bool is_alone; /* one thread runs all blocks: nothing need be done at once */
    _Atomic bool is_found;
};

static bool may_be_written(const Program *program, const Buffer *buffer)
{
    if (buffer->parameter >= 0 && buffer->parameter < program->parameter_count)
        return program->parameters[buffer->parameter].is_written;
    return !buffer->is_constant;
}

/* Lists what nobody is expected to write, and finds the words from the first to the last that
 * somebody may write. */
static void list_quiet(Crossing *crossing, const Program *program, const Launch *launch)
{
    uint64_t first = UINT64_MAX, end = 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        Quiet bytes = {buffer->offset_bytes, buffer->offset_bytes + buffer_bytes(buffer)};
        if (!may_be_written(program, buffer) && crossing->quiet_count < QUIET_MOST) {
            crossing->quiet[crossing->quiet_count++] = bytes;
            continue;
        }
        first = bytes.start < first ? bytes.start : first;
        end = bytes.end > end ? bytes.end : end;
    }
    crossing->first_word = first < end ? first / 4 / 64 * 64 : 0;
    crossing->word_count = first < end ? (end + 3) / 4 - crossing->first_word : 0;
    crossing->noted.start = crossing->first_word * 4;
    crossing->noted.end = crossing->noted.start + crossing->word_count * 4;
}

uint64_t crossing_touched_bytes(const Parameter *parameter, const Buffer *buffer)
{
    uint64_t words = buffer_bytes(buffer) / 4;
    uint64_t lines =
        parameter->is_written ? words / LINE_WORDS * (sizeof(Line) + sizeof(uint32_t)) : 0;
    return lines + (parameter->is_written && parameter->is_read ? words * sizeof(Tags) : 0);
}

static bool has_atomic(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_ATOMIC)
            return true;
    return false;
}

/* Tags of this size are reserved. To clear fewer takes less time than to ask the system twice, but
 * that, too, is not done before one is wanted. */
enum { RESERVED_BYTES = 1 << 18 };

/* Most grids touch the tags of few words. The rest is little, and all of it comes from calloc,
 * which as a rule has memory at hand that the system need not give anew. */
static bool reserve(Crossing *crossing, bool with_plain)
{
    uint64_t words = crossing->word_count + 1, lines = words / LINE_WORDS + 1;
    uint64_t bits = words / 64 + 1;
    crossing->tags_bytes = words * sizeof(Tags);
    bool is_reserved = crossing->tags_bytes >= RESERVED_BYTES;
    crossing->tags = is_reserved ? page_reserve(crossing->tags_bytes) : NULL;
    crossing->lines = calloc(lines + bits * 2 + lines / 2 + 1, sizeof(uint64_t));
    if ((is_reserved && !crossing->tags) || !crossing->lines)
        return false;
    crossing->met = crossing->lines + lines;
    crossing->plain = with_plain ? crossing->met + bits : NULL;
    crossing->whole = (_Atomic uint32_t *)(crossing->met + bits * 2);
    return true;
}

Crossing *crossing_new(const Program *program, const Launch *launch, bool is_alone)
{
    Crossing *crossing = calloc(1, sizeof *crossing);
    if (!crossing)
        return NULL;
    crossing->is_alone = is_alone;
    list_quiet(crossing, program, launch);
    if (!reserve(crossing, has_atomic(program))) {
        crossing_free(crossing);
        return NULL;
    }
    return crossing;
}

void crossing_free(Crossing *crossing)
{
    if (!crossing)
        return;
    if (crossing->tags_bytes < RESERVED_BYTES)
        free(crossing->tags);
    else
        page_unreserve(crossing->tags, crossing->tags_bytes);
    free((void *)crossing->lines);
    free(crossing);
}

bool crossing_found(const Crossing *crossing)
{
    return atomic_load_explicit(&crossing->is_found, memory_order_relaxed);
}

static void set_bit(_Atomic uint64_t *bits, uint64_t word)
{
    uint64_t bit = (uint64_t)1 << word % 64;
    if (!(atomic_load_explicit(&bits[word / 64], memory_order_relaxed) & bit))
        atomic_fetch_or_explicit(&bits[word / 64], bit, memory_order_relaxed);
}

bool crossing_next(const Crossing *crossing, uint64_t *number)
{
    uint64_t word = *number > crossing->first_word ? *number - crossing->first_word : 0;
    for (; word < crossing->word_count; word = (word / 64 + 1) * 64) {
        uint64_t bits = atomic_load_explicit(&crossing->met[word / 64], memory_order_relaxed);
        if (bits && crossing->plain)
            bits &= atomic_load_explicit(&crossing->plain[word / 64], memory_order_relaxed);
        bits = bits >> word % 64 << word % 64;
        if (bits) {
            *number = crossing->first_word + word / 64 * 64 + (uint32_t)__builtin_ctzll(bits);
            return true;
        }
    }
    return false;
}

/* Nobody is expected to write there. */
static bool is_quiet(const Crossing *crossing, uint64_t start, uint64_t end)
{
    if (start < crossing->noted.start || end > crossing->noted.end)
        return true;
    for (int i = 0; i < crossing->quiet_count; ++i)
        if (start >= crossing->quiet[i].start && end <= crossing->quiet[i].end)
            return true;
    return false;
}

static bool is_other(uint32_t found, uint32_t tag)
{
    return found && found != tag;
}

/* Another thread may have come first. */
static Tags *make_tags(Crossing *crossing)
{
    Tags *made = page_alloc(crossing->tags_bytes), *there = NULL;
    if (atomic_compare_exchange_strong(&crossing->tags, &there, made))
        return made;
    free(made);
    return there;
}

static Tags *tags_of(Crossing *crossing, uint64_t word)
{
    Tags *tags = atomic_load_explicit(&crossing->tags, memory_order_acquire);
    return (tags ? tags : make_tags(crossing)) + word;
}

/* Leaves the reader's tag. */
static void tag_read(_Atomic uint32_t *reader, uint32_t tag)
{
    uint32_t before = atomic_load(reader);
    if (before == tag || before == TAG_MANY)
        return;
    before = 0;
    if (!atomic_compare_exchange_strong(reader, &before, tag) && before != tag)
        atomic_store(reader, TAG_MANY);
}

/* Two blocks meet on the word, if it is so. */
static bool meet(Crossing *crossing, uint64_t word, bool is_so)
{
    if (is_so)
        set_bit(crossing->met, word);
    return is_so;
}

static bool tag_write(Crossing *crossing, uint64_t word, uint32_t tag)
{
    Tags *tags = tags_of(crossing, word);
    uint32_t before;
    if (crossing->is_alone) {
        before = atomic_load_explicit(&tags->writer, memory_order_relaxed);
        if (before != tag)
            atomic_store_explicit(&tags->writer, tag, memory_order_relaxed);
    } else {
        before = atomic_exchange(&tags->writer, tag);
    }
    bool crosses = is_other(before, tag);
    uint32_t reader = atomic_load(&tags->reader);
    crosses |= is_other(atomic_load(&crossing->whole[word / LINE_WORDS]), tag);
    return (crosses || is_other(reader, tag)) && meet(crossing, word, true);
}

static Writers writers_of(uint64_t line)
{
    uint64_t low_mask = ((uint64_t)1 << (line >> LINE_SPLIT_SHIFT) % LINE_WORDS) - 1;
    uint64_t words = line & LINE_WORDS_MASK;
    uint32_t high = (uint32_t)(line >> LINE_WRITER_SHIFT);
    int32_t apart = (int32_t)(uint32_t)line >> LINE_APART_SHIFT;
    return (Writers){words & low_mask, words & ~low_mask, apart ? high + (uint32_t)apart : 0, high};
}

/* The line with these writers; shared if they are too far apart, or their words not in order. */
static uint64_t line_of(Writers writers)
{
    uint32_t split = (uint32_t)__builtin_ctzll(writers.high_words);
    int64_t apart = (int64_t)writers.low - writers.high;
    if (writers.low_words >> split || apart >= LINE_APART_LIMIT || apart <= -LINE_APART_LIMIT)
        return LINE_SHARED;
    return writers.low_words | writers.high_words | (uint64_t)split << LINE_SPLIT_SHIFT |
           (uint64_t)((uint32_t)apart << LINE_APART_SHIFT) |
           (uint64_t)writers.high << LINE_WRITER_SHIFT;
}

/* No other block has written to the line. */
static bool is_only_writer(uint64_t line, uint32_t tag)
{
    return !is_other((uint32_t)(line >> LINE_WRITER_SHIFT), tag) &&
           !((uint32_t)line >> LINE_APART_SHIFT);
}

/* The line, once a block that is not its only writer has written words of it. */
static uint64_t join_writer(uint64_t line, uint64_t words, uint32_t tag)
{
    Writers writers = writers_of(line);
    if (tag == writers.high)
        writers.high_words |= words;
    else if (tag == writers.low)
        writers.low_words |= words;
    else if (writers.low)
        return LINE_SHARED;
    else if (words > writers.high_words)
        writers = (Writers){writers.high_words, words, writers.high, tag};
    else
        writers = (Writers){words, writers.high_words, tag, writers.high};
    return line_of(writers);
}

static bool note_read(Crossing *crossing, uint64_t word, uint32_t tag)
{
    Tags *tags = tags_of(crossing, word);
    Line *line = &crossing->lines[word / LINE_WORDS];
    tag_read(&tags->reader, tag);
    uint64_t known = atomic_load(line);
    if (!(known & LINE_READ))
        known = atomic_fetch_or(line, LINE_READ);
    if (known & LINE_SHARED)
        return meet(crossing, word, is_other(atomic_load(&tags->writer), tag));
    Writers writers = writers_of(known);
    uint64_t bit = (uint64_t)1 << word % LINE_WORDS;
    return meet(crossing, word,
                (writers.low_words & bit && writers.low != tag) ||
                    (writers.high_words & bit && writers.high != tag));
}

/* The same of all words of a line. */
static bool note_whole(Crossing *crossing, uint64_t index, uint32_t tag)
{
    tag_read(&crossing->whole[index], tag);
    uint64_t known = atomic_load(&crossing->lines[index]), word = index * LINE_WORDS;
    bool crosses = false;
    if (known & LINE_SHARED) {
        for (uint64_t end = word + LINE_WORDS; word < end; ++word)
            crosses |=
                meet(crossing, word, is_other(atomic_load(&tags_of(crossing, word)->writer), tag));
        return crosses;
    }
    Writers writers = writers_of(known);
    uint64_t others = (writers.low != tag ? writers.low_words : 0) |
                      (writers.high != tag ? writers.high_words : 0);
    for (; others; others &= others - 1)
        crosses |= meet(crossing, word + (uint32_t)__builtin_ctzll(others), true);
    return crosses;
}

static bool tag_writes(Crossing *crossing, uint64_t first_word, uint64_t words, uint32_t tag)
{
    bool crosses = false;
    for (; words; words &= words - 1)
        crosses |= tag_write(crossing, first_word + (uint32_t)__builtin_ctzll(words), tag);
    return crosses;
}

static bool has_other_reader(Crossing *crossing, uint64_t first_word, uint64_t words, uint32_t tag)
{
    bool crosses = false;
    for (; words; words &= words - 1) {
        uint64_t word = first_word + (uint32_t)__builtin_ctzll(words);
        crosses |=
            meet(crossing, word, is_other(atomic_load(&tags_of(crossing, word)->reader), tag));
    }
    return crosses;
}

/* The block writes words of a line that another one has read whole. */
static inline bool meets_whole(Crossing *crossing, uint64_t index, uint64_t words, uint32_t tag)
{
    if (!is_other(atomic_load(&crossing->whole[index]), tag))
        return false;
    for (; words; words &= words - 1)
        set_bit(crossing->met, index * LINE_WORDS + (uint32_t)__builtin_ctzll(words));
    return true;
}

/* Notes that a block writes words of a line, one bit each, of which it is not known that no other
 * block touched them; whether one did. */
static bool join_line(Crossing *crossing, uint64_t index, uint64_t words, uint32_t tag)
{
    Line *line = &crossing->lines[index];
    uint64_t first_word = index * LINE_WORDS, known = atomic_load(line), next;
    do {
        if (known & LINE_SHARED)
            return tag_writes(crossing, first_word, words, tag);
        if (is_only_writer(known, tag))
            next = known | (uint64_t)tag << LINE_WRITER_SHIFT | words;
        else
            next = (known & LINE_READ) | join_writer(known, words, tag);
        if (crossing->is_alone) {
            atomic_store_explicit(line, next, memory_order_relaxed);
            break;
        }
    } while (!atomic_compare_exchange_weak(line, &known, next));
    bool meets = meets_whole(crossing, index, words, tag);
    if (!(next & LINE_SHARED))
        return (known & LINE_READ && has_other_reader(crossing, first_word, words, tag)) || meets;
    Writers writers = writers_of(known);
    bool crosses = tag_writes(crossing, first_word, writers.low_words, writers.low);
    crosses |= tag_writes(crossing, first_word, writers.high_words, writers.high);
    return tag_writes(crossing, first_word, words, tag) || crosses;
}

/* The same of any line. As a rule nobody has touched it, or the block itself has written to it. */
static inline bool note_write(Crossing *crossing, uint64_t index, uint64_t words, uint32_t tag)
{
    Line *line = &crossing->lines[index];
    uint64_t known = atomic_load_explicit(line, memory_order_relaxed);
    uint64_t next = known | (uint64_t)tag << LINE_WRITER_SHIFT | words;
    bool is_own = !((uint32_t)known & ~LINE_WORDS_MASK) && is_only_writer(known, tag);
    if (!is_own)
        return join_line(crossing, index, words, tag);
    if (crossing->is_alone)
        atomic_store_explicit(line, next, memory_order_relaxed);
    else if (!atomic_compare_exchange_strong(line, &known, next))
        return join_line(crossing, index, words, tag);
    return meets_whole(crossing, index, words, tag);
}

/* The words of a line from first_word on that lie before end_word. */
static uint64_t words_until(uint64_t first_word, uint64_t end_word)
{
    uint64_t from = first_word % LINE_WORDS, count = end_word - first_word;
    return LINE_WORDS_MASK << from & LINE_WORDS_MASK &
           (count + from < LINE_WORDS ? ((uint64_t)1 << (count + from)) - 1 : LINE_WORDS_MASK);
}

/* Writes to what nobody was expected to write count as crossings. */
static bool note_bytes(Crossing *crossing, uint64_t start, uint32_t bytes, bool is_write,
                       uint32_t tag)
{
    if (is_quiet(crossing, start, start + bytes))
        return is_write;
    bool crosses = false;
    uint64_t word = start / 4 - crossing->first_word;
    uint64_t end = (start + bytes - 1) / 4 + 1 - crossing->first_word;
    while (!is_write && word < end) {
        bool is_whole = word % LINE_WORDS == 0 && end - word >= LINE_WORDS;
        crosses |= is_whole ? note_whole(crossing, word / LINE_WORDS, tag)
                            : note_read(crossing, word, tag);
        word += is_whole ? LINE_WORDS : 1;
    }
    for (; word < end; word = (word / LINE_WORDS + 1) * LINE_WORDS)
        crosses |= note_write(crossing, word / LINE_WORDS, words_until(word, end), tag);
    return crosses;
}

static void note_plain_bytes(Crossing *crossing, uint64_t start, uint32_t bytes)
{
    if (is_quiet(crossing, start, start + bytes))
        return;
    for (uint64_t word = start / 4; word <= (start + bytes - 1) / 4; ++word)
        set_bit(crossing->plain, word - crossing->first_word);
}

/* All lanes read one buffer that nobody is expected to write. */
static bool reads_quiet(const Crossing *crossing, const Step *step, uint32_t lanes)
{
    uint64_t low = UINT64_MAX, high = 0;
    if (lanes == step->active)
        return is_quiet(crossing, step->low, step->high + step->access_bytes);
    for (; lanes; lanes &= lanes - 1) {
        uint64_t at = step->arena[__builtin_ctz(lanes)];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    return is_quiet(crossing, low, high + step->access_bytes);
}

void crossing_note(Crossing *crossing, const Step *step)
{
    uint32_t lanes = step->active & ~step->outside;
    if (opcode_info[step->instr->op].class != CLASS_MEMORY || step->space != SPACE_GLOBAL || !lanes)
        return;
    bool writes = step->instr->op != OP_LOAD, crosses = false;
    if (!writes && reads_quiet(crossing, step, lanes))
        return;
    bool is_plain = crossing->plain && instr_opcode_between(step->instr) != OP_ATOMIC;
    uint32_t bytes = step->access_bytes;
    if (step->is_one_piece) {
        bytes *= WARP_LANES;
        lanes = 1;
    }
    for (; lanes; lanes &= lanes - 1) {
        uint64_t at = step->arena[__builtin_ctz(lanes)];
        if (is_plain)
            note_plain_bytes(crossing, at, bytes);
        crosses |= note_bytes(crossing, at, bytes, writes, step->block + 1);
    }
    if (crosses)
        atomic_store_explicit(&crossing->is_found, true, memory_order_relaxed);
}

void crossing_note_runs(Crossing *crossing, uint32_t block, uint64_t start, const CrossingRun *runs,
                        uint32_t count, Opcode op)
{
    bool is_plain = crossing->plain && op != OP_ATOMIC, crosses = false;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t at = start + (uint64_t)runs[i].at;
        if (is_plain)
            note_plain_bytes(crossing, at, runs[i].bytes);
        crosses |= note_bytes(crossing, at, runs[i].bytes, op != OP_LOAD, block + 1);
    }
    if (crosses)
        atomic_store_explicit(&crossing->is_found, true, memory_order_relaxed);
}
