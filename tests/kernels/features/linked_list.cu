// Nodes in managed memory, each of which points at the next one; the last one at none.
// expect: total[0] == 15
// counts: global_load accesses 10

struct Node {
    int value;
    Node *next;
};

__global__ void add_up(const Node *node, int *total)
{
    int sum = 0;
    for (; node; node = node->next)
        sum += node->value;
    *total = sum;
}

int main()
{
    Node *nodes;
    int *total, count = 5;
    cudaMallocManaged(&nodes, count * sizeof(Node));
    cudaMallocManaged(&total, sizeof(int));
    for (int i = 0; i < count; ++i) {
        nodes[i].value = i + 1;
        nodes[i].next = i + 1 < count ? &nodes[i + 1] : nullptr;
    }
    add_up<<<1, 1>>>(nodes, total);
    cudaDeviceSynchronize();
}
