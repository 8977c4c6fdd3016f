// Arrays, pointers, vectors, shared and per-thread memory.
#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FETCH_FLOAT4(p) (reinterpret_cast<float4 *>(&(p))[0])

__global__ void arrays(int *p)
{
    int t = threadIdx.x;
    int a[4] = {1, 2, 3}, m[2][3] = {{1, 2, 3}, {4}}, flat[2][2] = {1, 2, 3, 4}, zeros[100] = {0};
    a[t & 3] += t;
    m[t & 1][t % 3] = 50;
    int sum = 0;
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 3; c++)
            sum += m[r][c];
    const int before[2][3] = {{1, 2, 3}, {4, 0, 0}};
    assert(sum == 60 - before[t & 1][t % 3] && a[0] + a[1] + a[2] + a[3] == 6 + t);
    assert(flat[1][0] == 3 && zeros[99] == 0 && sizeof(m) == 24);
    int *e = a + 3;
    assert(e - a == 3 && *(e - 1) == e[-1] && e-- == a + 3 && *e == a[2] && e > a && e != nullptr);
    int x = 5, *q = &x, &ref = x;
    *q += t;
    (*q)++;
    ref *= 2;
    assert(x == (6 + t) * 2 && q == &x && *&x == ref);
    int (*row)[3] = m + 1;
    assert((*row)[0] == m[1][0] && row[-1][1] == m[0][1]);
}

__global__ void vectors(float *p)
{
    int t = threadIdx.x;
    float g[8];
    for (int k = 0; k < 8; ++k)
        g[k] = k * t;
    float4 v = make_float4(1, 2, 3, t), w = *reinterpret_cast<float4 *>(&g[4]);
    v.x += v.w;
    float4 q = v;
    q.y = 9;
    assert(q.x == 1 + t && v.y == 2 && w.x == 4 * t && w.w == 7 * t);
    reinterpret_cast<float2 *>(g)[1] = make_float2(7, 8);
    assert(g[2] == 7 && g[3] == 8);
    FETCH_FLOAT4(g[0]) = FETCH_FLOAT4(g[4]);
    assert(g[0] == 4 * t && g[3] == 7 * t);
    q = make_float4(q.y, q.x, q.w, q.z);
    assert(q.x == 9 && q.y == 1 + t);
    int2 i2 = {1, 2};
    dim3 d(2, 3);
    uint3 u = threadIdx;
    assert(i2.x + i2.y == 3 && d.x * 100 + d.y * 10 + d.z == 231 && u.x == t && blockDim.x == 32);
}

__global__ void shared(float *p)
{
    extern __shared__ float dynamic[];
    int t = threadIdx.x;
    for (int i = 0; i < 2; ++i) {
        __shared__ float tile[4][9];
        __shared__ int3 counts;
        if (t == 0)
            counts = make_int3(0, 0, 0);
        tile[t / 8][t % 8] = t + i;
        __syncthreads();
        assert(tile[t % 4][t / 4] == t % 4 * 8 + t / 4 + i);
        atomicAdd(&counts.y, 1);
        __syncthreads();
        assert(counts.y == 32);
    }
    float *low = dynamic, *high = &dynamic[8];
    if (t < 8) {
        low[t] = t;
        high[t] = 10 * t;
    }
    unsigned char *bytes = (unsigned char *)(dynamic + 16);
    bytes[t] = t + 250;
    __syncthreads();
    assert(dynamic[t % 16] == (t % 16 < 8 ? t % 16 : t % 16 * 10 - 80));
    assert(bytes[t] == (t + 250) % 256);
}

__global__ void forms(float *M, float4 *V, int k, unsigned int u)
{
    __shared__ float s[16][17];
    int i = threadIdx.x, j = threadIdx.y;
    s[j][i] = 0.0f; // instr: store.shared.f32 [s + r7*4], 0
    M[i + 1] = 2; // instr: store.global.f32 [r3 + r5*4 + 4], 2
    M[3] = 1; // instr: store.global.f32 [r3 + 12], 1
    M[u - 1] = 1; // instr: sub.u32
    M[threadIdx.x * 2 + 1] = 1; // instr: *4 + 4], 1
    V[i] = V[j]; // instr: load.global.f32x4
    M += k; // instr: fma.u64
    *M++ = 1; // instr: mov.u64
    s[2][3] = M[-1]; // instr: store.shared.f32 [s + 148]
    M[OFFSET(j, i, k)] = M[(long long)i]; // instr: convert.i64.i32
}
