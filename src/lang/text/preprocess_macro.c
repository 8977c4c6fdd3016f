/* Macros: definition, expansion, # and ##.
 *
 * Replacements are read from a stack of contexts. A macro is inactive while its replacement is on
 * the stack; its own name met there is painted and never expands again, which ends all recursion.
 * Arguments are expanded first, each as if it were the whole file (an isolated context). */
#include "base/hash.h"
#include "lang/text/preprocess.h"

#include <string.h>

typedef struct Argument {
    const Token *raw;
    int raw_count;
    TokenList expanded; /* made when first needed */
    bool is_expanded;
} Argument;

typedef struct Output {
    Token *items;
    int count, capacity;
} Output;

static Macro **macro_bucket(Preprocessor *pp, const Token *name)
{
    return &pp->buckets[hash_bytes(HASH_START, name->text, name->length) % MACRO_BUCKETS];
}

Macro *macro_find(Preprocessor *pp, const Token *name)
{
    for (Macro *macro = *macro_bucket(pp, name); macro; macro = macro->next)
        if (macro->name_length == name->length &&
            memcmp(macro->name, name->text, name->length) == 0)
            return macro;
    return NULL;
}

static Macro *find_or_add(Preprocessor *pp, const Token *name)
{
    Macro *macro = macro_find(pp, name);
    if (macro)
        return macro;
    macro = ARENA_NEW(pp->arena, Macro);
    macro->name = arena_text(pp->arena, name->text, name->length);
    macro->name_length = name->length;
    Macro **bucket = macro_bucket(pp, name);
    macro->next = *bucket;
    *bucket = macro;
    *ARENA_PUSH(pp->arena, pp->macros, pp->macro_count, pp->macro_capacity) = macro;
    return macro;
}

/* Reads "a, b, ...)" after the bracket. Returns tokens used, or 0 after an error. */
static int read_parameters(Preprocessor *pp, Macro *macro, const Token *tokens, int count)
{
    Output names = {0};
    for (int i = 0; i < count; ++i) {
        if (token_is(&tokens[i], ")") && names.count == 0) {
            macro->parameters = names.items;
            return i + 1;
        }
        if (macro->is_variadic || (tokens[i].kind != TOKEN_NAME && !token_is(&tokens[i], "...")))
            break;
        Token *name = ARENA_PUSH(pp->arena, names.items, names.count, names.capacity);
        *name = tokens[i];
        macro->is_variadic = token_is(&tokens[i], "...");
        if (macro->is_variadic) {
            name->text = "__VA_ARGS__";
            name->length = 11;
        } else if (i + 1 < count && token_is(&tokens[i + 1], "...")) {
            macro->is_variadic = true;
            i++;
        }
        macro->parameters = names.items;
        macro->parameter_count = names.count;
        if (i + 1 < count && token_is(&tokens[i + 1], ")"))
            return i + 2;
        if (i + 1 >= count || !token_is(&tokens[++i], ","))
            break;
    }
    diag_error(pp->diags, tokens[-1].span, "write #define NAME(a, b) text",
               "the parameter list of this macro is not well formed");
    return 0;
}

static void check_body(Preprocessor *pp, const Macro *macro)
{
    const Token *body = macro->body;
    int last = macro->body_count - 1;
    if (last >= 0 && (token_is(&body[0], "##") || token_is(&body[last], "##")))
        diag_error(pp->diags, macro->span, NULL, "## stands at an end of the macro %s",
                   macro->name);
    for (int i = 0; i <= last; ++i)
        if (body[i].kind == TOKEN_INVALID)
            token_report(&body[i], pp->diags);
}

void macro_define(Preprocessor *pp, const Token *tokens, int count, bool from_command_line,
                  bool is_predefined)
{
    Macro *macro = find_or_add(pp, &tokens[0]);
    macro->is_used |= macro->from_command_line;
    if (macro->from_command_line && !from_command_line)
        return;
    Macro fresh = {.next = macro->next,
                   .name = macro->name,
                   .name_length = macro->name_length,
                   .is_predefined = is_predefined,
                   .from_command_line = from_command_line,
                   .is_defined = true,
                   .is_active = macro->is_active,
                   .is_used = macro->is_used,
                   .span = tokens[0].span};
    int at = 1;
    if (count > 1 && token_is(&tokens[1], "(") && !tokens[1].space_before) {
        int used = read_parameters(pp, &fresh, tokens + 2, count - 2);
        if (!used)
            return;
        fresh.is_function = true;
        at = 2 + used;
    }
    fresh.body = arena_copy(pp->arena, tokens + at, sizeof(Token) * (size_t)(count - at));
    fresh.body_count = count - at;
    check_body(pp, &fresh);
    *macro = fresh;
}

static Context *top_context(Preprocessor *pp)
{
    return pp->context_count ? &pp->contexts[pp->context_count - 1] : NULL;
}

static void push_context(Preprocessor *pp, Context context)
{
    *ARENA_PUSH(pp->arena, pp->contexts, pp->context_count, pp->context_capacity) = context;
    if (context.macro)
        context.macro->is_active = true;
}

static void pop_context(Preprocessor *pp)
{
    Context *top = top_context(pp);
    if (top->macro)
        top->macro->is_active = false;
    pp->context_count--;
}

/* The context that has the next token, ended ones popped; NULL: the file has it. */
static Context *open_context(Preprocessor *pp)
{
    Context *top;
    while ((top = top_context(pp)) && top->at == top->count && !top->is_isolated)
        pop_context(pp);
    return top;
}

bool macro_at_file(Preprocessor *pp)
{
    return !open_context(pp);
}

static Token next_of_file(Preprocessor *pp)
{
    Stretch *stretch = &pp->stretch;
    int directives = pp->directive_count;
    Token token = file_next(pp);
    if (!stretch->count++)
        stretch->first = token.span;
    else
        stretch->is_cut |= directives != pp->directive_count;
    stretch->last = token.span;
    return token;
}

static Token next_raw(Preprocessor *pp)
{
    Context *top = open_context(pp);
    if (!top)
        return next_of_file(pp);
    if (top->at == top->count)
        return (Token){.kind = TOKEN_END};
    Token token = top->items[top->at++];
    if (token.kind == TOKEN_NAME && !token.is_painted) {
        Macro *macro = macro_find(pp, &token);
        token.is_painted = macro && macro->is_active;
    }
    return token;
}

static bool bracket_follows(Preprocessor *pp)
{
    Context *top = open_context(pp);
    if (top)
        return top->at < top->count && token_is(&top->items[top->at], "(");
    FileLevel *level = &pp->levels[pp->level_count - 1];
    return token_is(&level->tokens.items[level->at], "(");
}

/* Counts produced tokens; false once there are too many. */
static bool spend(Preprocessor *pp, int tokens, Span span)
{
    if (pp->is_exhausted)
        return false;
    pp->work += tokens;
    if (pp->work <= MACRO_WORK_LIMIT)
        return true;
    pp->is_exhausted = true;
    diag_error(pp->diags, span, NULL,
               "macros expand to more than %d tokens by here; no macro is expanded any more",
               MACRO_WORK_LIMIT);
    return false;
}

TokenList macro_expand_list(Preprocessor *pp, const Token *tokens, int count)
{
    Output out = {0};
    int depth = pp->context_count;
    push_context(pp, (Context){.items = tokens, .count = count, .is_isolated = true});
    for (;;) {
        Token token = macro_next(pp);
        *ARENA_PUSH(pp->arena, out.items, out.count, out.capacity) = token;
        if (token.kind == TOKEN_END)
            break;
    }
    while (pp->context_count > depth)
        pop_context(pp);
    return (TokenList){out.items, out.count - 1};
}

/* Reads the arguments of a call whose bracket comes next; -1 if the call is never closed. */
static int collect_arguments(Preprocessor *pp, const Macro *macro, Argument **arguments)
{
    Output all = {0};
    int count = 1, capacity = 0, listed = 0, depth = 0;
    int *starts = NULL;
    next_raw(pp);
    *ARENA_PUSH(pp->arena, starts, listed, capacity) = 0;
    for (;;) {
        Token token = next_raw(pp);
        if (token.kind == TOKEN_END || (pp->nesting && !spend(pp, 1, token.span)))
            return -1;
        if (depth == 0 && token_is(&token, ")"))
            break;
        depth += token_is(&token, "(") - token_is(&token, ")");
        bool takes_rest = macro->is_variadic && count == macro->parameter_count;
        if (depth == 0 && token_is(&token, ",") && !takes_rest) {
            *ARENA_PUSH(pp->arena, starts, listed, capacity) = all.count;
            count++;
        } else {
            *ARENA_PUSH(pp->arena, all.items, all.count, all.capacity) = token;
        }
    }
    *arguments = ARENA_ARRAY(pp->arena, Argument, count + 1);
    for (int i = 0; i < count; ++i) {
        int end = i + 1 < count ? starts[i + 1] : all.count;
        if (end > starts[i])
            (*arguments)[i] =
                (Argument){.raw = all.items + starts[i], .raw_count = end - starts[i]};
    }
    return count;
}

static int parameter_index(const Macro *macro, const Token *token)
{
    if (token->kind == TOKEN_NAME)
        for (int i = 0; i < macro->parameter_count; ++i)
            if (token_is_same(&macro->parameters[i], token))
                return i;
    return -1;
}

const char *macro_tokens_text(Arena *arena, const Token *tokens, int count)
{
    size_t size = 1, at = 0;
    for (int i = 0; i < count; ++i)
        size += tokens[i].length + 1;
    char *text = arena_alloc(arena, size);
    for (int i = 0; i < count; ++i) {
        if (i && (tokens[i].space_before || tokens[i].first_on_line))
            text[at++] = ' ';
        memcpy(text + at, tokens[i].text, tokens[i].length);
        at += tokens[i].length;
    }
    return text;
}

/* The string that #parameter makes: quotes, and inside strings quotes and backslashes, escaped. */
static Token stringify(Preprocessor *pp, const Argument *argument, Span span)
{
    int count = 0;
    for (size_t sum = 0; count < argument->raw_count && sum < TOKEN_TEXT_LIMIT; ++count)
        sum += argument->raw[count].length;
    const char *plain = macro_tokens_text(pp->arena, argument->raw, count);
    size_t length = strlen(plain), at = 0;
    char *text = arena_alloc(pp->arena, 2 * length + 3), inside = 0;
    text[at++] = '"';
    for (size_t i = 0; i < length; ++i) {
        char c = plain[i];
        if (c == '"' || (c == '\\' && inside))
            text[at++] = '\\';
        if ((c == '"' || c == '\'') && (!inside || inside == c) &&
            !(inside && i && plain[i - 1] == '\\'))
            inside = inside ? 0 : c;
        text[at++] = c;
    }
    text[at++] = '"';
    return (Token){TOKEN_STRING, (uint32_t)at, text, span, false, false, false};
}

/* Joins right onto *left; false, with an error, if the two do not make one token. */
static bool paste(Preprocessor *pp, Token *left, const Token *right, Span span)
{
    uint32_t length = left->length + right->length;
    if (length < TOKEN_TEXT_LIMIT) {
        char *text = arena_alloc(pp->arena, (size_t)length + 1);
        memcpy(text, left->text, left->length);
        memcpy(text + left->length, right->text, right->length);
        TokenList made = lex_text(pp->arena, text, length, span.file);
        bool is_angle = token_is(left, ">") && token_is(right, ">");
        if (made.count == 1 && made.items[0].kind != TOKEN_INVALID && !is_angle) {
            left->kind = made.items[0].kind;
            left->text = made.items[0].text;
            left->length = made.items[0].length;
            left->span = span;
            left->is_painted = false;
            return true;
        }
    }
    diag_error(pp->diags, span, NULL, "## cannot make one token of \"%.*s\" and \"%.*s\"",
               left->length > 40 ? 40 : (int)left->length, left->text,
               right->length > 40 ? 40 : (int)right->length, right->text);
    return false;
}

typedef struct Substitution {
    const Macro *macro;
    Argument *arguments;
    Span span; /* place of use */
    Output out;
    bool left_is_empty; /* the operand before a ## came to nothing */
} Substitution;

static void append_tokens(Preprocessor *pp, Substitution *s, const Token *tokens, int count,
                          const Token *in_place_of)
{
    if (!spend(pp, count, s->span))
        return;
    for (int i = 0; i < count; ++i) {
        Token *token = ARENA_PUSH(pp->arena, s->out.items, s->out.count, s->out.capacity);
        *token = tokens[i];
        token->space_before |= token->first_on_line;
        token->first_on_line = false;
        if (i == 0)
            token->space_before = in_place_of->space_before;
    }
}

/* The operand at body[*at] as ## sees it: an unexpanded argument, a string, or the token. */
static const Token *paste_operand(Preprocessor *pp, Substitution *s, int *at, int *count,
                                  Token *buffer)
{
    const Token *body = s->macro->body;
    bool hash =
        s->macro->is_function && token_is(&body[*at], "#") && *at + 1 < s->macro->body_count;
    int index = parameter_index(s->macro, &body[*at + hash]);
    *count = 1;
    if (index >= 0 && !hash) {
        *count = s->arguments[index].raw_count;
        return s->arguments[index].raw;
    }
    *buffer = body[*at];
    buffer->span = s->span;
    if (hash && index >= 0) {
        *buffer = stringify(pp, &s->arguments[index], s->span);
        buffer->space_before = body[*at].space_before;
        ++*at;
    }
    return buffer;
}

static void append_expanded(Preprocessor *pp, Substitution *s, int index, int at)
{
    Argument *argument = &s->arguments[index];
    if (!argument->is_expanded) {
        pp->nesting++;
        argument->expanded = macro_expand_list(pp, argument->raw, argument->raw_count);
        pp->nesting--;
        argument->is_expanded = true;
    }
    append_tokens(pp, s, argument->expanded.items, argument->expanded.count, &s->macro->body[at]);
}

/* GNU's ", ## __VA_ARGS__": an empty rest takes the comma away. True if this was one. */
static bool comma_paste(Preprocessor *pp, Substitution *s, int at)
{
    const Macro *macro = s->macro;
    int last = macro->parameter_count - 1;
    if (!macro->is_variadic || parameter_index(macro, &macro->body[at]) != last ||
        !token_is(&macro->body[at - 2], ","))
        return false;
    if (s->arguments[last].raw_count == 0)
        s->out.count--;
    append_expanded(pp, s, last, at);
    return true;
}

/* Handles "## X", X at body[at]; returns the index of X's last token. */
static int substitute_paste(Preprocessor *pp, Substitution *s, int at)
{
    Token buffer;
    int count;
    if (s->out.count && comma_paste(pp, s, at))
        return at;
    const Token *right = paste_operand(pp, s, &at, &count, &buffer);
    if (count == 0)
        return at;
    int from = 0;
    if (!s->left_is_empty && s->out.count &&
        paste(pp, &s->out.items[s->out.count - 1], right, s->span))
        from = 1;
    append_tokens(pp, s, right + from, count - from, &s->macro->body[at]);
    s->left_is_empty = false;
    return at;
}

static TokenList substitute(Preprocessor *pp, const Macro *macro, Argument *arguments, Span span)
{
    Substitution s = {.macro = macro, .arguments = arguments, .span = span};
    for (int i = 0; i < macro->body_count && !pp->is_exhausted; ++i) {
        const Token *token = &macro->body[i];
        bool paste_next = i + 1 < macro->body_count && token_is(token + 1, "##");
        int index = parameter_index(macro, token), count;
        if (i && token_is(token, "##") && i + 1 < macro->body_count) {
            i = substitute_paste(pp, &s, i + 1);
        } else if (index >= 0 && !paste_next) {
            append_expanded(pp, &s, index, i);
        } else {
            Token buffer;
            const Token *from = paste_operand(pp, &s, &i, &count, &buffer);
            s.left_is_empty = count == 0;
            append_tokens(pp, &s, from, count, token);
        }
    }
    return (TokenList){s.out.items, s.out.count};
}

static Token special_value(Preprocessor *pp, const Macro *macro, const Token *name)
{
    Token token = *name;
    token.kind = macro->kind == MACRO_FILE ? TOKEN_STRING : TOKEN_NUMBER;
    if (macro->kind == MACRO_FILE)
        token.text = arena_printf(pp->arena, "\"%s\"", pp->sources->files[name->span.file].name);
    else if (macro->kind == MACRO_LINE)
        token.text = arena_printf(pp->arena, "%d", source_line(pp->sources, name->span));
    else
        token.text = arena_printf(pp->arena, "%d", pp->counter++);
    token.length = (uint32_t)strlen(token.text);
    return token;
}

/* Collects and checks the arguments of a call; false, with an error, if it cannot be made. */
static bool read_call(Preprocessor *pp, const Macro *macro, const Token *name, Argument **arguments)
{
    int wanted = macro->parameter_count;
    int count = collect_arguments(pp, macro, arguments);
    if (pp->is_exhausted)
        return false;
    if (count < 0) {
        diag_error(pp->diags, name->span, NULL, "the call of macro %s is never closed with )",
                   macro->name);
        return false;
    }
    if (wanted == 0 && count == 1 && (*arguments)[0].raw_count == 0)
        count = 0;
    if (macro->is_variadic && count == wanted - 1)
        (*arguments)[count++] = (Argument){0};
    if (count == wanted)
        return true;
    diag_error(pp->diags, name->span, NULL, "macro %s takes %d argument%s, %d given", macro->name,
               wanted, wanted == 1 ? "" : "s", count);
    return false;
}

/* Puts the replacement of macro before what comes next. False: it is no call, keep the name. */
static bool expand_macro(Preprocessor *pp, Macro *macro, const Token *name)
{
    Argument *arguments = NULL;
    if (macro->is_function && !bracket_follows(pp))
        return false;
    if (pp->nesting >= MACRO_NESTING_LIMIT && !pp->is_exhausted) {
        pp->is_exhausted = true;
        diag_error(pp->diags, name->span, NULL,
                   "macro calls are nested more than %d deep; no macro is expanded any more",
                   MACRO_NESTING_LIMIT);
    }
    if (!spend(pp, 1 + macro->body_count, name->span))
        return false;
    if (macro->is_function && !read_call(pp, macro, name, &arguments))
        return true;
    TokenList list = substitute(pp, macro, arguments, name->span);
    if (list.count) {
        list.items[0].space_before = name->space_before;
        list.items[0].first_on_line = name->first_on_line;
    }
    push_context(pp, (Context){.items = list.items, .count = list.count, .macro = macro});
    return true;
}

Token macro_next(Preprocessor *pp)
{
    for (;;) {
        Token token = next_raw(pp);
        if (token.kind != TOKEN_NAME || token.is_painted)
            return token;
        Macro *macro = macro_find(pp, &token);
        if (!macro || !macro->is_defined)
            return token;
        macro->is_used = true;
        if (macro->kind != MACRO_TEXT)
            return special_value(pp, macro, &token);
        if (!expand_macro(pp, macro, &token))
            return token;
    }
}
