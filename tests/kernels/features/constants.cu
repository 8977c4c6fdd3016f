// Object-like macros, const, constexpr and enum, at file scope and inside, as bounds of arrays.
// expect: out[0] == 55
// expect: out[1] == 18
// expect: out[2] == 2

#define WIDTH  4
#define DOUBLE (2 * WIDTH)

const int rows = 3;
constexpr int area = rows * DOUBLE - 6;
static const unsigned int mask = 0x1f;
enum { RED, GREEN = 5, BLUE };
enum Mode { MODE_A, MODE_B, MODE_C };

__global__ void constants(int *out)
{
    const int local = rows + 1;
    float row[local][WIDTH];
    row[3][3] = WIDTH + DOUBLE + rows + (GREEN + BLUE) + (mask - 2);
    if (threadIdx.x == 0)
        out[0] = row[3][3] + RED; // 4 + 8 + 3 + 11 + 29
    else if (threadIdx.x == 1)
        out[1] = area;
    else {
        Mode mode = MODE_C;
        out[2] = mode;
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, 3 * sizeof(int));
    constants<<<1, 3>>>(out);
    cudaDeviceSynchronize();
}
