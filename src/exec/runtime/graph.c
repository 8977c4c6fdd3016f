/* Graphs: launches, copies, sets and functions of the host, noted while streams are captured or as
 * nodes are added, and done one after another when the graph is launched: as they were captured, or
 * so that each comes behind those that it waits for. */
#include "exec/runtime/talk.h"

#include <stdlib.h>
#include <string.h>

enum { STREAMS = 64 };

/* As in cuda_runtime.h. */
typedef struct SetParameters {
    void *to;
    size_t pitch;
    unsigned value, element_bytes;
    size_t width, height;
} SetParameters;
typedef struct HostParameters {
    void (*function)(void *);
    void *data;
} HostParameters;
typedef struct KernelParameters {
    void *function;
    unsigned grid[3], block[3], shared;
    void **arguments, **extra;
} KernelParameters;

typedef enum NodeKind {
    NODE_LAUNCH,
    NODE_COPY,
    NODE_SET,
    NODE_HOST,
    NODE_GRAPH,
    NODE_EMPTY
} NodeKind;

typedef struct Graph Graph;
typedef struct Node {
    NodeKind kind;
    TilestepCopy copy;
    SetParameters set;
    HostParameters host;
    Graph *graph; /* owned, of NODE_GRAPH */
    uint64_t words[EXEC_WORDS];
    uint32_t bytes;
    char *arguments;     /* owned */
    struct Node **after; /* owned: those that it waits for */
    size_t after_count;
    struct Node *copied; /* while its graph is copied: what became of it */
    const struct Node *origin;
} Node;

struct Graph {
    Node **nodes;
    int count, capacity;
};

static void *allocated(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static Node *add_node(Graph *graph, NodeKind kind)
{
    if (graph->count == graph->capacity) {
        graph->capacity = graph->capacity ? 2 * graph->capacity : 16;
        graph->nodes =
            allocated(realloc(graph->nodes, (size_t)graph->capacity * sizeof *graph->nodes));
    }
    Node *node = allocated(calloc(1, sizeof *node));
    node->kind = kind;
    graph->nodes[graph->count++] = node;
    return node;
}

static void wait_for(Node *node, Node *const *after, size_t count)
{
    size_t all = node->after_count + count;
    if (!count)
        return;
    node->after = allocated(realloc(node->after, all * sizeof *node->after));
    memcpy(node->after + node->after_count, after, count * sizeof *after);
    node->after_count = all;
}

static void note_launch(Node *node, const uint64_t words[EXEC_WORDS], const void *arguments,
                        uint32_t bytes)
{
    memcpy(node->words, words, sizeof node->words);
    node->bytes = bytes;
    node->arguments = allocated(realloc(node->arguments, bytes + 1));
    memcpy(node->arguments, arguments, bytes);
}

int cudaGraphDestroy(Graph *graph)
{
    for (int i = 0; graph && i < graph->count; ++i) {
        Node *node = graph->nodes[i];
        cudaGraphDestroy(node->graph);
        free(node->arguments);
        free(node->after);
        free(node);
    }
    if (graph)
        free(graph->nodes);
    free(graph);
    return cudaSuccess;
}

/* ---- capture ---- */

/* The streams that are captured, and into what: one graph at a time, which has a number. */
static void *streams[STREAMS];
static int stream_count;
static Graph *captured;
static unsigned capture_number;
static bool is_invalid; /* something was asked for that is not for a stream that is captured */

static bool is_captured(const void *stream)
{
    for (int i = 0; captured && i < stream_count; ++i)
        if (streams[i] == stream)
            return true;
    return false;
}

unsigned tilestep_capture_number(const void *stream)
{
    return is_captured(stream) ? capture_number : 0;
}

void tilestep_capture_join(unsigned number, void *stream)
{
    if (captured && number == capture_number && !is_captured(stream) && stream_count < STREAMS)
        streams[stream_count++] = stream;
}

int tilestep_capture_forbids(const void *stream)
{
    if (!is_captured(stream))
        return cudaSuccess;
    is_invalid = true;
    return cudaErrorStreamCaptureUnsupported;
}

bool tilestep_capture_launch(const uint64_t words[EXEC_WORDS], const void *arguments,
                             uint32_t bytes, void *stream)
{
    if (!is_captured(stream))
        return false;
    note_launch(add_node(captured, NODE_LAUNCH), words, arguments, bytes);
    return true;
}

bool tilestep_capture_copy(const TilestepCopy *copy, void *stream)
{
    if (!stream || !is_captured(stream))
        return false;
    add_node(captured, NODE_COPY)->copy = *copy;
    return true;
}

bool tilestep_capture_host(void (*function)(void *), void *data, void *stream)
{
    if (!is_captured(stream))
        return false;
    add_node(captured, NODE_HOST)->host = (HostParameters){function, data};
    return true;
}

static void begin_capture(Graph *graph, void *stream)
{
    captured = graph;
    streams[0] = stream;
    stream_count = 1;
    ++capture_number;
    is_invalid = false;
}

int cudaStreamBeginCapture(void *stream, int mode)
{
    (void)mode;
    if (captured)
        return tilestep_fail(cudaErrorIllegalState);
    begin_capture(allocated(calloc(1, sizeof *captured)), stream);
    return cudaSuccess;
}

int cudaStreamEndCapture(void *stream, Graph **graph)
{
    if (!is_captured(stream))
        return tilestep_fail(cudaErrorIllegalState);
    *graph = is_invalid ? NULL : captured;
    if (is_invalid)
        cudaGraphDestroy(captured);
    captured = NULL;
    return tilestep_fail(is_invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess);
}

int cudaStreamIsCapturing(void *stream, int *status)
{
    *status = is_captured(stream) ? 1 + is_invalid : 0;
    return cudaSuccess;
}

/* ---- built by hand ---- */

int cudaGraphCreate(Graph **graph, unsigned flags)
{
    (void)flags;
    *graph = allocated(calloc(1, sizeof **graph));
    return cudaSuccess;
}

int cudaLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **arguments, size_t shared,
                     void *stream);

/* At the end of the graph, what a launch on a captured stream would note. */
static int add_launch(Graph *graph, const KernelParameters *kernel)
{
    static char token;
    if (!graph || captured)
        return captured ? cudaErrorStreamCaptureUnsupported : cudaErrorInvalidValue;
    if (!kernel->function)
        return cudaErrorInvalidDeviceFunction;
    begin_capture(graph, &token);
    int error = cudaLaunchKernel(kernel->function,
                                 (Dim3){kernel->grid[0], kernel->grid[1], kernel->grid[2]},
                                 (Dim3){kernel->block[0], kernel->block[1], kernel->block[2]},
                                 kernel->arguments, kernel->shared, &token);
    captured = NULL;
    return error;
}

int cudaGraphAddKernelNode(Node **node, Graph *graph, Node *const *after, size_t count,
                           const KernelParameters *kernel)
{
    int error = add_launch(graph, kernel);
    if (error)
        return tilestep_fail(error);
    *node = graph->nodes[graph->count - 1];
    wait_for(*node, after, count);
    return cudaSuccess;
}

/* A node that waits for others; NULL where there is no graph. */
static Node *add(Node **out, Graph *graph, NodeKind kind, Node *const *after, size_t count)
{
    *out = graph && (after || !count) ? add_node(graph, kind) : NULL;
    if (*out)
        wait_for(*out, after, count);
    else
        tilestep_fail(cudaErrorInvalidValue);
    return *out;
}

int cudaGraphAddMemcpyNode1D(Node **node, Graph *graph, Node *const *after, size_t count, void *to,
                             const void *from, size_t size, int kind)
{
    if (!add(node, graph, NODE_COPY, after, count))
        return cudaErrorInvalidValue;
    (*node)->copy = (TilestepCopy){to, from, size, kind, 0};
    return cudaSuccess;
}

int cudaGraphAddMemsetNode(Node **node, Graph *graph, Node *const *after, size_t count,
                           const SetParameters *set)
{
    if (!add(node, graph, NODE_SET, after, count))
        return cudaErrorInvalidValue;
    (*node)->set = *set;
    return cudaSuccess;
}

int cudaGraphAddHostNode(Node **node, Graph *graph, Node *const *after, size_t count,
                         const HostParameters *host)
{
    if (!add(node, graph, NODE_HOST, after, count))
        return cudaErrorInvalidValue;
    (*node)->host = *host;
    return cudaSuccess;
}

int cudaGraphAddEmptyNode(Node **node, Graph *graph, Node *const *after, size_t count)
{
    return add(node, graph, NODE_EMPTY, after, count) ? cudaSuccess : cudaErrorInvalidValue;
}

int tilestepGraphAddDependencies(Graph *graph, Node *const *from, Node *const *to, size_t count)
{
    if (!graph || (count && (!from || !to)))
        return tilestep_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i)
        wait_for(to[i], from + i, 1);
    return cudaSuccess;
}

/* At most *count nodes; without nodes, how many there are. */
int cudaGraphGetNodes(Graph *graph, Node **nodes, size_t *count)
{
    if (!graph || !count)
        return tilestep_fail(cudaErrorInvalidValue);
    size_t all = (size_t)graph->count;
    for (size_t i = 0; nodes && i < *count; ++i)
        nodes[i] = i < all ? graph->nodes[i] : NULL;
    *count = nodes && *count < all ? *count : all;
    return cudaSuccess;
}

/* ---- copies of graphs ---- */

static bool is_ready(const Node *node)
{
    for (size_t i = 0; i < node->after_count; ++i)
        if (!node->after[i]->copied)
            return false;
    return !node->copied;
}

static Graph *copy_graph(const Graph *graph);

static Node *copy_node(Graph *out, Node *node)
{
    Node *copy = add_node(out, node->kind);
    copy->copy = node->copy;
    copy->set = node->set;
    copy->host = node->host;
    copy->graph = node->graph ? copy_graph(node->graph) : NULL;
    if (node->arguments)
        note_launch(copy, node->words, node->arguments, node->bytes);
    for (size_t i = 0; i < node->after_count; ++i)
        wait_for(copy, &node->after[i]->copied, 1);
    copy->origin = node;
    return copy;
}

/* Each node behind those that it waits for; a circle of such is left out. */
static Graph *copy_graph(const Graph *graph)
{
    Graph *out = allocated(calloc(1, sizeof *out));
    for (int before = -1; before < out->count;) {
        before = out->count;
        for (int i = 0; i < graph->count; ++i)
            if (is_ready(graph->nodes[i]))
                graph->nodes[i]->copied = copy_node(out, graph->nodes[i]);
    }
    for (int i = 0; i < graph->count; ++i)
        graph->nodes[i]->copied = NULL;
    return out;
}

int cudaGraphClone(Graph **clone, Graph *graph)
{
    if (!graph)
        return tilestep_fail(cudaErrorInvalidValue);
    *clone = copy_graph(graph);
    return cudaSuccess;
}

int cudaGraphAddChildGraphNode(Node **node, Graph *graph, Node *const *after, size_t count,
                               Graph *child)
{
    if (!child || !add(node, graph, NODE_GRAPH, after, count))
        return tilestep_fail(cudaErrorInvalidValue);
    (*node)->graph = copy_graph(child);
    return cudaSuccess;
}

int cudaGraphInstantiateWithFlags(Graph **exec, Graph *graph, unsigned long long flags)
{
    (void)flags;
    return cudaGraphClone(exec, graph);
}

/* The arguments of a launch in what was instantiated. */
int cudaGraphExecKernelNodeSetParams(Graph *exec, const Node *node, const KernelParameters *kernel)
{
    Graph given = {0};
    int error = exec ? add_launch(&given, kernel) : cudaErrorInvalidValue;
    for (int i = 0; !error && i < exec->count; ++i) {
        const Node *launch = given.nodes[0];
        if (exec->nodes[i]->origin == node && exec->nodes[i]->kind == NODE_LAUNCH)
            note_launch(exec->nodes[i], launch->words, launch->arguments, launch->bytes);
    }
    for (int i = 0; i < given.count; ++i) {
        free(given.nodes[i]->arguments);
        free(given.nodes[i]);
    }
    free(given.nodes);
    return tilestep_fail(error);
}

/* ---- launching ---- */

static int set_row(const SetParameters *set, void *to, void *caller)
{
    size_t bytes = set->width * set->element_bytes;
    if (set->element_bytes == 1)
        return tilestep_copy(&(TilestepCopy){to, NULL, bytes, -1, (int)set->value}, caller);
    char *row = allocated(malloc(bytes + 1));
    for (size_t i = 0; i < set->width; ++i)
        memcpy(row + i * set->element_bytes, &set->value, set->element_bytes);
    int error = tilestep_copy(&(TilestepCopy){to, row, bytes, HOST_TO_DEVICE, 0}, caller);
    free(row);
    return error;
}

static int set_rows(const SetParameters *set, void *caller)
{
    int error = set->element_bytes > sizeof set->value ? cudaErrorInvalidValue : cudaSuccess;
    for (size_t y = 0; !error && y < set->height; ++y)
        error = set_row(set, (char *)set->to + y * set->pitch, caller);
    return error;
}

static int launch_graph(const Graph *exec, void *caller)
{
    int error = cudaSuccess;
    for (int i = 0; !error && i < exec->count; ++i) {
        const Node *node = exec->nodes[i];
        switch (node->kind) {
        case NODE_LAUNCH: error = tilestep_launch(node->words, node->arguments, node->bytes); break;
        case NODE_COPY: error = tilestep_copy(&node->copy, caller); break;
        case NODE_SET: error = set_rows(&node->set, caller); break;
        case NODE_GRAPH: error = launch_graph(node->graph, caller); break;
        case NODE_HOST:
            tilestep_synchronize();
            node->host.function(node->host.data);
            break;
        case NODE_EMPTY: break;
        }
    }
    return error;
}

int cudaGraphLaunch(Graph *exec, void *stream)
{
    if (!exec)
        return tilestep_fail(cudaErrorInvalidValue);
    tilestep_set_stream(stream);
    return tilestep_fail(launch_graph(exec, CALLER_ADDRESS));
}

int cudaGraphUpload(Graph *exec, void *stream)
{
    (void)stream;
    return tilestep_fail(exec ? cudaSuccess : cudaErrorInvalidValue);
}

int cudaGraphExecDestroy(Graph *exec)
{
    return cudaGraphDestroy(exec);
}
