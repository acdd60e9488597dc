# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prepare - the build that a bench uses, and the folder that it may write to."""

import os
import re

from . import shell


def prepare(build, llvm, *packages):
    """(build folder, clang, work folder); builds for this LLVM unless a build is given."""
    if build:
        with open(os.path.join(build, "CMakeCache.txt")) as file:
            found = re.search(r"^LLVM_DIR:\w+=(.*?)/(?:lib/)?cmake", file.read(), re.MULTILINE)
        return build, os.path.join(found.group(1), "bin", "clang"), build
    out = shell.call("bench_prepare", llvm, *packages,
                     after='printf "%s\\n" "$version" "$build" "$work"')
    version, build, work = out.split("\n")[-4:-1]
    return build, "/usr/lib/llvm-%s/bin/clang" % version, work
