// Mistakes of meaning.
struct Point { float x, y; };
__device__ float length(Point p) { return p.x + p.y; }
__device__ int recurse(int n) { return n ? recurse(n - 1) : 0; } // error: recursion is not supported
__device__ int ping(int n); // declared before it is used
__device__ int pong(int n) { return ping(n); }
__device__ int ping(int n) { return pong(n); } // error: recursion is not supported
void host(int n) { n = 1; }
int host_value = 3; // error: is a host variable

__global__ void meaning(float *p, const float *in, int n, Point *points)
{
    float x = p; // error: is of type float * and cannot become float
    n = 3.5 % 2; // error: use fmodf
    p.x = 1; // error: has no members
    points.x = 1; // error: write -> instead of .
    in[0] = 2; // error: is const and cannot be changed
    const int k = 4;
    k = 5; // error: k is const and cannot be changed
    3 = n; // error: the left side is not a variable
    float q[n]; // error: must be a whole number known when the kernel is compiled
    float *w = in; // error: what it points at is const
    int *bits = p; // error: reinterpret_cast<int *>
    p[1.5f] = 0; // error: an index must be a whole number, not float
    n[n] = 0; // error: cannot be indexed
    *n = 0; // error: does not point at anything
    &3; // error: has no address
    p[0] = points[0]; // error: is of type Point and cannot become float
    points[0] + 1; // error: write it member by member
    if (points[0]) n = 1; // error: a condition cannot be of type Point
    p[0] = points[0].z; // error: Point has no member 'z'
    Point named = {.z = 1}; // error: Point has no member 'z'
    n = threadIdx.w; // error: uint3 has no member 'w'
    int n2, n2; // error: 'n2' is declared twice here
    float three[3] = {1, 2, 3, 4}; // error: more values than the array has elements
    float unknown[]; // error: has no length
    void nothing; // error: a variable cannot be void
    auto nobody; // error: auto needs a value
    int &reference = 3; // error: needs a variable to stand for
    __shared__ float s = 0; // error: shared memory cannot have an initial value
    static int &calls = p[0]; // error: static variables in functions are plain values
    switch (p[0]) { default: n = 1; } // error: switch needs a whole number
    continue; // error: there is no loop here to continue
    host(n); // error: is a host function; a kernel cannot call it
    n = host_value;
    n = recurse(3);
    n = pong(3);
    length(n); // error: argument 'p' of length is of type int and cannot become Point
    length(); // error: length takes 1 arguments, not 0
    lenght(points[0]); // error: did you mean 'length'?
    meaning(p, in, n, points); // error: is a kernel
    sqrtf(); // error: sqrtf takes 1 argument, not 0
    atomicAdd(n, 1); // error: pass the address: &...
    atomicMax(p, 1.0f); // error: atomicMax cannot change a value of type float
    __syncthread(); // error: did you mean '__syncthreads'?
    printf(n); // error: the format of printf must be a string literal
    meaning = 3; // error: is a function and cannot stand here
    return 3; // error: a function of type void returns no value
}
