/* Orders on their way to the child: what is written is read, and what is cut off or garbled is
 * refused. */
#include "gpu/order.h"
#include "test.h"

#include <string.h>

static GpuOrder sample(void)
{
    static const DeviceHeader header = {"sub/t.h", "// header"};
    static const char *const globals[] = {"ns::g"}, *const defines[] = {"T=4", "U=x"};
    static const float values[] = {1, 2, 3};
    static Buffer buffers[] = {{.name = "a",
                                .type = SCALAR_F32,
                                .element_bytes = 4,
                                .count = 3,
                                .fill = FILL_BYTES,
                                .bytes = values,
                                .byte_count = 12,
                                .seed = 9,
                                .global = -1}};
    static OrderPointer pointer = {0, -4, 0, 0};
    static uint64_t word = 7;
    static OrderArgument arguments[] = {{&word, 8, &pointer, 1}, {&word, 4, NULL, 0}};
    GpuOrder order = {
        .fmad = true,
        .separate = true,
        .repeats = -1,
        .m = 5,
        .source = {"f.cu", "text", &header, 1, "k<4>", globals, 1, defines, 2},
        .arguments = arguments,
        .argument_count = 2,
        .launch = {.grid = {1, 2, 3}, .block = {4, 5, 6}, .buffers = buffers, .buffer_count = 1}};
    launch_layout(&order.launch);
    return order;
}

TEST(what_is_written_is_read)
{
    Arena *arena = arena_new();
    GpuOrder order = sample(), copy;
    size_t size;
    void *bytes = order_write(arena, &order, &size);
    assert_true(order_read(arena, bytes, size, &copy));
    assert_true(copy.fmad && copy.separate && !copy.unoptimised);
    assert_int_equal(copy.repeats, -1);
    assert_int_equal(copy.m, 5);
    assert_string_equal(copy.source.headers[0].name, "sub/t.h");
    assert_string_equal(copy.source.globals[0], "ns::g");
    assert_string_equal(copy.source.defines[1], "U=x");
    assert_int_equal(copy.arguments[0].pointers[0].offset_bytes, -4);
    assert_int_equal(*(uint64_t *)copy.arguments[0].bytes, 7);
    assert_int_equal(copy.launch.grid.z, 3);
    assert_int_equal(copy.launch.arena_bytes, order.launch.arena_bytes);
    assert_int_equal(copy.launch.buffers[0].seed, 9);
    assert_memory_equal(copy.launch.buffers[0].bytes, order.launch.buffers[0].bytes, 12);
    arena_free(arena);
}

TEST(what_is_cut_off_is_refused)
{
    Arena *arena = arena_new();
    GpuOrder order = sample(), copy;
    size_t size;
    void *bytes = order_write(arena, &order, &size);
    for (size_t length = 0; length < size; ++length)
        assert_false(order_read(arena, arena_copy(arena, bytes, length), length, &copy));
    arena_free(arena);
}

TEST(garbled_bytes_do_no_harm)
{
    GpuOrder order = sample(), copy;
    for (size_t at = 0;; ++at) {
        Arena *arena = arena_new();
        size_t size;
        uint8_t *bytes = order_write(arena, &order, &size);
        if (at < size) {
            bytes[at] ^= 0xff;
            order_read(arena, bytes, size, &copy);
        }
        arena_free(arena);
        if (at >= size)
            break;
    }
}
