/* Options and operands may come in any order, so everything is parsed by one table first; which
 * command it is, and whether that command takes the options given, is decided afterwards. */
#include "cli/terminal/options.h"
#include "cli/terminal/output.h"
#include "cli/terminal/suggest.h"
#include "lesson/word.h"
#include "session/edits/run_text.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
#define COMMAND(name, tag, function, fewest, most, usage, help) ON_##tag = 1 << CLI_##tag,
#include "cli/terminal/command.def"
    ON_LAUNCH = ON_WINDOW | ON_RUN | ON_LAUNCHES | ON_COMPARE | ON_TRACE | ON_RENDER | ON_PAGE,
    ON_ALL = (1 << CLI_COMMAND_COUNT) - 1
};

typedef struct CommandInfo {
    const char *name;
    int fewest, most;
    const char *usage, *help;
} CommandInfo;

static const CommandInfo command_info[CLI_COMMAND_COUNT] = {
#define COMMAND(name, tag, function, fewest, most, usage, help) {name, fewest, most, usage, help},
#include "cli/terminal/command.def"
};

typedef enum OptionKind { FLAG, TEXT, PAIRS, DEFINES, WORDS } OptionKind;

typedef struct OptionInfo {
    const char *name;
    char letter;
    OptionKind kind;
    size_t field; /* offset in CliOptions */
    const char *argument;
    unsigned commands;
    const char *help;
} OptionInfo;

static const OptionInfo option_info[] = {
#define OPTION(name, letter, kind, field, argument, commands, help)                                \
    {name, letter, kind, offsetof(CliOptions, field), argument, commands, help},
#include "cli/terminal/options.def"
};
enum { OPTION_ROWS = sizeof option_info / sizeof *option_info, LONG_VALUE = 256 };

static int add_pair(Arena *arena, Pairs *pairs, const OptionInfo *info, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == text || (!equals && info->kind == PAIRS))
        return cli_error("--%s wants %s, not '%s'", info->name, info->argument, text);
    NamedText *pair = ARENA_PUSH(arena, pairs->items, pairs->count, pairs->capacity);
    pair->name = equals ? arena_text(arena, text, (size_t)(equals - text)) : text;
    pair->value = equals ? equals + 1 : "1";
    return 0;
}

static void add_word(Arena *arena, Words *words, const char *text)
{
    *ARENA_PUSH(arena, words->items, words->count, words->capacity) = text;
}

static int keep_option(Arena *arena, CliOptions *options, const OptionInfo *info, const char *text)
{
    void *field = (char *)options + info->field;
    switch (info->kind) {
    case FLAG: *(bool *)field = true; return 0;
    case TEXT: *(const char **)field = text; return 0;
    case WORDS: add_word(arena, field, text); return 0;
    case PAIRS:
    case DEFINES: return add_pair(arena, field, info, text);
    }
    return 0;
}

static void fill_getopt(struct option *long_options, char *letters)
{
    *letters++ = ':';
    for (int i = 0; i < OPTION_ROWS; ++i) {
        const OptionInfo *info = &option_info[i];
        int wants = info->kind == FLAG ? no_argument : required_argument;
        long_options[i] = (struct option){info->name, wants, NULL, LONG_VALUE + i};
        if (info->letter) {
            *letters++ = info->letter;
            if (wants)
                *letters++ = ':';
        }
    }
    *letters = '\0';
}

static int find_row(int value)
{
    if (value >= LONG_VALUE)
        return value - LONG_VALUE;
    for (int i = 0; i < OPTION_ROWS; ++i)
        if (option_info[i].letter == value)
            return i;
    return -1;
}

static int unknown_option(char **argv)
{
    const char *given = argv[optind - 1];
    if (optopt >= LONG_VALUE)
        return cli_error("--%s takes no value", option_info[optopt - LONG_VALUE].name);
    if (optopt)
        return cli_error("unknown option -%c (see tilestep --help)", optopt);
    const char *names[OPTION_ROWS];
    for (int i = 0; i < OPTION_ROWS; ++i)
        names[i] = option_info[i].name;
    char word[64] = "";
    sscanf(given, "--%63[^=]", word);
    const char *near = suggest_name(word, names, OPTION_ROWS);
    if (near)
        return cli_error("unknown option --%s; did you mean --%s?", word, near);
    return cli_error("unknown option --%s (see tilestep --help)", word);
}

static int parse_words(Arena *arena, int argc, char **argv, CliOptions *options, bool *used)
{
    struct option long_options[OPTION_ROWS + 1] = {0};
    char letters[2 * OPTION_ROWS + 2];
    fill_getopt(long_options, letters);
    opterr = 0;
    optind = 0;
    for (;;) {
        optopt = 0;
        int value = getopt_long(argc, argv, letters, long_options, NULL);
        if (value == -1)
            break;
        if (value == '?')
            return unknown_option(argv);
        int row = find_row(value == ':' ? optopt : value);
        if (value == ':')
            return cli_error("--%s wants %s", option_info[row].name, option_info[row].argument);
        used[row] = true;
        int status = keep_option(arena, options, &option_info[row], optarg);
        if (status)
            return status;
    }
    for (int i = optind; i < argc; ++i)
        add_word(arena, &options->operands, argv[i]);
    return 0;
}

static void take_command(CliOptions *options)
{
    options->command = CLI_WINDOW;
    for (int i = 1; i < CLI_COMMAND_COUNT && options->operands.count > 0; ++i)
        if (strcmp(options->operands.items[0], command_info[i].name) == 0) {
            options->command = (CliCommand)i;
            options->operands.items++;
            options->operands.count--;
            return;
        }
}

/* "tilestep run", or "tilestep" for the window. */
static const char *command_text(Arena *arena, CliCommand command)
{
    const char *name = command_info[command].name;
    return *name ? arena_printf(arena, "tilestep %s", name) : "tilestep";
}

static int check_operands(Arena *arena, const CliOptions *options)
{
    const CommandInfo *info = &command_info[options->command];
    int count = options->operands.count;
    if (count >= info->fewest && count <= info->most)
        return 0;
    const char *command = command_text(arena, options->command);
    if (count < info->fewest)
        return cli_error("something is missing; usage: %s %s", command, info->usage);
    return cli_error("'%s' is too much; usage: %s %s", options->operands.items[info->most], command,
                     info->usage);
}

static int check_options(Arena *arena, const CliOptions *options, const bool *used)
{
    for (int i = 0; i < OPTION_ROWS; ++i)
        if (used[i] && !(option_info[i].commands & 1u << options->command))
            return cli_error("%s takes no option --%s", command_text(arena, options->command),
                             option_info[i].name);
    return 0;
}

/* The nearest command, lesson or scene. A lone word that is no command opens the window there, as a
 * path or the name of a lesson or a scene does; with more words it must be a command. */
static int check_command(Arena *arena, const CliOptions *options)
{
    if (options->command != CLI_WINDOW || options->operands.count == 0)
        return 0;
    const char *word = options->operands.items[0];
    if (strpbrk(word, "./") != NULL || access(word, F_OK) == 0 || scenes_path_file(arena, word))
        return 0;
    const Lessons lessons = lessons_read_shipped(arena);
    Diags *diags;
    int count, named;
    const char **names =
        word_names(arena, &lessons, scenes_read_shipped(arena, &diags), CLI_COMMAND_COUNT, &named);
    count = named;
    for (int i = 0; i < named; ++i)
        if (strcmp(word, names[i]) == 0)
            return 0;
    for (int i = 1; i < CLI_COMMAND_COUNT; ++i)
        names[count++] = command_info[i].name;
    const char *near = suggest_name(word, names, (size_t)count);
    if (near)
        return cli_error("there is no command, lesson or scene '%s'; did you mean '%s'?", word,
                         near);
    return cli_error("there is no command, lesson or scene '%s' (see tilestep --help, tilestep "
                     "lessons, tilestep scenes)",
                     word);
}

/* Of exec, what stands behind -- is the program's, and -std=c++14 is spelt as a compiler has it. */
static int take_program_words(Arena *arena, int argc, char **argv, CliOptions *options)
{
    if (argc < 2 || strcmp(argv[1], command_info[CLI_EXEC].name) != 0)
        return argc;
    for (int i = 2; i < argc; ++i) {
        if (strncmp(argv[i], "-std=", 5) == 0)
            argv[i] = (char *)(uintptr_t)arena_printf(arena, "-%s", argv[i]);
        if (strcmp(argv[i], "--") != 0)
            continue;
        for (int k = i + 1; k < argc; ++k)
            add_word(arena, &options->program_arguments, argv[k]);
        return i;
    }
    return argc;
}

int options_parse(Arena *arena, int argc, char **argv, CliOptions *options)
{
    *options = (CliOptions){0};
    bool used[OPTION_ROWS] = {0};
    argc = take_program_words(arena, argc, argv, options);
    int status = parse_words(arena, argc, argv, options, used);
    if (status)
        return status;
    take_command(options);
    if (options->help || options->version)
        return 0;
    status = check_command(arena, options);
    if (!status)
        status = check_operands(arena, options);
    if (!status)
        status = check_options(arena, options, used);
    return status;
}

LoadOptions options_load(Arena *arena, const CliOptions *options)
{
    Define *defines = ARENA_ARRAY(arena, Define, options->defines.count + 1);
    for (int i = 0; i < options->defines.count; ++i)
        defines[i] = (Define){options->defines.items[i].name, options->defines.items[i].value};
    return (LoadOptions){
        .kernel = options->kernel,
        .launch = options->launch,
        .template_args = options->template_args,
        .defines = defines,
        .define_count = options->defines.count,
        .settings = options->settings.items,
        .setting_count = options->settings.count,
        .arguments = options->arguments.items,
        .argument_count = options->arguments.count,
        .shapes = options->shapes.items,
        .shape_count = options->shapes.count,
        .offsets = options->offsets.items,
        .offset_count = options->offsets.count,
        .withouts = options->withouts.items,
        .without_count = options->withouts.count,
        .block = options->block,
        .grid = options->grid,
        .shared_bytes = options->shared_bytes,
        .order = options->order,
        .fmad = options->fmad,
        .max_steps = options->max_steps,
        .include_folders = options->include_folders.items,
        .include_folder_count = options->include_folders.count,
        .cell = options->cell,
        .image = options->image,
        .fit = options->full_size || options->command == CLI_COMPARE ? NULL : "on",
    };
}

/* One option: its forms in a column of 28, its help wrapped at 92 columns beside it. */
static void print_option(FILE *out, const OptionInfo *info)
{
    enum { HELP_COLUMN = 28, LINE_COLUMNS = 92 };
    char letter[4] = "   ";
    if (info->letter) {
        letter[0] = '-';
        letter[1] = info->letter;
    }
    int column = fprintf(out, "  %s --%s%s%s", letter, info->name, info->argument ? " " : "",
                         info->argument ? info->argument : "");
    if (column >= HELP_COLUMN) {
        fputc('\n', out);
        column = 0;
    }
    column += fprintf(out, "%*s", HELP_COLUMN - column, "");
    for (const char *word = info->help; *word;) {
        int length = (int)strcspn(word, " ");
        if (column + length >= LINE_COLUMNS)
            column = fprintf(out, "\n%*s", HELP_COLUMN, "") - 1;
        column += fprintf(out, "%.*s ", length, word);
        word += length + (word[length] == ' ');
    }
    fputc('\n', out);
}

static void print_options(FILE *out, const char *title, unsigned with, unsigned without)
{
    fprintf(out, "\n%s\n", title);
    for (int i = 0; i < OPTION_ROWS; ++i) {
        unsigned commands = option_info[i].commands;
        if ((commands & with) == with && !(without && (commands & without) == without))
            print_option(out, &option_info[i]);
    }
}

static void print_overview(FILE *out)
{
    fputs("tilestep: see what a CUDA kernel does, step by step, and count it.\n\n", out);
    for (int i = 0; i < CLI_COMMAND_COUNT; ++i) {
        const CommandInfo *info = &command_info[i];
        fprintf(out, "  tilestep %s%s%s\n        %s\n", info->name, *info->name ? " " : "",
                info->usage, info->help);
    }
    print_options(out, "LAUNCH, all optional; what is not given is read from the file itself:",
                  ON_LAUNCH, ON_ALL);
    print_options(out, "Always:", ON_ALL, 0);
    fputs("\ntilestep COMMAND --help lists a command's own options. Exit status: 0 nothing was "
          "found,\n1 a finding or a wrong result, 2 the input cannot be used, 130 cancelled.\n",
          out);
}

void options_print_help(FILE *out, CliCommand command)
{
    if (command == CLI_WINDOW) {
        print_overview(out);
        print_options(out, "The window:", ON_WINDOW, ON_LAUNCH);
        return;
    }
    const CommandInfo *info = &command_info[command];
    fprintf(out, "tilestep %s %s\n  %s\n", info->name, info->usage, info->help);
    print_options(out, "Options:", 1u << command, 0);
}

bool options_number(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
    if (*text < '0' || *text > '9')
        return false;
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return !errno && !*end && *value >= min && *value <= max;
}

static bool read_size(const char *text, int *width, int *height)
{
    char rest;
    if (sscanf(text, "%5dx%5d%c", width, height, &rest) != 2)
        return false;
    return *width >= 64 && *width <= 16384 && *height >= 64 && *height <= 16384;
}

static bool read_scale(const char *text, float *scale)
{
    char rest;
    return sscanf(text, "%f%c", scale, &rest) == 1 && *scale >= 0.5f && *scale <= 4.0f;
}

static bool refuse(const char *name, const char *wants, const char *given)
{
    cli_error("--%s is %p, not '%s'", name, PHRASE_KEY(wants), given);
    return false;
}

bool options_state(Arena *arena, const CliOptions *options)
{
    LoadOptions load = options_load(arena, options);
    load.fit = NULL;
    bool has_launch =
        strcmp(run_text_write(arena, "", &load), run_text_write(arena, "", &(LoadOptions){0})) != 0;
    if (!options->state || (!has_launch && !options->compare_path && !options->gpu))
        return true;
    cli_error(
        "--state tells what runs and how it is launched: leave out LAUNCH, --compare and --gpu");
    return false;
}

bool options_view(const CliOptions *options, int *width, int *height, float *scale,
                  uint64_t *start_step)
{
    *width = *height = 0;
    *scale = 0;
    *start_step = 0;
    if (options->size && !read_size(options->size, width, height))
        return refuse("size", "WxH with 64 to 16384 pixels each", options->size);
    if (options->scale && !read_scale(options->scale, scale))
        return refuse("scale", "a number from 0.5 to 4", options->scale);
    if (options->at && strcmp(options->at, "end") == 0)
        *start_step = UINT64_MAX;
    else if (options->at && !options_number(options->at, 0, UINT64_MAX, start_step))
        return refuse("at", "a number of steps from 0 on, or end", options->at);
    return true;
}
