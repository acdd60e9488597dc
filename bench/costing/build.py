# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""build - compiles a program for a variant, unless that is done already.

A binary lies at WORK/PROGRAM/PROGRAM.BUILD, and beside it a stamp: a digest of
its commands, its sources and the plugin.  Objects are compiled side by side and
thrown away.
"""

import concurrent.futures
import hashlib
import os
import subprocess
import tempfile

from . import measure, variants


class Failed(Exception):
    pass


def digest_file(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def plugin_of(variant):
    return [f.split("=", 1)[1] for f in variant.flags if f.startswith("-fpass-plugin=")]


class Builder:
    def __init__(self, work, llvm):
        self.work = work
        self.llvm = llvm
        self.digests = {}

    def digest(self, path):
        if path not in self.digests:
            self.digests[path] = digest_file(path)
        return self.digests[path]

    def compile_command(self, program, variant, sources):
        return [variants.compiler_path(variant, program.language, self.llvm), "-O2", "-w",
                *program.flags, *variant.flags, "-c", *sources]

    def link_command(self, program, variant, objects, output):
        return [variants.compiler_path(variant, program.language, self.llvm), *variant.link,
                *objects, *program.libraries, "-o", output]

    def stamp(self, program, variant, sources):
        parts = [self.compile_command(program, variant, sources),
                 self.link_command(program, variant, [], ""), sorted(variant.make.items()),
                 [self.digest(f) for f in (*sources, *plugin_of(variant))]]
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    def binary(self, program, variant):
        """Path of the program built for the variant; raises Failed."""
        sources = program.sources(self.work)
        folder = os.path.join(self.work, program.name)
        os.makedirs(folder, exist_ok=True)
        output = os.path.join(folder, "%s.%s" % (program.name, variant.build))
        stamp, stamp_path = self.stamp(program, variant, sources), output + ".stamp"
        if os.path.exists(output) and os.path.exists(stamp_path):
            with open(stamp_path) as file:
                if file.read() == stamp:
                    return output
        self.make(program, variant, sources, output)
        with open(stamp_path, "w") as file:
            file.write(stamp)
        return output

    def make(self, program, variant, sources, output):
        env = measure.environment(variant.make)

        def step(command):
            run = subprocess.run(command, env=env, capture_output=True, text=True)
            if run.returncode:
                lines = [line for line in run.stderr.splitlines() if "error" in line]
                raise Failed("does not build: " + (lines or ["it said nothing"])[0].strip()[-160:])

        with tempfile.TemporaryDirectory(dir=self.work) as objects, \
                concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            paths = [os.path.join(objects, "%d.o" % i) for i in range(len(sources))]
            list(pool.map(step, ([*self.compile_command(program, variant, [source]), "-o", path]
                                 for source, path in zip(sources, paths))))
            step(self.link_command(program, variant, paths, output))
