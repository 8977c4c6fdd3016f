// Counting letters: two threads that meet the same letter both read the old count.
// says: update it by an atomic operation, such as atomicAdd
#include <stdio.h>
#include <string.h>

__global__ void count_letters(const char *text, int length, unsigned int *bins)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < length) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
#ifdef RIGHT
            atomicAdd(&bins[letter], 1u);
#else
            bins[letter]++; // finds: race/grid race
#endif
    }
}

int main(void)
{
    char text[300], *d_text;
    unsigned int bins[26], *d_bins;
    for (int i = 0; i < 300; i++)
        text[i] = 'a' + (i * 7) % 26;
    cudaMalloc((void **)&d_text, 300);
    cudaMalloc((void **)&d_bins, sizeof(bins));
    cudaMemcpy(d_text, text, 300, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    count_letters<<<5, 64>>>(d_text, 300, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 26; i++)
        printf("%c %u\n", 'a' + i, bins[i]);
    return 0;
}
