// Integer and float operators, compound assignment, shifts, bit operations, ++ and --.
// expect: out[0] == -3
// expect: out[1] == -1
// expect: out[2] == 20
// expect: out[3] == 12
// expect: out[4] == 6
// expect: out[5] == 14
// expect: out[6] == 8
// expect: out[7] == -6
// expect: out[8] == 1
// expect: out[9] == 0
// expect: out[10] == 7
// expect: out[11] == 25
// expect: out[12] == 4095
// expect: out[13] == 5
// expect: out[14] == 3
// expect: out[15] == -2

__global__ void operators(int *out)
{
    int a = 12, b = 10, t = 0;
    out[t++] = -10 / 3; // towards zero
    out[t++] = -10 % 3;
    out[t++] = b << 1;
    out[t] = -1;
    out[t++] += 13;
    out[t++] = a ^ b;
    out[t++] = a | b;
    out[t++] = a & b;
    out[t++] = -12 >> 1;
    out[t++] = a > b && b != 0;
    out[t++] = !(a > b || t / (b - 10) == 1); // the right side is not evaluated
    int c = 5;
    out[t++] = c++ + 2;
    c *= 4, c += 1;
    out[t++] = c;
    out[t++] = 0xFFF;
    unsigned int u = 0xFFFFFFFFu;
    out[t++] = (u >> 29) - 2;
    c = 7;
    c &= 3;
    out[t++] = c;
    out[t++] = ~1;
}

int main()
{
    int *out;
    cudaMalloc(&out, 16 * sizeof(int));
    operators<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
