#!/usr/bin/env python3
"""Calls of the CUDA runtime and of cuBLAS, right ones and wrong ones, against what an H200 with CUDA 13.0
answered: each program of calls/ prints every call and what it gives, and NAME.txt has that, NAME-WORD.txt
what it printed for an argument.

usage: calls.py TILESTEP FOLDER [NAME ...]     skipped (77) where clang is not installed
"""
import difflib
import glob
import os
import shutil
import subprocess
import sys
import tempfile

tilestep, folder = os.path.abspath(sys.argv[1]), os.path.join(sys.argv[2], 'calls')
failures = []


def check(path, environment):
    name, *words = os.path.basename(path)[:-4].split('-')
    result = subprocess.run([tilestep, 'exec', os.path.join(folder, name + '.cu'), '--', *words],
                            capture_output=True, text=True, env=environment, timeout=120)
    with open(path, encoding='utf-8') as file:
        wanted = file.read()
    if result.returncode or result.stdout != wanted:
        failures.append(f'{os.path.basename(path)}: status {result.returncode}')
        failures.extend(difflib.unified_diff(wanted.splitlines(), result.stdout.splitlines(), 'H200', 'here',
                                             lineterm='', n=0))
    if result.returncode:
        failures.append(result.stderr[:2000])


if not shutil.which('clang++'):
    print('clang is not installed')
    sys.exit(77)
with tempfile.TemporaryDirectory() as home:
    for answers in sorted(glob.glob(os.path.join(folder, '*.txt'))):
        if len(sys.argv) < 4 or os.path.basename(answers)[:-4] in sys.argv[3:]:
            check(answers, dict(os.environ, XDG_CACHE_HOME=home, TMPDIR=home, LANG='C.UTF-8'))
print('\n'.join(failures) or 'all as they should be')
sys.exit(bool(failures))
