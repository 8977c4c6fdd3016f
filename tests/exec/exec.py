#!/usr/bin/env python3
"""Whole programs through `tilestep exec`: what they print and end with, and what is told of them.

usage: exec.py TILESTEP FOLDER     skipped (77) where clang is not installed
"""
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

tilestep, folder = os.path.abspath(sys.argv[1]), os.path.join(sys.argv[2], 'programs')
failures = []
home = tempfile.mkdtemp()
places = tempfile.mkdtemp()
environment = dict(os.environ, XDG_CACHE_HOME=home, TMPDIR=places, LANG='C.UTF-8')


def program(name):
    return os.path.join(folder, name)


def run(words, env=None, stdin=''):
    return subprocess.run([tilestep, 'exec', *words], capture_output=True, text=True, input=stdin,
                          env=env or environment, timeout=300)


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f'{what}: {got!r}, not {wanted!r}')


def report_of(words, arguments):
    path = os.path.join(home, 'report.json')
    result = run([*words, '--report', path, '--', *arguments])
    with open(path, encoding='utf-8') as file:
        return result, json.load(file)


RUNTIME = '''7 11 401 counter 107
unread 7 2.5 0
sum 16
pitch 512, 12 24
thread 0 of 4 5 6
thread 1 of 4 5 6
set 3f3f3f3f
graph 19
NVIDIA H200 9.0, 132, 8 blocks
cudaErrorInvalidValue
cudaErrorInvalidMemcpyDirection
[-x]
[two words]
[--report]
read hello
'''


def check_runtime():
    result = run([program('runtime.cu'), '--', '-x', 'two words', '--report'], stdin='hello\n')
    expect('runtime', (result.stdout, result.returncode), (RUNTIME, 4))
    result, report = report_of([program('runtime.cu')], [])
    kernels = [launch['kernel'] for launch in report['launches']]
    expect('launches', kernels, ['scale', 'step', 'follow', 'rows', 'say'] + ['step'] * 3)
    first = report['launches'][0]
    expect('first launch', (first['launch']['number'], first['launch']['grid'],
                            first['counters']['global_store']['accesses'], first['findings']),
           (1, [4, 1, 1], 100, []))
    with open(program('runtime.cu'), encoding='utf-8') as file:
        line = next(n for n, text in enumerate(file, 1) if 'scale<<<4, 32>>>' in text)
    expect('line of a launch', (first['launch']['line'], first['launch']['file']),
           (line, os.path.realpath(program('runtime.cu'))))
    expect('status in the report', report['program']['status'], 1)
    for options, numbers in ((['--launch-skip', '2'], [3, 4, 5, 6, 7, 8]),
                             (['--launch-skip', '1', '--launch-count', '2'], [2, 3]),
                             (['--kernel', 'follow'], [3])):
        _, report = report_of([program('runtime.cu'), *options], [])
        expect(options, [launch['launch']['number'] for launch in report['launches']], numbers)


KINDS = ['host-reads-device-pointer', 'device-reads-host-pointer', 'copy-out-of-bounds',
         'copy-wrong-kind', 'use-after-free', 'double-free', 'leak', 'unchecked-error',
         'read-before-synchronize', 'uninitialized-copy']


def check_faults():
    with open(program('host_faults.cu'), encoding='utf-8') as file:
        lines = file.read().split('\n')
    for kind in KINDS:
        result, report = report_of([program('host_faults.cu'), '--error-exitcode', '9'], [kind])
        found = report['host_findings']
        expect(f'{kind}: kinds', [finding['kind'] for finding in found], [kind])
        expect(f'{kind}: status', result.returncode, 9)
        start = next(n for n, text in enumerate(lines, 1) if f'is("{kind}")' in text)
        for finding in found:
            if finding['line'] is None or not start < finding['line'] < start + 9:
                failures.append(f'{kind}: line {finding["line"]}, not one behind {start}')
        result, report = report_of([program('host_faults.cu'), '--error-exitcode', '9'], ['+' + kind])
        expect(f'+{kind}', (report['host_findings'], result.returncode), ([], 0))
        expect(f'+{kind}: findings', [f for l in report['launches'] for f in l['findings']], [])


PRINTS = '''#include <cstdio>
__global__ void say() { printf("said\\n"); }
int main(int count, char **)
{
    say<<<1, 2>>>();
    if (count > 1)
        cudaDeviceSynchronize();
    puts("end");
}
'''


def check_prints():
    source = os.path.join(home, 'prints.cu')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(PRINTS)
    result, report = report_of([source], [])
    expect('prints that nobody waits for', (result.stdout, [
        (finding['kind'], finding['line']) for finding in report['host_findings']]),
        ('end\n', [('read-before-synchronize', 5)]))
    result, report = report_of([source], ['wait'])
    expect('prints', (result.stdout, report['host_findings']), ('said\nsaid\nend\n', []))


UNREAD = '''#include <cstdio>
__global__ void fill(int *out) { out[threadIdx.x] = 7; }
int main(int count, char **)
{
    int *d, h[32] = {0};
    cudaMalloc(&d, sizeof h);
    fill<<<1, 32>>>(d);
    if (count > 1)
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\\n", h[3]);
    cudaFree(d);
}
'''


def check_unread():
    """The copy back that is forgotten: told, and no finding."""
    source = os.path.join(home, 'unread.cu')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(UNREAD)
    result = run([source, '--error-exitcode', '9'])
    expect('nothing is copied back', (result.stdout, result.returncode, 'unread.cu:7: nothing that a kernel has '
                                      'written was ever copied to the host' in result.stderr), ('0\n', 0, True))
    _, report = report_of([source], [])
    expect('unread launch', report['program']['unread_launch'], 1)
    result = run([source, '--', 'copy'])
    expect('copied back', (result.stdout, result.stderr), ('7\n', ''))


VOTES = '''#include <cstdio>
__global__ void vote(unsigned *out)
{
    int lane = threadIdx.x;
    unsigned most = 0xfffffffe, part = lane < 8 ? 0xff : 0xffffff00;
    unsigned all = __all_sync(most, lane), any = __any_sync(most, lane == 0);
    unsigned odd = __ballot_sync(most, lane & 1), own = __ballot_sync(part, 1);
    out[lane * 4] = all, out[lane * 4 + 1] = any, out[lane * 4 + 2] = odd, out[lane * 4 + 3] = own;
}
int main()
{
    unsigned *d, h[128];
    cudaMalloc(&d, sizeof h);
    vote<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    for (int i = 0; i < 128; i += 36)
        printf("%x %x %x %x\\n", h[i], h[i + 1], h[i + 2], h[i + 3]);
}
'''


def check_votes():
    """Lanes that a mask leaves out vote all the same, as on an H200; different masks are different votes."""
    source = os.path.join(home, 'votes.cu')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(VOTES)
    result, report = report_of([source], [])
    expect('votes', result.stdout, '0 1 aaaaaaaa ff\n' + 3 * '0 1 aaaaaaaa ffffff00\n')
    expect('votes: findings', {f['kind'] for l in report['launches'] for f in l['findings']}, {'warp-sync'})


POINTERS = """\
10: 8 6 4 2 0
 102 101 100 8 6 4 2 0
27: 14, the same list
1 0
1.5 4
3: 2 4
"""


def check_pointers():
    result, report = report_of([program('pointers.cu')], [])
    found = [finding for launch in report['launches'] for finding in launch['findings']]
    expect('pointers', (result.stdout, found, report['host_findings']), (POINTERS, [], []))
    for name, error, kinds in (('right', 'Success', []),
                               ('host', 'ErrorIllegalAddress', ['device-reads-host-pointer']),
                               ('freed', 'ErrorIllegalAddress', ['use-after-free'])):
        result, report = report_of([program('pointers.cu')], [name])
        found = report['host_findings']
        expect(name, (result.stdout, [finding['kind'] for finding in found]),
               (f'cuda{error}\n', kinds))
        expect(f'{name}: line', ['line 34' in finding['message'] for finding in found], [True] * len(kinds))


def check_odd():
    files = [program('odd.cu'), program('part.cu')]
    for name, out, status in (('crash', '', 128 + signal.SIGABRT), ('exit in a thread', '', 5),
                              ('fork', 'child 0\n3\n', 0), ('threads', '8\n', 0),
                              ('assert', 'cudaSuccess, then cudaErrorAssert\n0\n', 0),
                              ('run away', 'cudaErrorIllegalAddress\n0\n', 0),
                              ('pool and nodes', '0 0\n2 2 1\n1048576 0 cudaErrorInvalidDevice\n3\n', 0),
                              ('cooperative',
                               'cudaSuccess\ncudaErrorCooperativeLaunchTooLarge\n7\n', 0),
                              ('too much', 'cudaErrorMemoryAllocation\n0\n', 0),
                              ('many', '12497500, cudaSuccess\n3\n', 0),
                              ('locks', 'cudaSuccess 4 4\n4\n', 0),
                              ('bus', '6016\n3\n', 0),
                              ('parts', 'part 0\n7\n', 0)):
        result = run([*files, '--', name])
        expect(name, (result.stdout, result.returncode), (out, status))
    for name, out, kinds in (('-8888', '-8888 -8887 c60ae000\n3\n', []),
                             ('set doubles', '3 1\n3\n', []),
                             ('unset doubles', '4 1\n3\n', ['uninitialized-read'])):
        result, report = report_of(files, [name])
        found = [finding['kind'] for launch in report['launches'] for finding in launch['findings']]
        host = [finding['kind'] for finding in report['host_findings'] if finding['kind'] != 'leak']
        expect(name, (result.stdout, found, host), (out, kinds, []))
    _, report = report_of(files, ['one beside'])
    found = [finding for launch in report['launches'] for finding in launch['findings']]
    expect('one beside', [(finding['kind'], finding['buffer']) for finding in found],
           [('out-of-bounds-read', 'allocation 702'), ('out-of-bounds-write', 'allocation 702')])
    child = subprocess.Popen([tilestep, 'exec', *files, '--', 'forever'], env=environment,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             start_new_session=True)
    while not subprocess.run(['pgrep', '-s', str(child.pid), 'program'], capture_output=True).stdout:
        if child.poll() is not None:
            break
        time.sleep(0.05)
    time.sleep(0.3)
    os.killpg(child.pid, signal.SIGINT)
    try:
        child.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        child.kill()
        failures.append('forever: Ctrl+C does not end it')


ONE = 16843009
REPEATS = ''.join(f'{a} {2 * a} {3 * a} {3 * b}\n' for a, b in [(ONE, ONE)] * 4 + [
    (ONE + 5, ONE + 5), (5, 5), (7, 5), (9, 5)])


def check_repeats():
    result, report = report_of([program('repeats.cu')], [])
    expect('repeats', (result.stdout, result.returncode), (REPEATS, 0))
    first, rest = report['launches'][0], report['launches'][1:]
    for launch in rest:
        for key in ('counters', 'findings'):
            if launch[key] != first[key]:
                failures.append(f'repeats: {key} of launch {launch["launch"]["number"]}')
    expect('launches that are made again', len(rest), 23)
    repeats = [launch['launch'].get('repeats', 0) for launch in report['launches'][:12]]
    expect('as which they count', (repeats, report['program']['again']), ([0, 0, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3], 9))


def check_measured():
    """A launch finds what it has left itself where it reads nothing."""
    result, report = report_of([program('measured.cu')], [])
    expect('measured', (result.stdout, result.returncode), (f'{2 * ONE}\n10\n10\n10\n5\n10\n', 0))
    repeats = [launch['launch'].get('repeats', 0) for launch in report['launches']]
    expect('launches that were measured', repeats, [0, 1, 1, 0, 4, 4, 0, 4, 4, 0, 10, 10, 0, 0, 14])


def check_only_run():
    """Launches that are not asked for leave the same, and nothing is told of them."""
    words = [program('repeats.cu'), '--launch-skip', '2', '--launch-count', '3']
    result, report = report_of(words, [])
    numbers = [launch['launch']['number'] for launch in report['launches']]
    expect('only run', (result.stdout, numbers, report['program']['launches'], report['program']['only_run']),
           (REPEATS, [3, 4, 5], 24, 21))
    result = run(words)
    expect('only run, told', (result.stdout, result.stderr),
           (REPEATS, 'tilestep: 21 of 24 launches were only run, neither counted nor checked\n'))
    for kernel, count in (('add', 0), ('nothing', 24)):
        _, report = report_of([program('repeats.cu'), '--kernel', kernel], [])
        expect(kernel, (report['program']['only_run'], len(report['launches'])), (count, 24 - count))
    files = [program('odd.cu'), program('part.cu'), '--launch-count', '0']
    for name, out in (('assert', 'cudaSuccess, then cudaErrorAssert\n0\n'), ('run away', 'cudaErrorIllegalAddress\n0\n'),
                      ('unset doubles', '4 1\n3\n')):
        expect(f'only run: {name}', run([*files, '--', name]).stdout, out)


def check_managed():
    result, report = report_of([program('managed.cu')], [])
    expect('managed', (result.stdout, result.returncode, report['host_findings']),
           ('3 0\n45 5 8 7\n1 41 4\n', 0, []))


def check_lambdas():
    source, saved = program('lambdas.cu'), os.path.join(home, 'lambda.tilestep')
    result, report = report_of([source, '--save-launch', f'2={saved}'], [])
    expect('lambdas', (result.stdout, result.stderr, result.returncode, report['host_findings']),
           ('1.5 20 22 8\n426 438 40 54 3 9 cudaSuccess\n451 14\n', '', 0, []))
    expect('in lambdas', [f for launch in report['launches'] for f in launch['findings']], [])
    result, report = report_of([source], ['past'])
    with open(source, encoding='utf-8') as file:
        line = next(n for n, text in enumerate(file, 1) if '// past the end' in text)
    found = [(f['kind'], f['line'], f['count']) for launch in report['launches'] for f in launch['findings']]
    expect('past the end', found, [('out-of-bounds-write', line, 8)])
    again = subprocess.run([tilestep, 'run', source, '--image', saved, '--json'], capture_output=True, text=True,
                           env=environment, timeout=60)
    expect('a lambda that was saved', json.loads(again.stdout)['counters']['global_store']['accesses'], 4)


EDGES = """bounds 64, 0
cudaSuccess
cudaErrorInvalidValue
text of 5
text e 0
cudaErrorHostMemoryAlreadyRegistered
7 16 152 156 40, 18 20
cudaSuccess cudaErrorHostMemoryNotRegistered
h h' 10 2.29993 2.29993 4.00999
h h 7 2.19922 3.30078 6.01172
lower 2 0 6 -1
upper, from the right -8 -10 3 4
15
cudaErrorLaunchFailure
"""


def check_edges():
    result, report = report_of([program('edges.cu')], [])
    expect('edges', (result.stdout, result.returncode), (EDGES, 0))
    expect('found at the edges', [(launch['kernel'], f['kind']) for launch in report['launches']
                                  for f in launch['findings']], [('stop', 'assert')])
    expect('of the host at the edges', [f['kind'] for f in report['host_findings']], ['leak'])


ONE_OF_TWO = """__global__ void low(int *out) { out[0] = threadIdx.x; }
__global__ void high(int *out) { out[0] = threadIdx.x + 1; }
int main(int argc, char **argv)
{
    int *out, got;
    cudaMalloc(&out, sizeof got);
    if (argc > 1)
        high<<<1, 32>>>(out);
    else
        low<<<1, 32>>>(out);
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(out);
}
"""


def check_branches():
    """Launches of one form in two branches have each their line."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'branches.cu')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(ONE_OF_TWO)
        for words, line in (([], 10), (['high'], 8)):
            _, report = report_of([path], words)
            expect(f'line of a branch {words}', [launch['launch']['line'] for launch in report['launches']], [line])


def check_heap():
    result, report = report_of([program('heap.cu')], [])
    expect('heap', (result.stdout, result.stderr, result.returncode),
           ('16777216: 8 18.5 333.5\n1 8 cudaSuccess\n', '', 0))
    expect('found in the heap', [f for launch in report['launches'] for f in launch['findings']], [])


def check_whole_grid():
    result, report = report_of([program('whole_grid.cu')], [])
    said = re.sub(r'tilestep: \d+ of 9 blocks are done.*\n', '', result.stderr)  # on a slow machine
    expect('whole grid', (result.stdout, said, result.returncode),
           ('cudaSuccess\n0 wrong\n8 7 6 5 4 3 2 1 0 9 \n', '', 0))
    counted = [(launch['counters']['global_store']['accesses'], launch['findings']) for launch in report['launches']]
    expect('counted', (counted[0], counted[1][0]), ((2560, []), 9 * 2 + 1))
    result, report = report_of([program('whole_grid.cu')], ['plain'])
    expect('not cooperative', (result.stdout.split('\n')[0], [f['kind'] for f in report['host_findings']]),
           ('cudaErrorLaunchFailure', ['not-cooperative']))


def check_ended():
    """The first thread of a block comes for all of it, and where it has ended, the barrier of the grid never opens."""
    for which, (came, waits_for) in enumerate(((256, None), (0, 3), (0, 3), (255, None), (224, None), (0, 0), (4, None),
                                               (0, 3))):
        result, report = report_of([program('ended.cu')], [str(which)])
        never = [f['first']['message'] for f in report['launches'][0]['findings'] if 'never opens' in f['first']['message']]
        error = 'cudaSuccess' if waits_for is None else 'cudaErrorLaunchTimeout'
        expect(f'ended, case {which}', (result.stdout, len(never)), (f'{error}, {came}\n', waits_for is not None))
        if never:
            expect(f'who is waited for, case {which}', f'thread 0 of block {waits_for}, which has ended' in never[0], True)


def check_bench():
    words = [tilestep, 'bench', '--json', '--only', 'exec']
    result = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=60)
    row = json.loads(result.stdout)['exec']
    expect('bench', (row['launches'], 0 < row['best_ms'] <= row['median_ms']), ('200 of 1024 threads', True))
    result = subprocess.run(words, capture_output=True, text=True, env=dict(environment, PATH='/nonexistent'), timeout=60)
    expect('bench without a compiler', (result.returncode, "no case is named 'exec'" in result.stderr), (2, True))


def check_refused():
    result, report = report_of([program('refused.cu')], [])
    expect('nothing refused', (result.stdout, result.returncode, report['host_findings']), ('5\n', 0, []))
    result, report = report_of([program('refused.cu')], ['call'])
    expect('refused', (result.stdout, result.returncode), ('1\ncudaErrorNotSupported\n1\n5\n', 0))
    with open(program('refused.cu'), encoding='utf-8') as file:
        lines = file.read().split('\n')
    for finding, call in zip(report['host_findings'],
                             ('curandCreateGenerator', 'cudaCreateTextureObject', 'cuDeviceGetCount')):
        line = next(n for n, text in enumerate(lines, 1) if call + '(' in text)
        expect(call, (finding['kind'], finding['line'], call in finding['message']),
               ('not-supported', line, True))
    expect('calls that are refused', len(report['host_findings']), 3)
    for name, out, call, why in (('functor', 'cudaSuccess 5', None, None), ('attributes', 'cudaSuccess 5', None, None),
                                 ('lambda', 'cudaSuccess 1', None, None),
                                 ('assembly', 'cudaErrorInvalidDeviceFunction 0', 'assembly<<<', 'inline PTX'),
                                 ('cluster', 'cudaErrorNotSupported 0', '&configuration', 'ClusterDimension')):
        result, report = report_of([program('refused.cu')], ['launch', name])
        found = [(finding['kind'], call in lines[finding['line'] - 1], why in finding['message'])
                 for finding in report['host_findings']]
        expect(name, (result.stdout, found), (out + '\n', [('not-supported', True, True)] if call else []))


def check_folders():
    other = os.path.join(home, 'include')
    os.mkdir(other)
    with open(os.path.join(other, 'deep.cuh'), 'w', encoding='utf-8') as file:
        file.write('__global__ void deep(int *out)\n{\n    out[threadIdx.x] = VALUE + warpSize;\n}\n')
    source = os.path.join(home, '-main.cu')
    with open(source, 'w', encoding='utf-8') as file:
        file.write('''#include "deep.cuh"
int main()
{
    int *d, h;
    cudaMalloc(&d, 4);
    deep << <1, 1>> >(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d\\n", h);
}
''')
    result = subprocess.run([tilestep, 'exec', './-main.cu', '-I', other, '-D', 'VALUE=10'], cwd=home,
                            capture_output=True, text=True, env=environment, timeout=60)
    expect('include folder', (result.stdout, result.stderr, result.returncode), ('42\n', '', 0))
    parts = os.path.join(home, 'parts')
    os.makedirs(os.path.join(parts, 'common'))
    os.mkdir(os.path.join(parts, 'week1'))
    shutil.copy(os.path.join(other, 'deep.cuh'), os.path.join(parts, 'common'))
    shutil.copy(source, os.path.join(parts, 'week1', 'main.cu'))
    result = run([os.path.join(parts, 'week1', 'main.cu'), '-D', 'VALUE=10'])
    expect('folder beside', (result.stdout, result.stderr, result.returncode), ('42\n', '', 0))
    result = run([program('part.cu')])
    expect('no main', (result.stdout, result.returncode, 'part.cu has no main' in result.stderr,
                       'tilestep run' in result.stderr, 'ld:' in result.stderr),
           ('', 2, True, True, False))
    result = run(['notes.ipynb'])
    expect('ending', (result.returncode, '.cu, .cpp' in result.stderr), (2, True))


def check_saved():
    """A launch that was kept is the same one again: run, drawn, changed."""
    file, saved = program('runtime.cu'), os.path.join(home, 'step.tilestep')
    report = os.path.join(home, 'report.json')
    result = run([file, '--save-launch', f'2={saved}', '--save-launch', '99=/nonexistent/x',
                  '--report', report])
    expect('no launch 99', (result.stdout.count('sum 16'), 'there were 8 launches' in result.stderr),
           (1, True))
    with open(report, encoding='utf-8') as text:
        first = json.load(text)['launches'][1]

    def again(words, status=0):
        result = subprocess.run([tilestep, *words], capture_output=True, text=True, timeout=60, cwd=home,
                                env=environment)
        expect(words, result.returncode, status)
        return result

    second = json.loads(again(['run', file, '--image', saved, '--json']).stdout)
    for key in ('kernel', 'findings'):
        expect(f'saved: {key}', second[key], first[key])
    for key in ('threads', 'global_load', 'global_store', 'flops', 'instructions', 'branches'):
        expect(f'saved: {key}', second['counters'][key], first['counters'][key])
    expect('only what it reaches', list(second['buffers']), ['data'])
    for key in ('grid', 'block', 'args', 'shared_bytes'):
        expect(f'saved: {key}', second['launch'][key], first['launch'][key])
    expect('nothing is assumed', second['launch'].get('assumed'), None)
    steps = again(['trace', file, '--image', saved]).stdout.count('\n')
    expect('steps', steps, first['counters']['instructions'])
    again(['render', '--state', saved, file, '--at', '3', '-o', 'state.png'])
    again(['render', file, '--image', saved, '--at', '3', '-o', 'image.png'])
    with open(os.path.join(home, 'state.png'), 'rb') as a, open(os.path.join(home, 'image.png'), 'rb') as b:
        expect('pictures', a.read() == b.read(), True)
    other = json.loads(again(['run', file, '--image', saved, '--grid', '1', '--json']).stdout)
    expect('another grid', other['launch']['grid'], [1, 1, 1])
    for words, told in ((['--launch', '2'], '--launch'), (['--image', file], 'no launch of a program')):
        result = again(['run', file, '--image', saved, *words], 2)
        expect(told, told in result.stderr, True)
    expect('no number', run([file, '--save-launch', f'x={saved}']).returncode, 2)


def check_lacks():
    bare = dict(environment, PATH='/nonexistent')
    result = run([program('odd.cu'), program('part.cu'), '-O', '2'], env=bare)
    expect('no compiler', (result.stdout, result.returncode, 'package clang' in result.stderr),
           ('', 2, True))
    result = run([program('odd.cu'), '-O', '2'], env=dict(environment, TMPDIR='/nonexistent'))
    expect('no folder', (result.stdout, result.returncode), ('', 2))
    parts = {'folder.cu': None, 'undefined.cu': 'int f();\nint main() { return f(); }\n',
             'semicolon.cu': 'int main()\n{\n    int a = 1\n    return a;\n}\n', 'empty.cu': '',
             'null.cu': 'int main()\n{\n    return *(volatile int *)0;\n}\n',
             'device.cu': 'int main()\n{\n    int *d;\n    cudaMalloc(&d, 4);\n    return *d;\n}\n',
             'deep.cu': 'int f(int n)\n{\n    volatile char a[999];\n    a[0] = n;\n'
                        '    return n ? f(n + 1) + a[0] : 0;\n}\nint main() { return f(1); }\n'}
    for name, text in parts.items():
        if text is None:
            os.mkdir(os.path.join(home, name))
        else:
            with open(os.path.join(home, name), 'w', encoding='utf-8') as file:
                file.write(text)
    for name, status, words in (('absent.cu', 2, 'absent.cu: No such file'), ('folder.cu', 2, 'folder.cu: Is a directory'),
                                ('undefined.cu', 2, 'not linked: name all'), ('empty.cu', 2, 'has no main'),
                                ('semicolon.cu', 2, "semicolon.cu:3:14: error: expected ';'"),
                                ('null.cu', 128 + signal.SIGSEGV, 'null.cu:3: the program was ended by signal 11'),
                                ('device.cu', 128 + signal.SIGSEGV, 'it follows a pointer of the device'),
                                ('deep.cu', 128 + signal.SIGSEGV, 'stack is full')):
        result = run([os.path.join(home, name)])
        expect(name, (result.stdout, result.returncode, words in result.stderr), ('', status, True))
    if 'ASAN_OPTIONS' not in os.environ:  # a sanitizer needs more than any limit leaves
        little = subprocess.run([tilestep, 'exec', program('repeats.cu')], capture_output=True, text=True, env=environment,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 41, 1 << 41)), timeout=60)
        expect('little address space', (little.stdout, little.returncode), (REPEATS, 0))
    result = run([program('odd.cu'), '--device', 'x'])
    expect('no device', (result.stdout, result.returncode), ('', 2))
    source = os.path.join(home, 'sorted.cu')
    with open(source, 'w', encoding='utf-8') as file:
        file.write('#include <vector>\n# include <thrust/sort.h>\nint main() { return 0; }\n')
    result = run([source])
    expect('Thrust', (result.stdout, result.returncode,
                      'sorted.cu:2: <thrust/sort.h> is not here' in result.stderr), ('', 2, True))
    with open(source, 'w', encoding='utf-8') as file:
        file.write('#include <cusolverDn.h>\ncusolverDnHandle_t a;\ncusolverEigMode_t b;\nint main() {}\n')
    result = run([source])
    expect('cuSOLVER', (result.stdout, result.returncode, 'sorted.cu:1: <cusolverDn.h> is not here: '
                        '`tilestep exec` has no cuSOLVER' in result.stderr, result.stderr.count('error:')),
           ('', 2, True, 1))
    result = run([program('odd.cu'), program('part.cu'), '--', 'crash'])
    expect('a signal is named', 'signal 6 (SIGABRT)' in result.stderr, True)
    expect('what is left behind', os.listdir(places), [])


if not shutil.which('clang++'):
    print('clang is not installed')
    sys.exit(77)
for check in (check_runtime, check_faults, check_prints, check_unread, check_votes, check_odd, check_pointers,
              check_repeats, check_measured, check_only_run, check_lambdas, check_branches, check_edges, check_heap,
              check_whole_grid, check_ended, check_bench, check_managed, check_refused, check_folders, check_saved, check_lacks):
    check()
shutil.rmtree(home)
shutil.rmtree(places)
print('\n'.join(failures) or 'all as they should be')
sys.exit(bool(failures))
