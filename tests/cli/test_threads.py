"""The command keeps NumPy from making threads of its own."""

import subprocess
import sys

COUNT = """
import os, sys
from tavla.cli import main
sys.argv = ["tavla", "--version"]
try:
    main()
except SystemExit:
    pass
import numpy
a = numpy.ones((600, 600), numpy.float32)
a @ a
print(len(os.listdir("/proc/self/task")))
"""


def test_a_product_of_matrices_starts_no_threads() -> None:
    environment = {"PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split()[-1] == "1"
