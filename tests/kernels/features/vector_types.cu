// float2, float3 and float4; int4; make_ functions; members; through pointers and by value.
// expect: out[0] == 10
// expect: out[1] == 6
// expect: out[2] == 7
// expect: out[3] == 14
// expect: out[4] == 3

__device__ float sum(float4 v) { return v.x + v.y + v.z + v.w; }

__device__ void add_to(float3 *a, const float3 &b)
{
    a->x += b.x;
    a->y += b.y;
    a->z += b.z;
}

__global__ void vectors(float *out)
{
    float4 a = make_float4(1, 2, 3, 4);
    out[0] = sum(a);
    float2 b = {2.0f, 3.0f};
    out[1] = b.x * b.y;
    float3 c = make_float3(1.0f, 1.0f, 1.0f);
    add_to(&c, c);
    c.y += 1.0f;
    out[2] = c.x + c.y + c.z;
    int4 d = make_int4(5, 6, 7, 8);
    int4 e = d;
    e.w = 2;
    out[3] = e.y + d.w;
    uint2 f;
    f.x = 1u;
    f.y = f.x + 1u;
    out[4] = f.x + f.y;
}

int main()
{
    float *out;
    cudaMalloc(&out, 5 * sizeof(float));
    vectors<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
