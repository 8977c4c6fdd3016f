/* The compiler on the two kernels that everything begins with, and on options. */
#include "base/file.h"
#include "lang/compile.h"
#include "program/flow/definitions.h"
#include "test.h"
#include "verify.h"

#include <string.h>

typedef struct Compiled {
    Arena *arena;
    SourceSet *sources;
    Diags *diags;
    Unit *unit;
    Program *program;
} Compiled;

static Compiled compile(const char *text, CompileOptions options)
{
    Compiled c = {.arena = arena_new()};
    c.sources = source_set_new(c.arena);
    c.diags = diags_new(c.arena);
    uint32_t file = source_add(c.sources, "test.cu", text, strlen(text));
    c.unit = unit_open(c.arena, c.sources, file, &options, c.diags);
    c.program = unit_compile(c.arena, c.unit, &options, c.diags);
    if (c.program)
        assert_null(program_verify(c.arena, c.program));
    return c;
}

static void expect_error(const char *text, CompileOptions options, const char *part)
{
    Compiled c = compile(text, options);
    assert_null(c.program);
    assert_true(c.diags->error_count > 0);
    bool found = false;
    for (int i = 0; i < c.diags->count; ++i)
        found |= strstr(diag_format(c.arena, c.sources, &c.diags->items[i]), part) != NULL;
    if (!found)
        fail_msg("no message says '%s', but: %s", part,
                 diag_format(c.arena, c.sources, &c.diags->items[0]));
    arena_free(c.arena);
}

static char *kernel_file(Arena *arena, const char *name)
{
    char *text;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(arena, SOURCE_ROOT "/kernels/%s", name);
    if (!file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        fail_msg("%s", phrase_in(arena, LANGUAGE_EN, reason));
    return text;
}

/* The instructions of one line, without their numbers. */
static const char *line_text(const Compiled *c, uint32_t line)
{
    const char *text = "";
    for (uint32_t pc = 0; pc < c->program->code_count; ++pc)
        if (c->program->code[pc].line == line)
            text = arena_printf(c->arena, "%s%s\n", text,
                                program_instr_text(c->arena, c->program, pc));
    return text;
}

TEST(test_naive)
{
    Arena *arena = arena_new();
    Compiled c = compile(kernel_file(arena, "01_naive.cu"), (CompileOptions){.fmad = true});
    assert_non_null(c.program);
    assert_string_equal(c.program->name, "naive");
    assert_string_equal(line_text(&c, 14), "fma.u32 r3, blockIdx.y, blockDim.y, threadIdx.y\n");
    assert_string_equal(line_text(&c, 20), "fma.i32 r10, r3, k, r9\n"
                                           "load.global.f32 r11, [M + r10*4]\n"
                                           "fma.i32 r12, r9, l, r4\n"
                                           "load.global.f32 r13, [N + r12*4]\n"
                                           "fma.f32 r8, r11, r13, r8\n");
    assert_true(c.program->parameters[0].is_read);
    assert_false(c.program->parameters[0].is_written);
    assert_true(c.program->parameters[2].is_written);
    assert_false(c.program->has_barrier);
    arena_free(c.arena);
    arena_free(arena);
}

static const char *parameter_row(const Compiled *c, int index)
{
    Operand row = c->program->parameters[index].row_length;
    assert_true(OPERAND_IS_UNIFORM(row));
    const Uniform *uniform = &c->program->uniforms[OPERAND_INDEX(row)];
    assert_int_equal(uniform->kind, UNIFORM_PARAMETER);
    return c->program->parameters[uniform->index].name;
}

TEST(test_tiled)
{
    Arena *arena = arena_new();
    Compiled c = compile(kernel_file(arena, "02_tiled.cu"), (CompileOptions){.fmad = false});
    assert_non_null(c.program);
    assert_string_equal(line_text(&c, 28), "else -> 28\n"
                                           "fma.i32 r15, r6, 2, r5\n"
                                           "store.shared.f32 [Mds + r15*4], 0\n");
    assert_non_null(strstr(line_text(&c, 36), "mul.f32"));
    assert_non_null(strstr(line_text(&c, 24), "(phase)"));
    assert_non_null(strstr(line_text(&c, 25), "(guard)"));
    assert_string_equal(parameter_row(&c, 0), "k");
    assert_string_equal(parameter_row(&c, 1), "l");
    assert_string_equal(parameter_row(&c, 2), "l");
    assert_int_equal(c.program->shared_bytes, 32);
    assert_true(c.program->has_phases);
    arena_free(c.arena);
    arena_free(arena);
}

static const Variable *variable(const Compiled *c, const char *name)
{
    for (int i = 0; i < c->program->variable_count; ++i)
        if (strcmp(c->program->variables[i].name, name) == 0)
            return &c->program->variables[i];
    fail_msg("no variable %s", name);
    return NULL;
}

static const char *formula_text(const Compiled *c, const char *name)
{
    const Program *p = c->program;
    for (int i = 0; i < p->formula_count; ++i) {
        const Formula *f = &p->formulas[i];
        if (f->variable < 0 || strcmp(p->variables[f->variable].name, name) != 0)
            continue;
        const char *text = "";
        for (int n = 0; n < f->piece_count; ++n)
            text = arena_printf(c->arena, f->pieces[n].operand == OPERAND_NONE ? "%s%s" : "%s<%s>",
                                text, f->pieces[n].text);
        return text;
    }
    return NULL;
}

TEST(test_described)
{
    Compiled c = compile("#define T 16\n"
                         "__global__ void k(float *p, int n) {\n"
                         "  __shared__ float s[T][T + 1];\n"
                         "  int row = (blockIdx.y + 1) * T + threadIdx.y;\n"
                         "  { int inner = row * 2; s[0][inner] = 1.0f; }\n"
                         "  n += 1;\n"
                         "  p[row] = s[0][1];\n"
                         "}\n",
                         (CompileOptions){0});
    assert_non_null(c.program);
    assert_int_equal(variable(&c, "s")->storage, STORAGE_SHARED);
    assert_int_equal(variable(&c, "p")->storage, STORAGE_UNIFORM);
    assert_int_equal(variable(&c, "n")->storage, STORAGE_REGISTER);
    assert_true(variable(&c, "inner")->end_pc < variable(&c, "row")->end_pc);
    assert_string_equal(formula_text(&c, "row"), "(<blockIdx.y> + 1) * <T> + <threadIdx.y>");
    assert_string_equal(formula_text(&c, "inner"), "<row> * 2");
    arena_free(c.arena);
}

/* ---- names ---- */

static const char *term_text(const Compiled *c, uint32_t index)
{
    if (index == TERM_NONE)
        return "";
    const ValueTerm *term = &c->program->terms[index];
    const char *a = term->kind < TERM_MEMBER ? "" : term_text(c, term->a);
    switch (term->kind) {
    case TERM_CONSTANT: return arena_printf(c->arena, "%d", (int)term->bits);
    case TERM_SPECIAL: return arena_printf(c->arena, "special %d", (int)term->index);
    case TERM_VARIABLE: return c->program->variables[term->index].name;
    case TERM_MEMBER: return arena_printf(c->arena, "%s.%d", a, (int)term->index);
    case TERM_ARROW: return arena_printf(c->arena, "%s->%d", a, (int)term->index);
    case TERM_STAR: return arena_printf(c->arena, "(*%s)", a);
    case TERM_ELEMENT: return arena_printf(c->arena, "%s[%s]", a, term_text(c, term->b));
    default:
        return arena_printf(c->arena, "%s(%s %s %s)", opcode_info[term->op].mnemonic, a,
                            term_text(c, term->b), term_text(c, term->c));
    }
}

/* "name: all of it: term" of the name that begins so many bytes into a piece of the source. */
static const char *mention_text(const Compiled *c, const char *piece, int from)
{
    const char *text = c->program->sources->files[0].text, *found = strstr(text, piece);
    assert_non_null(found);
    int count;
    Span span = {0, (uint32_t)(found - text + from), 1};
    const Mention *mention = mentions_within(c->program, span, &count);
    if (!count)
        return "none";
    Span name = mention->name, whole = mention->whole;
    return arena_printf(c->arena, "%.*s: %.*s: %s", (int)name.length, text + name.start,
                        (int)whole.length, text + whole.start, term_text(c, mention->term));
}

static const char mentioning[] = "#define T 4\n"
                                 "#define AT(a, i) a[(i) + 1]\n"
                                 "enum { TWO = 2 };\n"
                                 "struct V { int x, y[2]; };\n"
                                 "__device__ int twice(int q) { int r = q * TWO; return r; }\n"
                                 "__global__ void k(int *p, V *v, int n) {\n"
                                 "  __shared__ int s[T][T + 1];\n"
                                 "  int i = threadIdx.x;\n"
                                 "  s[i][n & 3] = v[i].y[1] + (*v).x + v->x;\n"
                                 "  p[twice(i)] = p[s[i][0]] + twice(n) + AT(p, i - T);\n"
                                 "  if (n > 0 && p[min(i, n)]) p[i ? (int)1.5f : 0] = sizeof(i);\n"
                                 "}\n"
                                 "int main() { int *p; int n; k<<<1, 1>>>(p, 0, n); }\n";

TEST(test_names_are_mentioned_with_what_they_lead_to)
{
    Compiled c = compile(mentioning, (CompileOptions){0});
    assert_non_null(c.program);
    assert_null(program_verify(c.arena, c.program));
    assert_string_equal(mention_text(&c, "s[T]", 0), "s: s: s");
    assert_string_equal(mention_text(&c, "threadIdx", 0), "threadIdx.x: threadIdx.x: special 0");
    assert_string_equal(mention_text(&c, "s[i][n", 0), "s: s[i][n & 3]: s[i][and(n 3 )]");
    assert_string_equal(mention_text(&c, "s[i][n", 5), "n: n: n");
    assert_string_equal(mention_text(&c, "v[i].y", 0), "v: v[i]: v[i]");
    assert_string_equal(mention_text(&c, "v[i].y", 5), "y: v[i].y[1]: v[i].1[1]");
    assert_string_equal(mention_text(&c, "(*v).x", 2), "v: v: v");
    assert_string_equal(mention_text(&c, "(*v).x", 5), "x: (*v).x: (*v).0");
    assert_string_equal(mention_text(&c, "v->x", 0), "v->x: v->x: v->0");
    assert_string_equal(mention_text(&c, "p[s[i]", 0), "p: p[s[i][0]]: p[s[i][0]]");
    assert_string_equal(mention_text(&c, "p[min", 0), "p: p[min(i, n)]: p[min(i n )]");
    assert_string_equal(mention_text(&c, "p[i ?", 0),
                        "p: p[i ? (int)1.5f : 0]: p[select(convert(i  ) 1 0)]");
    arena_free(c.arena);
}

/* Calls cannot be worked out, macros stand for their text, constants for their value. */
TEST(test_names_that_lead_nowhere)
{
    Compiled c = compile(mentioning, (CompileOptions){0});
    assert_string_equal(mention_text(&c, "p[twice", 0), "p: p: p");
    assert_string_equal(mention_text(&c, "AT(p, i", 0), "none");
    assert_string_equal(mention_text(&c, "AT(p, i", 3), "p: p: p");
    assert_string_equal(mention_text(&c, "AT(p, i", 6), "i: i: i");
    assert_string_equal(mention_text(&c, "i - T", 4), "T: T: 4");
    assert_string_equal(mention_text(&c, "TWO;", 0), "TWO: TWO: 2");
    assert_string_equal(mention_text(&c, "sizeof(i)", 7), "none");
    assert_string_equal(mention_text(&c, "int n; k", 4), "none");
    arena_free(c.arena);
}

TEST(test_every_copy_of_a_function_is_mentioned)
{
    Compiled c = compile(mentioning, (CompileOptions){0});
    const char *text = c.program->sources->files[0].text, *r = strstr(text, "r; }");
    int count;
    const Mention *copies = mentions_within(c.program, (Span){0, (uint32_t)(r - text), 1}, &count);
    assert_int_equal(count, 2);
    assert_true(copies[0].end_pc <= copies[1].first_pc);
    for (int i = 0; i < 2; ++i) {
        const ValueTerm *term = &c.program->terms[copies[i].term];
        const Variable *variable = &c.program->variables[term->index];
        assert_ptr_equal(mention_of_copy(copies, count, copies[i].first_pc), &copies[i]);
        assert_string_equal(variable->name, "r");
        assert_true(variable->first_pc >= copies[i].first_pc);
        assert_true(variable->end_pc <= copies[i].end_pc);
    }
    assert_null(mention_of_copy(copies, count, copies[1].end_pc));
    arena_free(c.arena);
}

static const char guarded[] = "__global__ void k(float *p, int n) {\n"
                              "  __shared__ float s[32];\n"
                              "  if (threadIdx.x < n)\n"
                              "    s[threadIdx.x] = p[threadIdx.x];\n"
                              "  __syncthreads();\n"
                              "  p[threadIdx.x] = threadIdx.x < n ? s[threadIdx.x] : 0.0f;\n"
                              "}\n";

static int count_op(const Compiled *c, Opcode op, bool removed)
{
    int count = 0;
    for (uint32_t pc = 0; pc < c->program->code_count; ++pc)
        count += c->program->code[pc].op == op &&
                 ((c->program->code[pc].flags & INSTR_REMOVED) != 0) == removed;
    return count;
}

static Compiled compile_without(WithoutKind kind, int line)
{
    Without without = {kind, line};
    return compile(guarded, (CompileOptions){.withouts = &without, .without_count = 1});
}

TEST(test_without)
{
    Compiled c = compile(guarded, (CompileOptions){0});
    assert_int_equal(count_op(&c, OP_IF, false), 2);
    assert_int_equal(count_op(&c, OP_BARRIER, false), 1);
    arena_free(c.arena);
    c = compile_without(WITHOUT_BARRIER, 5);
    assert_int_equal(count_op(&c, OP_BARRIER, true), 1);
    arena_free(c.arena);
    c = compile_without(WITHOUT_CHECK, 3);
    assert_int_equal(count_op(&c, OP_IF, false), 1);
    assert_int_equal(count_op(&c, OP_STORE, false), 2);
    arena_free(c.arena);
    c = compile_without(WITHOUT_CHECK, 6);
    assert_int_equal(count_op(&c, OP_IF, false), 1);
    arena_free(c.arena);
    c = compile_without(WITHOUT_LINE, 4);
    assert_int_equal(count_op(&c, OP_STORE, false), 1);
    arena_free(c.arena);
}

TEST(test_without_nothing)
{
    Without without = {WITHOUT_CHECK, 5};
    expect_error(guarded, (CompileOptions){.withouts = &without, .without_count = 1},
                 "lines that have one: 3, 6");
}

TEST(test_switchables)
{
    Compiled c = compile(guarded, (CompileOptions){0});
    const Switchable *items;
    int count = unit_switchables(c.arena, c.unit, "k", NULL, &items), barriers = 0, checks = 0;
    for (int i = 0; i < count; ++i) {
        barriers += items[i].kind == WITHOUT_BARRIER && items[i].line == 5;
        checks += items[i].kind == WITHOUT_CHECK;
        const char *off = items[i].line == 3 ? "if (threadIdx.x < n)" : "threadIdx.x < n";
        if (items[i].kind == WITHOUT_CHECK) {
            assert_int_equal(items[i].span.length, strlen(off));
            assert_memory_equal(guarded + items[i].span.start, off, strlen(off));
        }
    }
    assert_int_equal(barriers, 1);
    assert_int_equal(checks, 2);
    arena_free(c.arena);
}

TEST(test_kernel_choice)
{
    const char *text = "template <int N> __global__ void a(int *p) { p[0] = N; }\n"
                       "__global__ void b(int *p) { p[0] = 2; }\n"
                       "int main() { b<<<1, 1>>>(0); a<3><<<1, 1>>>(0); }\n";
    Compiled c = compile(text, (CompileOptions){0});
    assert_string_equal(c.program->name, "b");
    assert_int_equal(c.unit->kernel_count, 2);
    assert_true(c.unit->kernels[0].is_template);
    arena_free(c.arena);
    c = compile(text, (CompileOptions){.kernel = "a", .template_args = "7"});
    assert_non_null(c.program);
    assert_string_equal(program_instr_text(c.arena, c.program, 0), "store.global.i32 [p], 7");
    arena_free(c.arena);
    expect_error(text, (CompileOptions){.kernel = "c"}, "kernels: a, b");
    expect_error(text, (CompileOptions){.kernel = "a"}, "--template 'N'");
    expect_error("int main() {}", (CompileOptions){0}, "has no kernel");
}

/* A parameter that is the variable it was given: what wrote that one reaches it, in a loop too. */
TEST(test_definitions_of_parameter)
{
    Compiled c =
        compile("__device__ int twice(int a) { return 2 * a; }\n"
                "__global__ void k(int *p) { for (int i = 0; i < 9; ++i) p[i] = twice(i); }\n",
                (CompileOptions){0});
    Definitions definitions = definitions_of(c.arena, c.program);
    uint32_t pc = 0;
    while (c.program->code[pc].op != OP_MUL)
        ++pc;
    const uint32_t *writers;
    assert_int_equal(definition_sources(&definitions, c.program->code[pc].b, pc, &writers), 2);
    assert_int_equal(c.program->code[writers[0]].op, OP_MOV);
    assert_int_equal(c.program->code[writers[1]].op, OP_ADD);
    arena_free(c.arena);
}

TEST(test_deep)
{
    enum { COUNT = 100000 };
    Arena *arena = arena_new();
    static const char *const units[] = {
        "(",  "-",     "a+",        "{",       "if(1)", "[",       "a?",    "f(",
        "*",  "a<",    "float4(",   "sizeof ", "a[",    "for(;;)", "(int)", "a,",
        "a=", "else ", "struct S{", "int*",    "x::",   "a->",     "<",     "a&&"};
    for (size_t i = 0; i < sizeof units / sizeof *units; ++i) {
        size_t size = strlen(units[i]), at = 0;
        char *text = arena_alloc(arena, size * COUNT + 100);
        at += (size_t)sprintf(text, "__global__ void k(int a) { a = ");
        if (i % 2)
            at += (size_t)sprintf(text + at, "1; ");
        for (int n = 0; n < COUNT; ++n, at += size)
            memcpy(text + at, units[i], size);
        Compiled c = compile(text, (CompileOptions){0});
        assert_null(c.program);
        assert_true(c.diags->error_count > 0);
        arena_free(c.arena);
    }
    arena_free(arena);
}
