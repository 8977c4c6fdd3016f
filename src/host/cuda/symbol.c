/* What cudaMemcpyToSymbol puts into the variables of the device. Several copies into one variable
 * are laid over each other; a launch sees those that were made before it. */
#include "host/cuda/cuda.h"

#include <string.h>

/* The name of the device's variable that [at, end) stands for: F, &F, (void *)F. */
static const Token *symbol_name(const HostScan *scan, int at, int end)
{
    const Token *name = NULL;
    for (; at < end; ++at)
        if (scan->tokens[at].kind == TOKEN_NAME)
            name = &scan->tokens[at];
        else if (token_is(&scan->tokens[at], "[") && scan->match[at] > at)
            at = scan->match[at];
    return name;
}

static HostSymbol *find_symbol(const HostScan *scan, const Token *name)
{
    for (int i = 0; i < scan->symbol_count; ++i)
        if (token_is(name, scan->symbols[i].name))
            return &scan->symbols[i];
    return NULL;
}

static HostSymbol *symbol_called(HostScan *scan, const Token *name)
{
    HostSymbol *known = find_symbol(scan, name);
    if (known)
        return known;
    HostSymbol *symbol =
        ARENA_PUSH(scan->arena, scan->symbols, scan->symbol_count, scan->symbol_capacity);
    *symbol = (HostSymbol){.name = arena_text(scan->arena, name->text, name->length)};
    return symbol;
}

static HostContents piece_of(HostScan *scan, const HostValue *from, const HostValue *bytes)
{
    HostValue copy = host_unknown(NULL, 0);
    copy.memory = host_memory_new(scan, bytes, false);
    if (!copy.memory || scan->uncertain)
        return (HostContents){0};
    host_memory_copy(scan, &copy, from, bytes);
    HostContents piece = host_memory_contents(scan, &copy);
    const HostMemory *memory = &scan->memories[copy.memory - 1];
    piece.is_partial =
        piece.pointer_count && memchr(memory->known, 0, (size_t)memory->size) != NULL;
    piece.pointer_count = piece.is_partial ? 0 : piece.pointer_count;
    return piece;
}

/* The pointers of both, but those of the old that the piece lies over. */
static void lay_pointers(HostScan *scan, const HostContents *old, const HostContents *piece,
                         uint64_t offset, HostContents *out)
{
    int most = old->pointer_count + piece->pointer_count;
    HostPointer *pointers = ARENA_ARRAY(scan->arena, HostPointer, most + 1);
    for (int i = 0; i < old->pointer_count; ++i)
        if (old->pointers[i].at < offset || old->pointers[i].at >= offset + piece->byte_count)
            pointers[out->pointer_count++] = old->pointers[i];
    for (int i = 0; i < piece->pointer_count; ++i) {
        pointers[out->pointer_count] = piece->pointers[i];
        pointers[out->pointer_count++].at += offset;
    }
    out->pointers = pointers;
}

static HostContents laid_over(HostScan *scan, const HostContents *old, const HostContents *piece,
                              uint64_t offset)
{
    uint64_t end = offset + piece->byte_count;
    HostContents out = {.byte_count = old->byte_count > end ? old->byte_count : end};
    uint8_t *bytes = ARENA_ARRAY(scan->arena, uint8_t, out.byte_count + 1);
    uint8_t *set = ARENA_ARRAY(scan->arena, uint8_t, out.byte_count + 1);
    if (old->bytes)
        memcpy(bytes, old->bytes, (size_t)old->byte_count);
    if (old->bytes && old->set)
        memcpy(set, old->set, (size_t)old->byte_count);
    else if (old->bytes)
        memset(set, 1, (size_t)old->byte_count);
    memcpy(bytes + offset, piece->bytes, (size_t)piece->byte_count);
    memset(set + offset, 1, (size_t)piece->byte_count);
    out.bytes = bytes;
    out.set = set;
    out.is_partial = old->is_partial || piece->is_partial;
    lay_pointers(scan, old, piece, offset, &out);
    out.is_listed = old->is_listed || piece->is_listed;
    return out;
}

/* How far a copy to or from the variable goes; whether that is too far is told by who knows how
 * large it is. */
static void tell_end(HostScan *scan, int open, const Token *name, const HostValue *a, int count)
{
    HostValue bytes = host_convert(a[2], SCALAR_I64);
    HostValue offset = count > 3 ? host_convert(a[3], SCALAR_I64) : host_integer(0, SCALAR_I64);
    if (host_is_sure(scan) && host_is_known(&bytes) && host_is_known(&offset))
        host_tell_copy(scan, open,
                       (HostBadCopy){.fault = HOST_COPY_SYMBOL,
                                     .allocation = -1,
                                     .symbol = arena_text(scan->arena, name->text, name->length),
                                     .bytes = offset.integer + bytes.integer});
}

void host_symbol_copy_back(HostScan *scan, int open, const HostValue *a, int count)
{
    int end = scan->match[open], from = host_find(scan, open + 1, end, ",") + 1;
    const Token *name =
        from < end ? symbol_name(scan, from, host_find(scan, from, end, ",")) : NULL;
    host_copy_back(scan, &scan->tokens[open - 1], &a[0]);
    if (name && count > 2)
        tell_end(scan, open, name, a, count);
}

void host_symbol_copy(HostScan *scan, int open, const HostValue *a, int count)
{
    HostValue offset = host_integer(0, SCALAR_U64);
    const Token *name =
        symbol_name(scan, open + 1, host_find(scan, open + 1, scan->match[open], ","));
    if (!name || count < 3 || scan->dead)
        return;
    tell_end(scan, open, name, a, count);
    int known = scan->symbol_count;
    HostSymbol *symbol = symbol_called(scan, name);
    bool is_first = scan->symbol_count > known;
    HostContents piece = piece_of(scan, &a[1], &a[2]);
    if (count > 3)
        offset = host_convert(a[3], SCALAR_U64);
    bool is_good = piece.bytes && (is_first || symbol->contents.bytes) && host_is_known(&offset) &&
                   offset.integer >= 0 && offset.integer <= HOST_MEMORY_BYTES;
    symbol->contents = is_good
                           ? laid_over(scan, &symbol->contents, &piece, (uint64_t)offset.integer)
                           : (HostContents){0};
}

static HostContents managed_contents(HostScan *scan, const HostVar *var)
{
    const HostValue *value = &var->value;
    if (var->array_count >= 0)
        return host_memory_contents(scan, value);
    if (value->kind != HOST_NUMBER || !host_is_known(value) || !var->type.is_scalar)
        return (HostContents){0};
    HostValue bytes = host_integer((int64_t)var->type.size_bytes, SCALAR_U64);
    HostValue cell = host_unknown(NULL, 0), place, given = *value;
    cell.memory = host_memory_new(scan, &bytes, true);
    cell.element = host_element_of(&var->type);
    if (!cell.memory)
        return (HostContents){0};
    place = host_memory_index(scan, cell, 0);
    host_memory_store(scan, &place, &given);
    return host_memory_contents(scan, &cell);
}

void host_symbol_managed(HostScan *scan)
{
    for (int i = 0; i < scan->symbol_count && !scan->dead; ++i)
        host_pointees_renew(scan, &scan->symbols[i].contents);
    for (int i = 0; i < scan->global_count && !scan->dead; ++i) {
        const HostVar *var = &scan->vars[i];
        Token name = {.kind = TOKEN_NAME, .text = var->name, .length = var->length};
        if (!var->is_managed || find_symbol(scan, &name))
            continue;
        HostContents contents = managed_contents(scan, var);
        if (contents.bytes)
            symbol_called(scan, &name)->contents = contents;
    }
}

void host_symbols_keep(HostScan *scan, HostLaunch *launch)
{
    if (!launch->is_reached || !scan->symbol_count)
        return;
    launch->symbols =
        arena_copy(scan->arena, scan->symbols, (size_t)scan->symbol_count * sizeof *scan->symbols);
    launch->symbol_count = scan->symbol_count;
}
