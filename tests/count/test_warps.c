/* What __syncwarp orders; and shuffles, votes and warp syncs to which not all lanes of a warp come:
 * in branches, behind an early return, in the last warp of a block, in tiles. The Report and the
 * memory are those of the steps, and where all come that are named, the block runs wide. */
#include "base/arena.h"
#include "counted.h"
#include "test.h"

/* `data` has 400 numbers from 1 to 9, counts has 64 zeros; i is the thread of the grid, of 5 blocks
 * of 80, t that of the block and lane that of the warp. */
typedef struct WarpCase {
    const char *body;
    bool runs_wide;
} WarpCase;

static const WarpCase cases[] = {
    /* whole warps, and the last one, which has 16 lanes */
    {"sum = __shfl_xor_sync(0xffffffff, data[i], 8);", true},
    {"sum = __ballot_sync(0xffffffff, data[i] > 4);", true},
    {"sum = __shfl_xor_sync(0xffffffff, data[i], 16);", false},
    {"if (t < 64) sum = __shfl_xor_sync(0xffffffff, data[i], 16);", true},
    {"if (t < 64) sum = __shfl_down_sync(0xffffffff, data[i], data[i]);", true},
    {"sum = __all_sync(0xffffffff, data[i] > 0) + 2 * __any_sync(0xffffffff, data[i] > 8);", true},
    /* those who come name themselves */
    {"if (data[i] > 3) sum = __popc(__activemask());", true},
    {"if (data[i] > 3) sum = __ballot_sync(__activemask(), data[i] > 6);", true},
    {"if (data[i] > 3) { unsigned on = __activemask(); int first = __ffs(on) - 1;"
     " sum = __shfl_sync(on, data[i] * 3, first); }",
     true},
    {"unsigned on = __ballot_sync(0xffffffff, data[i] > 5); if (data[i] > 5)"
     " { __syncwarp(on); sum = __shfl_sync(on, i, __ffs(on) - 1) + __any_sync(on, lane == 3); }",
     true},
    {"unsigned on = __ballot_sync(0xffffffff, data[i] > 5); if (data[i] > 5) {"
     " int rank = __popc(on & ((1u << lane) - 1)), at = 0;"
     " if (rank == 0) at = atomicAdd(&counts[0], __popc(on));"
     " sum = __shfl_sync(on, at, __ffs(on) - 1) + rank; }",
     true},
    {"if (lane < 8) for (int k = 4; k > 0; k /= 2)"
     " sum += __shfl_xor_sync(0xff, data[i] + sum, k);",
     true},
    {"if (lane >= 8 && t < 64) sum = __reduce_add_sync(0xffffff00, data[i]);", true},
    {"if (data[i] & 1) sum = __match_any_sync(__activemask(), data[i]);", true},
    {"if (data[i] & 1) { int same; sum = __match_all_sync(__activemask(), data[i] / 9, &same) & "
     "0xffff;"
     " sum += same; }",
     true},
    {"if (data[i] & 1) sum = __shfl_sync(__activemask(), (long long)data[i] << 33, 99) >> 33;",
     false},
    {"if (data[i] > 2) sum = __shfl_sync(__activemask(), data[i] * 0.5, lane);", true},
    /* some have ended */
    {"if (lane > 20) return; sum = __ballot_sync(0xffffffff, data[i] > 4);", true},
    {"if (lane > 20) return; __syncwarp(); sum = __shfl_sync(0xffffffff, data[i], 20 % (lane + "
     "1));",
     true},
    {"if (lane > 20) return; sum = __shfl_down_sync(0xffffffff, data[i], 1);", false},
    {"if (data[i] == 3) return; sum = __popc(__ballot_sync(0xffffffff, 1));", true},
    /* others are named, or themselves are not, or they come elsewhere */
    {"if (data[i] > 3) sum = __ballot_sync(0xffffffff, data[i] > 6);", false},
    {"if (lane < 8) sum = __shfl_xor_sync(0xf, data[i], 1);", false},
    {"sum = __shfl_xor_sync(lane < 16 ? 0xffffu : 0xffff0000u, data[i], 8);", false},
    {"if (lane < 16) sum = __shfl_xor_sync(0xffff, data[i], 8);"
     " else sum = __shfl_xor_sync(0xffff0000, data[i], 4);",
     true},
    {"if (lane < 16) __syncwarp(); else sum = 1;", false},
    {"if (lane < 16) sum = __shfl_down_sync(0xffff, data[i], 4);", false},
    {"if (lane < 16) sum = __shfl_down_sync(0xffff, data[i], 4, 16);", true},
    /* __syncwarp orders what a warp does */
    {"__shared__ int own[80]; own[t] = data[i]; __syncwarp(); sum = own[t ^ 1];", true},
    {"__shared__ int own[80]; own[t] = data[i]; sum = own[t ^ 1];", false},
    {"__shared__ int own[80]; own[t] = data[i]; __syncwarp(); sum = own[0];", false},
    {"__shared__ int own[80]; own[t] = data[i]; __syncwarp(); sum = own[79 - t];", false},
    {"__shared__ int own[80]; own[t] = data[i]; if (t >= 32) __syncwarp(); sum = own[t ^ 1];",
     false},
    {"__shared__ int own[80]; own[t] = data[i]; __syncwarp(); int x = own[t ^ 1]; own[t] = x;",
     false},
    {"__shared__ int own[80]; own[t] = data[i]; __syncwarp(); int x = own[t ^ 1]; __syncwarp(); "
     "own[t] = x; __syncwarp(); sum = own[t ^ 2];",
     true},
    {"__shared__ int own[80]; for (int k = 0; k < 3; ++k) { own[t] = sum + k; __syncwarp(); sum += "
     "own[t ^ 4]; __syncwarp(); }",
     true},
    {"__shared__ int own[80]; for (int k = 0; k < 3; ++k) { own[t] = sum + k; __syncwarp(); sum += "
     "own[t ^ 4]; }",
     false},
    {"__shared__ int own[80]; if (t < 32) { if (t == 0) own[0] = 7; __syncwarp(); sum = own[0]; "
     "__syncwarp(); if (t == 9) own[0] = sum; __syncwarp(); sum += own[0]; }",
     true},
    {"__shared__ int own[80]; if (t < 32) { if (t == 0) own[0] = 7; __syncwarp(); sum = own[0]; if "
     "(t == 9) own[0] = sum; }",
     false},
    {"__shared__ int own[80]; if (lane < 16) { own[t] = data[i]; __syncwarp(0xffff); sum = own[t ^ "
     "1]; }",
     false},
    {"__shared__ int own[80]; if (lane >= 20) return; own[t] = data[i]; __syncwarp(); sum = own[t "
     "^ 1];",
     true},
    {"__shared__ int own[80]; if (__any_sync(0xffffffff, data[i] > 8)) { own[t] = data[i]; "
     "__syncwarp(); sum = own[t ^ 1]; }",
     true},
    {"__shared__ int own[80]; own[t] = 1; if (__any_sync(0xffffffff, !lane && data[i] > 5)) "
     "__syncwarp(); "
     "sum = own[t ^ 1];",
     false},
    {"__shared__ int own[80]; auto tile = cg::tiled_partition<32>(cg::this_thread_block()); own[t] "
     "= data[i]; tile.sync(); sum = own[t ^ 1];",
     true},
    {"__shared__ int own[80]; own[t] = data[i]; __syncthreads(); own[t] += own[79 - t] * 0; "
     "__syncwarp(); sum = own[t ^ 1];",
     false},
    {"out[i] = t; __syncwarp(); sum = out[i ^ 1]; __syncwarp();", true},
    {"out[i] = t; sum = out[i ^ 1];", false},
    /* stores of lanes on which data decide */
    {"if (data[i] > 3 && i < 60) counts[i] = data[i];", true},
    {"if (data[i] > 3 && i < 60) counts[59 - i] = data[i];", true},
    {"if (data[i] > 3 && i < 60) counts[data[i]] = 1;", false},
    {"if (data[i] > 3 && i < 60) counts[i + (data[i] > 5)] = i;", false},
    {"if (data[i] > 3 && i < 60) { counts[i] = 1; counts[i / 2] = 2; }", false},
    /* tiles and groups */
    {"auto tile = cg::tiled_partition<8>(cg::this_thread_block());"
     " if (t / 8 % 3) sum = tile.shfl_down(data[i], 2) + tile.any(data[i] > 7);",
     true},
    {"auto tile = cg::tiled_partition<8>(cg::this_thread_block());"
     " if (t % 3) sum = tile.shfl_down(data[i], 2);",
     false},
    {"auto tile = cg::tiled_partition<16>(cg::this_thread_block());"
     " sum = tile.shfl_xor(data[i], 4) + tile.ballot(data[i] > 5) + tile.all(data[i] > 1);",
     true},
    {"if (data[i] > 4) { auto group = cg::coalesced_threads();"
     " int at = group.thread_rank() ? 0 : atomicAdd(&counts[2], group.size());"
     " sum = group.shfl(at, 0) + group.thread_rank(); }",
     true},
};

static const char frame[] = "#include <cooperative_groups.h>\n"
                            "namespace cg = cooperative_groups;\n"
                            "__global__ void kernel(const int *data, float *out, int *counts)\n"
                            "{\n"
                            "    int t = threadIdx.x, i = blockIdx.x * 80 + t, lane = t %% 32;\n"
                            "    float sum = 0;\n"
                            "    %s\n"
                            "    out[i] = sum + lane;\n"
                            "}\n"
                            "void sketch()\n"
                            "{\n"
                            "    int *data, *counts;\n"
                            "    float *out;\n"
                            "    cudaMalloc(&data, 400 * sizeof(int));\n"
                            "    cudaMalloc(&out, 400 * sizeof(float));\n"
                            "    cudaMalloc(&counts, 64 * sizeof(int));\n"
                            "    cudaMemset(counts, 0, 64 * sizeof(int));\n"
                            "    kernel<<<5, 80>>>(data, out, counts);\n"
                            "}\n";

static void check_case(const WarpCase *of)
{
    Arena *arena = arena_new();
    counted_text("warps.cu", arena_printf(arena, frame, of->body), of->body, of->runs_wide);
    arena_free(arena);
}

static void warps_count_the_same(void **state)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        check_case(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(warps_count_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
