#!/usr/bin/env python3
"""A student's program through `tilestep exec`: to the first step that goes wrong, and refusals where the
two sides would not mean the same.

usage: student.py TILESTEP SOURCE_ROOT     skipped (77) where clang is not installed
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

tilestep, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
kernel = os.path.join(root, 'kernels', '02_tiled.cu')
programs = os.path.join(root, 'tests', 'exec', 'programs')
failures = []


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f'{what}: {got!r}, not {wanted!r}')


def run(*words):
    return subprocess.run([tilestep, 'exec', *words, '--lang', 'en'], capture_output=True, text=True,
                          env=environment, timeout=300)


def check_first_wrong(folder):
    path, report = os.path.join(folder, 'student.cu'), os.path.join(folder, 'report.json')
    with open(kernel, encoding='utf-8') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace('Nds[ty][tx] = N', 'Nds[tx][ty] = N'))
    told = ('P[0][0] is 134, right would be 176. The sum is right for 1 of its 4 terms. It goes wrong at step '
            '50 of block (0, 0), line 36.')
    cause = 'Nds[1][0] holds N[0][1] instead of N[1][0]: thread (1, 0) stored it at step 33, line 30.'
    for options in ([], ['--compare', kernel]):
        result = run(path, *options, '--error-exitcode', '7')
        expect(f'{options}', (result.stdout, result.returncode),
               ('tiled 4x4 * 4x4: 16 of 16 elements wrong\n', 7))
        expect(f'{options}: told', (told in result.stderr, cause in result.stderr), (True, True))
        run(path, *options, '--report', report)
        with open(report, encoding='utf-8') as file:
            check = json.load(file)['launches'][0]['check']
        first = check['first_wrong']
        expect(f'{options}: report', (check['wrong'], first['kind'], first['line'], first['step'], first['cause']),
               (16, 'term', 36, 50, cause))
    result = run(kernel, '--compare', path, '--report', report)
    with open(report, encoding='utf-8') as file:
        check = json.load(file)['launches'][0]['check']
    expect('twin', (result.returncode, result.stderr, check['wrong'], check['beside']['same']), (0, '', 0, False))
    result = run(kernel)
    expect('right', (result.returncode, result.stderr), (0, ''))
    other = run(kernel, '--compare', os.path.join(root, 'kernels', '14_transpose.cu'))
    expect('no such kernel', (other.returncode, 'no launch could be compared with' in other.stderr), (0, True))
    expect('no right version', run(kernel, '--compare', 'absent.cu').returncode, 2)


def check_asked_again(folder):
    """A kernel in whose result nothing was recognised at first, for want of numbers, is asked again."""
    path, report = os.path.join(folder, 'again.cu'), os.path.join(folder, 'again.json')
    with open(kernel, encoding='utf-8') as file:
        text = file.read().replace('Nds[ty][tx] = N', 'Nds[tx][ty] = N')
    launch = '    tiled<<<grid, block>>>(d_M, d_N, d_P, j, k, l);\n'
    copy = '    cudaMemcpy(d_M, M, j * k * sizeof(float), cudaMemcpyHostToDevice);\n'
    zeros = '    cudaMemset(d_M, 0, j * k * sizeof(float));\n'
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace(launch, zeros + 2 * launch + copy + launch))
    run(path, '--report', report)
    with open(report, encoding='utf-8') as file:
        checks = [launch['check'] for launch in json.load(file)['launches']]
    expect('asked again', [check['wrong'] for check in checks][2:], [16])


def check_layouts():
    path = os.path.join(programs, 'layouts.cu')
    result = run(path)
    expect('layouts', (result.stdout, result.stderr, result.returncode),
           ('pairs 18\nodd 22.5\ndiffers 9\nscalars 2.5\nunnamed 11\n', '', 0))
    for again in range(2):  # the second time what was built is kept
        result = run(path, '-D', 'SPLIT')
        expect('split', result.stdout, 'pairs 18\nodd 22.5\ndiffers 22.5, refused\nscalars 22.5, refused\n'
               'unnamed 22.5, refused\n')
        for text in ('d of differs is a Differs, which has another layout in the host part (8 bytes, a at 0, b at '
                     '4) than in the kernel (24 bytes, a at 0, only_device at 8, b at 16)',
                     'u of unnamed is a Unnamed', 'layouts.cu:', 'r of scalars is a float in the host part and a double in the kernel'):
            expect(text, result.stderr.count(text) > 0, True)
        errors = [line for line in result.stderr.splitlines() if ': error: ' in line]
        launches = [line for line in result.stderr.splitlines() if ': not-supported: ' in line]
        for what, lines in (('kernels told once', errors), ('launches told once', launches)):
            expect(what, (len(lines), sum('which has another layout' in line for line in lines)), (3, 2))


if not shutil.which('clang++'):
    print('clang is not installed')
    sys.exit(77)
with tempfile.TemporaryDirectory() as home:
    environment = dict(os.environ, XDG_CACHE_HOME=home, TMPDIR=home, LANG='C.UTF-8')
    check_first_wrong(home)
    check_asked_again(home)
    check_layouts()
print('\n'.join(failures) or 'all as they should be')
sys.exit(bool(failures))
