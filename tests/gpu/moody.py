"""The window of the tests over the test doubles: a kernel whose child does as it is told.

The command line is TILESTEP SOURCE_ROOT."""
import os
import sys

ROOT = os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(ROOT, "tests", "app"))
from window import Window

LAUNCH = [os.path.join(ROOT, "tests", "gpu", "moody.cu"), "--block", "32", "--grid", "4", "--arg",
          "a=ints:100", "--arg", "n=100", "--arg", "factor=2"]


def open_window(folder, **env):
    """With a cache of its own in the folder."""
    return Window(os.path.abspath(sys.argv[1]), ROOT, folder, *LAUNCH, kernel=None,
                  env=dict(env, XDG_CACHE_HOME=folder))
