// Structures whose pointers lead to managed memory; with a word, one that leads where it should not.
#include <cstdio>
#include <cstring>

struct Node {
    int value;
    Node *next;
};

struct Tree {
    int key;
    Tree *below[2];
};

struct Managed {
    void *operator new(size_t bytes)
    {
        void *memory;
        cudaMallocManaged(&memory, bytes);
        return memory;
    }
    void operator delete(void *memory) { cudaFree(memory); }
};

struct Vector : Managed {
    int length;
    float *data;
};

__global__ void double_all(Node *head, int *sum)
{
    int all = 0;
    for (Node *node = head; node; node = node->next) {
        all += node->value;
        node->value *= 2;
    }
    *sum = all;
}

__global__ void push(Node **head, Node *pool, int count)
{
    for (int i = 0; i < count; ++i) {
        pool[i] = Node{100 + i, *head};
        *head = &pool[i];
    }
}

__global__ void find(const Tree *tree, int key, bool *found)
{
    while (tree && tree->key != key)
        tree = tree->below[key > tree->key];
    *found = tree != nullptr;
}

__global__ void halve(Vector *vector)
{
    if (threadIdx.x < vector->length)
        vector->data[threadIdx.x] /= 2;
}

static void show(Node *node)
{
    for (; node; node = node->next)
        printf(" %d", node->value);
    printf("\n");
}

template <typename T> static T *managed(size_t count = 1)
{
    T *memory;
    cudaMallocManaged(&memory, count * sizeof(T));
    return memory;
}

static void wrong(const char *name)
{
    int *sum = managed<int>();
    Node *head = managed<Node>(), *other = managed<Node>(), own = {2, nullptr};
    *head = {1, strcmp(name, "host") == 0 ? &own : other};
    *other = {3, nullptr};
    if (strcmp(name, "freed") == 0)
        cudaFree(other);
    double_all<<<1, 1>>>(head, sum);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(head);
    cudaFree(sum);
    if (strcmp(name, "freed") != 0)
        cudaFree(other);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        wrong(argv[1]);
        return 0;
    }
    Node *list = nullptr, *pool = managed<Node>(3), **head = managed<Node *>();
    int *sum = managed<int>();
    for (int i = 0; i < 5; ++i) {
        Node *node = managed<Node>();
        *node = {i, list};
        list = node;
    }
    double_all<<<1, 1>>>(list, sum);
    cudaDeviceSynchronize();
    printf("%d:", *sum);
    show(list);

    *head = list;
    push<<<1, 1>>>(head, pool, 3);
    cudaDeviceSynchronize();
    show(*head);

    Node first = {7, list}, *on_device; // a node of the device that leads to managed ones
    cudaMalloc(&on_device, sizeof first);
    cudaMemcpy(on_device, &first, sizeof first, cudaMemcpyHostToDevice);
    double_all<<<1, 1>>>(on_device, sum);
    cudaMemcpy(&first, on_device, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d: %d, %s\n", *sum, first.value, first.next == list ? "the same list" : "another");

    Tree *trees = managed<Tree>(3);
    trees[0] = {5, {&trees[1], &trees[2]}};
    trees[1] = {2, {}};
    trees[2] = {8, {}};
    bool *found = managed<bool>(2);
    find<<<1, 1>>>(trees, 8, found);
    find<<<1, 1>>>(trees, 3, found + 1);
    cudaDeviceSynchronize();
    printf("%d %d\n", found[0], found[1]);

    Vector *vector = new Vector;
    vector->length = 2;
    vector->data = managed<float>(2);
    vector->data[0] = 3;
    vector->data[1] = 8;
    halve<<<1, 32>>>(vector);
    cudaDeviceSynchronize();
    printf("%g %g\n", vector->data[0], vector->data[1]);

    Node *pinned, *mapped;
    cudaHostAlloc(&pinned, 2 * sizeof(Node), cudaHostAllocMapped);
    cudaHostGetDevicePointer(&mapped, pinned, 0);
    pinned[0] = {1, mapped + 1};
    pinned[1] = {2, nullptr};
    double_all<<<1, 1>>>(mapped, sum);
    cudaDeviceSynchronize();
    printf("%d:", *sum);
    show(pinned);

    for (Node *next; list; list = next) {
        next = list->next;
        cudaFree(list);
    }
    cudaFreeHost(pinned);
    for (void *memory : {(void *)pool, (void *)head, (void *)sum, (void *)on_device, (void *)trees,
                         (void *)found, (void *)vector->data})
        cudaFree(memory);
    delete vector;
}
