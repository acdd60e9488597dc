# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rounds - builds the storms' programs and runs single rounds of them.

A round has a seed of its own, from which follow the program's random numbers, the build, the
profiler's options and its pool; so `--seed N --rounds 1` runs it again.  The record of one:

    storm, seed, build, options, file
    calls, threads, kills       by the ledger
    lost, gained, under_way     calls that the profiles lack beyond those under way when their
                                thread ended; have too many; lack because they were under way
    status, plain               of the profiled program; of the plain one, if the first is not 0
    hang                        whether it had to be ended
    mistakes, first             what the program found wrong with itself
    differ                      {function: calls in the profiles less those in the ledger}
    heap                        of a round that counts allocations, {blocks, lost, gained,
                                under_way, differ}: the same of blocks and bytes, but 'differ' has
                                only figures that are lost or gained, and 'under_way' has no bytes;
                                else None
    aside                       why files of a pool were set aside, each
    faults                      what broke the rules, in words; none: the round is good
"""

import glob
import os
import random
import shutil
import signal
import subprocess
import time

from . import ledger

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = range(4, 8)
BUILDS = {"counters": "", "tls": "bias=tls", "call": "mode=call"}
OPTIONS = (
    "",
    "",
    "rate=10000",
    "rate=10000",
    "clock=wall",
    "clock=wall rate=10000",
    "tick-sampling=always",
    "rate=0",
    "stacks=0",
    "snapshot-every=10",
)
POOL = "%e.%4m.gprof"
POOL_FILES = 4
PATIENCE = 90  # s beyond a round's time before it counts as hung, on a loaded machine
HEAPS = {"allocations": ("memory=callers", "memory=stacks", "memory=all-stacks")}
RATES = {"pages": "rate=10000", "keyed": "rate=10000"}


class Failed(Exception):
    """A storm could not be built."""


def storms():
    return sorted(
        os.path.basename(path)[:-2]
        for path in glob.glob(os.path.join(HERE, "*.c"))
        if not path.endswith("library.c")
    )


def call(command, **options):
    run = subprocess.run(command, capture_output=True, text=True, **options)
    if run.returncode:
        raise Failed((run.stderr or run.stdout).strip() or "%s failed" % command[0])
    return run.stdout


def choose(storm, seed):
    """(build, options, file) of a round, from its seed alone."""
    chance = random.Random("%s %d" % (storm, seed))
    build, options = chance.choice(list(BUILDS)), chance.choice(OPTIONS)
    file = POOL if storm == "pools" or storm == "forks" and chance.random() < 0.5 else ""
    if storm in HEAPS:
        options = " ".join(filter(None, (chance.choice(HEAPS[storm]), options)))
        file = POOL if chance.random() < 0.1 else ""  # which has no memory
    return build, RATES.get(storm, options), file


class Bench:
    def __init__(self, build, clang, work):
        self.clang, self.work = clang, work
        self.plugin = os.path.join(build, "lib", "GprofPass.so")
        self.heap = os.path.join(build, "lib", "libgprof_heap.so")
        self.tool = os.path.join(build, "bin", "gprof-llvm")

    def clear(self):
        """What an earlier run has left, but for its results."""
        shutil.rmtree(self.work, ignore_errors=True)

    def folder(self, build):
        return os.path.join(self.work, build)

    def compile(self, storm, build):
        """The program, and the libraries beside it; build: one of BUILDS, or 'plain'."""
        folder = self.folder(build)
        os.makedirs(folder, exist_ok=True)
        extra = [] if build == "plain" else ["-fpass-plugin=" + self.plugin]
        command = [self.clang, "-O2", "-g1", "-pthread", *extra]
        environment = {**os.environ, "GPROF_PASS": BUILDS.get(build, "")}
        call(
            [*command, os.path.join(HERE, storm + ".c"), "-o", os.path.join(folder, storm)],
            env=environment,
        )
        for number in LIBRARIES:
            library = os.path.join(folder, "library_%d.so" % number)
            if not os.path.exists(library):
                call(
                    [
                        *command,
                        "-shared",
                        "-fPIC",
                        "-DLIBRARY=%d" % number,
                        os.path.join(HERE, "library.c"),
                        "-o",
                        library,
                    ],
                    env=environment,
                )

    def launch(self, storm, build, seconds, seed, folder, settings):
        """(status, whether it hung); everything it leaves is in the folder."""
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        environment = {**os.environ, "TORMENT_LEDGER": os.path.join(folder, "ledger")}
        for name in ("GPROF_FILE", "GPROF_OPTIONS"):
            environment.pop(name, None)
        environment.update(settings)
        with open(os.path.join(folder, "stderr"), "wb") as stderr:
            process = subprocess.Popen(
                [os.path.join(self.folder(build), storm), str(seconds), str(seed)],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=stderr,
                stderr=stderr,
                start_new_session=True,
            )
            try:
                status = process.wait(seconds + PATIENCE)
                settle(process.pid, PATIENCE)
                return status, False
            except subprocess.TimeoutExpired:
                with open(os.path.join(folder, "hang"), "w") as file:
                    file.write(describe(process.pid))
                return None, True
            finally:
                end(process)

    def report(self, storm, build, folder):
        """The functions of an export, or the reason why there is none."""
        left = sorted(profiles(folder))
        if not left:
            return "there is no profile"
        run = subprocess.run(
            [self.tool, "export", os.path.join(self.folder(build), storm), *left],
            capture_output=True,
            text=True,
        )
        if run.returncode:
            return "no report: " + run.stderr.strip()[-300:]
        return ledger.functions(run.stdout)

    def round(self, storm, seconds, seed):
        build, options, file = choose(storm, seed)
        folder = os.path.join(self.work, "rounds", "%s-%d" % (storm, seed))
        settings = {"GPROF_OPTIONS": options, **({"GPROF_FILE": file} if file else {})}
        if storm in HEAPS:
            settings["LD_PRELOAD"] = self.heap
        status, hang = self.launch(storm, build, seconds, seed, folder, settings)
        known = ledger.read(os.path.join(folder, "ledger"))
        record = {
            "storm": storm,
            "seed": seed,
            "build": build,
            "options": options,
            "file": file,
            "calls": sum(known.calls.values()),
            "threads": known.threads,
            "kills": known.kills,
            "mistakes": known.mistakes,
            "first": known.first,
            "status": status,
            "plain": None,
            "hang": hang,
            "differ": {},
            "lost": 0,
            "under_way": 0,
            "gained": 0,
            "heap": None,
            "files": len(profiles(folder)),
            "aside": aside(folder),
        }
        found = self.report(storm, build, folder)
        if isinstance(found, list):
            calls = ledger.counted(found)
            record["lost"], record["under_way"], record["gained"] = ledger.compare(
                known.calls, known.under_way, calls
            )
            record["differ"] = ledger.differences(known.calls, calls)
            if storm in HEAPS and not file:
                record["heap"] = heap(known, ledger.allocated(found))
        if status or known.mistakes:
            record["plain"] = self.plain(storm, seconds, seed, folder + "-plain")
        record["faults"] = faults(record, found)
        if not record["faults"]:
            shutil.rmtree(folder)
        return record

    def plain(self, storm, seconds, seed, folder):
        """[status, mistakes] of the plain build with the same seed."""
        status, _ = self.launch(storm, "plain", seconds, seed, folder, {})
        known = ledger.read(os.path.join(folder, "ledger"))
        shutil.rmtree(folder)
        return [status, known.mistakes]


def heap(known, found):
    """A record's part of this name."""
    lost, _, gained = ledger.compare(known.heap, known.heap_under_way, found)
    calls = {name: n for name, n in known.heap.items() if not name.endswith("bytes")}
    return {
        "blocks": known.blocks(),
        "lost": lost,
        "under_way": ledger.compare(calls, known.heap_under_way, found)[1],
        "gained": gained,
        "differ": ledger.faults(known.heap, known.heap_under_way, found),
    }


def profiles(folder):
    return glob.glob(os.path.join(glob.escape(folder), "*.gprof*"))


def aside(folder):
    """Why files of a pool were set aside, by what the runtime said."""
    with open(os.path.join(folder, "stderr"), errors="replace") as file:
        return [line.rstrip().rsplit(": ", 1)[1] for line in file if ": set aside as '" in line]


def faults(record, found):
    """What broke the rules, in words."""
    said = []
    if record["hang"]:
        said.append("hung")
    if record["status"] and record["plain"] and record["status"] != record["plain"][0]:
        said.append("status %d, plain %s" % (record["status"], record["plain"][0]))
    if record["mistakes"] and not (record["plain"] and record["plain"][1]):
        said.append("%d mistakes: %s" % (record["mistakes"], record["first"]))
    if not isinstance(found, list):
        said.append(found)
    for unit, part in (("calls", record), ("blocks or bytes", record["heap"] or {})):
        for what, number in (("lost", part.get("lost")), ("too many", part.get("gained"))):
            if number:
                said.append("%d %s %s: %s" % (number, unit, what, part["differ"]))
    if record["aside"]:
        said.append("%d files set aside: %s" % (len(record["aside"]), record["aside"][0]))
    if record["file"] == POOL and record["files"] > POOL_FILES + record["kills"]:
        said.append(
            "%d files of a pool of %d after %d kills"
            % (record["files"], POOL_FILES, record["kills"])
        )
    return said


# ------------------------------------------------------------------ hangs


def members(session):
    """Processes of a session."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                if os.getsid(int(name)) == session:
                    yield int(name)
            except OSError:
                pass


def runs(process):
    """Whether it has not ended: a dead one may wait long for whoever adopted it."""
    try:
        with open("/proc/%d/stat" % process) as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def settle(session, patience):
    """Waits for those that outlive the program: killed, they would be kills that no ledger has."""
    last = time.monotonic() + patience
    while any(runs(member) for member in members(session)):
        if time.monotonic() >= last:
            raise subprocess.TimeoutExpired("settle", patience)
        time.sleep(0.02)


def describe(session):
    """Where all threads of a session are, and how long they ran, as far as the kernel and a
    debugger tell."""
    said = []
    for process in members(session):
        for path in sorted(glob.glob("/proc/%d/task/*" % process)):
            for name in ("comm", "schedstat", "wchan", "syscall", "stack"):
                try:
                    with open(os.path.join(path, name)) as file:
                        said.append("%s/%s: %s" % (path, name, file.read().strip()))
                except OSError:
                    pass
        if shutil.which("gdb"):
            said.append(
                subprocess.run(
                    ["gdb", "-batch", "-nx", "-p", str(process), "-ex", "thread apply all bt"],
                    capture_output=True,
                    text=True,
                ).stdout
            )
    return "\n".join(said)


def end(process):
    """The program and all that it has left behind."""
    for member in list(members(process.pid)):
        try:
            os.kill(member, signal.SIGKILL)
        except OSError:
            pass
    process.wait()
