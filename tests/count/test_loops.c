/* Loops of every kind that a block may run as one operation, and of every kind that looks like one
 * and is none; branches on which data decide: the Report and the memory are those of the steps, bit
 * for bit, and whoever has no fault runs wide. */
#include "base/arena.h"
#include "counted.h"
#include "load/load.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `a` has 100 rows of 100, tile 100 floats; i is the thread of the grid, of 5 blocks of 16 x 6, and
 * t that of the block. */
typedef struct LoopCase {
    const char *body;
    bool runs_wide;
} LoopCase;

static const LoopCase cases[] = {
    /* what it is for */
    {"for (int k = 0; k < 100; ++k) sum += a[row * 100 + k] * a[k * 100 + t];", true},
    {"for (int k = 0; k < n; ++k) sum += a[row * n + k];", true},
    {"for (int k = n - 1; k >= 0; --k) sum = a[k * n + t] * 0.5f + sum;", true},
    {"for (unsigned k = 7; k != 97; k += 3) sum += a[k];", true},
    {"for (long long k = 0; k <= 60; k += 2) sum += a[t + k] * a[k];", true},
    {"for (int k = 0; k < 40; ++k) sum -= a[k * 3 + t] / 3.0f;", true},
    {"const float *p = a + t; for (int k = 0; k < 50; ++k, p += 100) sum += *p;", true},
    {"int last = -1; for (int k = 0; k < 9; ++k) last = 3 * k + t; sum = last;", true},
    {"float x = 9; for (int k = 0; k < 9; ++k) { x = a[k]; sum += x * x; } sum += x;", true},
    {"float x = 1, y = 2; for (int k = 0; k < 30; ++k) { x += a[k] * a[t]; y += a[k + 1] * x; }"
     "sum = x + y;",
     true},
    {"float x = 1; for (int k = 0; k < 30; ++k) { x += a[k] * a[t + k]; sum += a[k] * x; }", true},
    {"for (int k = 0; k < 30; ++k) sum += k * a[k];", true},
    {"for (int k = 0; k < 30; ++k) sum += a[k] > 4 ? a[k + t] : k;", true},
    {"int c = 0; for (int k = 0; k < 64; ++k) c += bytes[k * 3 + t] * s[k]; sum = c;", true},
    {"for (int k = 0; k < 20; ++k) { float4 v = ((const float4 *)a)[k * 24 + t]; sum += v.x * v.w; "
     "}",
     true},
    {"for (int k = 0; k < 60; ++k) sum += fixed[k] * a[t];", true},
    {"for (int k = 0; k < 0; ++k) sum += a[k]; for (int k = 5; k < 5 + bx; ++k) sum += a[k];",
     true},
    {"for (int k = 0; k < 10; ++k) for (int m = 0; m < 10; ++m) sum += a[k * 100 + m + t / 7];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = a[k + t];"
     "for (int k = 0; k < 8; ++k) sum += own[k] * a[k];",
     true},
    {"int prev = 3; for (int k = 0; k < 20; ++k) { sum += a[prev]; prev = k; }", true},
    {"int k2 = 1; for (int k = 0; k < 12; ++k) { sum += a[k2]; k2 = k2 * 2; }", true},
    {"for (int k = 0; k < 40; ++k) sum += a[k * k + t];", true},
    {"for (int k = 0; k < 40; ++k) sum += a[k / 3 + t];", true},
    {"for (int k = 0; k < 40; ++k) sum += a[k % 7];", true},
    {"for (int m = 0; m < 7; ++m) for (int k = m * 16; k < (m + 1) * 16 && k < n; ++k)"
     "sum += a[row * n + k] * a[k * n + t];",
     true},
    {"for (int k = 0; k < 50 && k != n; ++k) sum += a[k] * a[t];", true},
    {"for (int k = 40; k >= 0 && k < 60 + bx; --k) sum += a[k] * a[t];", true},
    {"for (int k = 0; k < 50 && bx < 3; ++k) sum += a[k] * a[t];", true},
    {"for (int k = 0; k < 50 && a[k] > 1; ++k) sum += a[k] * a[t];", true},
    {"for (int k = 0; k < 50 && k + t < 90; ++k) sum += a[k] * a[t];", true},
    /* who takes part */
    {"if (t < 50) for (int k = 0; k < 30; ++k) sum += a[k * 100 + t];", true},
    {"if (i < 450) { for (int k = 0; k < 30; ++k) sum += a[i + k] * a[k]; } else sum = 3;", true},
    {"for (int k = 0; k < t; ++k) sum += a[k];", true},
    {"for (int k = 0; k < 40 && t < 30; ++k) sum += a[k];", true},
    {"for (int k = 0; k < 40; ++k) { if (k == t) break; sum += a[k]; }", true},
    {"for (int k = 0; k < 40; ++k) { if (k % 3 == t % 3) continue; sum += a[k]; }", true},
    {"if (t == 95) return; for (int k = 0; k < 40; ++k) sum += a[t + k];", true},
    /* shared memory, and who meets whom */
    {"tile[t] = a[i]; __syncthreads(); for (int k = 0; k < 96; ++k) sum += tile[k];", true},
    {"tile[t] = a[i]; __syncthreads(); for (int k = 0; k < 24; ++k) sum += tile[k * 4 + t % 4] * "
     "tile[95 - t];",
     true},
    {"small[t] = bytes[i % 400]; __syncthreads();"
     "for (int k = 0; k < 5; ++k) sum += small[t + k - (t > 90 ? 5 : 0)]; sum += small[t ^ 1];",
     true},
    {"small[t] = t; __syncthreads(); for (int k = 0; k < 90; ++k) sum += small[k + t / 16];", true},
    {"small[t] = t; for (int k = 0; k < 5; ++k) sum += small[t + k];", false},
    {"small[t] = t; __syncthreads(); for (int k = 0; k < 5; ++k) sum += small[t + k];", false},
    {"small[t] = t; sum = small[t]; __syncthreads(); small[95 - t] = sum;", true},
    {"tile[t] = a[i]; for (int k = 0; k < 96; ++k) sum += tile[k];", false},
    {"tile[t] = a[i]; __syncthreads(); for (int k = 0; k < 100; ++k) sum += tile[k];", false},
    {"for (int k = 0; k < 20; ++k) sum += tile[k];", false},
    /* lanes that are apart by whole sectors and lines, from starts that lie anyhow in theirs */
    {"for (int k = 0; k < 37; ++k) sum += a[t * 8 + k] + a[t * 32 + k * 3 + 1];", true},
    {"for (int k = 0; k < 37; ++k) sum += a[threadIdx.y * 1024 + k] * a[t / 8 * 64 + k * 5];",
     true},
    {"for (int k = 0; k < 37; ++k) sum += bytes[t / 32 * 128 + k] + bytes[t / 6 * 16 + k];", true},
    {"if (t % 3) for (int k = 0; k < 37; ++k) sum += a[t * 16 + bx * 7 + k] * a[t / 2 * 8 + k];",
     true},
    {"for (int k = 0; k < 9; ++k) { float4 v = ((const float4 *)a)[t * 2 + k]; sum += v.x + v.w; }",
     true},
    {"for (int k = 0; k < 9; ++k) sum += a[t * 100 + k] + a[t * 100 + bx * 2 + k * 11];", true},
    /* rows that are written in one interval */
    {"__shared__ float pair[200]; pair[t] = 1; pair[t + 96] = a[i]; __syncthreads();"
     "sum = pair[191 - t] + pair[95 - t];",
     true},
    {"__shared__ float pair[200]; pair[t] = 1; pair[t + 95] = a[i]; __syncthreads();"
     "sum = pair[t];",
     false},
    {"__shared__ float pair[200]; pair[t + 3] = 1; pair[t] = a[i]; __syncthreads(); sum = pair[t];",
     false},
    {"__shared__ float pair[200]; pair[t] = 1; pair[t] = a[i]; __syncthreads();"
     "sum = pair[95 - t];",
     true},
    {"__shared__ float pair[200]; pair[t] = 1; pair[t + 100] = 2; __syncthreads();"
     "sum = pair[t + 20];",
     false},
    {"__shared__ float pair[200]; pair[t + 96] = 1; sum = pair[t + 96]; pair[t] = 2;"
     "__syncthreads(); sum += pair[t ^ 1];",
     true},
    {"__shared__ float rows[40 * 96]; for (int k = 0; k < 40; ++k) rows[k * 96 + t] = a[k + t];"
     "__syncthreads(); sum = rows[40 * 96 - 1 - t] + rows[t * 40];",
     true},
    {"__shared__ float rows[40 * 96]; for (int k = 0; k < 40; ++k)"
     "rows[k * 96 + t - (k == 30 ? 1 : 0)] = a[k + t]; __syncthreads(); sum = rows[t];",
     false},
    {"__shared__ float rows[70 * 96]; for (int k = 0; k < 70; ++k) rows[k * 96 + t] = a[k + t];"
     "__syncthreads(); sum = rows[70 * 96 - 1 - t];",
     true},
    {"__shared__ float rows[41 * 96]; for (int k = 0; k < 40; ++k) rows[k * 96 + t] = a[k + t];"
     "__syncthreads(); sum = rows[40 * 96 + 3 - t];",
     false},
    {"__shared__ float pair[200]; pair[t] = a[i]; __syncthreads(); pair[t] = 3; pair[t + 96] = 4;"
     "__syncthreads(); sum = pair[191 - t];",
     true},
    {"for (int k = 0; k < 2; ++k) tile[t] = k; for (int k = 0; k < 8; ++k) sum += tile[t] * k;",
     true},
    {"tile[t] = a[i]; __syncthreads(); for (int k = 0; k < 20; ++k) sum += tile[k];"
     "tile[t] = sum;",
     false},
    {"for (int k = 0; k < 30; ++k) sum += io[i]; io[i] = sum;", true},
    {"for (int k = 0; k < 30; ++k) sum += io[i + k];", true},
    {"for (int k = 0; k < 30; ++k) sum += io[i + k]; io[i] = sum;", false},
    {"for (int k = 0; k < 30; ++k) sum += io[k]; io[i + 40] = sum;", true},
    /* nests over what threads have for themselves, which are written down in the first phase */
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 12; ++k) { float c[2], r[4]; for (int m = 0; m < 2; ++m) c[m] = tile[t % "
     "8 * 12 + k + m * 0]; for (int m = 0; m < 4; ++m) r[m] = tile[k * 8 + m + t / 32]; for (int m "
     "= 0; m < 2; ++m) for (int q = 0; q < 4; ++q) own[m * 4 + q] += c[m] * r[q]; }"
     "__syncthreads(); }"
     "for (int k = 0; k < 8; ++k) sum += own[k];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) own[k] = own[k] * tile[k] + tile[t];"
     "__syncthreads(); }"
     "for (int k = 0; k < 8; ++k) sum += own[k];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 7; ++k) { float x = own[k]; own[k] = own[k + 1]; own[k + 1] = x; for "
     "(int m = 0; m < 2; ++m) own[m] -= own[m + 4]; }"
     "__syncthreads(); }"
     "sum = own[0] + 2 * own[3] + 3 * own[7];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) { if (k == 2) continue; if (k == 5 + ph % 2) break; own[k] += "
     "tile[k + t % 7]; }"
     "__syncthreads(); }"
     "sum = own[1] + own[2] + own[5];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) own[k] += tile[t] > 5 ? 1 : t;"
     "__syncthreads(); }"
     "sum = own[7];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) if (tile[t] > 5) own[k] += 1;"
     "__syncthreads(); }"
     "sum = own[7];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) own[(k + t) % 8] += tile[k];"
     "__syncthreads(); }"
     "sum = own[7];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "if (t < 50) for (int k = 0; k < 8; ++k) own[k] += tile[k];"
     "__syncthreads(); }"
     "sum = own[7];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) if (t < 50) own[k] += tile[k];"
     "__syncthreads(); }"
     "sum = own[7];",
     true},
    {"int ph0 = 2; float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) own[k] += (float)t / 3 + k + bx;"
     "__syncthreads(); }"
     "sum = own[7] + own[ph0];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) { float4 v = ((const float4 *)tile)[k * 3 + t % 3]; own[k] = "
     "fmaxf(own[k], v.x) - v.w * v.y; }"
     "__syncthreads(); }"
     "for (int k = 0; k < 8; ++k) sum += own[k];",
     true},
    {"int own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) own[k] = own[k] * 3 + (int)tile[t + k - (t > 88 ? 8 : 0)];"
     "__syncthreads(); }"
     "for (int k = 0; k < 8; ++k) sum += own[k] ^ k;",
     true},
    {"double own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) own[k] = own[k] * 3 + tile[k];"
     "__syncthreads(); }"
     "for (int k = 0; k < 8; ++k) sum += own[k];",
     true},
    {"float own[8];"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) own[k] += tile[k];"
     "__syncthreads(); }"
     "for (int k = 0; k < 8; ++k) sum += own[k];",
     false},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) { float x[2]; if (k > 6) x[1] = 1; x[0] = tile[k]; own[k] = x[0] "
     "+ x[k > 6]; }"
     "__syncthreads(); }"
     "for (int k = 0; k < 8; ++k) sum += own[k];",
     true},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 8; ++k) { float x[2]; if (ph == 0 || k < 7) x[1] = 1; x[0] = tile[k]; "
     "own[k] = x[0] + x[1]; }"
     "__syncthreads(); }"
     "for (int k = 0; k < 8; ++k) sum += own[k];",
     false},
    {"float own[8]; for (int k = 0; k < 8; ++k) own[k] = k;"
     "for (int ph = 0; ph < 5; ++ph) { tile[t] = a[ph * 96 + t]; __syncthreads();"
     "for (int k = 0; k < 97; ++k) own[k % 8] += tile[k];"
     "__syncthreads(); }"
     "sum = own[7];",
     false},
    {"for (int ph = 0; ph < 4; ++ph) { float own[8]; if (ph < 2)"
     "for (int k = 0; k < 8; ++k) own[k] = a[t + k];"
     "for (int k = 0; k < 8; ++k) own[k] += 2; if (ph < 2) sum += own[3]; }",
     false},
    /* every iteration stores what the first one did, or almost */
    {"for (int k = 0; k < 100; ++k) io[i] = a[i] + a[t];", true},
    {"for (int k = 0; k < 5000; ++k) io[i] = a[i] * 3 - t; sum = io[i];", true},
    {"if (t < 50) for (int k = 0; k < 100; ++k) { io[i] = a[i]; io[i] = a[t] + bx; }", true},
    {"for (int k = 0; k < 100; ++k) { tile[t] = a[i]; io[i] = 2; } __syncthreads();"
     "sum = tile[95 - t];",
     true},
    {"for (int k = 0; k < 100; ++k) tile[t] = 0; __syncthreads(); sum = tile[95 - t];", true},
    {"for (int k = 0; k < 100; ++k) io[i] = a[i] + k;", true},
    {"for (int k = 0; k < 100; ++k) io[i] = a[k];", true},
    {"for (int k = 0; k < 100; ++k) io[i] = io[i] + a[t];", true},
    {"for (int k = 0; k < 100; ++k) { io[i] = a[t]; sum += io[i]; }", true},
    {"for (int k = 0; k < 100; ++k) { sum += a[t]; io[i] = sum; }", true},
    {"float x = 1; for (int k = 0; k < 100; ++k) { io[i] = x; x = a[i]; }", true},
    {"for (int k = 0; k < 9; ++k) ((float4 *)tile)[t / 4] = ((const float4 *)a)[t];", false},
    {"for (int k = 0; k < 100; ++k) { io[i] = a[i]; io[i + 1] = 2; }", false},
    {"for (int k = 0; k < 100; ++k) io[bx] = a[i];", false},
    {"for (int k = 0; k < 100; ++k) small[t] = t + bx; __syncthreads(); sum = small[t ^ 1];", true},
    /* data decide which lanes come */
    {"tile[t] = a[i]; __syncthreads(); if (a[i] > 4) tile[t] = 1; __syncthreads();"
     "sum = tile[95 - t];",
     true},
    {"if (a[i] > 4) tile[t] = 1; __syncthreads(); if (a[i] > 4) sum = tile[t];", true},
    {"if (a[i] > 4) tile[t] = 1; __syncthreads(); sum = tile[t];", false},
    {"if (a[i] > 4) tile[t] = 1; sum = tile[t];", false},
    {"if (a[i] > 4) tile[t] = 1; __syncthreads(); if (a[i] <= 4) tile[t] = 2; __syncthreads();"
     "sum = tile[95 - t];",
     true},
    {"tile[t] = 0; __syncthreads(); if (a[i] > 4) tile[t] = 1; else tile[95 - t] = 2;", false},
    {"tile[t] = 0; __syncthreads(); if (a[i] > 4) tile[t] = 1; sum = tile[t ^ 1];", false},
    {"tile[t] = a[i]; __syncthreads(); if (a[i] > 4 && t < 60) tile[t + 40] = 3; __syncthreads();"
     "sum = tile[t];",
     true},
    {"tile[t] = a[i]; __syncthreads(); if (t < 20) if (a[i] < 5) tile[t + 76] = 3;"
     "__syncthreads(); sum = tile[95 - t];",
     true},
    {"tile[t] = a[i]; __syncthreads(); for (int k = 1; k < 64; k *= 2) { int other = t ^ k;"
     "if (other > t && other < 96) { float x = tile[t], y = tile[other];"
     "if ((x > y) == ((t & 8) == 0)) { tile[t] = y; tile[other] = x; } } __syncthreads(); }"
     "sum = tile[t];",
     true},
    {"if (a[i] > 4) io[i] = a[i]; else sum = 3;", true},
    {"if (a[i] > 4) io[i ^ 1] = a[i]; sum = io[i];", false},
    {"bool p = a[i] > 4, q = t < 40; sum = p == q ? 1 : 2;", true},
    {"int p = a[i] > 4; p = p != (t < 9); sum = p + (p == 1) + (a[i] < a[i + 1]);", true},
    {"float z = a[i] - a[i], y = z / z; sum = (y < 1) + 2 * (y != y) + 4 * (y >= y) + 8 * (z == 0) "
     "+ 16 * (z <= -z) + 32 * (a[i] > a[t]) + 64 * (a[i] != a[t]);",
     true},
    {"for (int k = 1; k < 90; k *= 2) sum += a[(t ^ k) % 100] + t / k + t % k + (t & k);", true},
    {"if (t < 40) sum = abs(t - 20); sum += abs(t - 20) * 2;", true},
    /* what lies outside */
    {"for (int k = 0; k < 101; ++k) sum += a[99 * 100 + k];", false},
    {"for (int k = 0; k < 60; ++k) sum += a[k * 200 + t];", false},
    {"for (int k = -1; k < 60; ++k) sum += a[k];", false},
    {"for (int k = 0; k < 60; ++k) sum += tile[k + 60];", false},
    {"for (int k = 0; k < 30; ++k) sum += b[k];", false},
    {"for (int k = 0; k < 12; ++k) sum += ((const float *)(bytes + 1))[k];", false},
    {"for (int k = 0; k < 8; ++k) sum += a[k * 1073741824];", false},
    {"for (unsigned k = 4294967290u; k < 4294967295u; ++k) sum += a[k + 6];", true},
    {"int k = 2147483640; do { sum += 1; ++k; } while (k > 0);", true},
    {"for (int k = 0; k < 100; k += 0) { sum += a[k]; if (sum > 500) k = 100; }", true},
};

static const char frame[] =
    "__constant__ float fixed[64];\n"
    "__global__ void kernel(const float *a, float *b, const int *s, const unsigned char *bytes,\n"
    "                       float *io, int n)\n"
    "{\n"
    "    __shared__ float tile[100];\n"
    "    __shared__ unsigned char small[128];\n"
    "    int bx = blockIdx.x, t = threadIdx.y * 16 + threadIdx.x, i = bx * 96 + t;\n"
    "    int row = bx * 6 + threadIdx.y;\n"
    "    float sum = 0;\n"
    "    %s\n"
    "    b[i] = sum + row + (tile == 0) + (small == 0);\n"
    "}\n"
    "void sketch()\n"
    "{\n"
    "    float *a, *b, *io;\n"
    "    int *s;\n"
    "    unsigned char *bytes;\n"
    "    cudaMalloc(&a, 100 * 100 * sizeof(float));\n"
    "    cudaMalloc(&b, 480 * sizeof(float));\n"
    "    cudaMalloc(&s, 100 * sizeof(int));\n"
    "    cudaMalloc(&bytes, 400);\n"
    "    cudaMalloc(&io, 600 * sizeof(float));\n"
    "    kernel<<<5, dim3(16, 6)>>>(a, b, s, bytes, io, 100);\n"
    "}\n";

static void check_case(const LoopCase *of, const LoadOptions *options, bool runs_wide)
{
    Arena *arena = arena_new();
    const char *text = arena_printf(arena, frame, of->body);
    Run *run = run_load_text("loop.cu", text, strlen(text), options);
    run_print_diags(stderr, run);
    assert_non_null(run->program);
    uint64_t stepped[2];
    counted_both_ways(run->arena, run->program, &run->launch, of->body, stepped);
    if (runs_wide && (stepped[0] || stepped[1]))
        fail_msg("%u blocks run step by step: %s", (unsigned)stepped[0], of->body);
    run_free(run);
    arena_free(arena);
}

enum { CASES = sizeof cases / sizeof *cases };

/* Under a sanitizer each case has one of the sets of lanes and one of the limits, in turn. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY_SET = 3, EVERY_LIMIT = 4 };
#else
enum { EVERY_SET = 1, EVERY_LIMIT = 1 };
#endif

TEST(loops_count_the_same)
{
    static const char *const sets[] = {"baseline", "avx2", "avx512"};
    for (size_t set = 0; set < sizeof sets / sizeof *sets; ++set) {
        setenv("TILESTEP_LANES", sets[set], 1);
        for (int i = (int)set % EVERY_SET; i < CASES; i += EVERY_SET)
            check_case(&cases[i], &(LoadOptions){.order = NULL}, cases[i].runs_wide);
    }
    unsetenv("TILESTEP_LANES");
}

/* A limit of steps is reached in the middle of a loop, at the same step. */
TEST(limits_count_the_same)
{
    static const char *const limits[] = {"20", "60", "200", "333"};
    for (int i = 0; i < CASES; ++i)
        for (size_t k = (size_t)i % EVERY_LIMIT; k < sizeof limits / sizeof *limits;
             k += EVERY_LIMIT)
            check_case(&cases[i], &(LoadOptions){.max_steps = limits[k]}, false);
}

/* Without contraction a sum of products is two instructions. */
TEST(separate_sums_count_the_same)
{
    for (int i = 0; i < CASES; i += EVERY_SET)
        check_case(&cases[i], &(LoadOptions){.fmad = "off"}, cases[i].runs_wide);
}
