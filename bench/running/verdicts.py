# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""verdicts - what the output of a program's tests says: {test: verdict}.

Names are without times, process numbers and whatever else changes from run to run.
"""

import os
import re
import xml.etree.ElementTree

TAP = tuple("oOnNtDF")  # what a line of interest begins with: memcached says 300 MB beside them
NUMBERED = re.compile(r"^(ok|not ok) (\d+)(?:.*?# (SKIP|TODO))?", re.I)


def tap(text, _tree):
    """prove -v, and programs that print TAP themselves.  Of a script the whole verdict, and its
    numbers but for those that are ok: how many these are may depend on time."""
    found, name = {}, ""
    for line in text.splitlines():
        if line[:1] not in TAP:
            continue
        file = re.match(r"^(\S+\.(?:t|sh)) \.\.(?:.*(skipped): )?", line)
        if file:
            name = file.group(1)
            if file.group(2):
                found[name] = "skipped"
        match = NUMBERED.match(line)
        if match:
            verdict = "skipped" if match.group(3) else match.group(1).lower()
            if verdict != "ok" or not name:
                found["%s %s" % (name or "program", match.group(2))] = verdict
        elif name and (line == "ok" or line.startswith(("Dubious, ", "Failed "))):
            found.setdefault(name, "ok" if line == "ok" else "failed")
    return found


def redis(text, _tree):
    """A name may come several times: with its verdicts in order of their names.

    Some tests draw the servers (#N) anew in each run.
    """
    seen = {}
    for verdict, name in re.findall(
        r"^\[(ok|err|exception|skip|ignore|timeout)\]: (.*)$",
        re.sub(r"\x1b\[[0-9;]*m", "", text),
        re.M,
    ):
        name = re.sub(r" \(\d+ ms\)$", "", name)
        if verdict != "ok":
            name = re.split(r" in tests/|\n", name)[0]
        seen.setdefault(re.sub(r"\d+\.\d+|\b\d{4,}\b|(?<=#)\d+", "N", name), []).append(verdict)
    return {name: " ".join(sorted(set(verdicts))) for name, verdicts in seen.items()}


def tcc(text, _tree):
    """make: what was started, and what make says has failed."""
    found = {}
    for name in re.findall(r"^(?:Test: (\S+?)\.\.\.|-+ (\S+) -+)$", text, re.M):
        found["".join(name)] = "ok"
    for name in re.findall(r"\*\*\* \[\S+ ([^\]]+)\] Error", text):
        found[re.sub(r"\.test$", "", name)] = "failed"
    return found


def automake(text, _tree):
    return {
        name: verdict.lower()
        for verdict, name in re.findall(r"^(PASS|FAIL|XPASS|XFAIL|SKIP|ERROR): (\S+)", text, re.M)
    }


def ninja(text, _tree):
    found = {name: "ok" for name in re.findall(r"\[\d+/\d+\] (\w+\.\w+)", text)}
    found.update(
        {name: verdict for name, verdict in re.findall(r"^([\w ]+): (ok|failed)$", text, re.M)}
    )
    for place in re.findall(r"\*\*\* Failure in (\S+?):\d+", text):
        found["failures in " + place] = "failed"
    found["all"] = "ok" if re.search(r"^passed$", text, re.M) else "failed"
    return found


def named(text, _tree):
    return dict(re.findall(r"^(.+): (ok|failed)$", text, re.M))


def junit(_text, tree):
    """CPython's regrtest."""
    path = os.path.join(tree, "junit.xml")
    found = {}
    if not os.path.exists(path):
        return found
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        kinds = {child.tag for child in case}
        verdict = (
            "failed"
            if kinds & {"failure", "error"}
            else "skipped"
            if "skipped" in kinds
            else case.get("status", "run")
        )
        name = re.sub(r"0x[0-9a-f]+", "0x", case.get("name", ""))
        found["%s.%s" % (case.get("classname", ""), name)] = verdict
    return found


def git(text, _tree):
    """Scripts one after another; a script's lines follow 'script NAME'."""
    found, script = {}, ""
    for line in text.splitlines():
        if line.startswith("script "):
            script = line.split()[1]
        match = NUMBERED.match(line)
        if match and script:
            verdict = "skipped" if match.group(3) else match.group(1).lower()
            found["%s %s" % (script, match.group(2))] = verdict
    return found


def postgresql(text, _tree):
    found = {}
    for name, verdict in re.findall(
        r"^(?:test|  +)\s*(\w+)\s+\.\.\. (ok|FAILED|failed)", text, re.M
    ):
        found[name] = verdict.lower()
    return found


def differences(plain, profiled):
    """[(test, verdicts of the plain runs, verdict of the profiled one)]: a verdict that no plain
    run gave; None stands for no verdict."""
    found = []
    for test in sorted({*profiled, *(t for run in plain for t in run)}):
        before = [run.get(test) for run in plain]
        if profiled.get(test) not in before:
            found.append((test, before, profiled.get(test)))
    return found
