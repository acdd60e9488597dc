# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""measure - runs one command to its end, or two side by side.

CPU time is user + system time as wait4 reports it: of the process and of the
children it waited for, so that a recorder that starts the program (perf,
uftrace) counts with it.

Two commands side by side share one processor: the scheduler gives them turns of some
milliseconds, so whatever else the machine does slows both alike, and a ratio of their CPU
times holds on a busy machine too.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 600           # s; the slowest peer needs a tenth of it
SCRATCH = "scratch"     # what the program itself writes goes there


class Failed(Exception):
    """The command could not be started, failed or took too long."""


class Run:
    """cpu, elapsed, rss, data, disk: see results.UNITS.  output: its stdout.  seen: what
    look() found."""

    def __init__(self, usage, elapsed, output, directory, look):
        self.cpu = usage.ru_utime + usage.ru_stime
        self.elapsed = elapsed
        self.rss = usage.ru_maxrss
        self.output = output
        self.data, self.disk = sizes(directory)
        self.seen = look(directory) if look else None

    def values(self, *names):
        return {name: getattr(self, name) for name in names}


def sizes(directory):
    """(bytes, bytes of disk) of all files outside the scratch folder."""
    data = disk = 0
    for path, folders, names in os.walk(directory):
        if SCRATCH in folders:
            folders.remove(SCRATCH)
        for name in names:
            status = os.lstat(os.path.join(path, name))
            data += status.st_size
            disk += status.st_blocks * 512
    return data, disk


def environment(extra):
    kept = {k: v for k, v in os.environ.items()
            if not k.startswith(("GPROF_", "LLVM_PROFILE", "XRAY_", "CPUPROFILE"))}
    return {**kept, "LC_ALL": "C", **extra}


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def wait(process):
    """(status, resource usage); the process group is killed after TIMEOUT."""
    timer = threading.Timer(TIMEOUT, kill_group, [process])
    timer.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    finally:
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage


def reason(command, status, errors):
    errors.seek(0)
    lines = [line for line in errors.read().decode(errors="replace").splitlines() if line.strip()]
    last = lines[-1].strip()[:160] if lines else "it said nothing"
    how = "signal %d" % -status if status < 0 else "exit status %d" % status
    return "%s: %s: %s" % (os.path.basename(command[0]), how, last)


def beside(first, second, processor):
    """Runs of two functions without arguments, at the same time on the same processor."""
    def bound(function):
        os.sched_setaffinity(0, {processor})    # of this thread, and of what it starts
        return function()

    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(bound, function) for function in (first, second)]
    return [run.result() for run in runs]


def run(command, env=None, under=None, look=None):
    """Runs the command in an empty directory of its own, below 'under'.

    look(directory) is called before the directory goes.
    """
    directory = tempfile.mkdtemp(dir=under)
    os.mkdir(os.path.join(directory, SCRATCH))
    try:
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            begin = time.monotonic()
            try:
                process = subprocess.Popen(command, cwd=directory, env=environment(env or {}),
                                           stdin=subprocess.DEVNULL, stdout=output,
                                           stderr=errors, start_new_session=True)
            except OSError as error:
                raise Failed("%s: %s" % (os.path.basename(command[0]), error.strerror))
            status, usage = wait(process)
            elapsed = time.monotonic() - begin
            if status:
                raise Failed(reason(command, status, errors))
            output.seek(0)
            text = output.read().decode(errors="replace")
            return Run(usage, elapsed, text, directory, look)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
