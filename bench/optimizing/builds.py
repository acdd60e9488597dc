# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""builds - a program without a profile (plain), with clang's own, and with ours.

All have the same flags but those of the profile, and lld, which places functions by the calls
that a profile has.  A build whose command, plugin and profile are those of the last one is kept.
"""

import glob
import hashlib
import os
import shutil
import subprocess
from concurrent import futures

from . import measures

FLAGS = ["-O2", "-g1", "-w"]
PROBES = "-fpseudo-probe-for-profiling"
VARIANTS = {
    "plain": "-O2",
    "clang": "-fprofile-use, of -fprofile-generate",
    "ours": "-fprofile-sample-use, of gprof-llvm",
    "listed": "the same with the list of functions, as optimize writes it",
    "accurate": "the first with -fprofile-sample-accurate",
}


class Failed(Exception):
    """A build or a run for training failed."""


def checked(command, **options):
    run = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace", **options)
    if run.returncode:
        raise Failed("%s: %s" % (" ".join(command[:3]), run.stderr[-400:]))


def digest(command, files, settings):
    made = hashlib.sha256(repr((command, sorted(settings.items()))).encode())
    for path in files:
        with open(path, "rb") as file:
            made.update(file.read())
    return made.hexdigest()


class Builder:
    """Of one subject, in a folder of its own."""

    def __init__(self, subject, clang, build, work):
        self.subject, self.clang, self.work = subject, clang, work
        self.program = subject.program
        self.plugin = os.path.join(build, "lib", "GprofPass.so")
        self.tool = os.path.join(build, "bin", "gprof-llvm")
        self.folder = os.path.join(work, "optimize", self.program.name)
        self.inputs = os.path.join(work, "optimize", "inputs")
        os.makedirs(self.folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def compiler(self):
        return self.clang + ("++" if self.program.language == "c++" else "")

    def compile(self, output, flags, reads=(), **settings):
        """Returns the program, made anew unless nothing changed."""
        command = [self.compiler(), *FLAGS, *self.program.flags, *flags]
        stamp, path = digest(command, reads, settings), self.path(output)
        if os.path.exists(path) and os.path.exists(path + ".stamp"):
            with open(path + ".stamp") as file:
                if file.read() == stamp:
                    return path
        environment = dict(os.environ, **settings)
        objects = path + ".objects"
        shutil.rmtree(objects, ignore_errors=True)
        os.makedirs(objects)

        def one(numbered):
            number, source = numbered
            to = os.path.join(objects, "%d.o" % number)
            checked([*command, "-c", source, "-o", to], env=environment)
            return to

        with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            made = list(pool.map(one, enumerate(self.program.sources(self.work))))
        checked([*command, "-fuse-ld=lld", *made, *self.program.libraries, "-o", path],
                env=environment)
        shutil.rmtree(objects)
        with open(path + ".stamp", "w") as file:
            file.write(stamp)
        return path

    def train(self, program, folder, **settings):
        """The files of the runs that a profile is made of."""
        shutil.rmtree(self.path(folder), ignore_errors=True)
        os.makedirs(self.path(folder))
        measures.run(self.subject.train, program, self.inputs, self.path("scratch"), **settings)
        files = sorted(glob.glob(self.path(folder) + "/*"))
        if not files:
            raise Failed("%s: training left no profile" % self.program.name)
        return files

    def profile_of_clang(self):
        path = self.path("clang.profdata")
        program = self.compile("clang-counted", ["-fprofile-generate"])
        files = self.train(program, "clang-runs",
                           LLVM_PROFILE_FILE=self.path("clang-runs") + "/%p.profraw")
        checked([os.path.join(os.path.dirname(self.clang), "llvm-profdata"), "merge", "-o", path,
                 *files])
        return path

    def profiles_of_ours(self):
        """Without the list of functions, and with it."""
        paths = {"text": self.path("ours.profile"), "extbinary": self.path("listed.profile")}
        program = self.compile("ours-counted", [PROBES, "-fpass-plugin=" + self.plugin],
                               [self.plugin], GPROF_PASS="count=blocks")
        files = self.train(program, "ours-runs", GPROF_OPTIONS="rate=0",
                           GPROF_FILE=self.path("ours-runs") + "/run.%p")
        for table, path in paths.items():
            checked([self.tool, "export", "--format=llvm-sample", "--table=" + table, "-o", path,
                     program, *files])
        return paths

    def variants(self, names):
        """{name: program}"""
        found, ours = {}, None
        if set(names) & {"ours", "listed", "accurate"}:
            ours = self.profiles_of_ours()
        for name in names:
            if name == "plain":
                found[name] = self.compile(name, [])
            elif name == "clang":
                profile = self.profile_of_clang()
                found[name] = self.compile(name, ["-fprofile-use=" + profile], [profile])
            else:
                profile = ours["extbinary" if name == "listed" else "text"]
                flags = [PROBES, "-fprofile-sample-use=" + profile]
                if name == "accurate":
                    flags.append("-fprofile-sample-accurate")
                found[name] = self.compile(name, flags, [profile])
        return found
