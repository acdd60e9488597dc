# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""profile_cases.py - malformed profiles, with what the tool says."""

from damage import (AREA_SIZE, ARCS, BLOCK, DIRECTORY_SIZE, FIRST_DIRECTORY, FRAMES, MODULE,
                    PROCESS, SAMPLES, THREAD, made)

REPORT = ("report", "program", "profile")
PHASE = ("report", "--phase=load", "program", "profile")
ID_LIMIT = 0xffffffff


def case(name, damage, message, spec="figure-4", arguments=REPORT):
    def make():
        binary, profile = made(spec)
        return {"program": binary, "profile": damage(profile)}
    return name, make, arguments, "gprof-llvm: 'profile' " + message


def area(name, kind, damage, what, spec="figure-4", nth=0):
    """An area that is told with its type and offset."""
    offset = [None]

    def make():
        binary, profile = made(spec)
        damage(profile)
        return {"program": binary, "profile": profile}
    profile = damage(made(spec)[1])
    offset = profile.get(profile.entry(kind, nth) + 16, "Q")
    return (name, make, REPORT, "gprof-llvm: 'profile' is damaged: the area of type %d at offset "
            "%d %s" % (kind, offset, what))


def snapshot(name, damage, what, arguments=PHASE, at=None):
    newest = made("phases")[1].get(232, "Q")
    return case(name, damage, "is damaged: the snapshot at offset %d %s" %
                (newest if at is None else at, what), "phases", arguments)


def ring(p):
    return p.newest(next=p.get(232, "Q"))


CASES = [
    case("nothing in it", lambda p: p.cut(0), "is empty: no process has written to it"),
    case("zeros", lambda p: p.header(magic=b""),
         "was never begun: its process ended too early"),
    case("other magic", lambda p: p.header(magic=b"gprofLLW"),
         "is not a profile of gprof-llvm"),
    case("of GNU gprof", lambda p: p.header(magic=b"gmon\1"),
         "is of the form of GNU gprof: `gprof-llvm gprof PROGRAM FILE' reads it"),
    case("a program", lambda p: p.header(magic=b"\x7fELF\2\1\1"),
         "is a program: expected a profile"),
    case("cut within the magic", lambda p: p.cut(7), "is not a profile of gprof-llvm"),
    case("cut within the header", lambda p: p.cut(100),
         "is truncated: 100 bytes do not hold its header"),
    case("other byte order", lambda p: p.header(byte_order=0x04030201),
         "is from a processor with another byte order or pointer size"),
    case("other pointer size", lambda p: p.header(pointer_size=4),
         "is from a processor with another byte order or pointer size"),
    case("version of the future", lambda p: p.header(version=99),
         "has format version 99, this tool reads version 1: use the tool that came with the "
         "runtime that wrote it"),
    case("cut within an area", lambda p: p.cut(4100),
         "is truncated: 4100 of %d bytes exist" % len(made("figure-4")[1].data)),
    case("end before the directory", lambda p: p.header(file_end=1000),
         "is damaged: it has no directory at offset 2048"),
    case("next directory beyond the end", lambda p: p.directory(next=1 << 40),
         "is damaged: it has no directory at offset 1099511627776"),
    case("next directory not aligned", lambda p: p.directory(next=2052),
         "is damaged: it has no directory at offset 2052"),
    case("directory with too many entries", lambda p: p.directory(capacity=1000000),
         "is damaged: the directory at offset 2048 is truncated"),
    case("directory of unknown areas that follows itself",
         lambda p: [p.put(FIRST_DIRECTORY + DIRECTORY_SIZE + AREA_SIZE * i, "I", 0)
                    for i in range(8)] and p.directory(next=2048),
         "is damaged: its directories form a cycle"),
    case("directory without entries that follows itself",
         lambda p: p.directory(next=2048, capacity=0),
         "is damaged: its directories form a cycle"),
    area("area beyond the end", BLOCK, lambda p: p.area(BLOCK, size=1 << 40),
         "reaches beyond the end"),
    area("area not aligned", THREAD, lambda p: p.area(THREAD, offset=4097),
         "reaches beyond the end"),
    area("areas that share their bytes", BLOCK,
         lambda p: p.area(BLOCK, offset=0, size=p.get(24, "Q")), "overlaps others"),
    area("text without an end", PROCESS,
         lambda p: p.area(PROCESS, size=p.get(p.entry(PROCESS) + 24, "Q") - 1),
         "has text without an end"),
    area("text of no bytes", PROCESS, lambda p: p.area(PROCESS, size=0),
         "has text without an end"),
    area("module too small", MODULE, lambda p: p.area(MODULE, size=64), "holds no valid module"),
    area("path longer than the module", MODULE, lambda p: p.content(MODULE, path_size=1000),
         "holds no valid module"),
    area("path without an end", MODULE, lambda p: p.content(MODULE, path_size=4),
         "holds no valid module"),
    area("build-id longer than its field", MODULE, lambda p: p.content(MODULE, build_id_size=33),
         "holds no valid module"),
    area("addresses that end before they begin", MODULE, lambda p: p.content(MODULE, high=0),
         "holds no valid module"),
    area("counters that end before they begin", MODULE,
         lambda p: p.content(MODULE, cnt_start=1 << 60), "holds no valid module"),
    area("the same module twice", MODULE, lambda p: p.again(MODULE), "repeats a module"),
    area("thread too small", THREAD, lambda p: p.area(THREAD, size=16), "holds no valid thread"),
    area("thread's name without an end", THREAD, lambda p: p.content(THREAD, name=b"x" * 16),
         "holds no valid thread"),
    area("the same thread twice", THREAD, lambda p: p.again(THREAD), "repeats a thread"),
    area("counters of no module", BLOCK, lambda p: p.area(BLOCK, module=7),
         "belongs to no module"),
    area("too few counters", BLOCK, lambda p: p.area(BLOCK, size=24),
         "does not hold the counters of its module"),
    area("counters begin within a word", BLOCK, lambda p: p.area(BLOCK, skip=4),
         "does not hold the counters of its module"),
    area("counters begin behind them", BLOCK, lambda p: p.area(BLOCK, skip=1 << 40),
         "does not hold the counters of its module"),
    area("samples of more slots than bytes", SAMPLES,
         lambda p: p.content(SAMPLES, capacity=1 << 60), "is smaller than its table"),
    area("samples without a table", SAMPLES, lambda p: p.area(SAMPLES, size=8),
         "is smaller than its table"),
    area("arcs of more slots than bytes", ARCS,
         lambda p: p.area(SAMPLES, type=ARCS).content(ARCS, capacity=1 << 20),
         "is smaller than its table"),
    area("frames of more slots than bytes", FRAMES,
         lambda p: p.content(FRAMES, capacity=1 << 60), "is smaller than its table", "library"),
    area("frame of id 0", FRAMES, lambda p: p.content(FRAMES, first_id=0),
         "numbers its frames beyond the range of ids", "library"),
    area("frames of ids beyond 32 bits", FRAMES,
         lambda p: p.content(FRAMES, first_id=ID_LIMIT - 1),
         "numbers its frames beyond the range of ids", "library"),
    area("a part of a timing", 9, lambda p: p.area(THREAD, type=9),
         "holds a part of a timing"),
    area("a part of the heap's sums", 11, lambda p: p.area(BLOCK, type=11, size=8),
         "holds a part of the heap's sums"),
    area("the heap's sums twice", 11, lambda p: p.area(THREAD, type=11).again(11),
         "repeats the heap's sums"),
    area("a part of the sums of stacks", 22, lambda p: p.area(BLOCK, type=22, size=8),
         "holds a part of the sums of stacks"),
    area("a part of a frame of the heap", 23, lambda p: p.area(THREAD, type=23, size=20),
         "holds a part of a frame"),
    area("a part of the sums of reads", 15, lambda p: p.area(BLOCK, type=15, size=8),
         "holds a part of the sums of reads and writes"),
    area("the sums of reads twice", 15, lambda p: p.area(SAMPLES, type=15).again(15),
         "repeats the sums of reads and writes"),
    area("a part of a file's name", 16, lambda p: p.area(BLOCK, type=16, size=8),
         "holds a part of a file's name"),
    area("a part of an event", 18, lambda p: p.area(BLOCK, type=18, size=8),
         "holds a part of an event"),
    area("a timeline without its head", 10, lambda p: p.area(BLOCK, type=10, size=8),
         "holds a part of an entry"),
    area("a timeline that ends in an entry", 10, lambda p: p.area(BLOCK, type=10, size=20),
         "holds a part of an entry"),
    case("frame that is its own caller", lambda p: p.content(FRAMES, parent=1),
         "is damaged: frame 1 of thread 0 is its own caller", "library"),
    case("two frames of one id", lambda p: p.copy(FRAMES),
         "is damaged: two tables of thread 0 have a frame 1", "library"),
    case("counters of another build's number",
         lambda p: p.content(MODULE, cnt_start=p.get(p.get(p.entry(MODULE) + 16, "Q") + 40, "Q")),
         "is damaged: it has 0 counters of 'program', not %d" %
         (made("figure-4")[0].get(made("figure-4")[0].section_header("gprof_cnt") + 32, "Q") // 8)),
    snapshot("snapshot beyond the end", lambda p: p.header(snapshots=999992),
             "reaches beyond the end", REPORT, 999992),
    snapshot("snapshot not aligned", lambda p: p.header(snapshots=4099),
             "reaches beyond the end", REPORT, 4099),
    snapshot("snapshot smaller than its head", lambda p: p.newest(size=8),
             "reaches beyond the end", REPORT),
    snapshot("snapshot larger than the file", lambda p: p.newest(size=1 << 40),
             "reaches beyond the end", REPORT),
    snapshot("snapshot's name without an end", lambda p: p.newest(name=b"x" * 64),
             "has no valid name", REPORT),
    case("snapshots in a ring", ring, "is damaged: its snapshots form a cycle, or overlap",
         "phases"),
    snapshot("snapshot on one that is not there", lambda p: p.newest(base=4096),
             "has no base before it"),
    snapshot("counts of no area", lambda p: p.newest(content=bytes.fromhex("0501010000000000")),
             "has counts of a missing area"),
    snapshot("content that ends within a number", lambda p: p.newest(content=b"\xff" * 8,
                                                                     size=120), "is truncated"),
]


def what_is_no_count(p):
    """A change of word 0 of the samples, their capacity."""
    number, out = p.get(p.entry(SAMPLES) + 16, "Q") // 8, b""
    while number >= 128:
        out += bytes([number & 127 | 128])
        number >>= 7
    return p.newest(content=out + bytes([number, 1, 1, 0, 0]))


CASES.append(snapshot("a change of what is no count", what_is_no_count,
                      "has content that is not counts"))
CASES += [
    ("a device in place of a profile", lambda: {"program": made("figure-4")[0]},
     ("report", "program", "/dev/null"), "gprof-llvm: '/dev/null' is not a regular file"),
    ("no profile of that name", lambda: {"program": made("figure-4")[0]},
     ("report", "program", "absent.gprof"),
     "gprof-llvm: cannot open 'absent.gprof': No such file or directory"),
]

NOT_MADE = {
    "cannot read '%s': it grows faster than it can be read": "a process would have to",
    "cannot read '%s': its process changes it faster than it can be read: try again":
        "a process would have to",
    "cannot read '%s': %s": "the disk would have to fail",
}
