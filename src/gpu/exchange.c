/* Reports of the child to its parent. */
#include "gpu/exchange.h"

#include <stdio.h>

bool exchange_fail(Exchange *exchange, GpuProblem problem, const char *format, ...)
{
    if (exchange->problem != GPU_OK)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(exchange->reason, sizeof exchange->reason, format, args);
    va_end(args);
    exchange->problem = problem;
    return false;
}

void exchange_enter(Exchange *exchange, GpuStage stage)
{
    atomic_store(&exchange->stage, stage);
    exchange_beat(exchange);
}

void exchange_beat(Exchange *exchange)
{
    atomic_fetch_add(&exchange->beat, 1);
}
