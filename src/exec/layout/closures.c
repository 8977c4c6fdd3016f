/* clang dumps the syntax tree of every record that it has laid out:
 *
 *   Record: CXXRecordDecl 0x21108d8 <l.cu:8:25> col:25 implicit class definition
 *   |-DefinitionData lambda pass_in_registers ...
 *   |-CXXMethodDecl 0x2110a10 <col:46, col:94> col:25 constexpr operator() 'void (int) const'
 *   | |   `-DeclRefExpr 0x2110b20 <col:50> 'float *const' lvalue Var 0x2290440 'y' 'float *'
 *   |-FieldDecl 0x2111080 <l.cu:8:50> col:50 implicit 'float *'
 *
 * A field has no name; one that is captured because the body names it stands where the body does so
 * first. Others stand in the brackets of the lambda, where a name can be read. */
#include "exec/layout/closures.h"
#include "exec/cut.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { USES_MOST = 512 };

typedef struct Use {
    SourcePlace at;
    const char *name;
} Use;

/* The lambda that is being read. */
typedef struct Reader {
    Arena *arena;
    SourcePlace now; /* the place that was told last: the next one may leave out its line */
    SourcePlace begin;
    const char *path;
    Use uses[USES_MOST];
    int use_count;
    const char *fields; /* "\ty\tfloat *" for each */
} Reader;

static const char record[] = "\nRecord: CXXRecordDecl ", mark[] = "captures\t";

static const char *end_of_line(const char *at)
{
    return at + strcspn(at, "\n");
}

static const char *find_in_line(const char *line, const char *text)
{
    const char *found = strstr(line, text);
    return found && found < end_of_line(line) ? found : NULL;
}

/* Reads "col:50", "line:9:3" or "l.cu:8:25"; false if it is none. *path gets what stands before. */
static bool read_place(Reader *r, const char *text, size_t length, const char **path)
{
    const char *at = text + length, *parts[2] = {NULL, NULL};
    for (int i = 0; i < 2; ++i) {
        const char *end = at;
        while (at > text && isdigit((unsigned char)at[-1]))
            --at;
        if (at == end || at == text || at[-1] != ':')
            break;
        parts[i] = at--;
    }
    if (!parts[0])
        return false;
    r->now.column = atoi(parts[0]);
    r->now.line = parts[1] ? atoi(parts[1]) : r->now.line;
    *path = arena_text(r->arena, text, (size_t)(at - text));
    return true;
}

/* The places in < > of a line; *first gets the first of them. */
static bool read_places(Reader *r, const char *line, SourcePlace *first, const char **path)
{
    const char *at = find_in_line(line, " <"), *end = at ? strchr(at, '>') : NULL, *none;
    bool has_any = false;
    if (!end || end > end_of_line(line))
        return false;
    for (at += 2; at < end;) {
        size_t length = strcspn(at, ",>");
        if (read_place(r, at, length, has_any ? &none : path) && !has_any) {
            *first = r->now;
            has_any = true;
        }
        at += length;
        at += strspn(at, ", ");
    }
    if (end[1] == ' ') /* where its name stands */
        read_place(r, end + 2, strcspn(end + 2, " \n"), &none);
    return has_any;
}

/* The text in the last quotes of a line: a type, without what it is called in the program. */
static const char *last_quoted(Arena *arena, const char *line)
{
    const char *end = end_of_line(line), *begin;
    while (end > line && *end != '\'')
        --end;
    for (begin = end; begin > line && begin[-1] != '\'';)
        --begin;
    return arena_text(arena, begin, (size_t)(end - begin));
}

/* 'y' of "Var 0x2290440 'y' 'float *'". */
static const char *name_used(Arena *arena, const char *line)
{
    const char *var = find_in_line(line, "Var 0x"), *name = var ? strchr(var, '\'') : NULL;
    return name ? arena_text(arena, name + 1, strcspn(name + 1, "'")) : "";
}

static void read_field(Reader *r, const char *line, SourcePlace at)
{
    const char *name = "_";
    for (int i = 0; i < r->use_count && *name == '_'; ++i)
        if (r->uses[i].at.line == at.line && r->uses[i].at.column == at.column)
            name = r->uses[i].name;
    r->fields = arena_printf(r->arena, "%s\t%s\t%s", r->fields, name, last_quoted(r->arena, line));
}

/* A line of the tree, from its name on. */
static void read_line(Reader *r, const char *line)
{
    SourcePlace at;
    const char *path;
    if (!read_places(r, line, &at, &path))
        return;
    if (find_in_line(line, "-DeclRefExpr ") && r->use_count < USES_MOST)
        r->uses[r->use_count++] = (Use){at, name_used(r->arena, line)};
    else if (find_in_line(line, "-FieldDecl ") == line + 1)
        read_field(r, line, at);
}

/* One tree; what it tells, or "". */
static const char *read_tree(Arena *arena, const char *tree)
{
    Reader *r = ARENA_NEW(arena, Reader);
    const char *line = end_of_line(tree);
    *r = (Reader){.arena = arena, .fields = ""};
    if (!*line || !find_in_line(line + 1, "-DefinitionData ") ||
        !find_in_line(line + 1, "lambda ") || !read_places(r, tree, &r->begin, &r->path))
        return "";
    while (*line && line[1] && (line[1] == '|' || line[1] == '`' || line[1] == ' ')) {
        read_line(r, line + 1);
        line = end_of_line(line + 1);
    }
    return arena_printf(arena, "%s%s:%d:%d%s\n", mark, r->path, r->begin.line, r->begin.column,
                        r->fields);
}

const char *closures_filter(Arena *arena, const char *dump)
{
    const char *all = "";
    for (const char *at = strstr(dump, record); at; at = strstr(at + 1, record)) {
        const char *one = read_tree(arena, at + 1);
        if (*one && !strstr(all, one))
            all = arena_printf(arena, "%s%s", all, one);
    }
    return all;
}

/* ---- lambdas in names ---- */

/* Whether a path that the compiler has tells of the file. */
static bool is_file(const char *path, size_t length, const char *name)
{
    const char *own = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    size_t size = strlen(own);
    return length >= size && strncmp(path + length - size, own, size) == 0 &&
           (length == size || path[length - size - 1] == '/');
}

/* The captures of the lambda at a place: of those on the line the one that is nearest behind it, as
 * the marks of others before it have moved it. */
static const char *find_captures(const char *closures, const char *name, SourcePlace at)
{
    const char *best = NULL;
    int nearest = 0;
    for (const char *line = strstr(closures, mark); line; line = strstr(line + 1, mark)) {
        const char *path = line + strlen(mark), *end = path + strcspn(path, "\t\n");
        const char *column = end, *number;
        while (column > path && column[-1] != ':')
            --column;
        for (number = column - 1; number > path && number[-1] != ':';)
            --number;
        if (number <= path || atoi(number) != at.line || atoi(column) < at.column ||
            !is_file(path, (size_t)(number - 1 - path), name) || (best && atoi(column) >= nearest))
            continue;
        nearest = atoi(column);
        best = end;
    }
    return best;
}

/* Names in the brackets of a lambda whose [ stands at text: those that are captured by value. */
static const char *next_listed(Arena *arena, const char **text)
{
    const char *at = *text;
    int depth = 0;
    while (*at == '[' || *at == ',' || isspace((unsigned char)*at) || *at == '=')
        ++at;
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        ++length;
    const char *name = arena_text(arena, at, length);
    for (at += length; *at && (depth || (*at != ',' && *at != ']')); ++at)
        depth +=
            (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
    *text = at;
    return length ? name : NULL;
}

static int column_told(const char *end)
{
    while (isdigit((unsigned char)end[-1]))
        --end;
    return atoi(end);
}

/* Where the lambda stands that the compiler calls "(lambda at l.cu:8:25)"; false if that is not to
 * be seen. Of the brackets on its line it begins with the last that has its captures. */
static bool find_lambda(const char *closures, const SourceSet *sources, const char *type,
                        Span *span)
{
    static const char before[] = "(lambda at ";
    const char *path = strstr(type, before), *colon = path ? strrchr(type, ':') : NULL;
    if (!colon)
        return false;
    path += strlen(before);
    int column = atoi(colon + 1), line = column_told(colon);
    bool is_found = false;
    for (int i = 0; i < sources->count; ++i) {
        const SourceFile *file = &sources->files[i];
        size_t length = (size_t)(colon - path) - 1;
        while (length > 0 && path[length] != ':')
            --length;
        for (uint32_t at = 0; is_file(path, length, file->name) && at < file->length; ++at) {
            Span here = {.file = (uint32_t)i, .start = at, .length = 1};
            if (file->text[at] != '[' || source_line(sources, here) != line)
                continue;
            const char *end = find_captures(closures, file->name, source_place(sources, here));
            if (!end || column_told(end) != column)
                continue;
            *span = here;
            is_found = true;
        }
    }
    return is_found;
}

static const char *as_closure(Arena *arena, const char *closures, const SourceSet *sources,
                              Span span, const char *arguments);

/* ", y float *, a float" of the lambda that stands there; NULL if it is not known. */
static const char *captured(Arena *arena, const char *closures, const SourceSet *sources, Span span,
                            const char *arguments)
{
    const SourceFile *file = &sources->files[span.file];
    const char *at = find_captures(closures, file->name, source_place(sources, span));
    const char *out = "", *list = file->text + span.start;
    while (at && *at == '\t') {
        size_t length = strcspn(++at, "\t\n");
        const char *name = arena_text(arena, at, length);
        at += length + 1;
        length = strcspn(at, "\t\n");
        const char *type = arena_text(arena, at, length);
        at += length;
        if (strcmp(name, "_") == 0)
            name = next_listed(arena, &list);
        Span inner;
        if (find_lambda(closures, sources, type, &inner))
            type = as_closure(arena, closures, sources, inner, arguments);
        if (!name || !type || (!strstr(type, "__closure(") && strpbrk(type, "(&")))
            return NULL;
        out = arena_printf(arena, "%s, %s %s", out, name, type);
    }
    return at ? out : NULL;
}

/* Where the name of a lambda begins that has its { at the place. */
static const char *lambda_begin(const char *plain, const char *brace)
{
    int depth = 0;
    for (; brace > plain; --brace) {
        char c = brace[-1];
        depth += (c == ')' || c == '>' || c == '}') - (c == '(' || c == '<' || c == '{');
        if (depth < 0 || (!depth && c == ',') || (!depth && c == ' ' && brace[-2] == ','))
            break;
    }
    return brace;
}

/* "<float>" of "scale<float>(float*)::", the names around a lambda; "" without. */
static const char *arguments_around(Arena *arena, const char *begin, const char *end)
{
    int depth = 0;
    const char *close = NULL;
    for (const char *at = end; at > begin; --at) {
        char c = at[-1];
        depth += (c == ')' || c == '>' || c == '}') - (c == '(' || c == '<' || c == '{');
        if (!close && !depth && c == '(' && at - 1 > begin && at[-2] == '>')
            close = at - 1;
        else if (close && !depth && c == '<')
            return memchr(at, '{', (size_t)(close - at))
                       ? ""
                       : arena_text(arena, at - 1, (size_t)(close - at + 1));
        else if (!close && !depth && c != ':' && c != '(' && c != ')')
            return "";
    }
    return "";
}

typedef const char *LambdaText(Arena *arena, const char *closures, const SourceSet *sources,
                               Span span, const char *arguments);

static const char *replace_lambdas(Arena *arena, const char *closures, const SourceSet *sources,
                                   const char *plain, LambdaText *text)
{
    const char *out = "", *brace;
    while ((brace = strstr(plain, "{lambda("))) {
        const char *end = strchr(brace, '}'), *place = strstr(brace, CUT_PLACE "<");
        char *rest;
        if (!end || !place || place > end)
            return NULL;
        Span span = {.file = (uint32_t)strtoul(place + strlen(CUT_PLACE "<"), &rest, 10)};
        span.start = (uint32_t)strtoul(rest + strspn(rest, "u, "), NULL, 10);
        const char *begin = lambda_begin(plain, brace);
        const char *one =
            span.file < (uint32_t)sources->count && span.start < sources->files[span.file].length
                ? text(arena, closures, sources, span, arguments_around(arena, begin, brace))
                : NULL;
        if (!one)
            return NULL;
        out = arena_printf(arena, "%s%.*s%s", out, (int)(begin - plain), plain, one);
        plain = end + 1;
    }
    return arena_printf(arena, "%s%s", out, plain);
}

static const char *as_closure(Arena *arena, const char *closures, const SourceSet *sources,
                              Span span, const char *arguments)
{
    const char *fields = captured(arena, closures, sources, span, arguments);
    return fields ? arena_printf(arena, "__closure(%u, %u%s%s)", span.file, span.start, arguments,
                                 fields)
                  : NULL;
}

static const char *as_shown(Arena *arena, const char *closures, const SourceSet *sources, Span span,
                            const char *arguments)
{
    (void)closures;
    (void)arguments;
    return arena_printf(arena, "lambda:%d", source_line(sources, span));
}

const char *closures_name(Arena *arena, const char *closures, const SourceSet *sources,
                          const char *plain)
{
    return replace_lambdas(arena, closures, sources, plain, as_closure);
}

const char *closures_shown(Arena *arena, const SourceSet *sources, const char *plain)
{
    const char *shown = replace_lambdas(arena, NULL, sources, plain, as_shown);
    return shown ? shown : plain;
}
