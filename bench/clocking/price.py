# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""price - what the length of a call costs: this profiler's, XRay's and uftrace's, in turns."""

import glob
import os
import resource
import shutil
import subprocess

from costing import stats
from clocking import ledger

CALLS = 4000000


def variants(plugin, clang, folder):
    """{name: (command that builds, environment of it, command that runs, environment)}."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "price.c")

    def built(name, *flags, settings="", options="", before=()):
        binary = os.path.join(folder, "price-" + name)
        environment = {"GPROF_PASS": settings} if settings else {}
        running = dict(word.split("=", 1) for word in options.split(";") if word)
        return ([clang, "-O2", *flags, source, "-o", binary], environment,
                [*before, binary, str(CALLS)], running)

    instrument = "-fpass-plugin=" + plugin
    profile = "GPROF_FILE=" + os.path.join(folder, "price.gprof")
    found = {
        "plain": built("plain"),
        "counts": built("counts", instrument, options=profile),
        "time=": built("time", instrument, settings="time=handle", options=profile),
        "XRay, FDR mode": built(
            "xray", "-fxray-instrument", "-fxray-instruction-threshold=1",
            options="XRAY_OPTIONS=patch_premain=true xray_mode=xray-fdr "
            "xray_logfile_base=" + os.path.join(folder, "xray-log.")),
    }
    if shutil.which("uftrace"):
        found["uftrace"] = built("uftrace", "-pg", before=(
            "uftrace", "record", "--no-libcall", "-d", os.path.join(folder, "uftrace.data")))
    return found


def cpu_seconds(command, environment, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=dict(os.environ, **environment), cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    for path in glob.glob(os.path.join(folder, "xray-log.*")):
        os.remove(path)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(plugin, clang, folder, rounds):
    """{name: spread of ns a call beyond plain, or None where it does not build}."""
    chosen = {}
    for name, (build, settings, command, environment) in variants(plugin, clang, folder).items():
        try:
            ledger.run(build, env=dict(os.environ, **settings))
            chosen[name] = (command, environment)
        except ledger.Failed:
            pass
    seconds = {name: {} for name in chosen}
    for i in range(rounds):
        for name, (command, environment) in chosen.items():
            seconds[name][i] = cpu_seconds(command, environment, folder)
    return {name: stats.spread([s * 1e9 / CALLS for s in stats.paired(
        seconds[name], seconds["plain"], stats.difference)]) for name in chosen if name != "plain"}
