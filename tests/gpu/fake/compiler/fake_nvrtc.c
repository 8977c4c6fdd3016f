/* A compiler that compiles nothing: any text becomes a few bytes of "code" and a name expression
 * its own lowered name, without & and without template arguments. A text with "no_such_name" in it
 * is refused as NVRTC refuses one. */
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

struct _nvrtcProgram {
    char *text, *name;
    char log[1024], lowered[8][256];
    int lowered_count;
};

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 0;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *text, const char *name,
                               int header_count, const char *const *headers,
                               const char *const *names)
{
    (void)header_count;
    (void)headers;
    (void)names;
    *program = calloc(1, sizeof **program);
    (*program)->text = strdup(text);
    (*program)->name = strdup(name);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    free((*program)->text);
    free((*program)->name);
    free(*program);
    *program = NULL;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression)
{
    (void)program;
    (void)expression;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char *const *options)
{
    (void)option_count;
    (void)options;
    if (!strstr(program->text, "no_such_name"))
        return NVRTC_SUCCESS;
    snprintf(program->log, sizeof program->log,
             "%s(1): error: identifier \"no_such_name\" is undefined\n"
             "  a[0] = no_such_name;\n"
             "         ^\n\n1 error detected in the compilation of \"%s\".\n",
             program->name, program->name);
    return NVRTC_ERROR_COMPILATION;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name)
{
    char *lowered = program->lowered[program->lowered_count++ % 8];
    snprintf(lowered, sizeof program->lowered[0], "%s", expression + (*expression == '&'));
    lowered[strcspn(lowered, "<")] = '\0';
    *name = lowered;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
    *size = strlen(program->log) + 1;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    strcpy(log, program->log);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size)
{
    (void)program;
    *size = 4;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
    (void)program;
    memcpy(ptx, "ptx", 4);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
    return nvrtcGetPTXSize(program, size);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    return nvrtcGetPTX(program, cubin);
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    *count = 3;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *archs)
{
    archs[0] = 75;
    archs[1] = 80;
    archs[2] = 90;
    return NVRTC_SUCCESS;
}
