/* Graphs: a list of launches, copies and sets, noted while a stream is captured or as nodes are
 * added, and done in that order when the graph is launched. */
#include "exec/runtime/talk.h"

#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, ERROR_VALUE = 1, ERROR_HANDLE = 400, ERROR_STATE = 401, ERROR_CAPTURE = 900 };

typedef struct Node {
    bool is_copy;
    TilestepCopy copy;
    uint64_t words[EXEC_WORDS];
    uint32_t bytes;
    char *arguments; /* owned */
} Node;

typedef struct Graph {
    Node *nodes;
    int count, capacity;
} Graph;

/* The stream that is being captured, and into what; one at a time. */
static void *captured_stream;
static Graph *captured;

static bool is_captured(void *stream)
{
    return captured && stream == captured_stream;
}

static Node *add_node(Graph *graph)
{
    if (graph->count == graph->capacity) {
        graph->capacity = graph->capacity ? 2 * graph->capacity : 16;
        graph->nodes = realloc(graph->nodes, (size_t)graph->capacity * sizeof *graph->nodes);
        if (!graph->nodes)
            abort();
    }
    Node *node = &graph->nodes[graph->count++];
    memset(node, 0, sizeof *node);
    return node;
}

static void note_launch(Graph *graph, const uint64_t words[EXEC_WORDS], const void *arguments,
                        uint32_t bytes)
{
    Node *node = add_node(graph);
    memcpy(node->words, words, sizeof node->words);
    node->bytes = bytes;
    node->arguments = malloc(bytes + 1);
    if (!node->arguments)
        abort();
    memcpy(node->arguments, arguments, bytes);
}

bool tilestep_capture_launch(const uint64_t words[EXEC_WORDS], const void *arguments,
                             uint32_t bytes, void *stream)
{
    if (!is_captured(stream))
        return false;
    note_launch(captured, words, arguments, bytes);
    return true;
}

bool tilestep_capture_copy(const TilestepCopy *copy, void *stream)
{
    if (!stream || !is_captured(stream))
        return false;
    Node *node = add_node(captured);
    node->is_copy = true;
    node->copy = *copy;
    return true;
}

int cudaStreamBeginCapture(void *stream, int mode)
{
    (void)mode;
    if (captured)
        return tilestep_fail(ERROR_STATE);
    captured_stream = stream;
    captured = calloc(1, sizeof *captured);
    return captured ? SUCCESS : tilestep_fail(2);
}

int cudaStreamEndCapture(void *stream, Graph **graph)
{
    if (!is_captured(stream))
        return tilestep_fail(ERROR_STATE);
    *graph = captured;
    captured = NULL;
    return SUCCESS;
}

int cudaStreamIsCapturing(void *stream, int *status)
{
    *status = is_captured(stream);
    return SUCCESS;
}

int cudaGraphCreate(Graph **graph, unsigned flags)
{
    (void)flags;
    *graph = calloc(1, sizeof **graph);
    return *graph ? SUCCESS : tilestep_fail(2);
}

typedef struct KernelNode {
    void *function;
    unsigned grid[3], block[3], shared;
    void **arguments, **extra;
} KernelNode;

typedef struct Dim3 {
    unsigned x, y, z;
} Dim3;
int cudaLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **arguments, size_t shared,
                     void *stream);

/* A node is what a launch on a captured stream would note. */
int cudaGraphAddKernelNode(void **node, Graph *graph, void *const *after, size_t after_count,
                           const KernelNode *kernel)
{
    static char token;
    (void)after;
    (void)after_count;
    if (!graph || captured)
        return tilestep_fail(captured ? ERROR_CAPTURE : ERROR_VALUE);
    captured = graph;
    captured_stream = &token;
    int error = cudaLaunchKernel(kernel->function,
                                 (Dim3){kernel->grid[0], kernel->grid[1], kernel->grid[2]},
                                 (Dim3){kernel->block[0], kernel->block[1], kernel->block[2]},
                                 kernel->arguments, kernel->shared, &token);
    captured = NULL;
    *node = graph->count ? &graph->nodes[graph->count - 1] : NULL;
    return error;
}

/* At most *count nodes; without nodes, how many there are. */
int cudaGraphGetNodes(Graph *graph, void **nodes, size_t *count)
{
    if (!graph || !count)
        return tilestep_fail(ERROR_VALUE);
    size_t all = (size_t)graph->count;
    for (size_t i = 0; nodes && i < *count; ++i)
        nodes[i] = i < all ? &graph->nodes[i] : NULL;
    *count = nodes && *count < all ? *count : all;
    return SUCCESS;
}

int cudaGraphInstantiateWithFlags(Graph **exec, Graph *graph, unsigned long long flags)
{
    (void)flags;
    if (!graph)
        return tilestep_fail(ERROR_VALUE);
    *exec = calloc(1, sizeof **exec);
    if (!*exec)
        return tilestep_fail(2);
    for (int i = 0; i < graph->count; ++i) {
        const Node *node = &graph->nodes[i];
        if (node->is_copy) {
            Node *copy = add_node(*exec);
            copy->is_copy = true;
            copy->copy = node->copy;
        } else {
            note_launch(*exec, node->words, node->arguments, node->bytes);
        }
    }
    return SUCCESS;
}

int cudaGraphLaunch(Graph *exec, void *stream)
{
    if (!exec)
        return tilestep_fail(ERROR_VALUE);
    tilestep_set_stream(stream);
    for (int i = 0; i < exec->count; ++i) {
        const Node *node = &exec->nodes[i];
        int error = node->is_copy ? tilestep_copy(&node->copy, __builtin_return_address(0))
                                  : tilestep_launch(node->words, node->arguments, node->bytes);
        if (error)
            return tilestep_fail(error);
    }
    return SUCCESS;
}

int cudaGraphDestroy(Graph *graph)
{
    for (int i = 0; graph && i < graph->count; ++i)
        free(graph->nodes[i].arguments);
    if (graph)
        free(graph->nodes);
    free(graph);
    return SUCCESS;
}

int cudaGraphExecDestroy(Graph *exec)
{
    return cudaGraphDestroy(exec);
}
