/* Places come from the function that products are computed with, so that this picture and the
 * results cannot differ. Neighbours that one lane holds are drawn as one cell. */
#include "view/tiles/held.h"

#include "session/data/session_data.h"
#include "view/panels/panel.h"
#include "vm/lanes/half.h"
#include "vm/lanes/tensor.h"

#include <math.h>
#include <string.h>

enum { DEPTH_MOST = 32, LANES_OF_A_ROW = 4, GAP = 10, TITLE = 14, LEAST = 130 };

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
    float share = 0.04f + 0.05f * (float)(lane / LANES_OF_A_ROW);
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
    float wide = box.w / (float)held->extent.column, high = box.h / (float)held->extent.row;
    float x = roundf(box.x + (float)column * wide), y = roundf(box.y + (float)row * high);
    return (Rect){x, y, roundf(box.x + (float)(column + columns) * wide) - x,
                  roundf(box.y + (float)(row + rows) * high) - y};
}

static void build_cell(View *view, Rect cell, uint32_t thread, uint32_t picked)
{
    const Theme *theme = view->theme;
    bool is_picked = thread == picked;
    Colour fill = is_picked ? theme->accent : lane_colour(view, thread % WARP_LANES);
    scene_box(view->scene, cell, 0, fill, theme->grid, 1, target_tag(TARGET_THREAD, thread, 0));
    float units = fminf(TEXT_TINY, cell.h / view->unit);
    const char *number = arena_printf(view->arena, "%u", thread % WARP_LANES);
    bool has_room = view_text_width(view, FONT_CODE, 7, number) <= cell.w;
    if (has_room && cell.h >= view_units(view, 7))
        view_label_fitted(view, FONT_CODE, units, 7, cell, 0,
                          is_picked ? theme->on_accent : theme->text, number);
}

/* One operand, with its name and its size above. */
static void build_operand(View *view, Rect room, const Held *held, uint32_t warp, uint32_t picked)
{
    const char *title = arena_printf(view->arena, "%c %ux%u", held->operand - 'a' + 'A',
                                     held->extent.row, held->extent.column);
    view_label_fitted(view, FONT_CODE, TEXT_TINY, 8, rect_cut_top(&room, view_units(view, TITLE)),
                      -1, view->theme->text, title);
    room.h = fminf(room.h, room.w / (float)held->extent.column * 2 * (float)held->extent.row);
    for (uint32_t row = 0; row < held->extent.row; ++row)
        for (uint32_t column = 0; column < held->extent.column; ++column) {
            uint32_t rows, columns;
            if (cell_begins(held, row, column, &rows, &columns))
                build_cell(view, cell_at(room, held, row, column, rows, columns),
                           warp * WARP_LANES + held->lanes[row][column], picked);
        }
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

/* Whether the registers of a factor hold it still behind the product. */
static bool is_kept(const Instr *instr, char operand)
{
    uint32_t first = (uint32_t)instr_operand(instr, operand), dst = (uint32_t)instr->dst;
    return first >= dst + instr_operand_elements(instr, 'd') ||
           first + instr_operand_elements(instr, operand) <= dst;
}

static uint32_t held_word(const View *view, const Step *step, char operand, uint32_t thread,
                          uint32_t word)
{
    if (operand == 'd')
        return step->after[word][thread % WARP_LANES];
    Operand slot = (Operand)(instr_operand(step->instr, operand) + (Operand)word);
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

/* The thread whose cells are framed: the one that the pointer rests on, else the picked one. */
static uint32_t framed_thread(const View *view, uint32_t warp)
{
    Target hover = view->selection->hover;
    uint32_t thread = hover.kind == TARGET_THREAD ? hover.a : view->selection->thread;
    return thread / WARP_LANES == warp ? thread : warp * WARP_LANES;
}

static void build_lane(View *view, Rect room, const Step *step, uint32_t thread, bool is_now)
{
    float high = room.h / 3;
    for (const char *at = "abd"; *at; ++at) {
        bool has_values = *at == 'd' || (is_now && is_kept(step->instr, *at));
        view_label_fitted(view, FONT_UI, TEXT_TINY, 8, rect_cut_top(&room, high), -1,
                          view->theme->text, held_elements(view, step, *at, thread, has_values));
    }
}

void held_build(View *view, Rect room, const Step *step, bool is_now)
{
    uint32_t thread = framed_thread(view, step->warp);
    float high = view_units(view, 3 * (TEXT_TINY + 2));
    bool has_lines = room.h - high >= view_units(view, LEAST); /* else the lanes alone */
    Rect lines = rect_cut_bottom(&room, has_lines ? high : 0);
    Held *held = ARENA_ARRAY(view->arena, Held, 3);
    uint32_t columns = 0;
    for (int i = 0; i < 3; ++i) {
        gather_held(step->instr, "abd"[i], &held[i]);
        columns += held[i].extent.column;
    }
    float gap = view_units(view, GAP), wide = (room.w - 2 * gap) / (float)columns;
    for (int i = 0; i < 3; ++i) {
        Rect box = rect_cut_left(&room, wide * (float)held[i].extent.column);
        build_operand(view, box, &held[i], step->warp, thread);
        rect_cut_left(&room, gap);
    }
    if (has_lines)
        build_lane(view, lines, step, thread, is_now);
}
