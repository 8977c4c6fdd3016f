/* What CUDA's headers bring that can be said in CUDA C itself. */
#ifndef TILESTEP_LANG_TEXT_PRELUDE_H
#define TILESTEP_LANG_TEXT_PRELUDE_H

/* Read before every file; a declaration in the file wins over one here. */
extern const char prelude_text[];

#endif
