/* Places in words, for whoever points at a byte. */
#include "probe/sentences/sentence.h"

#include "probe/record/object.h"
#include "probe/sentences/place.h"

/* The last buffer that starts at or before the offset, or -1. */
static int buffer_before(const Launch *launch, uint64_t at)
{
    int before = -1;
    for (int i = 0; i < launch->buffer_count; ++i)
        if (launch->buffers[i].offset_bytes <= at &&
            (before < 0 || launch->buffers[i].offset_bytes > launch->buffers[before].offset_bytes))
            before = i;
    return before;
}

static const char *guard_place(Arena *arena, Language language, const Launch *launch, uint64_t at)
{
    int before = buffer_before(launch, at);
    if (before < 0)
        return language_pick(language, "the memory before the first buffer",
                             "第一个缓冲区之前的内存");
    const Buffer *buffer = &launch->buffers[before];
    uint64_t past = at - buffer->offset_bytes - buffer_bytes(buffer);
    if (past == 0)
        return language_printf(arena, language, "the memory right past the end of %s",
                               "紧接 %s 末尾之后的内存", buffer->name);
    return language_printf(arena, language, "the memory %2$llu bytes past the end of %1$s",
                           "%s 末尾之后 %llu 字节处的内存", buffer->name, (unsigned long long)past);
}

int sentence_line_of(const Program *program, uint32_t number, uint32_t *file)
{
    *file = 0;
    return program->sources && number ? source_line_of_number(program->sources, number, file)
                                      : (int)number;
}

const char *sentence_line(Arena *arena, Language language, const Program *program, uint32_t number)
{
    uint32_t file;
    int line = sentence_line_of(program, number, &file);
    int cell = program->sources ? program->sources->files[file].cell : 0;
    if (cell)
        return language_printf(arena, language, "line %2$d of cell %1$d", "单元格 %d 第 %d 行",
                               cell, line);
    if (!file)
        return language_printf(arena, language, "line %d", "第 %d 行", line);
    return language_printf(arena, language, "line %2$d of %1$s", "%1$s 第 %2$d 行",
                           program->sources->files[file].name, line);
}

const char *sentence_global_place(Arena *arena, Language language, const Launch *launch,
                                  uint64_t at)
{
    int number = at < launch->arena_bytes ? launch_buffer_at(launch, at) : -1;
    if (number < 0)
        return guard_place(arena, language, launch, at);
    return place_text(arena, NULL, launch, SPACE_GLOBAL, number,
                      (int64_t)(at - launch->buffers[number].offset_bytes), 0);
}

const char *sentence_shared_place(Arena *arena, const Program *program, const Launch *launch,
                                  uint32_t offset_bytes)
{
    int number = object_shared_at(program, launch, offset_bytes);
    if (number < 0)
        return arena_printf(arena, "shared[%u]", offset_bytes);
    uint64_t start = object_start_bytes(program, launch, SPACE_SHARED, (unsigned)number);
    return place_text(arena, program, launch, SPACE_SHARED, number, offset_bytes - (int64_t)start,
                      0);
}

const char *sentence_block_orders(Arena *arena, Language language, const Launch *launch,
                                  const BlockOrders *orders)
{
    if (!orders->tried)
        return "";
    if (!orders->different)
        return language_printf(arena, language,
                               "blocks one after another in %u other orders: the same result; on a "
                               "GPU they run at once",
                               "线程块逐个运行，换了 %u 种顺序结果都相同；在 GPU 上它们同时运行",
                               orders->tried);
    const char *order = orders->seed ? language_pick(language, "random", "随机")
                                     : language_pick(language, "reverse", "相反");
    return language_printf(
        arena, language, "blocks in %1$s order: %2$llu of %3$llu elements of %4$s differ",
        "线程块按%1$s顺序：%4$s 的 %3$llu 个元素中有 %2$llu 个不同", order,
        (unsigned long long)orders->different, (unsigned long long)orders->scalars,
        launch->buffers[orders->buffer].name);
}
