#!/usr/bin/env python3
"""Programs as people write them, through `tilestep exec`: the C++ library, templates, several files,
arguments, standard input, files; programs that end badly; names that a shell would trip over; what is kept
of a program and when it is built anew; a disk that is full.

usage: whole.py TILESTEP     skipped (77) where clang is not installed
"""
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

tilestep = os.path.abspath(sys.argv[1])
failures = []

PROGRAMS = {}

PROGRAMS['library'] = (['library.cu'], [], '', '3 apple, 1 fig, 2 pear; sum 6; none; 2.5 sqrt\n', 0, {'library.cu': '''
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>
__global__ void twice(int *v, int n) { int i = threadIdx.x; if (i < n) v[i] *= 2; }
struct Free { void operator()(int *p) const { cudaFree(p); } };
static std::unique_ptr<int, Free> device(const std::vector<int> &from)
{
    int *p;
    cudaMalloc(&p, from.size() * sizeof(int));
    cudaMemcpy(p, from.data(), from.size() * sizeof(int), cudaMemcpyHostToDevice);
    return std::unique_ptr<int, Free>(p);
}
int main()
{
    std::vector<int> v{3, 1, 2};
    auto d = device(v);
    twice<<<1, 32>>>(d.get(), (int)v.size());
    cudaMemcpy(v.data(), d.get(), v.size() * sizeof(int), cudaMemcpyDeviceToHost);
    std::map<std::string, int> count;
    std::string_view names[] = {"apple", "fig", "pear"};
    for (int i = 0; i < 3; ++i)
        count[std::string(names[i])] = v[i] / 2;
    std::ostringstream out;
    for (auto &[name, n] : count)
        out << (out.str().empty() ? "" : ", ") << n << ' ' << name;
    std::optional<int> none = std::find(v.begin(), v.end(), 9) == v.end() ? std::nullopt : std::optional<int>(9);
    std::cout << out.str() << "; sum " << std::accumulate(v.begin(), v.end(), 0) / 2 << "; "
              << (none ? "some" : "none") << "; " << std::sqrt(6.25) << " sqrt" << std::endl;
}
'''})

PROGRAMS['complex'] = (['complex.cu'], [], '', '-5 10 5\n2 1 3\n-5 10 5\n2 1 3\n', 0, {'complex.cu': '''
#include <cstdio>
#include <cuComplex.h>
__global__ void work(cuFloatComplex *f, cuDoubleComplex *d)
{
    f[1] = cuCmulf(f[0], make_cuFloatComplex(3, 4));
    d[1] = cuCdiv(d[0], make_cuDoubleComplex(1, 2));
}
int main()
{
    cuComplex f[2] = {make_cuComplex(1, 2)}, *df;
    cuDoubleComplex d[2] = {make_cuDoubleComplex(0, 5)}, *dd;
    cuFloatComplex p = cuCmulf(f[0], make_cuFloatComplex(3, 4));
    cuDoubleComplex q = cuCdiv(d[0], make_cuDoubleComplex(1, 2));
    printf("%g %g %g\\n", cuCrealf(p), p.y, cuCabsf(make_cuFloatComplex(3, 4)));
    printf("%g %g %g\\n", cuCreal(q), cuCimag(q), cuCadd(q, cuConj(d[0])).x + 1);
    cudaMalloc(&df, sizeof f);
    cudaMalloc(&dd, sizeof d);
    cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
    work<<<1, 1>>>(df, dd);
    cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
    cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
    printf("%g %g 5\\n%g %g 3\\n", f[1].x, f[1].y, d[1].x, d[1].y);
    cudaFree(df);
    cudaFree(dd);
}
'''})

PROGRAMS['templates'] = (['templates.cu'], [], '', '10 20 30\n1.5 3 4.5\n7 7 7\n', 0, {'templates.cu': '''
#include <cstdio>
template <class T> struct Scale { T by; __host__ __device__ T operator()(T x) const { return x * by; } };
template <class T, int N> struct Fixed { T at[N]; };
template <class T, class F, int N> __global__ void map(Fixed<T, N> in, T *out, F f)
{
    if (threadIdx.x < N)
        out[threadIdx.x] = f(in.at[threadIdx.x]);
}
template <class T> __global__ void fill(T *out, T value) { out[threadIdx.x] = value; }
template <> __global__ void fill<int>(int *out, int value) { out[threadIdx.x] = value + 3; }
template <class T> static void show(T *d, const char *format)
{
    T h[3];
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; ++i) {
        printf(format, h[i]);
        putchar(i < 2 ? ' ' : '\\n');
    }
}
int main()
{
    int *i;
    float *f;
    cudaMalloc(&i, 3 * sizeof(int));
    cudaMalloc(&f, 3 * sizeof(float));
    map<<<1, 32>>>(Fixed<int, 3>{{1, 2, 3}}, i, Scale<int>{10});
    show(i, "%d");
    map<<<1, 32>>>(Fixed<float, 3>{{1, 2, 3}}, f, Scale<float>{1.5f});
    show(f, "%g");
    fill<<<1, 3>>>(i, 4);
    show(i, "%d");
    cudaFree(i);
    cudaFree(f);
}
'''})

PROGRAMS['files'] = (['main.cu', 'part.cu', 'util.cpp', 'old.c'], ['-I', 'include'], '', 'part 12, util 5, old 6\n', 0, {
    'include/part.cuh': '#pragma once\n__device__ inline int plus(int x) { return x + 2; }\nint part(int n);\n',
    'main.cu': '#include <cstdio>\n#include "part.cuh"\nint util(int);\nextern "C" int old(int);\n'
               'int main() { printf("part %d, util %d, old %d\\n", part(10), util(4), old(3)); }\n',
    'part.cu': '#include "part.cuh"\n__global__ void add(int *p) { *p = plus(*p); }\n'
               'int part(int n)\n{\n    int *d;\n    cudaMalloc(&d, 4);\n    cudaMemcpy(d, &n, 4, cudaMemcpyHostToDevice);\n'
               '    add<<<1, 1>>>(d);\n    cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost);\n    cudaFree(d);\n    return n;\n}\n',
    'util.cpp': '#include <vector>\nint util(int n) { return (int)std::vector<int>(n + 1).size(); }\n',
    'old.c': 'extern "C" int old(int n) { return 2 * n; }\n'})

PROGRAMS['arguments and input'] = (['sum.cu'], ['--', '3', 'a b', '$HOME', "it's"], '4 5\n6 x\n', '[3][a b][$HOME][it\'s] 45\n', 7, {
    'sum.cu': '''
#include <cstdlib>
#include <iostream>
__global__ void scale(int *v, int by) { v[threadIdx.x] *= by; }
int main(int argc, char **argv)
{
    int n = 0, in[8], *d, sum = 0;
    while (n < 8 && std::cin >> in[n])
        ++n;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, in, n * sizeof(int), cudaMemcpyHostToDevice);
    scale<<<1, n>>>(d, std::atoi(argv[1]));
    cudaMemcpy(in, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);
    for (int i = 0; i < n; ++i)
        sum += in[i];
    for (int i = 1; i < argc; ++i)
        std::cout << '[' << argv[i] << ']';
    std::cout << ' ' << sum << '\\n';
    return 7;
}
'''})

PROGRAMS['reads and writes files'] = (['image.cu'], [], '', 'wrote 4 x 2\n', 0, {'in.pgm': 'P2\n4 2\n255\n0 10 20 30\n40 50 60 70\n', 'image.cu': '''
#include <fstream>
#include <cstdio>
#include <string>
#include <vector>
__global__ void invert(unsigned char *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = 255 - p[i];
}
int main()
{
    std::ifstream in("in.pgm");
    std::string kind;
    int w, h, most, x;
    in >> kind >> w >> h >> most;
    std::vector<unsigned char> v;
    while (in >> x)
        v.push_back((unsigned char)x);
    unsigned char *d;
    cudaMalloc(&d, v.size());
    cudaMemcpy(d, v.data(), v.size(), cudaMemcpyHostToDevice);
    invert<<<2, 4>>>(d, (int)v.size());
    cudaMemcpy(v.data(), d, v.size(), cudaMemcpyDeviceToHost);
    cudaFree(d);
    FILE *out = fopen("out.pgm", "w");
    fprintf(out, "P2 %d %d %d", w, h, most);
    for (unsigned char c : v)
        fprintf(out, " %d", c);
    fclose(out);
    printf("wrote %d x %d\\n", w, h);
}
'''})

PROGRAMS['exceptions'] = (['throws.cu'], [], '', 'caught cudaErrorInvalidValue\nfreed 1\ncaught\n', 0, {'throws.cu': '''
#include <cstdio>
#include <stdexcept>
__global__ void nothing(int *) {}
static int freed;
struct Buffer {
    int *p;
    Buffer() { cudaMalloc(&p, 4); }
    ~Buffer() { cudaFree(p); ++freed; }
};
static void check(cudaError_t e) { if (e) throw std::runtime_error(cudaGetErrorName(e)); }
static void go()
{
    Buffer b;
    nothing<<<0, 1>>>(b.p);
    check(cudaGetLastError());
}
int main()
{
    try { go(); } catch (const std::exception &e) { printf("caught %s\\n", e.what()); }
    printf("freed %d\\n", freed);
    try { throw 1; } catch (int) { puts("caught"); }
}
'''})

PROGRAMS['threads and time'] = (['threads.cu'], [], '', 'sum 40, 4 threads, time goes on\n', 0, {'threads.cu': '''
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
__global__ void add(int *p) { atomicAdd(p, 1); }
int main()
{
    auto start = std::chrono::steady_clock::now();
    int *d, h = 0;
    std::atomic<int> count{0};
    std::mutex lock;
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    std::vector<std::thread> all;
    for (int i = 0; i < 4; ++i)
        all.emplace_back([&] {
            cudaStream_t s;
            cudaStreamCreate(&s);
            add<<<1, 10, 0, s>>>(d);
            cudaStreamSynchronize(s);
            cudaStreamDestroy(s);
            std::lock_guard<std::mutex> hold(lock);
            ++count;
        });
    for (auto &t : all)
        t.join();
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    bool on = std::chrono::steady_clock::now() > start;
    printf("sum %d, %d threads, time %s\\n", h, count.load(), on ? "goes on" : "stands still");
}
'''})

PROGRAMS['before and after main'] = (['static.cu'], [], '', 'constructed\nmain 5\natexit\ndestroyed\n', 4, {'static.cu': '''
#include <cstdio>
#include <cstdlib>
__constant__ int five = 5;
__device__ int out;
__global__ void copy() { out = five; }
struct Early {
    Early() { puts("constructed"); }
    ~Early() { puts("destroyed"); }
} early;
int main()
{
    int h = 0;
    atexit([] { puts("atexit"); });
    copy<<<1, 1>>>();
    cudaMemcpyFromSymbol(&h, out, 4);
    printf("main %d\\n", h);
    return 4;
}
'''})

PROGRAMS['random numbers'] = (['random.cu'], [], '', '1024 in 16 bins, 3499211612 is the first\n', 0, {'random.cu': '''
#include <cstdio>
#include <random>
#include <vector>
__global__ void histogram(const unsigned *in, int n, int *bins)
{
    __shared__ int own[16];
    if (threadIdx.x < 16)
        own[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&own[in[i] >> 28], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
int main()
{
    std::mt19937 gen(5489);
    std::vector<unsigned> v(1024);
    for (auto &x : v)
        x = gen();
    unsigned *d;
    int *bins, h[16], sum = 0;
    cudaMalloc(&d, v.size() * 4);
    cudaMalloc(&bins, sizeof h);
    cudaMemset(bins, 0, sizeof h);
    cudaMemcpy(d, v.data(), v.size() * 4, cudaMemcpyHostToDevice);
    histogram<<<4, 256>>>(d, 1024, bins);
    cudaMemcpy(h, bins, sizeof h, cudaMemcpyDeviceToHost);
    for (int x : h)
        sum += x;
    cudaFree(d);
    cudaFree(bins);
    printf("%d in 16 bins, %u is the first\\n", sum, v[0]);
}
'''})

PROGRAMS['a struct of structs'] = (['structs.cu'], [], '', '3 5 1.5 z\n', 0, {'structs.cu': '''
#include <cstdio>
#include <cstring>
struct Node { int value; Node *next; };
struct All { Node *first; struct { float f; char c; } in; short s[3]; };
__global__ void walk(All all, int *out, All *back)
{
    int i = 0;
    for (Node *n = all.first; n; n = n->next)
        out[i++] = n->value;
    all.in.f *= all.s[2];
    *back = all;
}
int main()
{
    Node *nodes, h[2];
    int *out, got[2];
    All all, *back;
    cudaMalloc(&nodes, sizeof h);
    cudaMalloc(&out, sizeof got);
    cudaMalloc(&back, sizeof all);
    h[0] = {3, nodes + 1};
    h[1] = {5, nullptr};
    cudaMemcpy(nodes, h, sizeof h, cudaMemcpyHostToDevice);
    memset(&all, 0, sizeof all);
    all.first = nodes;
    all.in.f = 0.5f;
    all.in.c = 'z';
    all.s[2] = 3;
    walk<<<1, 1>>>(all, out, back);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(&all, back, sizeof all, cudaMemcpyDeviceToHost);
    printf("%d %d %g %c\\n", got[0], got[1], all.in.f, all.in.c);
    cudaFree(nodes);
    cudaFree(out);
    cudaFree(back);
}
'''})

ENDS = '''
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
__global__ void past(int *p) { p[threadIdx.x] = 1; }
int main(int, char **argv)
{
    int *d;
    cudaMalloc(&d, 4);
    past<<<1, 2>>>(d);
    printf("before\\n");
    fflush(stdout);
    if (!strcmp(argv[1], "null"))
        *(volatile int *)argv[2] = 1;
    if (!strcmp(argv[1], "killed"))
        raise(SIGKILL);
    if (!strcmp(argv[1], "thread"))
        std::thread([] { _exit(6); }).join();
    if (!strcmp(argv[1], "exec"))
        execlp("echo", "echo", "another", "program", (char *)0);
    if (!strcmp(argv[1], "fork") && fork() == 0)
        for (;;)
            pause();
    while (!strcmp(argv[1], "loop"))
        ;
}
'''


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f'{what}: {got!r}, not {wanted!r}')


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)


def run(folder, *words, stdin='', env=None, **more):
    return subprocess.run([tilestep, 'exec', '--lang', 'en', *words], cwd=folder, capture_output=True, text=True,
                          input=stdin, env=env or environment, timeout=120, **more)


def check_programs():
    for name, (files, words, stdin, out, status, texts) in PROGRAMS.items():
        folder = tempfile.mkdtemp(dir=home)
        write(folder, texts)
        result = run(folder, *files, *words, stdin=stdin)
        expect(name, (result.stdout, result.stderr, result.returncode), (out, '', status))
        if 'in.pgm' in texts:
            with open(os.path.join(folder, 'out.pgm'), encoding='utf-8') as file:
                expect('out.pgm', file.read(), 'P2 4 2 255 255 245 235 225 215 205 195 185')


def check_ends():
    folder = tempfile.mkdtemp(dir=home)
    write(folder, {'ends.cu': ENDS})
    for name, out, status in (('null', 'before\n', 128 + signal.SIGSEGV), ('killed', 'before\n', 128 + signal.SIGKILL),
                              ('thread', 'before\n', 6), ('exec', 'before\nanother program\n', 0)):
        result = run(folder, 'ends.cu', '--', name)
        expect(name, (result.stdout, result.returncode, 'out-of-bounds-write' in result.stderr), (out, status, True))
    child = subprocess.Popen([tilestep, 'exec', 'ends.cu', '--', 'loop'], cwd=folder, env=environment, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    expect('loop', child.stdout.readline(), 'before\n')
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    expect('loop, Ctrl+C', (out, child.returncode, 'out-of-bounds-write' in err), ('', 128 + signal.SIGINT, True))
    # A child of the program that goes on does not keep tilestep.
    with open(os.path.join(home, 'out'), 'w+', encoding='utf-8') as file:
        child = subprocess.Popen([tilestep, 'exec', 'ends.cu', '--', 'fork'], cwd=folder, env=environment,
                                 stdout=file, stderr=file, start_new_session=True)
        expect('fork', child.wait(timeout=60), 0)
    os.killpg(child.pid, signal.SIGKILL)


SMALL = '''#include <cstdio>
%s
__global__ void set(int *p) { *p = VALUE; }
int main()
{
    int *d, h;
    cudaMalloc(&d, 4);
    set<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%%d %%s\\n", h, __FILE__);
}
'''


def check_names():
    folder = tempfile.mkdtemp(dir=home)
    for name in ('-x.cu', '@f.cu', 'a b;touch hacked;$(touch hacked)`touch hacked`\'".cu', '漢字\\n.cu', '*.cu'):
        write(folder, {name: SMALL % ''})
        result = run(folder, './' + name if name[0] == '-' else name, '-D', 'VALUE=3')
        expect(name, (result.stdout.split(' ')[0], result.stderr, result.returncode), ('3', '', 0))
    expect('no shell', os.path.exists(os.path.join(folder, 'hacked')), False)
    write(folder, {'head ers/$v.h': '#define VALUE 8\n', 'h.cu': SMALL % '#include "$v.h"'})
    expect('folder', run(folder, 'h.cu', '-I', 'head ers').stdout, '8 h.cu\n')
    result = run(folder, 'h.cu', '-I', 'head ers', '-D', 'TEXT="a;b $(touch hacked)"')
    expect('macro', (result.stdout, os.path.exists(os.path.join(folder, 'hacked'))), ('8 h.cu\n', False))
    write(folder, {'letters.cu': SMALL % '#include <mma.h>\n'})
    letters = [word for letter in 'ABCDEFGHIJKLMNOPQRSUVWXYZ' for word in ('-D', letter + '=64')]
    result = run(folder, 'letters.cu', '-D', 'VALUE=4', *letters)
    expect('letters', (result.stdout, result.stderr), ('4 letters.cu\n', ''))


def builds(folder, *words, env=None):
    """What it prints, and whether it was compiled for that: what was kept needs no assembler of clang's."""
    report = os.path.join(folder, 'report.json')
    before = set(os.listdir(os.path.join(home, 'cache', 'tilestep')))
    result = run(folder, *words, '--report', report, env=env)
    return result.stdout, set(os.listdir(os.path.join(home, 'cache', 'tilestep'))) != before


def check_kept():
    folder = tempfile.mkdtemp(dir=home)
    write(folder, {'k.cu': SMALL % '#include "deep/one.h"', 'deep/one.h': '#include "two.h"\n',
                   'deep/two.h': '#ifndef VALUE\n#define VALUE 1\n#endif\n'})
    expect('first', builds(folder, 'k.cu'), ('1 k.cu\n', True))
    expect('kept', builds(folder, 'k.cu'), ('1 k.cu\n', False))
    write(folder, {'deep/two.h': '#ifndef VALUE\n#define VALUE 2\n#endif\n'})
    expect('an included file of an included file', builds(folder, 'k.cu'), ('2 k.cu\n', True))
    expect('a flag', builds(folder, 'k.cu', '-D', 'VALUE=5'), ('5 k.cu\n', True))
    expect('another flag', builds(folder, 'k.cu', '-O', '2'), ('2 k.cu\n', True))
    expect('the other name', builds(folder, './k.cu'), ('2 ./k.cu\n', True))
    expect('still kept', builds(folder, 'k.cu'), ('2 k.cu\n', False))
    tools = os.path.join(folder, 'tools')
    write(folder, {'tools/clang++': '#!/bin/sh\nexec ' + shutil.which('clang++') + ' "$@"\n'})
    os.chmod(os.path.join(tools, 'clang++'), 0o755)
    other = dict(environment, PATH=tools + ':' + environment['PATH'])
    expect('another compiler', builds(folder, 'k.cu', env=other), ('2 k.cu\n', True))
    write(folder, {'deep/two.h': '#error no\n'})
    result = run(folder, 'k.cu')
    expect('an error', (result.stdout, result.returncode, 'two.h:1:2' in result.stderr), ('', 2, True))


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def check_full():
    folder = tempfile.mkdtemp(dir=home)
    write(folder, {'full.cu': SMALL % '#define VALUE 6'})
    result = run(folder, 'full.cu', preexec_fn=limit_files)
    expect('no space', (result.stdout, result.returncode, result.stderr != ''), ('', 2, True))
    expect('space again', run(folder, 'full.cu').stdout, '6 full.cu\n')


if not shutil.which('clang++'):
    print('clang is not installed')
    sys.exit(77)
with tempfile.TemporaryDirectory() as home:
    places = os.path.join(home, 'places')
    os.makedirs(os.path.join(home, 'cache', 'tilestep'))
    os.mkdir(places)
    environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(home, 'cache'), TMPDIR=places, LANG='C.UTF-8')
    for check in (check_programs, check_ends, check_names, check_kept, check_full):
        start = time.monotonic()
        check()
        print(f'{check.__name__} {time.monotonic() - start:.1f} s')
    expect('what is left behind', os.listdir(places), [])
print('\n'.join(failures) or 'all as they should be')
sys.exit(bool(failures))
