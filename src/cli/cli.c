/* Dispatch: the command line decides which command runs; none means the window. */
#include "cli/terminal/cli.h"
#include "cli/terminal/command.h"
#include "cli/terminal/launch_file.h"
#include "cli/terminal/pair.h"

#include "base/file.h"
#include "view/draw/theme.h"

#include <signal.h>
#include <string.h>

typedef int CommandFunction(Cli *cli);

static CommandFunction *const functions[CLI_COMMAND_COUNT] = {
#define COMMAND(name, tag, function, fewest, most, usage, help) function,
#include "cli/terminal/command.def"
};

/* The second run of the window; if its file is not named, what names things is left aside. */
static void take_beside(Cli *cli, CliWindow *window)
{
    const char *const paths[2] = {window->path, window->compare_path};
    LoadOptions load[2] = {window->load, window->load};
    if (paths[0] && paths[1]) {
        pair_options(cli, paths, load);
    } else {
        load[1].kernel = load[1].launch = load[1].template_args = NULL;
        load[1].without_count = 0;
    }
    window->load = load[0];
    window->load_beside = load[1];
}

static int take_window(Cli *cli, CliWindow *window)
{
    const CliOptions *options = cli->options;
    ThemeName theme;
    if (options->theme && !theme_parse(options->theme, &theme))
        return cli_error("--theme is light, dark or contrast, not '%s'", options->theme);
    *window = (CliWindow){
        .path = options->operands.count ? options->operands.items[0] : NULL,
        .compare_path = options->compare_path,
        .state = options->state,
        .theme = options->theme,
        .language = cli->language == LANGUAGE_ZH ? "zh" : "en",
        .font_dir = options->font_dir,
        .reduced_motion = options->reduced_motion,
        .is_language_given = options->language != NULL,
        .load = options_load(cli->arena, options),
    };
    if (!options_state(cli->arena, options))
        return EXIT_UNUSABLE;
    if (!options_view(options, &window->width, &window->height, &window->scale,
                      &window->start_step))
        return EXIT_UNUSABLE;
    take_beside(cli, window);
    return -1;
}

/* What is wrong with the command line itself is said in the language that it asks for, too. */
static void choose_language(int argc, char **argv)
{
    Language language = LANGUAGE_EN, asked;
    text_language(NULL, &language);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        const char *name = strncmp(argv[i], "--lang=", 7) == 0              ? argv[i] + 7
                           : strcmp(argv[i], "--lang") == 0 && i + 1 < argc ? argv[i + 1]
                                                                            : NULL;
        if (name && text_language(name, &asked))
            language = asked;
    }
    output_set_language(language);
}

static bool is_read(const CliOptions *options, const char *path)
{
    const char *const files[] = {options->compare_path, options->state, options->gpu_results,
                                 options->image_path};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        if (files[i] && file_is_same(files[i], path))
            return true;
    for (int i = 0; i < options->operands.count; ++i)
        if (file_is_same(options->operands.items[i], path))
            return true;
    for (int i = 0; i < options->arguments.count; ++i)
        if (*options->arguments.items[i].value == '@' &&
            file_is_same(options->arguments.items[i].value + 1, path))
            return true;
    return false;
}

/* The first file to be written that is read, too, by whatever name: nobody means to lose it. */
static const char *overwritten(const CliOptions *options)
{
    const char *const files[] = {options->output, options->results};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        if (files[i] && is_read(options, files[i]))
            return files[i];
    const Pairs lists[] = {options->dumps, options->save_launches};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; ++l)
        for (int i = 0; i < lists[l].count; ++i)
            if (is_read(options, lists[l].items[i].value))
                return lists[l].items[i].value;
    return NULL;
}

int cli_main(Arena *arena, int argc, char **argv, const CliHost *host, CliWindow *window)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is then an error of the write, which is checked */
    CliOptions options;
    choose_language(argc, argv);
    int status = options_parse(arena, argc, argv, &options);
    if (status)
        return status;
    Cli cli = {.arena = arena, .host = host, .options = &options};
    if (!text_language(options.language, &cli.language))
        return cli_error("--lang is en or zh, not '%s'", options.language);
    if (options.version) {
        printf("tilestep %s\n", TILESTEP_VERSION);
        return output_finish(EXIT_CLEAN);
    }
    if (options.help) {
        options_print_help(stdout, options.command);
        return output_finish(EXIT_CLEAN);
    }
    const char *lost = overwritten(&options);
    if (lost)
        return cli_error("cannot write '%s': %p", lost,
                         PHRASE_LITERAL("it is one of the files that are read"));
    if (!launch_file_open(arena, &options))
        return EXIT_UNUSABLE;
    status = options.command == CLI_WINDOW ? take_window(&cli, window)
                                           : output_finish(functions[options.command](&cli));
    if (status >= 0)
        image_release(options.image);
    return status;
}
