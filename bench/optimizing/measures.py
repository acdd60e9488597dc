# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""measures - the CPU time of a program, in pairs, and its instructions under cachegrind.

A round runs each variant once, in an order by chance, so that what the machine does else slows all
of them alike.
"""

import glob
import os
import random
import re
import shutil
import subprocess

CACHEGRIND = ("valgrind -q --tool=cachegrind --cache-sim=yes --branch-sim=yes "
              "--cachegrind-out-file=%s/%%p")
SOURCES = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__)))), "build", "src")
EVENTS = {"Ir": "instructions", "I1mr": "I1 misses", "Bcm": "mispredicted"}


class Failed(Exception):
    """A program ended with an error."""


def run(line, program, inputs, scratch, wrapper="", **settings):
    """Runs a subject's line; returns s of CPU time of all its processes."""
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GPROF_", "LLVM_PROFILE"))}
    environment = {**kept, "LC_ALL": "C", "P": (wrapper + " " + program).strip(), "IN": inputs,
                   "SRC": SOURCES, **settings}
    process = subprocess.Popen(["bash", "-ec", line], cwd=scratch, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    shutil.rmtree(scratch)
    if process.returncode:
        raise Failed("%s: status %d: %s" % (program, process.returncode,
                                            said[-300:].decode(errors="replace")))
    return usage.ru_utime + usage.ru_stime


def counts(line, program, inputs, scratch):
    """{name: events} of all processes, counted in a copy without debug information, since older
    versions of valgrind reject that of newer compilers."""
    folder, stripped = scratch + ".counts", program + ".stripped"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    subprocess.run(["objcopy", "-g", program, stripped], check=True)
    run(line, stripped, inputs, scratch, CACHEGRIND % folder)
    found = dict.fromkeys(EVENTS.values(), 0)
    for path in glob.glob(folder + "/*"):
        with open(path) as file:
            text = file.read()
        names = re.search(r"^events: (.*)", text, re.MULTILINE)[1].split()
        values = re.search(r"^summary: (.*)", text, re.MULTILINE)[1].split()
        for name, value in zip(names, values):
            if name in EVENTS:
                found[EVENTS[name]] += int(value)
    shutil.rmtree(folder)
    os.remove(stripped)
    return found


def rounds(line, programs, inputs, scratch, count):
    """[{name: s}] of so many rounds."""
    found = []
    for _ in range(count):
        order = list(programs)
        random.shuffle(order)
        found.append({name: run(line, programs[name], inputs, scratch) for name in order})
    return found
