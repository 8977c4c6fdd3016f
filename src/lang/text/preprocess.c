/* Directives: what of the file is read at all. #if nesting is a stack of conditions, whose top
 * tells whether text is live; #include is a stack of files. Macros are in preprocess_macro.c, and
 * in preprocess_include.c which file an #include means. */
#include "lang/text/preprocess.h"

#include <string.h>

typedef struct Line { /* of a directive */
    const Token *hash, *name;
    const Token *items; /* what follows the name, up to the end of the line */
    int count;
    Span span; /* # and name */
} Line;

static bool is_live(const Preprocessor *pp)
{
    return !pp->condition_count || pp->conditions[pp->condition_count - 1].is_live;
}

/* ---- conditions ---- */

static void open_condition(Preprocessor *pp, const Line *line, bool value)
{
    bool parent = is_live(pp);
    *ARENA_PUSH(pp->arena, pp->conditions, pp->condition_count, pp->condition_capacity) =
        (Condition){line->span, parent && value, value, parent, false};
}

static bool is_defined(Preprocessor *pp, const Token *name)
{
    Macro *macro = macro_find(pp, name);
    if (macro)
        macro->is_used = true;
    return macro && macro->is_defined;
}

static bool has_name(Preprocessor *pp, const Line *line)
{
    if (line->count && line->items[0].kind == TOKEN_NAME)
        return true;
    diag_error(pp->diags, line->span, NULL, "#%.*s needs the name of a macro",
               (int)line->name->length, line->name->text);
    return false;
}

static void do_if(Preprocessor *pp, const Line *line)
{
    bool value = is_live(pp) && condition_evaluate(pp, line->items, line->count, line->span);
    open_condition(pp, line, value);
}

static void do_ifdef(Preprocessor *pp, const Line *line)
{
    open_condition(pp, line, is_live(pp) && has_name(pp, line) && is_defined(pp, &line->items[0]));
}

static void do_ifndef(Preprocessor *pp, const Line *line)
{
    open_condition(pp, line, is_live(pp) && has_name(pp, line) && !is_defined(pp, &line->items[0]));
}

static Condition *current_condition(Preprocessor *pp, const Line *line)
{
    if (pp->condition_count > top_level(pp)->condition_floor)
        return &pp->conditions[pp->condition_count - 1];
    diag_error(pp->diags, line->span, NULL, "#%.*s without #if", (int)line->name->length,
               line->name->text);
    return NULL;
}

/* The next branch of an #if; value is only asked for when it decides whether the branch is live. */
static void next_branch(Preprocessor *pp, const Line *line,
                        bool (*value)(Preprocessor *, const Line *))
{
    Condition *condition = current_condition(pp, line);
    if (!condition)
        return;
    if (condition->had_else)
        diag_error(pp->diags, line->span, NULL, "#%.*s after #else", (int)line->name->length,
                   line->name->text);
    bool open = condition->parent_is_live && !condition->was_live && !condition->had_else;
    condition->is_live = open && value(pp, line);
    condition->was_live |= condition->is_live;
}

static bool value_if(Preprocessor *pp, const Line *line)
{
    return condition_evaluate(pp, line->items, line->count, line->span);
}

static bool value_ifdef(Preprocessor *pp, const Line *line)
{
    return has_name(pp, line) && is_defined(pp, &line->items[0]);
}

static bool value_ifndef(Preprocessor *pp, const Line *line)
{
    return has_name(pp, line) && !is_defined(pp, &line->items[0]);
}

static bool value_else(Preprocessor *pp, const Line *line)
{
    (void)pp;
    (void)line;
    return true;
}

static void do_elif(Preprocessor *pp, const Line *line)
{
    next_branch(pp, line, value_if);
}
static void do_elifdef(Preprocessor *pp, const Line *line)
{
    next_branch(pp, line, value_ifdef);
}
static void do_elifndef(Preprocessor *pp, const Line *line)
{
    next_branch(pp, line, value_ifndef);
}

static void do_else(Preprocessor *pp, const Line *line)
{
    next_branch(pp, line, value_else);
    if (pp->condition_count > top_level(pp)->condition_floor)
        pp->conditions[pp->condition_count - 1].had_else = true;
}

static void do_endif(Preprocessor *pp, const Line *line)
{
    if (current_condition(pp, line))
        pp->condition_count--;
}

/* ---- #define, #undef ---- */

static void do_define(Preprocessor *pp, const Line *line)
{
    if (!has_name(pp, line))
        return;
    if (token_is(&line->items[0], "defined"))
        diag_error(pp->diags, line->items[0].span, NULL, "defined cannot be a macro");
    else
        macro_define(pp, line->items, line->count, false, false);
}

static void do_undef(Preprocessor *pp, const Line *line)
{
    Macro *macro = has_name(pp, line) ? macro_find(pp, &line->items[0]) : NULL;
    if (macro && !macro->from_command_line && macro->kind == MACRO_TEXT)
        macro->is_defined = false;
}

/* ---- the rest ---- */

static void do_include(Preprocessor *pp, const Line *line)
{
    include_obey(pp, line->items, line->count, line->span);
}

static void do_error(Preprocessor *pp, const Line *line)
{
    diag_error(pp->diags, line->span, NULL, "#error %s",
               macro_tokens_text(pp->arena, line->items, line->count));
}

static void do_pragma(Preprocessor *pp, const Line *line)
{
    if (line->count == 1 && token_is(&line->items[0], "once") && pp->level_count > 1)
        *ARENA_PUSH(pp->arena, pp->once, pp->once_count, pp->once_capacity) = top_level(pp)->name;
}

static void do_nothing(Preprocessor *pp, const Line *line)
{
    (void)pp;
    (void)line;
}

typedef struct Directive {
    const char *name;
    bool is_condition; /* it is obeyed in skipped text, too */
    void (*run)(Preprocessor *pp, const Line *line);
} Directive;

static const Directive directives[] = {
    {"if", true, do_if},          {"ifdef", true, do_ifdef},      {"ifndef", true, do_ifndef},
    {"elif", true, do_elif},      {"elifdef", true, do_elifdef},  {"elifndef", true, do_elifndef},
    {"else", true, do_else},      {"endif", true, do_endif},      {"define", false, do_define},
    {"undef", false, do_undef},   {"include", false, do_include}, {"error", false, do_error},
    {"pragma", false, do_pragma}, {"warning", false, do_nothing}, {"line", false, do_nothing},
    {"ident", false, do_nothing},
};

static void obey_directive(Preprocessor *pp, const Line *line)
{
    for (size_t i = 0; i < sizeof directives / sizeof *directives; ++i)
        if (token_is(line->name, directives[i].name)) {
            if (is_live(pp) || directives[i].is_condition)
                directives[i].run(pp, line);
            return;
        }
    if (is_live(pp) && line->name->kind != TOKEN_NUMBER) /* "# 12 file" means what #line does */
        diag_error(pp->diags, line->span,
                   "known are #define, #undef, #if, #ifdef, #ifndef, #elif, #else, #endif, "
                   "#include, #pragma and #error",
                   "there is no directive #%.*s", (int)line->name->length, line->name->text);
}

/* Reads the line after a # and obeys it. */
static void read_directive(Preprocessor *pp)
{
    FileLevel *level = top_level(pp);
    const Token *hash = &level->tokens.items[level->at], *end = hash + 1;
    pp->directive_count++;
    while (end->kind != TOKEN_END && !end->first_on_line)
        end++;
    level->at += (int)(end - hash);
    if (end == hash + 1)
        return;
    Line line = {hash, hash + 1, hash + 2, (int)(end - hash) - 2,
                 span_join(hash->span, hash[1].span)};
    obey_directive(pp, &line);
}

/* Reports what the file that ends here left open. */
static void close_conditions(Preprocessor *pp)
{
    int floor = top_level(pp)->condition_floor;
    if (pp->condition_count > floor)
        diag_error(pp->diags, pp->conditions[pp->condition_count - 1].span, NULL,
                   "this has no #endif");
    pp->condition_count = floor;
}

Token file_next(Preprocessor *pp)
{
    for (;;) {
        FileLevel *level = top_level(pp);
        const Token *token = &level->tokens.items[level->at];
        if (token->kind == TOKEN_END) {
            close_conditions(pp);
            if (pp->level_count == 1)
                return *token;
            pp->level_count--;
        } else if (token->first_on_line && token_is(token, "#")) {
            read_directive(pp);
        } else {
            level->at++;
            if (is_live(pp) && token->kind != TOKEN_INVALID)
                return *token;
            if (is_live(pp))
                token_report(token, pp->diags);
        }
    }
}

/* ---- start and end ---- */

static void define_text(Preprocessor *pp, const char *name, const char *value, bool predefined)
{
    const char *text = arena_printf(pp->arena, "%s %s", name, value);
    TokenList list = lex_text(pp->arena, text, (uint32_t)strlen(text), 0);
    bool good = list.count && list.items[0].kind == TOKEN_NAME && !list.items[0].space_before &&
                !token_is(&list.items[0], "defined");
    for (int i = 0; i < list.count; ++i) {
        good &= list.items[i].kind != TOKEN_INVALID;
        list.items[i].span = (Span){0};
    }
    if (good)
        macro_define(pp, list.items, list.count, !predefined, predefined);
    else
        diag_error_plain(pp->diags, "write -D NAME or -D NAME=VALUE, as in -D TILE_WIDTH=16",
                         "-D %s=%s does not define a macro", name, value);
}

static void define_predefined(Preprocessor *pp)
{
    static const char *const table[][2] = {
        {"__CUDACC__", "1"},
        {"__NVCC__", "1"},
        {"__CUDA_ARCH__", "900"},
        {"__CUDACC_VER_MAJOR__", "13"},
        {"__CUDACC_VER_MINOR__", "0"},
        {"CUDART_VERSION", "13000"},
        {"CUDA_VERSION", "13000"},
        {"__cplusplus", "201703L"},
        {"__linux__", "1"},
        {"__unix__", "1"},
        {"__x86_64__", "1"},
        {"CHAR_BIT", "8"},
        {"SCHAR_MAX", "127"},
        {"UCHAR_MAX", "255"},
        {"SHRT_MAX", "32767"},
        {"USHRT_MAX", "65535"},
        {"INT_MAX", "2147483647"},
        {"INT_MIN", "(-2147483647 - 1)"},
        {"UINT_MAX", "4294967295u"},
        {"LONG_MAX", "9223372036854775807L"},
        {"LONG_MIN", "(-9223372036854775807L - 1)"},
        {"LLONG_MAX", "9223372036854775807LL"},
        {"LLONG_MIN", "(-9223372036854775807LL - 1)"},
        {"ULLONG_MAX", "18446744073709551615ULL"},
        {"INT32_MAX", "2147483647"},
        {"UINT32_MAX", "4294967295u"},
        {"SIZE_MAX", "18446744073709551615UL"},
        {"RAND_MAX", "2147483647"},
        {"EXIT_SUCCESS", "0"},
        {"EXIT_FAILURE", "1"},
        {"FLT_MAX", "3.402823466e+38f"},
        {"FLT_MIN", "1.175494351e-38f"},
        {"FLT_EPSILON", "1.192092896e-07f"},
        {"DBL_MAX", "1.7976931348623158e+308"},
        {"DBL_MIN", "2.2250738585072014e-308"},
        {"DBL_EPSILON", "2.2204460492503131e-016"},
        {"INFINITY", "1e999f"},
        {"HUGE_VALF", "1e999f"},
        {"NAN", "((float)-(1e999 - 1e999))"},
        {"M_PI", "3.14159265358979323846"},
        {"M_PI_2", "1.57079632679489661923"},
        {"M_E", "2.71828182845904523536"},
        {"M_SQRT2", "1.41421356237309504880"},
        {"CUDART_INF_F", "1e999f"},
        {"CUDART_PI_F", "3.141592654f"},
    };
    static const MacroKind kinds[] = {MACRO_FILE, MACRO_LINE, MACRO_COUNTER};
    static const char *const special[] = {"__FILE__", "__LINE__", "__COUNTER__"};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
        define_text(pp, table[i][0], table[i][1], true);
    for (size_t i = 0; i < 3; ++i) {
        define_text(pp, special[i], "", true);
        pp->macros[pp->macro_count - 1]->kind = kinds[i];
    }
}

/* Takes every "_Pragma ( string )" out of the list. */
static void drop_pragmas(TokenList *list)
{
    int out = 0;
    for (int i = 0; i < list->count; ++i) {
        if (token_is(&list->items[i], "_Pragma") && i + 3 < list->count &&
            token_is(&list->items[i + 1], "(") && list->items[i + 2].kind == TOKEN_STRING)
            i += 3;
        else
            list->items[out++] = list->items[i];
    }
    list->items[out] = list->items[list->count];
    list->count = out;
}

static void list_macros(Preprocessor *pp, Preprocessed *result)
{
    MacroInfo *infos = ARENA_ARRAY(pp->arena, MacroInfo, pp->macro_count + 1);
    for (int i = 0; i < pp->macro_count; ++i) {
        const Macro *macro = pp->macros[i];
        if (macro->is_predefined || macro->is_function || !macro->is_defined || !macro->body_count)
            continue;
        infos[result->macro_count++] =
            (MacroInfo){macro->name, macro_tokens_text(pp->arena, macro->body, macro->body_count),
                        macro->span, macro->from_command_line, macro->is_used};
    }
    result->macros = infos;
}

/* Notes the stretch of file 0 that ends here, if the tokens are not simply its own. */
static void note_use(Preprocessor *pp, Preprocessed *result, int *capacity, const Token *items,
                     int count)
{
    const Stretch *stretch = &pp->stretch;
    bool is_plain =
        stretch->count == 1 && count == 1 && items[0].length == stretch->first.length &&
        !memcmp(items[0].text, pp->sources->files[items[0].span.file].text + items[0].span.start,
                items[0].length);
    if (is_plain || stretch->is_cut || stretch->first.file || stretch->last.file)
        return;
    MacroUse *uses = (MacroUse *)result->uses;
    *ARENA_PUSH(pp->arena, uses, result->use_count, *capacity) =
        (MacroUse){span_join(stretch->first, stretch->last),
                   arena_copy(pp->arena, items, sizeof(Token) * (size_t)count), count};
    result->uses = uses;
}

/* All tokens of the file and what it includes, with macros expanded. */
static void read_all(Preprocessor *pp, Preprocessed *result)
{
    TokenList *tokens = &result->tokens;
    int capacity = pp->token_count + 1, use_capacity = 0, begin = 0;
    tokens->items = arena_room(pp->arena, sizeof(Token), (size_t)capacity);
    for (;;) {
        Token token = macro_next(pp);
        *ARENA_PUSH(pp->arena, tokens->items, tokens->count, capacity) = token;
        if (token.kind == TOKEN_END)
            break;
        if (!macro_at_file(pp))
            continue;
        note_use(pp, result, &use_capacity, tokens->items + begin, tokens->count - begin);
        pp->stretch = (Stretch){0};
        begin = tokens->count;
    }
    tokens->count--;
}

Preprocessed preprocess(Arena *arena, SourceSet *sources, uint32_t file, const Define *defines,
                        int define_count, const IncludeReader *reader, Diags *diags)
{
    Preprocessor *pp = ARENA_NEW(arena, Preprocessor);
    Preprocessed result = {0};
    pp->arena = arena;
    pp->sources = sources;
    pp->diags = diags;
    pp->reader = reader;
    include_push(pp, file, "");
    define_predefined(pp);
    for (int i = 0; i < define_count; ++i)
        define_text(pp, defines[i].name, defines[i].value, false);
    read_all(pp, &result);
    drop_pragmas(&result.tokens);
    list_macros(pp, &result);
    return result;
}
