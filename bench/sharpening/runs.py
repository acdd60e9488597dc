# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runs - runs programs with two builds of the project in turns, and reads their profiles.

A record is of one run:

    program, seconds, round, build    build: "this", "that", or with " counts": no samples
    cpu, elapsed                      s, by the kernel
    samples, effective                their number, and that of equal ones that would tell as much
    sampled, profiler                 s of CPU time in samples, and that samples took
    rows                              [[name, share, half], ...] of 5 % and more; half: of the
                                      interval, relative to the value
"""

import json
import os
import random
import subprocess

from costing import measure, variants

LEAST = 0.05    # of the time that samples tell of
COUNTS = " counts"


class Build:
    """One build of the project: its plugin and its tool."""

    def __init__(self, name, folder):
        self.name = name
        self.plugin = os.path.join(folder, "lib", "GprofPass.so")
        self.tool = os.path.join(folder, "bin", "gprof-llvm")
        # Tables of lines do no harm, and show what is inlined.
        self.variant = variants.Variant(
            name, variants.OURS, "", build="precision-" + name,
            flags=["-gline-tables-only", "-fpass-plugin=" + self.plugin])


def read(tool, binary, profile):
    text = subprocess.run([tool, "export", "--format=json", binary, profile], check=True,
                          capture_output=True, text=True).stdout
    found = json.loads(text)
    time, rows = found["time"], []
    for function in found["functions"]:
        own = function["measured"]
        share = own["self_ns"] / time["cpu_ns"] if time["cpu_ns"] else 0
        if share >= LEAST and own["self_high_ns"] > own["self_low_ns"]:
            half = (own["self_high_ns"] - own["self_low_ns"]) / 2 / own["self_ns"]
            rows.append([function["name"], round(share, 4), round(half, 4)])
    return {"samples": time["samples"], "sampled": time["cpu_ns"] / 1e9,
            "profiler": time["profiler_ns"] / 1e9, "rows": rows,
            "effective": round(time["cpu_ns"] / time["sample_ns"]) if time["sample_ns"] else 0}


def run(build, binary, command, work, options):
    """A record without what the caller knows."""
    look = None if options == "rate=0" else lambda folder: read(
        build.tool, binary, os.path.join(folder, "profile"))
    done = measure.run([binary, *command], under=work, look=look,
                       env={"GPROF_FILE": "profile", "GPROF_OPTIONS": options})
    return {"cpu": done.cpu, "elapsed": done.elapsed, **(done.seen or {})}


def rounds(item, binaries, builds, work, seconds, units, number, options):
    """Yields the records of so many rounds; the order within each is drawn."""
    kinds = [(build, how) for build in builds for how in (options[build.name], "rate=0")]
    for i in range(number):
        random.shuffle(kinds)
        for build, how in kinds:
            record = run(build, binaries[build.name], item.command(work, units), work, how)
            yield {"program": item.name, "seconds": seconds, "round": i,
                   "build": build.name + (COUNTS if how == "rate=0" else ""), **record}
