/* The child: one order, start to end, in a process of its own. It writes into the exchange as it
 * goes, so whatever ends it leaves what was known by then. */
#include "gpu/device.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The shared file, whole; NULL if descriptor 3 is nothing of the kind. */
static Exchange *map_exchange(void)
{
    struct stat info;
    if (fstat(EXCHANGE_FD, &info) != 0 || (size_t)info.st_size < sizeof(Exchange))
        return NULL;
    void *memory =
        mmap(NULL, (size_t)info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, EXCHANGE_FD, 0);
    if (memory == MAP_FAILED)
        return NULL;
    Exchange *exchange = memory;
    uint64_t end = (uint64_t)info.st_size;
    bool is_whole = exchange->file_bytes == end && exchange->order_at <= end &&
                    exchange->order_bytes <= end - exchange->order_at &&
                    exchange->arena_at <= end && exchange->arena_bytes <= end - exchange->arena_at;
    return is_whole ? exchange : NULL;
}

static void run_order(Arena *arena, Driver *driver, const GpuOrder *order, Exchange *exchange)
{
    Code code = {0};
    exchange_enter(exchange, GPU_COMPILING);
    if (!compile_order(arena, order, exchange, &code))
        return;
    exchange->compile_ms = code.compile_ms;
    exchange->is_from_cache = code.is_from_cache;
    exchange_enter(exchange, GPU_OPENING);
    if (!driver_attach(driver))
        return;
    Device device = {
        .arena = arena, .driver = driver, .order = order, .exchange = exchange, .code = &code};
    if (device_run(&device) && device_time(&device) && order->repeats >= 0)
        library_time(&device);
    device_close(&device);
    driver_detach(driver);
}

static void obey(Arena *arena, Exchange *exchange)
{
    GpuOrder order;
    Driver driver = {0};
    if (!order_read(arena, (char *)exchange + exchange->order_at, exchange->order_bytes, &order)) {
        exchange_fail(exchange, GPU_DRIVER_ERROR, "the order was garbled on its way");
        return;
    }
    exchange_enter(exchange, GPU_OPENING);
    if (!driver_open(&driver, exchange))
        return;
    if (order.is_query)
        exchange->device.compiler_cuda = compiler_version(driver.version);
    else
        run_order(arena, &driver, &order, exchange);
}

/* From here on the child dies with its parent, leaves no core file, and hands its descriptors to no
 * process that a library might start. */
static void settle_in(void)
{
    const struct rlimit none = {0, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    fcntl(EXCHANGE_FD, F_SETFD, FD_CLOEXEC);
    fcntl(EXCHANGE_LIFE_FD, F_SETFD, FD_CLOEXEC);
}

int gpu_child_main(void)
{
    settle_in();
    Exchange *exchange = map_exchange();
    if (!exchange) {
        fprintf(stderr, "tilestep: " GPU_CHILD_ARGUMENT " is for tilestep's own use\n");
        return 2;
    }
    Arena *arena = arena_new();
    obey(arena, exchange);
    arena_free(arena);
    exchange_enter(exchange, GPU_ENDED);
    return 0;
}
