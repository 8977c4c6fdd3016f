/* Instructions of PTX that go to memory, to other lanes, or to a tensor core. */
#include "lang/ptx/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

void ptx_move_memory(const Ptx *x)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    const PtxType *type = ptx_type(x->type);
    bool is_load = strcmp(x->parts[0], "ld") == 0 || strcmp(x->parts[0], "ldu") == 0;
    const char *words[PTX_ELEMENTS], *one[PTX_ELEMENTS];
    int width = ptx_elements(x, is_load ? 0 : 1, words);
    int wanted = ptx_has(x, "v2") ? 2 : ptx_has(x, "v4") ? 4 : 1;
    if (!type || width != wanted || ptx_has(x, "param") || ptx_has(x, "v8")) {
        ptx_refuse(x);
        return;
    }
    const char *whole = width == 1 ? type->memory : PTX_TEXT("%s%d", type->vector, width);
    const char *at = ptx_pointer(x, is_load ? 1 : 0, whole, ptx_is_shared(x));
    const char *held = strcmp(type->value, "half") == 0 || strcmp(type->value, "__nv_bfloat16") == 0
                           ? "unsigned short"
                           : type->value;
    for (int i = 0; i < width && !is_load; ++i)
        one[i] = ptx_word(x, words[i], held);
    if (!is_load && width == 1)
        asm_write(x->w, "*%s = %s;", at, one[0]);
    else if (!is_load)
        asm_write(x->w, "*%s = make_%s(%s, %s%s%s%s%s);", at, whole, one[0], one[1],
                  width == 4 ? ", " : "", width == 4 ? one[2] : "", width == 4 ? ", " : "",
                  width == 4 ? one[3] : "");
    else if (width == 1)
        ptx_assign_word(x, words[0], PTX_TEXT("((%s)*%s)", held, at), held);
    else {
        asm_write(x->w, "{ const %s __loaded = *%s;", whole, at);
        for (int i = 0; i < width; ++i)
            ptx_assign_word(x, words[i], PTX_TEXT("((%s)__loaded.%s)", held, names[i]), held);
        asm_write(x->w, "}");
    }
}

/* What comes in a vector goes to the words of {...}. */
static void take_vector(const Ptx *x, const char *call, const char *vector, const char *type,
                        int count)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    const char *words[PTX_ELEMENTS];
    if (ptx_elements(x, 0, words) != count) {
        ptx_refuse(x);
        return;
    }
    asm_write(x->w, "{ const %s __made = %s;", vector, call);
    for (int i = 0; i < count; ++i)
        ptx_assign_word(x, words[i], PTX_TEXT("__made.%s", names[i]), type);
    asm_write(x->w, "}");
}

static int matrix_number(const Ptx *x)
{
    return ptx_has(x, "x4") ? 4 : ptx_has(x, "x2") ? 2 : ptx_has(x, "x1") ? 1 : 0;
}

void ptx_load_matrix(const Ptx *x)
{
    int count = matrix_number(x);
    if (!count || !ptx_has(x, "m8n8") || !ptx_is_shared(x) || !ptx_has(x, "b16")) {
        ptx_refuse(x);
        return;
    }
    const char *at = ptx_pointer(x, 1, "void", true);
    take_vector(x,
                PTX_TEXT("__load_matrix(%s, %d)", at,
                         count + (ptx_has(x, "trans") ? MATRIX_TRANSPOSED : 0)),
                PTX_TEXT("uint%d", count), "unsigned", count);
}

void ptx_store_matrix(const Ptx *x)
{
    const char *words[PTX_ELEMENTS], *list = "";
    int count = matrix_number(x);
    if (!count || !ptx_has(x, "m8n8") || !ptx_is_shared(x) || !ptx_has(x, "b16") ||
        ptx_elements(x, 1, words) != count) {
        ptx_refuse(x);
        return;
    }
    for (int i = 0; i < count; ++i)
        list = PTX_TEXT("%s, %s", list, ptx_word(x, words[i], "unsigned"));
    asm_write(x->w, "__store_matrix(%s, %d%s);", ptx_pointer(x, 0, "void", true),
              count + (ptx_has(x, "trans") ? MATRIX_TRANSPOSED : 0), list);
}

/* ---- tensor cores ---- */

/* The name of a row of mma.def: shape, type of d, type of a. */
static int find_mma(const Ptx *x)
{
    const char *shape = "", *listed[4] = {"", "", "", ""};
    int count = 0;
    for (int i = 1; i < x->count; ++i) {
        if (x->parts[i][0] == 'm' && isdigit((unsigned char)x->parts[i][1]))
            shape = x->parts[i];
        if (ptx_type(x->parts[i]) && count < 4)
            listed[count++] = x->parts[i];
    }
    const char *wanted = PTX_TEXT("%s.%s.%s", shape, listed[0], listed[1]);
    bool is_one =
        count == 4 && strcmp(listed[1], listed[2]) == 0 && strcmp(listed[0], listed[3]) == 0;
    for (int i = 0; i < MMA_SHAPES && is_one && ptx_has(x, "row") && ptx_has(x, "col"); ++i)
        if (strcmp(mma_info[i].text, wanted) == 0)
            return i;
    return -1;
}

/* The words of an operand, each of a C type, behind one another. */
static const char *listed_words(const Ptx *x, int arg, const char *type, int count)
{
    const char *words[PTX_ELEMENTS], *list = "";
    if (ptx_elements(x, arg, words) != count)
        return ptx_refuse(x);
    for (int i = 0; i < count; ++i)
        list = PTX_TEXT("%s, %s", list, ptx_word(x, words[i], type));
    return list;
}

void ptx_multiply_matrices(const Ptx *x)
{
    int shape = find_mma(x);
    if (shape < 0) {
        ptx_refuse(x);
        return;
    }
    const MmaInfo *mma = &mma_info[shape];
    bool is_float = mma->cd == SCALAR_F32;
    const char *type = is_float ? "float" : mma->cd == SCALAR_I32 ? "int" : "unsigned";
    const char *vector = is_float ? "float" : mma->cd == SCALAR_I32 ? "int" : "uint";
    const char *a = listed_words(x, 1, "unsigned", mma->a_words);
    const char *b = listed_words(x, 2, "unsigned", mma->b_words);
    const char *c = listed_words(x, 3, type, mma->c_words);
    take_vector(x,
                PTX_TEXT("__mma_sync(%d%s%s%s)",
                         shape + (ptx_has(x, "satfinite") ? MMA_SATURATES : 0), a, b, c),
                PTX_TEXT("%s%d", vector, mma->c_words), type, mma->c_words);
}

void ptx_move_matrix(const Ptx *x)
{
    ptx_assign(x, 0, PTX_TEXT("__move_matrix(%s)", ptx_value(x, 1, "unsigned")), "unsigned");
}

/* ---- copies in flight ---- */

/* A copy of n bytes, or of zeros where its source has none. */
static void copy_bytes(const Ptx *x, int n, bool has_size)
{
    const char *zeros[] = {"unsigned", "uint2", "uint4"};
    const char *kind = ptx_has(x, "cg") ? "cg" : "ca";
    const char *to = ptx_pointer(x, 0, "void", true);
    const char *from = ptx_pointer(x, 1, "const void", false);
    if (!has_size) {
        asm_write(x->w, "__copy_async_%s(%s, %s, %d);", kind, to, from, n);
        return;
    }
    asm_write(x->w, "if (%s) __copy_async_%s(%s, %s, %d); else *%s = %s{};",
              ptx_value(x, 3, "unsigned"), kind, to, from, n, ptx_pointer(x, 0, zeros[n / 8], true),
              zeros[n / 8]);
}

void ptx_copy_async(const Ptx *x)
{
    if (ptx_has(x, "mbarrier") && ptx_has(x, "arrive") && ptx_is_shared(x))
        asm_write(x->w, "__mbarrier_cop%s(%s);", ptx_has(x, "noinc") ? "ied" : "y",
                  ptx_pointer(x, 0, "unsigned long long", true));
    else if (ptx_has(x, "commit_group"))
        asm_write(x->w, "__pipeline_commit();");
    else if (ptx_has(x, "wait_group"))
        asm_write(x->w, "__pipeline_wait_prior(%s);", ptx_value(x, 0, "unsigned"));
    else if (ptx_has(x, "wait_all"))
        asm_write(x->w, "__pipeline_wait_prior(0xffffffffu);");
    else if (ptx_has(x, "cg") && x->w->arg_count >= 3)
        copy_bytes(x, 16, x->w->arg_count > 3);
    else if (ptx_has(x, "ca") && x->w->arg_count >= 3)
        for (int n = 4; n <= 16; n *= 2) {
            asm_write(x->w, "if constexpr (%s == %du) {", ptx_value(x, 2, "unsigned"), n);
            copy_bytes(x, n, x->w->arg_count > 3);
            asm_write(x->w, "}");
        }
    else
        ptx_refuse(x);
}

/* ---- mbarriers ---- */

/* An arrival of one thread or of several, with its token or without. */
static void arrive_at(const Ptx *x, int first)
{
    const char *count = "1";
    if (x->w->arg_count > first + 1)
        count = ptx_value(x, first + 1, "unsigned");
    const char *call =
        PTX_TEXT("__mbarrier_%s(%s, %s)", ptx_has(x, "arrive_drop") ? "drop" : "come",
                 ptx_pointer(x, first, "unsigned long long", true), count);
    if (first)
        ptx_assign(x, 0, call, "unsigned long long");
    else
        asm_write(x->w, "%s;", call);
}

/* Has the phase of a token completed, or that of a parity? What try_wait is told last, how long it
 * may take, is passed by. */
static void ask(const Ptx *x)
{
    bool has_parity = ptx_has(x, "parity");
    const char *at = ptx_pointer(x, 1, "unsigned long long", true);
    ptx_assign(x, 0,
               PTX_TEXT("__mbarrier_ask%s(%s, %s)", has_parity ? "_parity" : "", at,
                        ptx_value(x, 2, has_parity ? "unsigned" : "unsigned long long")),
               "bool");
}

void ptx_mbarrier(const Ptx *x)
{
    bool has_place = x->w->arg_count > 0 && x->w->args[0][0] == '[';
    bool is_known = !ptx_has(x, "expect_tx") && !ptx_has(x, "complete_tx");
    if (is_known && ptx_has(x, "pending_count"))
        ptx_assign(x, 0,
                   PTX_TEXT("((unsigned)%s & 1048575u)", ptx_value(x, 1, "unsigned long long")),
                   "unsigned");
    else if (!is_known || !ptx_is_shared(x) || x->w->arg_count < 1)
        ptx_refuse(x);
    else if (ptx_has(x, "init"))
        asm_write(x->w, "__mbarrier_start(%s, %s);", ptx_pointer(x, 0, "unsigned long long", true),
                  ptx_value(x, 1, "unsigned"));
    else if (ptx_has(x, "inval"))
        asm_write(x->w, "__mbarrier_end(%s);", ptx_pointer(x, 0, "unsigned long long", true));
    else if (ptx_has(x, "arrive") || ptx_has(x, "arrive_drop"))
        arrive_at(x, has_place ? 0 : 1);
    else if (ptx_has(x, "test_wait") || ptx_has(x, "try_wait"))
        ask(x);
    else
        ptx_refuse(x);
}

/* ---- of the warp and the block ---- */

void ptx_barrier(const Ptx *x)
{
    bool is_warp = ptx_has(x, "warp");
    if (is_warp && ptx_has(x, "sync"))
        asm_write(x->w, "__syncwarp(%s);", ptx_value(x, 0, "unsigned"));
    else if (ptx_has(x, "sync") && x->w->arg_count == 1 && strcmp(x->w->args[0], "0") == 0)
        asm_write(x->w, "__syncthreads();");
    else
        asm_refuse(x->w, PTX_TEXT("%s %s", x->w->name, x->w->arg_count ? x->w->args[0] : ""));
}

void ptx_fence(const Ptx *x)
{
    bool is_block = ptx_has(x, "cta"), is_system = ptx_has(x, "sys");
    asm_write(x->w, "__threadfence%s();", is_block ? "_block" : is_system ? "_system" : "");
}

void ptx_shuffle(const Ptx *x)
{
    static const char *const names[][2] = {
        {"idx", ""}, {"up", "_up"}, {"down", "_down"}, {"bfly", "_xor"}};
    for (int i = 0; i < 4 && x->w->arg_count == 5; ++i)
        if (ptx_has(x, names[i][0])) {
            long clamp = strtol(x->w->args[3], NULL, 0);
            if (clamp != (i == 1 ? 0 : 31) || !isdigit((unsigned char)x->w->args[3][0]))
                break;
            ptx_put(x,
                    PTX_TEXT("__shfl%s_sync(%s, %s, %s)", names[i][1], ptx_value(x, 4, "unsigned"),
                             ptx_typed(x, 1), ptx_value(x, 2, "unsigned")));
            return;
        }
    ptx_refuse(x);
}

void ptx_atomic(const Ptx *x)
{
    static const char *const names[][2] = {{"add", "Add"},   {"min", "Min"}, {"max", "Max"},
                                           {"exch", "Exch"}, {"and", "And"}, {"or", "Or"},
                                           {"xor", "Xor"}};
    bool is_red = strcmp(x->parts[0], "red") == 0;
    const PtxType *type = ptx_type(x->type);
    for (size_t i = 0; type && i < sizeof names / sizeof *names; ++i)
        if (ptx_has(x, names[i][0])) {
            const char *at = ptx_pointer(x, is_red ? 0 : 1, type->value, ptx_is_shared(x));
            const char *call =
                PTX_TEXT("atomic%s(%s, %s)", names[i][1], at, ptx_typed(x, is_red ? 1 : 2));
            if (is_red)
                asm_write(x->w, "%s;", call);
            else
                ptx_put(x, call);
            return;
        }
    ptx_refuse(x);
}
