/* HOST_CLONES before a function: compiled several times, for what processors can do at once, and
 * chosen when the program starts. For loops over lanes or elements, with what they call in the same
 * file: the results are the same, as -ffp-contract=off holds in all of them. Nothing where the
 * compiler or a sanitizer cannot. */
#ifndef TILESTEP_BASE_CLONES_H
#define TILESTEP_BASE_CLONES_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HOST_CLONES __attribute__((flatten, target_clones("avx512f", "avx2", "default")))
#else
#define HOST_CLONES
#endif

#endif
