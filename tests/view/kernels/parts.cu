// Structs in structs, members of several sizes, arrays in structs; the last threads go too far.
struct Vec { float x, y, z; };
struct Body { Vec p; float mass; };
struct Mixed { double weight; char kind; float f; short tags[2]; };
__global__ void push(Body *b, Mixed *m, float4 *q, int n)
{
    __shared__ Body tile[8];
    int i = threadIdx.x;
    tile[i].p.y = b[i + 36].p.y;
    tile[i].mass = 2;
    float4 v = q[i];
    q[i].z = v.x;
    m[i].f = tile[(i + 1) % 8].p.y;
    m[i].tags[1] = 3;
    m[i + 1].f = tile[i].p.z;
    b[i + 36].p.x = tile[i].mass;
    b[i - 2].p.z = 0;
}
void sketch()
{
    Body *b;
    Mixed *m;
    float4 *q;
    cudaMalloc(&b, 40 * sizeof(Body));
    cudaMalloc(&m, 8 * sizeof(Mixed));
    cudaMalloc(&q, 8 * sizeof(float4));
    push<<<1, 8>>>(b, m, q, 8);
}
