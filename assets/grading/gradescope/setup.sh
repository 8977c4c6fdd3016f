#!/bin/bash
# Gradescope runs this once, as root, when the autograder is built. The wheel lies beside this file.
set -euo pipefail
apt-get update
apt-get install -y --no-install-recommends python3-venv
python3 -m venv /opt/tilestep
/opt/tilestep/bin/pip install --quiet /autograder/source/tilestep-*.whl
/opt/tilestep/bin/python -c 'import tilestep; tilestep.kernels()'
