#!/usr/bin/env python3
"""`run` and a result that is wrong: the first step, by the product and beside a right version.

usage: wrong.py TILESTEP SOURCE_ROOT
"""
import json
import os
import subprocess
import sys
import tempfile

tilestep, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
kernel = os.path.join(root, 'kernels', '02_tiled.cu')
failures = []


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f'{what}: {got!r}, not {wanted!r}')


def run(*words):
    return subprocess.run([tilestep, 'run', *words, '--lang', 'en'], capture_output=True, text=True)


def check_of(*words):
    result = run(*words, '--json')
    return result.returncode, json.loads(result.stdout)['check']


def changed(folder, before, after):
    path = os.path.join(folder, 'changed.cu')
    with open(kernel, encoding='utf-8') as file:
        text = file.read()
    assert before in text
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace(before, after))
    return path


with tempfile.TemporaryDirectory() as folder:
    path = changed(folder, 'Nds[ty][tx] = N', 'Nds[tx][ty] = N')
    for options in ([], ['--compare', kernel]):
        status, check = check_of(path, *options)
        first = check['first_wrong']
        expect('transposed load', (status, first['kind'], first['element'], first['found'], first['right'],
                                   first['line'], first['step'], first['block'], first['thread'],
                                   first['value'], first['right_terms'], first['terms']),
               (1, 'term', 'P[0][0]', 96, 112, 36, 50, [0, 0, 0], [0, 0, 0], 50, 1, 4))
        expect('cause', first['cause'], 'Nds[1][0] holds N[0][1] instead of N[1][0]: thread (1, 0) '
               'stored it at step 33, line 30.')
        expect('message', first['message'].startswith('P[0][0] is 96, right would be 112.'), True)
        expect('beside', check.get('beside'),
               {'file': kernel, 'comparable': True, 'same': False} if options else None)
    text = run(path, '--compare', kernel).stdout
    expect('text', (f'{kernel} leaves something else:' in text, first['message'] in text), (True, True))
    # A mistake that no reference shows, since the kernel is no product any more.
    path = changed(folder, '= Pvalue', '= 2 * Pvalue + 1')
    expect('no reference', check_of(path)[1].get('first_wrong'), None)
    status, check = check_of(path, '--compare', kernel)
    expect('doubled', (status, check['first_wrong']['kind'], check['first_wrong']['line']), (1, 'store', 41))
    status, check = check_of(kernel, '--compare', os.path.join(root, 'kernels', '01_naive.cu'))
    expect('right', (status, check.get('first_wrong'), check['beside']['same']), (0, None, True))
    # The terms in another order differ by rounding; that must not hide an element that is wrong.
    order = ['--set', 'j=32', '--set', 'k=32', '--set', 'l=32', '--arg', 'M=random:1024', '--arg', 'N=random:7:1024',
             '-D', 'TILE_WIDTH=4', '--compare', kernel]
    reverse = ('int ph = 0; ph < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph', 'int ph = (k - 1) / TILE_WIDTH; ph >= 0; --ph')
    status, check = check_of(changed(folder, *reverse), *order)
    expect('order', (status, check['first_wrong']['kind'], 'differs by rounding' in check['first_wrong']['message']),
           (0, 'order', True))
    expect('order, text', 'leaves the same but for rounding:' in run(os.path.join(folder, 'changed.cu'), *order).stdout,
           True)
    with open(os.path.join(folder, 'changed.cu'), encoding='utf-8') as file:
        text = file.read().replace('= Pvalue;', '= Row == 30 && Col == 31 ? 7 : Pvalue;')
    with open(os.path.join(folder, 'changed.cu'), 'w', encoding='utf-8') as file:
        file.write(text)
    status, check = check_of(os.path.join(folder, 'changed.cu'), *order)
    expect('order, and one that is wrong', (status, check['first_wrong']['element'], check['first_wrong']['found']),
           (1, 'P[30][31]', 7))
    other = os.path.join(root, 'kernels', '14_transpose.cu')
    status, check = check_of(kernel, '--compare', other)
    expect('another problem', (check.get('first_wrong'), check['beside']['comparable']), (None, False))
print('\n'.join(failures) or 'all as they should be')
sys.exit(bool(failures))
