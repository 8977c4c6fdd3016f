#!/usr/bin/env python3
"""`tilestep exec --gpu` with doubles of nvcc and of the driver: where two outputs part, and what is said
where there is no nvcc or no device.

usage: gpu.py TILESTEP [FOLDER OF A DOUBLE OF THE DRIVER]     skipped (77) where clang is not installed
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

tilestep = os.path.abspath(sys.argv[1])
driver = sys.argv[2] if len(sys.argv) > 2 else None
failures = []

PROGRAM = '''#include <cstdio>
__global__ void add(int *p, int n) { atomicAdd(p, n); }
int main(int argc, char **argv)
{
    int n = 0, *d, h = 0;
    char word[100] = "";
    while (scanf("%99s", word) == 1)
        ++n;
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    add<<<1, 1>>>(d, n);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("words\\n%d %s\\n", h, argc > 1 ? argv[1] : "-");
    if (argc > 2)
        printf("0.5 ms\\n");
    return 3;
}
'''
# What it was called with goes into a file, and what it "builds" prints what the test wants.
NVCC = '''#!/bin/sh
printf '%s\\n' "$@" >"$CALLED"
[ "$REFUSES" = "" ] || { echo "nvcc says no" >&2; exit 1; }
while [ "$1" != -o ]; do shift; done
printf '%s\\n' '#!/bin/sh' 'echo words' 'echo "$(wc -w | tr -d " ")'"$MORE"' $1"' "$VARIES" "exit $ENDS" >"$2"
chmod +x "$2"
'''


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f'{what}: {got!r}, not {wanted!r}')


def run(*words, more='', ends='3', refuses='', varies='', env=None, arguments=('a b', )):
    return subprocess.run([tilestep, 'exec', '--lang', 'en', *words, '--', *arguments], cwd=home,
                          capture_output=True, text=True, input='one two three\n', timeout=120,
                          env=dict(env or environment, MORE=more, ENDS=ends, REFUSES=refuses, VARIES=varies))


def check_outputs():
    plain = 'words\n3 a b\n'
    result = run('./-x.cu', '--gpu', '-D', 'SIZE=4', '-l', 'm')
    expect('same', (result.stdout, result.returncode), (plain, 3))
    expect('same, told', 'on the GPU it prints the same, 12 bytes, and ends alike' in result.stderr, True)
    with open(called, encoding='utf-8') as file:
        words = file.read().split('\n')
    expect('called with', (words[:3], words[4:]), (['-w', '-std=c++17', '-o'], ['./-x.cu', '-DSIZE=4', '-lm', '']))
    result = run('./-x.cu', '--gpu', more=' and', ends='4', arguments=('a b', ))
    expect('parts', (result.stdout, result.returncode), (plain, 3))
    for text in ('the two outputs part at line 2\n', 'here:       3 a b\n', 'on the GPU: 3 and a b\n',
                 'here it ends with status 3, on the GPU with status 4\n'):
        expect(text, text in result.stderr, True)
    result = run('./-x.cu', '--gpu', '--error-exitcode', '9', '--report', 'report.json', more='0')
    with open(os.path.join(home, 'report.json'), encoding='utf-8') as file:
        gpu = json.load(file)['gpu']
    expect('report', (result.returncode, gpu),
           (9, {'available': True, 'same': False, 'varying_lines': 0, 'status': 3, 'signal': None,
                'first_different': {'line': 2, 'here': '3 a b', 'there': '30 a b'}}))
    for varies, parts in (('echo $$ ms', False), ('echo $$ s', True), ('echo 0.7 ms', True)):
        told = run('./-x.cu', '--gpu', varies=varies, arguments=('a', 'timed')).stderr
        expect(varies, ('part at line 3' in told, 'prints the same' in told, 'not compared: 1\n' in told),
               (parts, not parts, not parts))
    result = run('./-x.cu', '--gpu', refuses='yes')
    expect('nvcc fails', (result.stdout, result.returncode, 'nvcc says no' in result.stderr,
                          'could not build it' in result.stderr), (plain, 3, True, True))


def check_lacks():
    result = run('./-x.cu', '--gpu', env=dict(environment, LD_LIBRARY_PATH='/nonexistent'))
    expect('no device', (result.stdout, result.returncode, 'not run on a GPU: ' in result.stderr), ('words\n3 a b\n', 3, True))
    tools = os.path.join(home, 'tools')
    os.mkdir(tools)
    for name in ('clang++', 'addr2line', 'ld'):
        os.symlink(shutil.which(name), os.path.join(tools, name))
    if not os.path.exists('/usr/local/cuda/bin/nvcc'):
        result = run('./-x.cu', '--gpu', env=dict(environment, PATH=tools))
        expect('no nvcc', (result.returncode, 'nvcc is not in PATH' in result.stderr), (3, True))


if not shutil.which('clang++'):
    print('clang is not installed')
    sys.exit(77)
with tempfile.TemporaryDirectory() as home:
    called, double = os.path.join(home, 'called'), os.path.join(home, 'bin')
    os.mkdir(double)
    for path, text in ((os.path.join(double, 'nvcc'), NVCC), (os.path.join(home, '-x.cu'), PROGRAM)):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
    os.chmod(os.path.join(double, 'nvcc'), 0o755)
    places = os.path.join(home, 'places')
    os.mkdir(places)
    environment = dict(os.environ, XDG_CACHE_HOME=home, TMPDIR=places, LANG='C.UTF-8', CALLED=called,
                       PATH=double + ':' + os.environ['PATH'])
    if driver:
        environment['LD_LIBRARY_PATH'] = driver
        check_outputs()
    check_lacks()
    expect('what is left behind', os.listdir(places), [])
print('\n'.join(failures) or 'all as they should be')
sys.exit(bool(failures))
