/* HOST_CLONES before a function: it is compiled several times, for what processors can do at once,
 * and the program takes the best of them when it starts. It is for loops over lanes or elements;
 * what they call in the same file is compiled into them. The results are the same to the bit, since
 * -ffp-contract=off holds in all of them. The word stands for nothing where the compiler, a
 * sanitizer or the system does not allow it. */
#pragma once

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if __GNUC__ >= 12
#define CLONES_512 "arch=x86-64-v4" /* with products of 64 bits, and bytes */
#else
#define CLONES_512 "avx512f"
#endif
#define HOST_CLONES __attribute__((flatten, target_clones(CLONES_512, "avx2", "default")))
#else
#define HOST_CLONES
#endif
