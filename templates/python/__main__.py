# SPDX-License-Identifier: Apache-2.0
"""python -m fft [--jax] [--record FILE] program.py [arguments]: runs a program whose torch.fft, or jax.numpy.fft, is served by this bundle."""

from __future__ import annotations

import argparse
import importlib
import os
import runpy
import sys

from . import bundle


def _served(is_jax: bool):
    """The module whose functions are those of PyTorch or of JAX."""
    return importlib.import_module(f"{__package__}.jax" if is_jax else __package__)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog=f"python -m {bundle.name}",
        description="Runs a Python program whose torch.fft, or jax.numpy.fft, is served by this bundle wherever it has the transform.",
    )
    parser.add_argument("--jax", action="store_true", help="serve jax.numpy.fft instead of torch.fft")
    parser.add_argument("--record", metavar="FILE", help="write the problems that the program poses, with their times; %%p is the process, %%r its rank")
    parser.add_argument("--report", action="store_true", help="print a line for each problem at the end")
    parser.add_argument("-m", dest="module", action="store_true", help="the program is a module, as after python -m")
    parser.add_argument("program", help="a Python file, or a module after -m")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of the program")
    asked = parser.parse_args()
    served = _served(asked.jax)
    served.override()
    if asked.record is not None:
        served.record(asked.record)
    sys.argv = [asked.program, *asked.arguments]
    try:
        if asked.module:
            runpy.run_module(asked.program, run_name="__main__", alter_sys=True)
        else:
            # As `python program.py` does: modules beside the program are found.
            sys.path[0] = os.path.dirname(os.path.realpath(asked.program))
            runpy.run_path(asked.program, run_name="__main__")
    finally:
        made = served.report()
        print(made if asked.report else made.summary(), file=sys.stderr)


main()
