# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""real - a real program with count=blocks, run once under callgrind.

Callgrind counts the instructions of the same run, by address.  It reads a copy without
debug information, since older versions of valgrind reject that of newer compilers.
"""

import collections
import os
import re
import subprocess
from concurrent import futures

from .truth import environment

CALLGRIND = ["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no",
             "--skip-plt=no", "--callgrind-out-file=callgrind.out"]
NAMED = re.compile(r"c?(ob|fn)=(\(\d+\))(?: (.*))?")


def compile_one(command, source, environment):
    output = os.path.basename(source) + ".o"
    subprocess.run([*command, "-c", source, "-o", output], env=environment, check=True)
    return output


def build(program, sources, clang, plugin, flags, output="program"):
    """Compiles the program to 'output' in the current folder; plugin None: plain."""
    command = [clang + "++" if program.language == "c++" else clang, "-w", "-g", *flags,
               *program.flags, *(["-fpass-plugin=" + plugin] if plugin else [])]
    environment = dict(os.environ, GPROF_PASS="count=blocks")
    with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda source: compile_one(command, source, environment),
                                sources))
    subprocess.run([*command, *objects, *program.libraries, "-o", output], env=environment,
                   check=True)


class Reader:
    """Reads what callgrind wrote.  times: of a program's instructions, by address in memory;
    main: where main() begins, in memory."""

    def __init__(self, program):
        self.program, self.times, self.main = program, collections.Counter(), None
        self.names, self.ours, self.inclusive, self.in_main = {}, False, False, False

    def name(self, line):
        """A name is written once, and has a number from then on."""
        kind, number, name = NAMED.match(line).groups()
        return self.names.setdefault(kind + number, name)

    def cost(self, line):
        first, _, cost = line.split()
        address = int(first, 16)
        self.times[address] += int(cost)
        if self.in_main:
            self.main = min(address, self.main or address)

    def read(self, line):
        if line.startswith("ob="):
            self.ours = os.path.basename(self.name(line)) == self.program
        elif line.startswith("fn="):
            self.in_main = self.name(line) == "main" and self.ours
        elif line.startswith(("cob=", "cfn=")):
            self.name(line)
        elif line.startswith("calls="):
            self.inclusive = True
        elif line.startswith("0x"):
            if self.ours and not self.inclusive:
                self.cost(line)
            self.inclusive = False


def instructions(path, program, main):
    """What callgrind wrote of a program: {address in the file: times}."""
    reader = Reader(program)
    with open(path, errors="replace") as file:
        for line in file:
            reader.read(line)
    return {address - reader.main + main: n for address, n in reader.times.items()}


def run_counted(program, arguments):
    """Under callgrind, without debug information.  MiniSat's exit status is its answer, and
    LevelDB shows its progress."""
    subprocess.run(["objcopy", "-g", program, "stripped"], check=True)
    if subprocess.run([*CALLGRIND, "./stripped", *arguments], env=environment("profile"),
                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                      stdin=subprocess.DEVNULL).returncode < 0:
        raise RuntimeError("%s died" % program)


def run(program, arguments):
    """Alone."""
    subprocess.run(["./" + program, *arguments], env=environment("profile"),
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


def executed():
    """All instructions of the last run under callgrind, with those of libraries."""
    with open("callgrind.out", errors="replace") as file:
        return int(re.findall(r"^(?:summary|totals): (\d+)", file.read(), re.MULTILINE)[-1])


def truth(arguments):
    """Runs 'program': its profile is in 'profile'."""
    run_counted("program", arguments)
    symbols = subprocess.run(["readelf", "-sW", "program"], capture_output=True, text=True,
                             check=True).stdout
    main = int(re.search(r"(\w+) +\w+ FUNC .* main$", symbols, re.MULTILINE)[1], 16)
    return [(["profile"], instructions("callgrind.out", "stripped", main))]
