#include "probe/sentences/formula.h"

static const char *piece_number(Arena *arena, const Launch *launch, const Machine *machine,
                                const FormulaPiece *piece, uint32_t thread)
{
    if (piece->operand == OPERAND_NONE)
        return piece->text;
    uint64_t bits = machine_value(machine, piece->operand, piece->type, thread);
    const char *text = machine_value_text(arena, launch, piece->type, bits, false);
    return *text == '-' ? arena_printf(arena, "(%s)", text) : text;
}

FormulaText formula_text(Arena *arena, const Launch *launch, const Machine *machine,
                         const Formula *formula, uint32_t thread)
{
    FormulaText text = {"", ""};
    for (int i = 0; i < formula->piece_count; ++i) {
        const FormulaPiece *piece = &formula->pieces[i];
        text.names = arena_printf(arena, "%s%s", text.names, piece->text);
        text.numbers = arena_printf(arena, "%s%s", text.numbers,
                                    piece_number(arena, launch, machine, piece, thread));
    }
    return text;
}
