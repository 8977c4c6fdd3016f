/* DeviceSource: one kernel as text, for a CUDA compiler: the form that the room `device` writes and
 * `gpu` reads. Every line and column is where it was in the learner's file, so that the compiler's
 * messages point into that file. Everything lives in the arena that it was made in.
 */
#pragma once

/* A local include, named as the #include line names it. */
typedef struct DeviceHeader {
    const char *name, *text;
} DeviceHeader;

/* What NVRTC is given to compile. Texts are NUL terminated. */
typedef struct DeviceSource {
    const char *name; /* of the file, for messages */
    const char *text; /* host code is blank, --without applied */
    const DeviceHeader *headers;
    int header_count;
    const char *kernel;         /* as C++ would call it: "ns::tiled<16, float>" */
    const char *const *globals; /* [Program.globals] likewise: "ns::coefficients"; one
                                   that is static in a function: "function()::variable" */
    int global_count;
    const char *const *defines; /* "NAME=VALUE" */
    int define_count;
} DeviceSource;
