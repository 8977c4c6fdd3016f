/* Places come from the functions that products are computed and rows are handed out with, so that
 * this picture and the results cannot differ. Neighbours that one lane holds are drawn as one cell.
 * Of the cell under the pointer the other half is framed: of an element of D the row of A and the
 * column of B that it is the product of, of one of A or B what it is multiplied with and goes into.
 */
#include "view/tiles/held.h"

#include "probe/results/values.h"
#include "session/data/session_data.h"
#include "session/scenes/show.h"
#include "view/panels/panel.h"
#include "view/tiles/extent.h"
#include "vm/lanes/half.h"
#include "vm/lanes/tensor.h"

#include <math.h>
#include <string.h>

static const uint32_t NO_THREAD = UINT32_MAX;
enum { DEPTH_MOST = 32, LANES_OF_A_ROW = 4, GAP = 10, TITLE = 14, LEAST = 100, CELL_LEAST = 10 };

/* The lane of every element of an operand. */
typedef struct Held {
    const Instr *instr;
    char operand;
    TensorPlace extent;
    uint8_t lanes[DEPTH_MOST][DEPTH_MOST];
} Held;

bool held_is(const Step *step)
{
    return step->instr->op == OP_MMA;
}

static void gather_held(const Instr *instr, char operand, Held *held)
{
    *held = (Held){.instr = instr, .operand = operand};
    held->extent = tensor_extent(instr->imm, operand);
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        for (uint32_t word = 0; word < instr_operand_elements(instr, operand); ++word)
            for (uint32_t i = 0; i < tensor_word_elements(instr->imm, operand); ++i) {
                TensorPlace at = tensor_place(instr->imm, operand, lane, word, i);
                held->lanes[at.row][at.column] = (uint8_t)lane;
            }
}

/* Rows of four lanes alternate with the next ones, and get darker along the warp. */
static Colour lane_colour(const View *view, uint32_t lane)
{
    float share = 0.03f + 0.035f * (float)(lane / LANES_OF_A_ROW);
    return colour_mix(view->theme->panel, view->theme->text, share);
}

/* The cell that begins at an element, and how many elements it has along its row, or its column. */
static bool cell_begins(const Held *held, uint32_t row, uint32_t column, uint32_t *rows,
                        uint32_t *columns)
{
    uint8_t lane = held->lanes[row][column];
    if ((row && held->lanes[row - 1][column] == lane) ||
        (column && held->lanes[row][column - 1] == lane))
        return false;
    *rows = *columns = 1;
    while (row + *rows < held->extent.row && held->lanes[row + *rows][column] == lane)
        ++*rows;
    while (column + *columns < held->extent.column && held->lanes[row][column + *columns] == lane)
        ++*columns;
    return true;
}

static Rect cell_at(Rect box, const Held *held, uint32_t row, uint32_t column, uint32_t rows,
                    uint32_t columns)
{
    return extent_rect(extent_of(row, column, rows, columns), box, held->extent.row,
                       held->extent.column);
}

/* A rectangle of elements of an operand. */
typedef struct HeldPart {
    char operand; /* 0: none */
    uint32_t row, column, rows, columns;
} HeldPart;

enum { PART_BITS = 6 };

/* A cell as what the pointer rests on, and back. */
static uint64_t part_element(HeldPart part)
{
    uint32_t numbers[] = {(uint32_t)(part.operand - 'a'), part.row, part.column, part.rows,
                          part.columns};
    uint64_t element = 1;
    for (int i = 0; i < 5; ++i)
        element = element << PART_BITS | numbers[i];
    return element;
}

/* The element of D that the pointer rests on, or that is explained. */
static HeldPart fragment_part(const Instr *instr, Target target)
{
    TensorPlace at = tensor_place(instr->imm, 'd', target.a % WARP_LANES, target.b, target.c);
    return (HeldPart){'d', at.row, at.column, 1, 1};
}

static HeldPart hovered_part(const View *view, const Instr *instr, uint32_t warp)
{
    Target hover = view->selection->hover, pin = view->selection->pin;
    uint64_t element = target_element(hover);
    if (hover.kind != TARGET_THREAD && hover.kind != TARGET_FRAGMENT)
        hover = pin;
    if (hover.kind == TARGET_FRAGMENT && hover.a / WARP_LANES == warp)
        return fragment_part(instr, hover);
    if (hover.kind != TARGET_THREAD || hover.a / WARP_LANES != warp ||
        element >> 5 * PART_BITS != 1)
        return (HeldPart){0};
    uint32_t numbers[5];
    for (int i = 4; i >= 0; --i, element >>= PART_BITS)
        numbers[i] = element & ((1 << PART_BITS) - 1);
    return (HeldPart){(char)('a' + numbers[0]), numbers[1], numbers[2], numbers[3], numbers[4]};
}

/* What of an operand belongs to the products that a part of another one takes part in. */
static bool other_half(const Held *held, HeldPart part, HeldPart *half)
{
    if (!part.operand || part.operand == held->operand)
        return false;
    bool has_rows = part.operand != 'b' && held->operand != 'b';    /* A and D share rows, */
    bool has_columns = part.operand != 'a' && held->operand != 'a'; /* B and D columns, */
    *half = (HeldPart){held->operand, 0, 0, held->extent.row, held->extent.column};
    if (has_rows)
        half->row = part.row, half->rows = part.rows;
    if (has_columns)
        half->column = part.column, half->columns = part.columns;
    if (part.operand == 'a' && held->operand == 'b') /* A's columns are B's rows */
        half->row = part.column, half->rows = part.columns;
    if (part.operand == 'b' && held->operand == 'a')
        half->column = part.row, half->columns = part.rows;
    return true;
}

static void build_number(View *view, Rect cell, uint32_t lane, Colour colour)
{
    float units = fminf(TEXT_TINY, (cell.h - 1) / view->unit);
    const char *number = arena_printf(view->arena, "%u", lane);
    bool has_room = view_text_width(view, FONT_CODE, 7, number) <= cell.w;
    if (has_room && cell.h >= view_units(view, 8))
        view_label_within(view, FONT_CODE, units, 7, rect_inset(cell, 1), 0, colour, number);
}

static void build_cell(View *view, Rect cell, HeldPart part, uint32_t thread, uint32_t picked,
                       bool has_number)
{
    const Theme *theme = view->theme;
    bool is_picked = thread == picked;
    Colour fill = is_picked ? theme->accent : lane_colour(view, thread % WARP_LANES);
    PickTag tag = target_tag(TARGET_THREAD, thread, part_element(part));
    scene_box(view->scene, cell, 0, fill, theme->grid, 1, part.operand == 'd' ? (PickTag){0} : tag);
    if (has_number)
        build_number(view, cell, thread % WARP_LANES, is_picked ? theme->on_accent : theme->text);
}

/* Every element of D by itself can be pointed at, also where a lane's neighbours are one cell. */
static void tag_elements(View *view, Rect room, const Held *held, uint32_t warp)
{
    const Instr *instr = held->instr;
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        for (uint32_t word = 0; word < instr_operand_elements(instr, 'd'); ++word)
            for (uint32_t i = 0; i < tensor_word_elements(instr->imm, 'd'); ++i) {
                TensorPlace at = tensor_place(instr->imm, 'd', lane, word, i);
                scene_rect(view->scene, cell_at(room, held, at.row, at.column, 1, 1), 0,
                           target_tag(TARGET_FRAGMENT, warp * WARP_LANES + lane,
                                      word | (uint64_t)i << 32));
            }
}

/* Leaves behind where the elements stand, for what names them. */
static void note_operand(View *view, Rect room, const Held *held)
{
    view->operands[held->operand == 'd' ? 2 : held->operand - 'a'] =
        (OperandGrid){(char)(held->operand - 'a' + 'A'),
                      {.is_shown = true,
                       .rows = held->extent.row,
                       .columns = held->extent.column,
                       .group = 1,
                       .origin = {room.x, room.y},
                       .cell = room.h / (float)held->extent.row,
                       .wide = room.w / (float)held->extent.column}};
}

/* One operand, with its name and its size above. */
static void build_operand(View *view, Rect room, const Held *held, uint32_t warp, uint32_t picked)
{
    const char *title = arena_printf(view->arena, "%c %ux%u", held->operand - 'a' + 'A',
                                     held->extent.row, held->extent.column);
    view_label_fitted(view, FONT_CODE, TEXT_TINY, 8, rect_cut_top(&room, view_units(view, TITLE)),
                      -1, view->theme->text, title);
    room.h = fminf(room.h, room.w / (float)held->extent.column * 2 * (float)held->extent.row);
    note_operand(view, room, held);
    for (uint32_t row = 0; row < held->extent.row; ++row)
        for (uint32_t column = 0; column < held->extent.column; ++column) {
            uint32_t rows, columns;
            if (cell_begins(held, row, column, &rows, &columns))
                build_cell(view, cell_at(room, held, row, column, rows, columns),
                           (HeldPart){held->operand, row, column, rows, columns},
                           warp * WARP_LANES + held->lanes[row][column], picked, true);
        }
    if (held->operand == 'd')
        tag_elements(view, room, held, warp);
    HeldPart half;
    if (other_half(held, hovered_part(view, held->instr, warp), &half))
        scene_box(view->scene, cell_at(room, held, half.row, half.column, half.rows, half.columns),
                  0, 0, view->theme->danger, view_units(view, 2), (PickTag){0});
}

/* ---- one operand, element by element ---- */

/* The operand that an answer is about, 0: none, or several. */
static char asked_operand(const View *view)
{
    const ScenePlan *plan = scene_shown(view->session);
    char asked = 0;
    for (uint32_t i = 0; scene_is_marked(view->session) && i < plan->mark_count; ++i) {
        const char *mark = plan->mark[i];
        char operand = mark[0] == 'A' ? 'a' : mark[0] == 'B' ? 'b' : mark[0] == 'D' ? 'd' : 0;
        if (!operand || mark[1] != '[')
            continue;
        if (asked && asked != operand)
            return 0;
        asked = operand;
    }
    return asked;
}

/* The numbers of rows and columns, which take what they need of the room. */
static Rect cut_axes(View *view, Rect room, const Held *held)
{
    const Theme *theme = view->theme;
    Rect columns = rect_cut_top(&room, (float)view_font(view, TEXT_TINY) + 2);
    float wide = view_text_width(view, FONT_CODE, TEXT_TINY, "15") + view_units(view, 5);
    Rect rows = rect_cut_left(&room, wide);
    rect_cut_left(&columns, wide);
    for (uint32_t i = 0; i < held->extent.row; ++i) {
        Rect cell = extent_rect(extent_of(i, 0, 1, 1), rows, held->extent.row, 1);
        cell.w -= view_units(view, 3);
        view_label_fitted(view, FONT_CODE, TEXT_TINY, 8, cell, 1, theme->muted,
                          arena_printf(view->arena, "%u", i));
    }
    for (uint32_t i = 0; i < held->extent.column; ++i)
        view_label_fitted(view, FONT_CODE, TEXT_TINY, 8,
                          extent_rect(extent_of(0, i, 1, 1), columns, 1, held->extent.column), 0,
                          theme->muted, arena_printf(view->arena, "%u", i));
    return room;
}

/* The operand that is asked about has all of the room: every element with the lane that holds it,
 * those of one lane in one frame, and rows and columns with their numbers. */
static void build_alone(View *view, Rect room, const Held *held, uint32_t warp)
{
    Rect title = rect_cut_top(&room, (float)view_font(view, TEXT_SMALL) + 4);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, title, -1, view->theme->text,
                      view_format(view, STRING_HELD_ALONE, held->operand - 'a' + 'A',
                                  held->extent.row, held->extent.column));
    room = cut_axes(view, room, held);
    note_operand(view, room, held);
    for (uint32_t row = 0; row < held->extent.row; ++row)
        for (uint32_t column = 0; column < held->extent.column; ++column) {
            uint32_t rows, columns, lane = held->lanes[row][column];
            Rect cell = cell_at(room, held, row, column, 1, 1);
            if (cell_begins(held, row, column, &rows, &columns))
                build_cell(view, cell_at(room, held, row, column, rows, columns),
                           (HeldPart){held->operand, row, column, rows, columns},
                           warp * WARP_LANES + lane, NO_THREAD, false);
            build_number(view, cell, lane, view->theme->text);
        }
    if (held->operand == 'd')
        tag_elements(view, room, held, warp);
}

/* ---- what a lane holds ---- */

static const char *element_text(View *view, ScalarType type, uint32_t word, uint32_t part)
{
    uint32_t bits = word >> (8 * scalar_size_bytes(type) * part);
    if (type == SCALAR_F16)
        return arena_printf(view->arena, "%g", half_to_double(bits & 0xffff));
    if (type == SCALAR_BF16)
        return machine_value_text(view->arena, view->launch, SCALAR_F32, bits << 16, false);
    if (type == SCALAR_I8 || type == SCALAR_U8)
        return arena_printf(view->arena, "%d",
                            type == SCALAR_U8 ? (int)(bits & 255) : (int)(int8_t)bits);
    return machine_value_text(view->arena, view->launch, type, word, false);
}

/* What the product found in a word, or left there; of its factors what lies there now. */
static uint32_t held_word(const View *view, const Step *step, char operand, uint32_t thread,
                          uint32_t word)
{
    if (operand == 'd')
        return step->after[word][thread % WARP_LANES];
    Operand slot = (Operand)(instr_operand(step->instr, operand) + (Operand)word);
    if (OPERAND_IS_REGISTER(slot) && instr_writes(step->instr, slot))
        return step->before[slot - step->instr->dst][thread % WARP_LANES];
    return (uint32_t)machine_value(view->machine, slot, SCALAR_U32, thread);
}

static const char *held_elements(View *view, const Step *step, char operand, uint32_t thread,
                                 bool has_values)
{
    const Instr *instr = step->instr;
    const MmaInfo *mma = &mma_info[instr->imm & ~MMA_SATURATES];
    ScalarType type = (ScalarType)(operand == 'd' ? mma->cd : mma->ab);
    const char *text = arena_printf(view->arena, "%c", operand - 'a' + 'A');
    for (uint32_t word = 0; word < instr_operand_elements(instr, operand); ++word)
        for (uint32_t i = 0; i < tensor_word_elements(instr->imm, operand); ++i) {
            TensorPlace at = tensor_place(instr->imm, operand, thread % WARP_LANES, word, i);
            const char *value = "";
            if (has_values)
                value = arena_printf(
                    view->arena, "=%s",
                    element_text(view, type, held_word(view, step, operand, thread, word), i));
            text = arena_printf(view->arena, "%s [%u][%u]%s", text, at.row, at.column, value);
        }
    return text;
}

/* ---- how an element of D has grown ---- */

/* The element of an operand as a number, wherever in the warp it lies. */
static double element_number(const View *view, const Step *step, char operand, uint32_t row,
                             uint32_t column)
{
    const Instr *instr = step->instr;
    const MmaInfo *mma = &mma_info[instr->imm & ~MMA_SATURATES];
    ScalarType type = (ScalarType)(operand == 'a' || operand == 'b' ? mma->ab : mma->cd);
    uint32_t bits = 8 * scalar_size_bytes(type);
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        for (uint32_t word = 0; word < instr_operand_elements(instr, operand); ++word)
            for (uint32_t i = 0; i < tensor_word_elements(instr->imm, operand); ++i) {
                TensorPlace at = tensor_place(instr->imm, operand, lane, word, i);
                if (at.row != row || at.column != column)
                    continue;
                uint32_t thread = step->warp * WARP_LANES + lane;
                uint32_t value = held_word(view, step, operand, thread, word) >> (bits * i);
                return value_number(type, bits < 32 ? value & ((1u << bits) - 1) : value);
            }
    return 0;
}

/* The lane that an element of D is in. */
static uint32_t lane_of_sum(const Instr *instr, uint32_t row, uint32_t column)
{
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        for (uint32_t word = 0; word < instr_operand_elements(instr, 'd'); ++word)
            for (uint32_t i = 0; i < tensor_word_elements(instr->imm, 'd'); ++i) {
                TensorPlace at = tensor_place(instr->imm, 'd', lane, word, i);
                if (at.row == row && at.column == column)
                    return lane;
            }
    return 0;
}

/* "D[1][2], lane 5: 57 + 4·8+3·3 = 98": what the element was, and the products that this step has
 * added, but those with a zero, or where these have no room what they come to. */
static const char *growth_text(View *view, const Step *step, HeldPart part, float room)
{
    const Instr *instr = step->instr;
    uint32_t depth = tensor_extent(instr->imm, 'a').column;
    double added = 0;
    const char *terms = "", *told = NULL;
    for (uint32_t k = 0; k < depth; ++k) {
        double a = element_number(view, step, 'a', part.row, k);
        double b = element_number(view, step, 'b', k, part.column);
        added += a * b;
        if (a * b != 0)
            terms = arena_printf(view->arena, "%s%s%g·%g", terms, *terms ? "+" : "", a, b);
    }
    const char *sums[] = {terms, arena_printf(view->arena, "%g", added)};
    for (int i = *terms ? 0 : 1; i < 2 && !told; ++i) {
        told = view_format(view, STRING_HELD_GROWTH, part.row, part.column,
                           lane_of_sum(instr, part.row, part.column),
                           element_number(view, step, 'c', part.row, part.column), sums[i],
                           element_number(view, step, 'd', part.row, part.column));
        if (i == 0 && view_text_width(view, FONT_UI, 8, told) > room)
            told = NULL;
    }
    return told;
}

/* The thread whose cells are filled: the one that the pointer rests on, else the one of the element
 * that is explained, else the picked one, but none beside an answer, which has marks of its own. */
static uint32_t framed_thread(const View *view, uint32_t warp)
{
    Target hover = view->selection->hover, pin = view->selection->pin;
    bool is_hovered = hover.kind == TARGET_THREAD || hover.kind == TARGET_FRAGMENT;
    if (!is_hovered && scene_is_marked(view->session))
        return NO_THREAD;
    uint32_t thread = is_hovered                    ? hover.a
                      : pin.kind == TARGET_FRAGMENT ? pin.a
                                                    : view->selection->thread;
    return thread / WARP_LANES == warp ? thread : warp * WARP_LANES;
}

/* A line for each operand, or where only one has room that of the cell under the pointer. */
static void build_lane(View *view, Rect room, const Step *step, uint32_t thread, bool is_now,
                       int lines)
{
    float high = room.h / (float)lines;
    HeldPart part = hovered_part(view, step->instr, step->warp);
    char only = part.operand ? part.operand : 'd';
    const char *growth =
        part.operand == 'd' && is_now ? growth_text(view, step, part, room.w) : NULL;
    for (const char *at = "abd"; *at; ++at) {
        if (lines == 1 && *at != only)
            continue;
        bool has_values = *at == 'd' || is_now;
        view_label_fitted(
            view, FONT_UI, TEXT_TINY, 8, rect_cut_top(&room, high), -1, view->theme->text,
            *at == 'd' && growth ? growth : held_elements(view, step, *at, thread, has_values));
    }
}

/* Three, one or no lines about a lane: as many as leave the numbers of lanes their room. */
static int lines_below(const View *view, Rect room)
{
    float line = view_units(view, TEXT_TINY + 2), most = DEPTH_MOST / 2;
    float cells = room.h - view_units(view, TITLE);
    if (room.h - 3 * line >= view_units(view, LEAST) &&
        cells - 3 * line >= most * view_units(view, CELL_LEAST))
        return 3;
    return room.h - line >= view_units(view, LEAST) &&
           cells - line >= most * view_units(view, CELL_LEAST - 1);
}

/* Cells of a row, each of which needs room for the number of its lane. */
static uint32_t drawn_columns(const Held *held)
{
    uint32_t rows, columns = 1;
    cell_begins(held, 0, 0, &rows, &columns);
    return held->extent.column / columns;
}

void held_build(View *view, Rect room, const Step *step, bool is_now)
{
    uint32_t thread = framed_thread(view, step->warp);
    char asked = asked_operand(view);
    if (asked) {
        Held *alone = ARENA_ARRAY(view->arena, Held, 1);
        gather_held(step->instr, asked, alone);
        build_alone(view, room, alone, step->warp);
        return;
    }
    int count = thread == NO_THREAD ? 0 : lines_below(view, room); /* else the lanes alone */
    Rect lines = rect_cut_bottom(&room, (float)count * view_units(view, TEXT_TINY + 2));
    Held *held = ARENA_ARRAY(view->arena, Held, 3);
    uint32_t columns = 0;
    for (int i = 0; i < 3; ++i) {
        gather_held(step->instr, "abd"[i], &held[i]);
        columns += drawn_columns(&held[i]);
    }
    float gap = view_units(view, GAP), wide = (room.w - 2 * gap) / (float)columns;
    for (int i = 0; i < 3; ++i) {
        Rect box = rect_cut_left(&room, wide * (float)drawn_columns(&held[i]));
        build_operand(view, box, &held[i], step->warp, thread);
        rect_cut_left(&room, gap);
    }
    if (count)
        build_lane(view, lines, step, thread, is_now, count);
}

/* ---- rows that are handed out ---- */

bool held_is_rows(const Step *step)
{
    const Instr *next = step->instr + 1; /* a program ends with an EXIT */
    return step->instr->op == OP_LOAD && step->instr->tile && next->op == OP_MATRIX &&
           !(next->imm & MATRIX_TO_ROWS);
}

/* The lane that a word of a row goes to, as tensor_source has it; of a transposed matrix the lane
 * of an element, of which a word has two. */
static uint32_t receiver(int32_t imm, uint32_t matrix, uint32_t row, uint32_t cell)
{
    bool is_turned = imm & MATRIX_TRANSPOSED;
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        uint32_t slot, source = tensor_source(imm, lane, matrix, &slot), from = 8 * matrix + row;
        if (is_turned ? source == from - row % 2 && slot == cell / 2 && lane / 4 % 2 == cell % 2
                      : source == from && slot == cell)
            return lane;
    }
    return WARP_LANES;
}

/* A row of a matrix: the lane that had its address, and the lanes that what is in it goes to. */
static void build_row(View *view, Rect line, int32_t imm, uint32_t matrix, uint32_t row,
                      uint32_t thread)
{
    const Theme *theme = view->theme;
    Rect address = rect_cut_left(&line, line.w / 6);
    uint32_t lane = 8 * matrix + row, cells = imm & MATRIX_TRANSPOSED ? 8 : 4;
    uint32_t picked = thread % WARP_LANES, first = thread - picked;
    bool is_picked = lane == picked;
    scene_box(view->scene, address, 0, is_picked ? theme->accent : theme->marked_tint, theme->grid,
              1, target_tag(TARGET_THREAD, first + lane, 1));
    build_number(view, address, lane, is_picked ? theme->on_accent : theme->text);
    rect_cut_left(&line, view_units(view, 3));
    float wide = line.w / (float)cells;
    for (uint32_t i = 0; i < cells; ++i) {
        Rect cell = rect_cut_left(&line, wide);
        uint32_t to = receiver(imm, matrix, row, i);
        scene_box(view->scene, cell, 0, to == picked ? theme->accent : lane_colour(view, to),
                  theme->grid, 1, target_tag(TARGET_THREAD, first + to, 1));
        build_number(view, cell, to, to == picked ? theme->on_accent : theme->text);
    }
}

void held_rows_build(View *view, Rect room, const Step *step)
{
    int32_t imm = step->instr[1].imm;
    uint32_t matrices = (uint32_t)(step->instr->tile / 8), thread = framed_thread(view, step->warp);
    float gap = view_units(view, GAP), wide = (room.w - 3 * gap) / 4;
    bool is_transposed = imm & MATRIX_TRANSPOSED;
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(&room, view_units(view, 18)), -1,
                      view->theme->text,
                      view_text(view, is_transposed ? STRING_HELD_TURNED : STRING_HELD_ROWS));
    for (uint32_t matrix = 0; matrix < matrices; ++matrix) {
        Rect box = rect_cut_left(&room, wide);
        rect_cut_left(&room, gap);
        float high = fminf((box.h - 2) / 8, view_units(view, 24));
        for (uint32_t row = 0; row < 8; ++row)
            build_row(view, rect_cut_top(&box, high), imm, matrix, row, thread);
    }
}
