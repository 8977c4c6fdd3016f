/* What CUDA's headers bring that can be said in CUDA C itself. */
#ifndef TILESTEP_LANG_TEXT_PRELUDE_H
#define TILESTEP_LANG_TEXT_PRELUDE_H

/* NUL terminated CUDA C without directives, lexed and outlined before every file; a declaration in
 * the file wins over one here. Functions whose names begin with two underscores and that CUDA does
 * not have are what its built-in methods are made of (lang/check/group.c). */
extern const char prelude_text[];

#endif
