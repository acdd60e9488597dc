# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""machine - what the results say of the machine and of the tools.

Models and versions only: no host name and no path.
"""

import os
import re
import subprocess


def first_line(*command):
    """What a tool says of itself, or None when it is not there."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except OSError:
        return None
    text = (run.stdout or run.stderr).strip()
    return text.splitlines()[0].strip() if text else None


def cpu_model():
    with open("/proc/cpuinfo") as file:
        match = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.MULTILINE)
    return match.group(1).strip() if match else os.uname().machine


def hypervisor():
    with open("/proc/cpuinfo") as file:
        return bool(re.search(r"^flags\s*:.*\bhypervisor\b", file.read(), re.MULTILINE))


def describe():
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {"cpu": cpu_model(), "cores": os.cpu_count(), "virtual": hypervisor(),
            "memory_gib": round(memory / 2**30), "kernel": os.uname().release}


def versions(clang):
    return {
        "clang": first_line(clang, "--version"),
        "gcc": first_line("gcc", "--version"),
        "libc": first_line("ldd", "--version"),
        "valgrind": first_line("valgrind", "--version"),
        "perf": first_line("perf", "--version"),
        "uftrace": first_line("uftrace", "--version"),
    }


def file_name(machine):
    """A name for the results of this kind of machine."""
    words = "%s %d cpus" % (machine["cpu"], machine["cores"])
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
