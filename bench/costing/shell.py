# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shell - calls the functions of scripts/*.sh: packages, sources, builds.

Their messages go to stderr as they are; what they print on stdout is returned.
"""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

PRELUDE = """set -eu
root=$1; shift
. "$root/scripts/common.sh"
. "$root/scripts/programs.sh"
. "$root/scripts/bench.sh"
"""


class Failed(Exception):
    """A function ended with an error, which it has said on stderr."""


def call(function, *arguments, after=""):
    """Runs a function; 'after' is shell text that follows it."""
    script = PRELUDE + '%s "$@"\n%s' % (function, after)
    run = subprocess.run(["bash", "-c", script, "bench/cost", ROOT, *arguments],
                         stdout=subprocess.PIPE, text=True)
    if run.returncode:
        raise Failed(function)
    return run.stdout
