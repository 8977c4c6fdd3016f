/* The rows of a fixture are of 02_tiled.cu, which has the lines. */
#include "console_fixture.h"

#include "test.h"

static const ExecJobRow rows[] = {
    {.kernel = "M", .move = EXEC_MOVE_TO_DEVICE, .bytes = 4096, .line = 60, .stream = 1},
    {.kernel = "N", .move = EXEC_MOVE_TO_DEVICE, .bytes = 4096, .line = 61, .stream = 2},
    {.number = 1,
     .kernel = "fill<float>",
     .line = 62,
     .grid = {4, 1, 1},
     .block = {256, 1, 1},
     .stream = 2,
     .counters = {.global_store = {.accesses = 1024}},
     .is_kept = true},
    {.kernel = "", .move = EXEC_MOVE_SET, .bytes = 64, .line = 63},
    {.number = 2,
     .kernel = "tiled",
     .line = 64,
     .grid = {4, 4, 1},
     .block = {16, 16, 1},
     .counters = {.global_load = {.accesses = 8192}, .global_store = {.accesses = 1024}},
     .findings = 2,
     .first_finding = {"Line 24: Mds[0][0] is read too early", "第 24 行：过早读取 Mds[0][0]"},
     .is_kept = true},
    {.number = 3,
     .kernel = "(anonymous namespace)::textured<unsigned int, 128>",
     .line = 65,
     .grid = {1, 2, 3},
     .block = {32, 1, 1},
     .refused = "vector_add.cu:12:5: error: textures are not supported"},
    {.kernel = "P", .move = EXEC_MOVE_TO_HOST, .bytes = 4096, .line = 66},
};

static const Phrase leak = {.text = "bytes are never freed", .is_words = true};
static const Phrase freed = {.text = "b is freed a second time; free it once, or set the pointer "
                                     "to nullptr after cudaFree",
                             .is_words = true};
static const ConsoleFault faults[] = {
    {{"double-free", "重复释放"}, "02_tiled.cu", 70, "02_tiled.cu", 55, 1, &freed},
    {{"leak", "内存泄漏"}, "02_tiled.cu", 56, NULL, 0, 3, &leak}};
static const ExecResult result = {.status = 1};

static const char output[] = "tiled, 32 x 32\n"
                             "\tthread\tvalue\n"
                             "矩阵 P：结果与参考不同\n"
                             "a line that is so long that it has to be folded, since nothing of "
                             "what a program prints is left out, however long its lines may be\n"
                             "Test FAILED\n\n";

void console_fixture_open(Session *session)
{
    Console *console = &session->console;
    enum { ROWS = sizeof rows / sizeof *rows };
    const Run *run = session->runs[session->front].run;
    console->arena = arena_new();
    console->path = arena_printf(console->arena, "%s", run->path);
    console->file_hash = run->file_hash;
    console->is_open = console->is_known = true;
    ExecJobRow *copy = ARENA_ARRAY(console->arena, ExecJobRow, ROWS);
    for (int i = 0; i < ROWS; ++i) {
        copy[i] = rows[i];
        copy[i].file = console->path;
    }
    console->facts = (ConsoleFacts){.state = EXEC_JOB_ENDED,
                                    .rows = copy,
                                    .row_count = ROWS,
                                    .launch_count = 3,
                                    .output = output,
                                    .output_bytes = sizeof output - 1,
                                    .output_lines = 6,
                                    .result = &result,
                                    .faults = faults,
                                    .fault_count = 2};
    console->row = 4;
}
