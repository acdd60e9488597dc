# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""builds - a tree of each program for each kind of build, kept for later runs.

build/programs/NAME/KIND is the source tree in which KIND was built; NAME/KIND.built says by
what: another plugin, another command, and it is built again.  The compilers are two
scripts in build/programs/bin, since few build systems take a compiler with options.
"""

import hashlib
import os
import shutil
import subprocess
import sys

from costing import shell

OPTIMISE = "-O2 -w"
NICE = 10


class Failed(Exception):
    """A program could not be built."""


class Builder:
    def __init__(self, work, plugin, clang, jobs):
        self.work, self.clang, self.jobs = work, clang, jobs
        self.plugins = {"plain": None, "profiled": plugin}
        os.makedirs(os.path.join(work, "bin"), exist_ok=True)

    def compiler(self, kind, tool):
        """The script that stands for clang or clang++."""
        path = os.path.join(self.work, "bin", "%s-%s" % (kind, tool))
        plugin = self.plugins[kind]
        with open(path, "w") as file:
            file.write("#!/bin/sh\nexec %s%s %s\"$@\"\n" % (
                self.clang, "++" if tool == "c++" else "",
                "-fpass-plugin=%s " % plugin if plugin else ""))
        os.chmod(path, 0o755)
        return path

    def stamp(self, program, kind):
        made = hashlib.sha256((program.build + OPTIMISE + self.clang).encode())
        if self.plugins[kind]:
            with open(self.plugins[kind], "rb") as file:
                made.update(file.read())
        return made.hexdigest()

    def environment(self, kind):
        return {**os.environ, "CC": self.compiler(kind, "cc"), "CXX": self.compiler(kind, "c++"),
                "PLAIN": self.compiler("plain", "cc"), "OPT": OPTIMISE,
                "JOBS": str(self.jobs), "GPROF_FILE": "",
                "BENCH": os.path.dirname(os.path.abspath(__file__))}

    def tree(self, name, program, kind, keep=False):
        """The folder of a build; keep: whatever it was built by."""
        tree = os.path.join(self.work, name, kind)
        built, stamp = tree + ".built", self.stamp(program, kind)
        if os.path.exists(built):
            with open(built) as file:
                if keep or file.read() == stamp:
                    return tree
        shell.call("need_packages", *program.needs.split())
        sources = os.path.join(shell.ROOT, "build", "src")
        shell.call("fetch_source", program.package, sources)
        shutil.rmtree(tree, ignore_errors=True)
        os.makedirs(os.path.dirname(tree), exist_ok=True)
        subprocess.run(["cp", "-a", os.path.join(sources, program.package), tree], check=True)
        print("building %s, %s" % (name, kind), file=sys.stderr, flush=True)
        with open(tree + ".log", "w") as log:
            run = subprocess.run(["nice", "-n", str(NICE), "bash", "-ec", program.build], cwd=tree,
                                 stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                 env=self.environment(kind))
        if run.returncode:
            raise Failed("%s, %s: the build failed, see '%s'" %
                         (name, kind, os.path.relpath(tree + ".log", shell.ROOT)))
        with open(built, "w") as file:
            file.write(stamp)
        return tree
