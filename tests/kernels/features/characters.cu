// Arrays that a text begins: as long as the text with its end, or filled up with zeros.
// expect: out[0] == 5
// expect: out[1] == 116
// expect: out[2] == 0
// expect: out[3] == 101
// expect: out[4] == 0
// expect: out[5] == 3
// expect: out[6] == 98
// expect: out[7] == 107
__constant__ char keys[] = "key";

struct Named {
    char name[4];
    int number;
};

__global__ void spell(int *out, int at)
{
    char word[] = "text", full[3] = {"abc"};
    const char pair[2][8] = {"ab", "cde"};
    Named named = {"ab", 3};
    out[0] = sizeof word;
    out[1] = word[at];
    out[2] = word[at + 4];
    out[3] = pair[1][at + 2];
    out[4] = pair[0][at + 7] + named.name[at + 3];
    out[5] = named.number;
    out[6] = full[at + 1];
    out[7] = keys[at];
}

int main()
{
    int *out;
    cudaMalloc(&out, 8 * sizeof(int));
    spell<<<1, 1>>>(out, 0);
    cudaDeviceSynchronize();
}
