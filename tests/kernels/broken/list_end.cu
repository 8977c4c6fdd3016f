// The list ends with a null pointer, which the loop does not look for.
struct Node {
    int value;
    Node *next;
};

__global__ void add_up(const Node *node, int *total, int count)
{
    int sum = 0;
    for (int i = 0; i <= count; ++i) {
        sum += node->value; // finds: out-of-bounds-read 1
        if (i < count)
            node = node->next;
    }
    *total = sum;
}

int main()
{
    Node *nodes;
    int *total, count = 3;
    cudaMallocManaged(&nodes, count * sizeof(Node));
    cudaMallocManaged(&total, sizeof(int));
    for (int i = 0; i < count; ++i) {
        nodes[i].value = i;
        nodes[i].next = i + 1 < count ? &nodes[i + 1] : NULL;
    }
    add_up<<<1, 1>>>(nodes, total, count);
}
