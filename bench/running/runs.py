# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runs - runs a program's own tests once.

The record of a run:

    program, kind           kind: plain-1, plain-2, profiled, pool or memory
    status, hang, elapsed   of the test command; s
    cpu                     s of CPU time of all its processes that have ended
    files, unfinished       profiles left; of these, of processes that were killed
    kernel, sampled         s of CPU time of the profiled processes, by the kernel and by samples
                            with what taking these took; of those that ended by themselves
    verdicts                {test: verdict}, not kept in the results
"""

import ctypes
import glob
import os
import pwd
import re
import resource
import shutil
import signal
import subprocess
import time

from . import verdicts

POOL = "%e.%4m.gprof"
POOLED = "%e.%8m.gprof"  # where so many processes end that files of their own would be too many
AT_ONCE = 200  # profiles of one `gprof-llvm info`
PR_SET_CHILD_SUBREAPER = 36
NOBODY = "nobody"
TIME = re.compile(r"^  CPU time +user ([\d.]+) s, system ([\d.]+) s", re.M)
SAMPLED = re.compile(r"^  samples: \d+, ([\d.]+) s of CPU time", re.M)
TAKING = re.compile(r" samples, ([\d.]+) s for them$", re.M)


def adopt():
    """Daemons that tests leave become our children, so that their CPU time counts."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def used():
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def children():
    """All processes below this one."""
    parents = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                fields = file.read().rsplit(")", 1)
        except OSError:
            continue
        parents[int(path.split("/")[2])] = int(fields[1].split()[1])
    found, last = {os.getpid()}, 0
    while len(found) != last:
        last = len(found)
        found |= {child for child, parent in parents.items() if parent in found}
    return found - {os.getpid()}


def sweep():
    """Ends what is left, kindly first, and reaps it."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        for child in children():
            try:
                os.kill(child, kind)
            except OSError:
                pass
        for _ in range(100):
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
                if not children():
                    return
            except ChildProcessError:
                return
            time.sleep(0.02)


class Runner:
    def __init__(self, work, tool, environment, keep, every, heap):
        self.work, self.tool, self.keep, self.heap = work, tool, keep, heap
        self.environment = {**environment, "EVERY": str(every[0]), "FROM": str(every[1])}
        adopt()

    def settings(self, program, kind, folder):
        pooled = program.pool and kind != "memory"  # which pools do not have
        pattern = POOL if kind == "pool" else POOLED if pooled else "%e.%p.gprof"
        found = {
            **self.environment,
            **program.settings,
            "GPROF_FILE": os.path.join(folder, pattern),
        }
        found.pop("GPROF_OPTIONS", None)
        if kind == "memory":  # as `gprof-llvm run --memory` does
            found.update(LD_PRELOAD=self.heap, GPROF_OPTIONS="memory=callers")
        if program.nobody:
            found.update(HOME=folder, USER=NOBODY, LOGNAME=NOBODY)
        return found

    def run(self, name, program, kind, tree, lines):
        folder = os.path.join(self.work, name, "profiles-" + kind)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        options = {}
        if program.nobody and os.geteuid() == 0:
            user = pwd.getpwnam(NOBODY)
            subprocess.run(
                ["chown", "-R", "%d:%d" % (user.pw_uid, user.pw_gid), tree, folder], check=True
            )
            options = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        log = os.path.join(self.work, name, kind + ".tests.log")
        begin, before = time.monotonic(), used()
        with open(log, "wb") as out:
            process = subprocess.Popen(
                ["bash", "-c", lines],
                cwd=tree,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                env=self.settings(program, kind, folder),
                **options
            )
            try:
                status, hang = process.wait(program.limit), False
            except subprocess.TimeoutExpired:
                status, hang = None, True
            elapsed = time.monotonic() - begin
            sweep()
            process.wait()
        with open(log, errors="replace") as file:
            text = file.read()
        record = {
            "program": name,
            "kind": kind,
            "status": status,
            "hang": hang,
            "elapsed": round(elapsed, 1),
            "cpu": round(used() - before, 2),
            **self.account(folder),
        }
        if not self.keep:
            shutil.rmtree(folder)
        return record, getattr(verdicts, program.verdicts)(text, tree)

    def account(self, folder):
        """What the profiles of a run say."""
        files = sorted(glob.glob(os.path.join(glob.escape(folder), "*.gprof*")))
        found = {"files": len(files), "unfinished": 0, "kernel": 0.0, "sampled": 0.0}
        for at in range(0, len(files), AT_ONCE):
            text = subprocess.run(
                [self.tool, "info", *files[at : at + AT_ONCE]],
                capture_output=True,
                text=True,
                errors="replace",
            ).stdout
            for part in re.split(r"^(?=\S.*: profile, )", text, flags=re.M)[1:]:
                add(found, part)
        return {key: round(value, 3) for key, value in found.items()}


def add(found, part):
    """What `gprof-llvm info` says of one profile."""
    time_, sampled = TIME.search(part), SAMPLED.search(part)
    if not time_ or not sampled:
        found["unfinished"] += 1
        return
    found["kernel"] += float(time_.group(1)) + float(time_.group(2))
    found["sampled"] += float(sampled.group(1)) + sum(map(float, TAKING.findall(part)))
