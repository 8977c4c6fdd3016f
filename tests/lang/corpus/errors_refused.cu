// Constructs that are known and not supported: named, with the nearest supported form.
struct Shape { virtual float area() { return 1; } }; // error: struct Shape
struct Base { int a; };
struct Other { int c; };
struct Derived : Base, Other { int b; }; // error: more than one base class
struct Started { int a : 3; }; // error: bit widths of members
template <typename T> struct Box { T v; };
template <typename T> struct Only;
template <typename T> struct Only<T *> { T v; };
__device__ int many(int a, ...) { return a; } // error: any number of parameters

__global__ void refused(float *p, int n)
{
    Shape shape;
    Derived derived;
    Started started;
    Box box; // error: needs its arguments
    Only<float *> only;
    Only<float> none; // error: has no members for these arguments
    many(1);
    asm("bar.sync 1, 64;"); // error: inline PTX: bar.sync 1 is not supported
    asm("wgmma.fence.sync.aligned;"); // error: Hopper
    tex2D(t, 0, 0); // error: textures are not supported
    refused<<<1, 1>>>(p, n); // error: dynamic parallelism
    curand_init(1, 2, 3, 4); // error: pass random inputs from the host
    float *heap = new float[3]; // error: there is no heap in device code
    delete[] heap; // error: there is no heap in device code
    malloc(4); // error: there is no heap in device code
    goto end; // error: goto is not supported
    end: n = 1; // error: labels are not supported
    try { n = 2; } catch (int) { } // error: exceptions are not supported
    for (int x : p) n = x; // error: cannot be gone through with for
    thrust::sort(p, p); // error: thrust calls in device code
    decltype(n) m; // error: decltype is not supported
    n = FILL_IN; // error: the exercise leaves this place to be filled in
    n = ???; // error: the exercise leaves this place to be filled in
    YOUR_CODE_HERE // error: write what belongs here; nvcc refuses the file as it is, too
    ;
    n = p ? 1 : ____; // error: the exercise leaves this place to be filled in
    int (*function)(int &); // error: that take references are not supported
}
