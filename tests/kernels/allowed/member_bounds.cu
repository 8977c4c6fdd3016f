// Indices past an array inside a struct, in every kind of memory: they reach the next member. Those
// that stay inside, of the same arrays, are no matter, nor is a last member of one element.
// run: --block 4 --arg p=zeros:16 --arg m=zeros:21 --arg tail=zeros:8 --arg out=zeros:4 --arg n=4
struct Point {
    float v[3];
    float w;
};
struct Rows {
    int a[2][3];
    int b;
};
struct Tail {
    int count;
    int items[1];
};
__constant__ Point fixed = {{1, 2, 3}, 4};

__global__ void past(Point *p, Rows *m, Tail *tail, float *out, int n)
{
    __shared__ Point tile;
    Point own = {{0, 0, 0}, 1};
    int i = threadIdx.x;
    if (i == 0)
        p->v[n - 1] = 1; // finds: member-bounds
    if (i > 0) {
        tile.v[i] = 2; // finds: member-bounds
        own.v[i] = 3; // finds: member-bounds
        out[i] = fixed.v[i] + own.w; // finds: member-bounds
        m->a[0][i] = i; // finds: member-bounds
    }
    if (i == 2)
        atomicAdd(&m->a[1][i + 1], 1); // finds: member-bounds
    if (i < 3) {
        p[1].v[i] = i;
        own.v[i] = 4;
        m[1].a[1][i] = i;
        m[2].a[i % 2][i] = i;
        out[i] += fixed.v[i] + own.v[2];
    }
    tail->items[i + 1] = i;
}
