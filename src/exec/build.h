/* Parts of the building of a program. Private to exec. */
#pragma once

#include "base/cache.h"
#include "exec/exec.h"

/* The compiler of the host part. */
#define EXEC_COMPILER "clang++"

/* A private folder under the system's for temporary files; NULL with a reason. And its end, with
 * the files in it. */
char *exec_make_folder(Arena *arena, const Phrase **reason);
void exec_remove_folder(Arena *arena, const char *path);

/* A path that no option begins like. */
const char *exec_safe_path(Arena *arena, const char *path);

/* Where in PATH a command is, or NULL. */
const char *exec_find_command(Arena *arena, const char *name);

/* The key of what is asked for: files by name, flags, this compiler and this runtime. */
CacheKey cached_request(const ExecOptions *options, const char *compiler, const char *runtime);

/* Writes the program that was kept for the request, and its layouts into the folder, if
 * all its files are as they were then. */
bool cached_read(Arena *arena, CacheKey request, const char *folder, const char *program);

/* Keeps a program that was built in folder, where the compiler's lists of files lie. */
void cached_write(Arena *arena, CacheKey request, const ExecOptions *options, const char *folder,
                  const char *program);
