/* One memory access under the lens: the lanes of a warp, and the sectors of global memory, the
 * words of constant memory or the banks of shared memory that they touch. What is drawn is counted
 * with the same functions as the counters. */
#include "session/data/buffer.h"
#include "session/data/session_data.h"
#include "view/draw/signs.h"
#include "view/panels/panel.h"
#include "view/tiles/held.h"

#include "probe/counting/banks.h"
#include "probe/counting/sectors.h"
#include "probe/sentences/sentence.h"
#include "program/flow/constant_loads.h"
#include "view/values/values.h"

#include <math.h>

enum { SECTORS_MOST = 2 * WARP_LANES, WORDS_MOST = 4 * WARP_LANES };
enum { SECTOR = 42, SECTOR_LEAST = 20, LANES_HIGH = 24, KEY = 16 }; /* in units */
enum { SHARED = 0x80 }; /* more than one lane wants the byte */

typedef struct Sectors {
    uint64_t at[SECTORS_MOST];                /* numbers, ascending */
    uint8_t used[SECTORS_MOST][SECTOR_BYTES]; /* 0, or 1 + the first lane, and SHARED */
    int count;
    uint32_t used_bytes;
} Sectors;

static bool has_address(const Step *step, int lane)
{
    return (step->active >> lane & 1) && step->arena[lane] != UINT64_MAX;
}

static int sector_index(Sectors *sectors, uint64_t number)
{
    int at = 0;
    while (at < sectors->count && sectors->at[at] < number)
        ++at;
    if (at < sectors->count && sectors->at[at] == number)
        return at;
    for (int i = sectors->count; i > at; --i) {
        sectors->at[i] = sectors->at[i - 1];
        for (int byte = 0; byte < SECTOR_BYTES; ++byte)
            sectors->used[i][byte] = sectors->used[i - 1][byte];
    }
    sectors->at[at] = number;
    for (int byte = 0; byte < SECTOR_BYTES; ++byte)
        sectors->used[at][byte] = 0;
    ++sectors->count;
    return at;
}

static void gather_sectors(const Step *step, Sectors *sectors)
{
    for (int lane = 0; lane < WARP_LANES; ++lane)
        for (uint32_t byte = 0; has_address(step, lane) && byte < step->access_bytes; ++byte) {
            uint64_t at = step->arena[lane] + byte;
            uint64_t number = at / SECTOR_BYTES;
            int known = 0;
            while (known < sectors->count && sectors->at[known] != number)
                ++known;
            if (known == sectors->count && sectors->count == SECTORS_MOST)
                continue;
            uint8_t *used = &sectors->used[sector_index(sectors, number)][at % SECTOR_BYTES];
            sectors->used_bytes += !*used;
            *used = *used ? *used | SHARED : (uint8_t)(1 + lane);
        }
}

/* High enough for words in it. */
static bool has_lines(const View *view, Rect box)
{
    return box.h >= view_units(view, TEXT_TINY);
}

static const char *lane_text(View *view, uint8_t used)
{
    return arena_printf(view->arena, "%d%s", (used & ~SHARED) - 1, used & SHARED ? "+" : "");
}

static bool lane_fits(View *view, Rect cell, uint8_t used)
{
    return view_text_width(view, FONT_CODE, 8, lane_text(view, used)) <= cell.w;
}

/* Which lane wants a word, "3+" if others do as well; left away where rows have no height. */
static void build_memory_word(View *view, Rect cell, uint8_t used)
{
    float units = fminf(fmaxf(cell.h / view->unit * 0.45f, TEXT_TINY), TEXT_BODY);
    if (has_lines(view, cell))
        view_label_fitted(view, FONT_CODE, units, 8, cell, 0, view->theme->text,
                          lane_text(view, used));
}

/* The same beside a word that is too narrow for it, where free pixels of no use follow. */
static void build_lane_beside(View *view, Rect cell, float free, uint8_t used)
{
    const char *text = lane_text(view, used);
    float units = fminf(fmaxf(cell.h / view->unit * 0.45f, TEXT_TINY), TEXT_BODY);
    float wide = view_text_width(view, FONT_CODE, units, text) + 4;
    if (wide > free || !has_lines(view, cell))
        return;
    Rect plate = {cell.x + cell.w + 1, cell.y + 2, wide, cell.h - 4};
    scene_rect(view->scene, plate, view->theme->panel, (PickTag){0});
    view_label(view, FONT_CODE, units, plate, 0, view->theme->text, text);
}

enum { SECTOR_WORDS = SECTOR_BYTES / 4 };

/* What a word of a sector is to: see Sectors.used. */
static uint8_t word_use(const uint8_t *used, int word)
{
    uint8_t wanted = 0;
    for (int byte = word * 4; byte < word * 4 + 4; ++byte)
        wanted = wanted && used[byte] ? wanted | (used[byte] & SHARED) : wanted + used[byte];
    return wanted;
}

static Rect word_cell(Rect box, int word)
{
    float width = box.w / SECTOR_WORDS, x = roundf(box.x + (float)word * width);
    return (Rect){x, box.y, roundf(box.x + (float)(word + 1) * width) - x, box.h};
}

/* Whether the words of sectors so wide are wide enough for all numbers of lanes. */
static bool lanes_fit_inside(View *view, const Sectors *sectors, float width)
{
    float most = 0;
    for (int i = 0; i < sectors->count; ++i)
        for (int word = 0; word < SECTOR_WORDS; ++word) {
            uint8_t wanted = word_use(sectors->used[i], word);
            if (wanted)
                most = fmaxf(most,
                             view_text_width(view, FONT_CODE, TEXT_TINY, lane_text(view, wanted)));
        }
    return most + 4 <= width / SECTOR_WORDS;
}

/* The lanes that want a sector, from the first to the last. */
static const char *sector_lanes(View *view, const uint8_t *used)
{
    int first = WARP_LANES, last = -1;
    for (int word = 0; word < SECTOR_WORDS; ++word) {
        int lane = (word_use(used, word) & ~SHARED) - 1;
        first = lane >= 0 && lane < first ? lane : first;
        last = lane > last ? lane : last;
    }
    if (last < 0)
        return "";
    return first == last ? arena_printf(view->arena, "%d", first)
                         : arena_printf(view->arena, "%d–%d", first, last);
}

/* The room before the sectors in which their lanes stand where the words are too narrow for them;
 * 0 where the numbers stand in the words, or have no room at all. */
static float lanes_before(View *view, const Sectors *sectors, float width, float height)
{
    float most = 0;
    if (height < view_units(view, TEXT_TINY) || lanes_fit_inside(view, sectors, width))
        return 0;
    for (int i = 0; i < sectors->count; ++i)
        most = fmaxf(most, view_text_width(view, FONT_CODE, TEXT_TINY,
                                           sector_lanes(view, sectors->used[i])));
    most += view_units(view, 6);
    return most <= width / 2 ? most : 0;
}

/* One sector: its eight words, filled where a lane wants them. */
static void build_sector(View *view, Rect box, const uint8_t *used, bool has_numbers,
                         const PartColours *part)
{
    const Theme *theme = view->theme;
    for (int i = 0; i < SECTOR_WORDS; ++i) {
        bool is_wanted = word_use(used, i);
        Rect cell = word_cell(box, i);
        scene_box(view->scene, cell, 0, is_wanted ? part->hot : theme->well, theme->grid, 1,
                  (PickTag){0});
        if (!is_wanted)
            sign_hatch(view, SIGN_NO_ELEMENT, cell, theme->grid, view_units(view, 5));
    }
    for (int i = 0; i < SECTOR_WORDS && has_numbers; ++i) {
        uint8_t wanted = word_use(used, i);
        Rect cell = word_cell(box, i);
        int next = i + 1;
        while (next < SECTOR_WORDS && !word_use(used, next))
            ++next;
        if (wanted && lane_fits(view, cell, wanted))
            build_memory_word(view, cell, wanted);
        else if (wanted)
            build_lane_beside(view, cell, (float)(next - i - 1) * cell.w, wanted);
    }
    scene_box(view->scene, box, 0, 0, part->strong, view_units(view, 1.5f), (PickTag){0});
}

/* Where a sector begins; of a matrix stored column by column also as the source subscripts it. */
static const char *sector_place(View *view, uint64_t at)
{
    const char *place = sentence_global_place(view->arena, view->language, view->launch, at);
    int number = launch_buffer_at(view->launch, at);
    if (number < 0 || !view->launch->buffers[number].is_transposed)
        return place;
    const Buffer *buffer = &view->launch->buffers[number];
    uint64_t scalar = (at - buffer->offset_bytes) / buffer_scalar_bytes(buffer);
    return arena_printf(view->arena, "%s = %s[%llu]", place, buffer->name,
                        (unsigned long long)scalar);
}

/* Room that the longest of their places needs. */
static float sector_labels(View *view, const Sectors *sectors, float most)
{
    float wide = 0;
    for (int i = 0; i < sectors->count; ++i)
        wide = fmaxf(wide, view_text_width(view, FONT_CODE, TEXT_SMALL,
                                           sector_place(view, sectors->at[i] * SECTOR_BYTES)));
    return fminf(wide + view_units(view, 10), most);
}

/* At the bottom: one thing that is drawn above it, and what it means. */
static void build_key(View *view, Rect *line, const char *sample, Colour fill, bool is_hatched,
                      StringKey words)
{
    const Theme *theme = view->theme;
    const char *text = view_text(view, words);
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, text) + 1;
    if (line->w < width + view_units(view, KEY + 8))
        return;
    Rect box = rect_cut_left(line, view_units(view, KEY));
    box = (Rect){box.x, roundf(box.y + (box.h - box.w) / 2), box.w, box.w};
    scene_box(view->scene, box, 0, fill, theme->grid, 1, (PickTag){0});
    if (is_hatched)
        sign_hatch(view, SIGN_NO_ELEMENT, box, theme->grid, view_units(view, 5));
    view_label(view, FONT_CODE, TEXT_TINY, box, 0, theme->text, sample);
    rect_cut_left(line, view_units(view, 7));
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_left(line, width), -1, theme->muted, text);
    rect_cut_left(line, view_units(view, 16));
}

static float sector_high(int count, int columns, float height)
{
    return height / (float)((count + columns - 1) / columns);
}

/* More side by side where they would be too flat one below the other; most so where their lanes
 * would have no numbers else. */
static int sector_columns(const View *view, int count, float height)
{
    int columns = 1;
    while (columns < 4 && sector_high(count, columns, height) < view_units(view, SECTOR_LEAST))
        columns *= 2;
    float least = view_units(view, TEXT_TINY + 3);
    return columns == 4 && sector_high(count, columns, height) < least ? 8 : columns;
}

/* What the numbers and the hatching mean, where the sectors do not need that room. */
static void build_sector_keys(View *view, Rect *room, int count, const PartColours *part)
{
    int columns = sector_columns(view, count, room->h), rows = (count + columns - 1) / columns;
    float height = view_units(view, KEY + 6);
    if ((room->h - height) / (float)rows < view_units(view, SECTOR_LEAST))
        return;
    Rect line = rect_cut_bottom(room, height);
    build_key(view, &line, "3", part->hot, false, STRING_LENS_KEY_LANE);
    build_key(view, &line, "", view->theme->well, true, STRING_LENS_KEY_WASTE);
}

static void build_sectors(View *view, Rect room, const Sectors *sectors, const PartColours *part)
{
    build_sector_keys(view, &room, sectors->count, part);
    int columns = sector_columns(view, sectors->count, room.h);
    int rows = (sectors->count + columns - 1) / columns;
    float gap = view_units(view, 8), height = fminf(view_units(view, SECTOR), room.h / (float)rows);
    float width = (room.w - gap * (float)(columns - 1)) / (float)columns;
    float label = columns > 2 ? 0 : sector_labels(view, sectors, width * 0.45f);
    float lanes = lanes_before(view, sectors, width - label, height - view_units(view, 3));
    for (int i = 0; i < sectors->count; ++i) {
        Rect box = {room.x + (float)(i / rows) * (width + gap), room.y + (float)(i % rows) * height,
                    width, height - view_units(view, 3)};
        if (label > 0 && has_lines(view, box)) {
            view_label_fitted(view, FONT_CODE, TEXT_SMALL, 7,
                              (Rect){box.x, box.y, label - view_units(view, 6), box.h}, -1,
                              part->ink, sector_place(view, sectors->at[i] * SECTOR_BYTES));
        }
        rect_cut_left(&box, label);
        Rect before = rect_cut_left(&box, lanes);
        before.w -= view_units(view, 3);
        if (lanes > 0)
            view_label(view, FONT_CODE, TEXT_TINY, before, 1, view->theme->text,
                       sector_lanes(view, sectors->used[i]));
        build_sector(view, box, sectors->used[i], lanes == 0, part);
    }
}

/* The lanes of the warp in a row; those that take part have their numbers. */
static void build_lanes(View *view, Rect room, const Step *step, Colour fill)
{
    const Theme *theme = view->theme;
    float width = room.w / WARP_LANES;
    int every = view_text_width(view, FONT_CODE, TEXT_TINY, "310") < width ? 1 : 4;
    every = __builtin_popcount(step->active) < 10 ? 1 : every;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        float x = roundf(room.x + (float)lane * width);
        Rect cell = {x, room.y, roundf(room.x + (float)(lane + 1) * width) - x, room.h};
        bool takes_part = has_address(step, lane);
        scene_box(view->scene, cell, 0, takes_part ? fill : theme->well, theme->grid, 1,
                  (PickTag){0});
    }
    float free_from = room.x - width; /* numbers beside each other would read as one */
    for (int lane = 0; lane < WARP_LANES; lane += every) {
        const char *text = arena_printf(view->arena, "%d", lane);
        float own = view_text_width(view, FONT_CODE, TEXT_TINY, text);
        float x = roundf(room.x + ((float)lane - 0.5f) * width), left = x + width - own / 2;
        if (!has_address(step, lane) || left < free_from)
            continue;
        free_from = left + own + view_units(view, 4);
        view_label(view, FONT_CODE, TEXT_TINY, (Rect){x, room.y, width * 2, room.h}, 0,
                   view->theme->text, text);
    }
}

static void build_global(View *view, Rect room, const Step *step)
{
    Sectors sectors = {.count = 0};
    gather_sectors(step, &sectors);
    uint32_t lanes = 0;
    int buffer = -1;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if (has_address(step, lane)) {
            lanes |= 1u << lane;
            if (buffer < 0)
                buffer = launch_buffer_at(view->launch, step->arena[lane]);
        }
    uint32_t count = pieces_count(step->arena, lanes, step->access_bytes, SECTOR_BYTES);
    uint32_t least = (sectors.used_bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    const PartColours *part =
        buffer >= 0 ? view_part(view, buffer) : &view->theme->parts[PART_OTHER];
    build_lanes(view, rect_cut_top(&room, view_units(view, LANES_HIGH)), step, part->hot);
    rect_cut_top(&room, view_units(view, 6));
    bool is_bulk = step->instr->flags & INSTR_BULK, is_good = is_bulk || count <= least;
    const char *verdict = is_bulk   ? view_format(view, STRING_LENS_BULK, sectors.used_bytes)
                          : is_good ? view_format(view, STRING_LENS_SECTORS_GOOD, count)
                                    : view_format(view, STRING_LENS_SECTORS, count, least);
    panel_text(view, &room, TEXT_BODY, 2, is_good ? view->theme->good : view->theme->warning,
               verdict);
    panel_text(view, &room, TEXT_SMALL, 1, view->theme->muted,
               view_format(view, STRING_LENS_WASTE, sectors.used_bytes, count * SECTOR_BYTES));
    if (sectors.count)
        build_sectors(view, room, &sectors, part);
}

typedef struct Words {
    uint64_t at[WARP_LANES];    /* addresses, in the order of the first lanes that want them */
    uint32_t lanes[WARP_LANES]; /* that want them */
    int count;
} Words;

static void gather_words(const Step *step, Words *words)
{
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        if (!has_address(step, lane))
            continue;
        int at = 0;
        while (at < words->count && words->at[at] != step->arena[lane])
            ++at;
        words->count += at == words->count;
        words->at[at] = step->arena[lane];
        words->lanes[at] |= 1u << lane;
    }
}

/* "0–7, 12" */
static const char *lane_ranges(View *view, uint32_t lanes)
{
    const char *text = "";
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        int last = lane;
        while (last + 1 < WARP_LANES && (lanes >> last & 3) == 3)
            ++last;
        if (!(lanes >> lane & 1))
            continue;
        const char *before = *text ? ", " : "";
        text = last > lane ? arena_printf(view->arena, "%s%s%d–%d", text, before, lane, last)
                           : arena_printf(view->arena, "%s%s%d", text, before, lane);
        lane = last;
    }
    return text;
}

static float word_labels(View *view, const Words *words, float units, float most)
{
    float wide = 0;
    for (int i = 0; i < words->count; ++i)
        wide =
            fmaxf(wide, view_text_width(view, FONT_CODE, units, sector_place(view, words->at[i])));
    return fminf(wide + view_units(view, 6), most);
}

/* A word a row: where it is, and the lanes that get it in that wavefront. */
static void build_constant_words(View *view, Rect room, const Words *words, const PartColours *part)
{
    int columns = words->count > 16 ? 4 : words->count > 8 ? 2 : 1;
    int rows = (words->count + columns - 1) / columns;
    float gap = view_units(view, 8), height = fminf(view_units(view, 30), room.h / (float)rows);
    float width = (room.w - gap * (float)(columns - 1)) / (float)columns;
    float units = columns > 2 ? TEXT_TINY : TEXT_SMALL;
    float wide = word_labels(view, words, units, width * 0.6f);
    for (int i = 0; i < words->count; ++i) {
        Rect box = {room.x + (float)(i / rows) * (width + gap), room.y + (float)(i % rows) * height,
                    width, height - view_units(view, 3)};
        Rect label = rect_cut_left(&box, wide);
        scene_box(view->scene, box, 0, part->hot, part->strong, view_units(view, 1.5f),
                  (PickTag){0});
        if (!has_lines(view, box))
            continue;
        view_label_fitted(view, FONT_CODE, units, 7, label, -1, part->ink,
                          sector_place(view, words->at[i]));
        view_label_fitted(view, FONT_CODE, units, 7, box, 0, view->theme->text,
                          lane_ranges(view, words->lanes[i]));
    }
}

static const char *words_verdict(View *view, int threads, uint32_t words)
{
    if (threads == 1)
        return view_text(view, STRING_LENS_WORDS_ALONE);
    return words == 1 ? view_format(view, STRING_LENS_WORDS_GOOD, threads)
                      : view_format(view, STRING_LENS_WORDS, threads, words);
}

static void build_constant(View *view, Rect room, const Step *step)
{
    Words words = {.count = 0};
    gather_words(step, &words);
    int threads = 0;
    for (int i = 0; i < words.count; ++i)
        threads += __builtin_popcount(words.lanes[i]);
    int buffer = words.count ? launch_buffer_at(view->launch, words.at[0]) : -1;
    const PartColours *part =
        buffer >= 0 ? view_part(view, buffer) : &view->theme->parts[PART_OTHER];
    build_lanes(view, rect_cut_top(&room, view_units(view, LANES_HIGH)), step, part->hot);
    rect_cut_top(&room, view_units(view, 6));
    panel_text(view, &room, TEXT_BODY, 2,
               words.count > 1 ? view->theme->warning : view->theme->good,
               words_verdict(view, threads, (uint32_t)words.count));
    if (words.count)
        build_constant_words(view, room, &words, part);
}

typedef struct Bank {
    uint64_t words[WORDS_MOST];
    int count;
} Bank;

static void gather_banks(const Step *step, Bank *banks)
{
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        if (!has_address(step, lane))
            continue;
        uint64_t last = (step->arena[lane] + step->access_bytes - 1) / BANK_WORD_BYTES;
        for (uint64_t word = step->arena[lane] / BANK_WORD_BYTES; word <= last; ++word) {
            Bank *bank = &banks[word % BANK_COUNT];
            int at = 0;
            while (at < bank->count && bank->words[at] != word)
                ++at;
            if (at == bank->count && at < WORDS_MOST)
                bank->words[bank->count++] = word;
        }
    }
}

/* The banks as columns; a word a wavefront stacked in each, so that the tallest column is the cost.
 * So many words take `least` wavefronts without any conflict. */
static void build_banks(View *view, Rect room, const Bank *banks, int least)
{
    const Theme *theme = view->theme;
    int tallest = 4, most = 0;
    for (int i = 0; i < BANK_COUNT; ++i)
        most = banks[i].count > most ? banks[i].count : most;
    tallest = most > tallest ? most : tallest;
    if (room.h >= view_units(view, 100)) {
        Rect line = rect_cut_bottom(&room, view_units(view, KEY + 6));
        build_key(view, &line, "", theme->accent, false, STRING_LENS_KEY_BANK);
        if (most > least)
            build_key(view, &line, "", theme->danger, false, STRING_LENS_KEY_CONFLICT);
    }
    Rect names = rect_cut_bottom(&room, view_units(view, 16));
    float width = room.w / BANK_COUNT;
    float height = fminf((room.h - view_units(view, 16)) / (float)tallest, view_units(view, 24));
    for (int i = 0; i < BANK_COUNT; ++i) {
        float x = roundf(room.x + (float)i * width);
        float w = roundf(room.x + (float)(i + 1) * width) - x;
        scene_box(view->scene, (Rect){x, room.y, w, room.h}, 0, theme->well, theme->grid, 1,
                  (PickTag){0});
        for (int word = 0; word < banks[i].count; ++word) {
            float y = room.y + room.h - (float)(word + 1) * height;
            Rect cell = {x + 1, y + 1, w - 2, height - 1};
            scene_rect(view->scene, cell, word < least ? theme->accent : theme->danger,
                       (PickTag){0});
        }
        const char *wavefronts = arena_printf(view->arena, "%d", banks[i].count);
        float top = room.y + room.h - (float)banks[i].count * height - view_units(view, 14);
        if (banks[i].count > 1 && view_text_width(view, FONT_CODE, 9, wavefronts) <= w + 1)
            view_label(view, FONT_CODE, 9, (Rect){x, top, w, view_units(view, 14)}, 0,
                       banks[i].count > least ? theme->danger : theme->muted, wavefronts);
        if (i % 2 == 0)
            view_label_fitted(view, FONT_CODE, TEXT_TINY, 7,
                              (Rect){x - w / 2, names.y, 2 * w, names.h}, 0, theme->muted,
                              arena_printf(view->arena, "%d", i));
    }
}

static void build_shared(View *view, Rect room, const Step *step)
{
    Bank *banks = ARENA_ARRAY(view->arena, Bank, BANK_COUNT);
    uint32_t lanes = 0;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        lanes |= (uint32_t)has_address(step, lane) << lane;
    BankCount count = banks_count(step->arena, lanes, step->access_bytes);
    gather_banks(step, banks);
    build_lanes(view, rect_cut_top(&room, view_units(view, LANES_HIGH)), step,
                view->theme->marked_tint);
    rect_cut_top(&room, view_units(view, 6));
    const char *verdict = count.conflicts
                              ? view_format(view, STRING_LENS_WAVEFRONTS, count.wavefronts,
                                            count.wavefronts - count.conflicts, count.conflicts)
                              : view_format(view, STRING_LENS_WAVEFRONTS_GOOD, count.wavefronts);
    panel_text(view, &room, TEXT_BODY, 2, count.conflicts ? view->theme->danger : view->theme->good,
               verdict);
    if (held_is_rows(step))
        held_rows_build(view, room, step);
    else
        build_banks(view, room, banks, (int)(count.wavefronts - count.conflicts));
}

void panel_memory_build(View *view, Rect room)
{
    const Lens *lens = &view->session->lens;
    const Step *step = lens->has_step && lens->run == view->session->front ? &lens->step : NULL;
    if (!step) {
        panel_text(view, &room, TEXT_LARGE, 3, view->theme->muted,
                   view_text(view, STRING_LENS_NONE));
        return;
    }
    bool is_product = held_is(step), is_shared = !is_product && step->space == SPACE_SHARED;
    bool is_constant = instr_is_constant_load(step->instr);
    const int lanes = __builtin_popcount(step->active);
    const char *text =
        is_product                   ? view_format(view, STRING_LENS_TENSOR, step->warp,
                                                   mma_info[step->instr->imm & ~MMA_SATURATES].text)
        : step->space == SPACE_LOCAL ? view_text(view, STRING_LENS_LOCAL)
        : is_shared ? view_format(view, STRING_LENS_SHARED, step->warp, lanes, step->access_bytes)
                    : view_either(view, is_constant, STRING_LENS_CONSTANT, STRING_LENS_GLOBAL,
                                  step->warp, lanes, step->access_bytes);
    if (lens->moment != lens->at && !is_product)
        text = view_either(view, lens->moment > lens->at, STRING_LENS_NEXT, STRING_LENS_LAST, text);
    Rect line = rect_cut_top(&room, view_units(view, 22));
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, line, -1, view->theme->text, text);
    rect_cut_top(&room, view_units(view, 4));
    if (is_product)
        held_build(view, room, step, lens->moment == lens->at);
    else if (is_shared)
        build_shared(view, room, step);
    else if (is_constant)
        build_constant(view, room, step);
    else if (step->space == SPACE_GLOBAL)
        build_global(view, room, step);
}
