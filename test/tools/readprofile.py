#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""readprofile.py FILE... - print profile files as text, one record a line.

Written from docs/format.md, independently of the C readers: what the tests of
the runtime compare with.  A file that breaks a rule of the format ends it with
exit code 1.  Sums over threads and blocks are printed last:

    count MODULE OFFSET N     counter at byte OFFSET of gprof_cnt
    arc KIND MODULE FROM TO N
    samples N WEIGHT_NS

Snapshots are printed oldest first, each with the sum of the counts in blocks that
came since the one before it, and the sum since the last one:

    snapshot KIND NAME SUM
    since SUM

--stacks prints instead one line for each stack seen, outermost frame first, with
the names that the symbol tables have (NM, or nm, reads them):

    stack THREAD COUNT FLAG,... NAME;NAME;NAME

An address outside all symbols is "[MODULE]", outside all modules "?".  FLAGS are
kernel, wait, cut, no-stack, or "-".

--waits prints instead one line for each thing that threads waited for, with the thread
that held it or "-", and how often no room was found for one:

    wait KIND NS HOLDER NAME
    unknown N

--clocks prints instead how many samples of user code each clock took in threads whose rate
changes: the event, and the kernel's ticks beside it:

    clock event N
    clock ticks N
"""
import bisect
import collections
import os
import struct
import subprocess
import sys

HEADER = struct.Struct("<8sIIIIQIIQIIQQQQQQ16QQQQ")
SNAPSHOT = struct.Struct("<QQQIIQQ64s")
SNAPSHOT_KINDS = {1: "start", 2: "stop", 3: "reset", 4: "dump", 5: "begin", 6: "end",
                  7: "tick"}
AREA = struct.Struct("<IIIIQQQQ")
MODULE = struct.Struct("<IIQQQQQQIIII32s")
THREAD = struct.Struct("<IIIIQQ16sQQ")
ARC = struct.Struct("<IIQQQ")
SAMPLE = struct.Struct("<QIIQQ")
FRAME = struct.Struct("<QII")
WAIT = struct.Struct("<II")
OBJECT = struct.Struct("<IIQQQ160s")
OBJECT_KINDS = {1: "lock", 2: "futex", 3: "end", 4: "file", 5: "set"}
WAITS_AREA, OBJECTS_AREA = 13, 14
(PROCESS_AREA, MODULE_AREA, THREAD_AREA, BLOCK_AREA, ARCS_AREA, SAMPLES_AREA,
 FRAMES_AREA) = range(1, 8)
# Of the counts in an area: first word, words from slot to slot, words in a slot.
COUNTS = {BLOCK_AREA: (0, 1, 1), ARCS_AREA: (5, 4, 1), SAMPLES_AREA: (4, 4, 2)}
FLAGS = {1: "kernel", 2: "wait", 4: "cut", 8: "no-stack"}
OCTAVE_SHIFT, STEPS, TICKS = 16, 64, 128
ARC_KINDS = {1: "indirect", 2: "call", 3: "caller"}
NONE = 0xFFFFFFFF


class Malformed(Exception):
    pass


class Symbols:
    """The functions of one ELF file, by address."""

    def __init__(self, path):
        self.names = []
        for options in (["-S", "--defined-only"], ["-D", "-S", "--defined-only"]):
            command = [os.environ.get("NM", "nm")] + options + [path]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            for line in run.stdout.splitlines():
                part = line.split()
                if len(part) == 4 and part[2] in "tTwWiV":
                    start, size = int(part[0], 16), int(part[1], 16)
                    self.names.append((start, start + size, part[3].split("@")[0]))
        self.names.sort()
        self.starts = [n[0] for n in self.names]

    def name(self, address):
        i = bisect.bisect_right(self.starts, address)
        for start, end, name in reversed(self.names[max(0, i - 4):i]):
            if start <= address < end:
                return name
        return None


class Profile:
    def __init__(self, name):
        with open(name, "rb") as f:
            self.data = f.read()
        h = HEADER.unpack_from(self.data, 0)
        if h[0] != b"gprofLLV" or h[1:4] != (1, 0x01020304, 8):
            raise Malformed("not a profile")
        (self.flags, self.file_end, self.pid, self.ppid, self.run_id, self.fork_depth,
         self.clock, self.period_ns, self.start_ns, self.end_ns, self.user_ns,
         self.system_ns, self.monotonic_ns) = h[4:17]
        self.lost = h[17:33]
        self.newest, self.snapshot_bytes, self.snapshot_limit = h[33:36]
        if self.file_end > len(self.data):
            raise Malformed("file_end beyond the file")
        self.process, self.modules, self.threads = {}, {}, {}
        self.counts = collections.Counter()  # (module, byte offset)
        self.arcs = collections.Counter()  # (kind, module, from, to)
        self.samples = collections.defaultdict(lambda: [0, 0])  # (pc, flags)
        self.frames = {}  # (thread, id): (pc, parent)
        self.stacks = collections.Counter()  # (thread, epoch, pc, frame, flags)
        self.symbols = {}
        self.objects = {}  # id: (kind, thread, address, descriptor, name)
        self.waits = []  # areas: (offset of the table, data)
        self.lost_objects = 0
        self.areas = list(self.read_areas())
        for area in sorted(self.areas):  # modules come before their blocks
            self.read_area(*area)
        self.snapshots = self.read_snapshots()

    def read_areas(self):
        at, seen = 2048, set()
        while at:
            if at in seen or at + 16 > self.file_end:
                raise Malformed("bad directory offset %d" % at)
            seen.add(at)
            following, capacity, _ = struct.unpack_from("<QII", self.data, at)
            for i in range(capacity):
                area = AREA.unpack_from(self.data, at + 16 + i * AREA.size)
                if not area[0]:
                    continue
                if area[4] + area[5] > self.file_end:
                    raise Malformed("area beyond file_end")
                yield area
            at = following

    def read_area(self, kind, thread, module, epoch, offset, size, skip, _):
        data = self.data[offset:offset + size]
        if kind == PROCESS_AREA:
            for s in data.split(b"\0"):
                if s:
                    key, _, value = s.decode("utf-8", "replace").partition("=")
                    self.process[key] = value
        elif kind == MODULE_AREA:
            m = MODULE.unpack_from(data)
            path = data[MODULE.size:MODULE.size + m[11] - 1].decode("utf-8", "replace")
            if m[0] != module or m[0] in self.modules:
                raise Malformed("module index %d" % m[0])
            self.modules[m[0]] = m + (path,)
        elif kind == THREAD_AREA:
            t = THREAD.unpack_from(data)
            if t[0] != thread or t[0] in self.threads:
                raise Malformed("thread index %d" % t[0])
            self.threads[t[0]] = t
        elif kind == BLOCK_AREA:
            self.read_block(module, data[skip:])
        elif kind == ARCS_AREA:
            self.read_arcs(data)
        elif kind == SAMPLES_AREA:
            self.read_samples(thread, epoch, data)
        elif kind == FRAMES_AREA:
            self.read_frames(thread, data)
        elif kind == OBJECTS_AREA:
            self.read_objects(data)
        elif kind == WAITS_AREA:
            table, n = struct.unpack_from("<QQ", data)
            if n != (size - 16) // WAIT.size:
                raise Malformed("waits of %d slots" % n)
            self.waits.append((table, data[16:16 + n * WAIT.size]))

    def read_objects(self, data):
        first, reserved, lost = struct.unpack_from("<IIQ", data)
        if not first or reserved:
            raise Malformed("objects from %d" % first)
        self.lost_objects += lost
        items = data[16:16 + (len(data) - 16) // OBJECT.size * OBJECT.size]
        for i, (kind, thread, address, descriptor, zero, name) in enumerate(
                OBJECT.iter_unpack(items)):
            if b"\0" not in name or zero:
                raise Malformed("object %d" % (first + i))
            if kind:
                if first + i in self.objects:
                    raise Malformed("object %d is there twice" % (first + i))
                self.objects[first + i] = (kind, thread, address, descriptor,
                                           name.split(b"\0")[0].decode("utf-8", "replace"))

    def name_with(self, tid):
        """The name of the thread that was last in some slot, or its number."""
        for thread in self.threads.values():
            if thread[1] == tid:
                return thread[6].split(b"\0")[0].decode()
        return str(tid)

    def dump_waits(self, out):
        sums = collections.Counter()
        for table, slots in self.waits:
            for i, (what, holder) in enumerate(WAIT.iter_unpack(slots)):
                _, _, flags, count, weight = SAMPLE.unpack_from(
                    self.data, table + 16 + i * SAMPLE.size)
                if count and what:
                    if not flags & 2 or what not in self.objects:
                        raise Malformed("wait for object %d" % what)
                    sums[what, holder] += weight
        for (what, holder), ns in sorted(sums.items()):
            kind, _, _, _, name = self.objects[what]
            who = self.name_with(holder) if holder else "-"
            if kind == 3:
                name = self.name_with(int(name))
            print("wait %s %d %s %s" % (OBJECT_KINDS[kind], ns, who, name), file=out)
        print("unknown %d" % self.lost_objects, file=out)

    def read_block(self, module, data):
        if module not in self.modules:
            raise Malformed("block of unknown module %d" % module)
        size = self.modules[module][6] - self.modules[module][5]
        for i in range(0, size, 8):
            n = struct.unpack_from("<Q", data, i)[0]
            if n:
                self.counts[module, i] += n

    def entries(self, data, entry):
        capacity = struct.unpack_from("<Q", data)[0]
        if capacity & (capacity - 1) or 16 + capacity * entry.size > len(data):
            raise Malformed("table of %d entries" % capacity)
        return entry.iter_unpack(data[16:16 + capacity * entry.size])

    def read_arcs(self, data):
        for kind, module, source, target, count in self.entries(data, ARC):
            if count:
                self.arcs[kind, module, source, target] += count

    def read_frames(self, thread, data):
        first = struct.unpack_from("<Q", data, 8)[0]
        for i, (pc, parent, _) in enumerate(self.entries(data, FRAME)):
            if pc:
                if first < 1 or (thread, first + i) in self.frames:
                    raise Malformed("frame id %d" % (first + i))
                self.frames[thread, first + i] = pc, parent

    def stack(self, thread, frame):
        """Return addresses, innermost first."""
        pcs = []
        while frame:
            if (thread, frame) not in self.frames or len(pcs) > len(self.frames):
                raise Malformed("frame %d of thread %d" % (frame, thread))
            pc, frame = self.frames[thread, frame]
            pcs.append(pc)
        return pcs

    def name(self, address, epoch):
        for m in self.modules.values():
            if m[3] <= address < m[4] and m[9] <= epoch < m[8]:
                path = m[13]
                if path not in self.symbols:
                    self.symbols[path] = Symbols(path)
                return (self.symbols[path].name(address - m[2])
                        or "[%s]" % os.path.basename(path).strip("[]"))
        return "?"

    def dump_stacks(self, out):
        lines = collections.Counter()
        for (thread, epoch, pc, frame, flags), count in self.stacks.items():
            names = [self.name(a - 1, epoch) for a in reversed(self.stack(thread, frame))]
            flags = ",".join(FLAGS[f] for f in FLAGS if f & flags) or "-"
            lines[thread, flags, ";".join(names + [self.name(pc, epoch)])] += count
        for (thread, flags, names), count in sorted(lines.items()):
            print("stack %d %d %s %s" % (thread, count, flags, names), file=out)

    def read_samples(self, thread, epoch, data):
        for pc, frame, flags, count, weight in self.entries(data, SAMPLE):
            if flags & 0xF0 and not flags & 4:
                raise Malformed("a reason why a whole stack ended")
            if count:
                self.stacks[thread, epoch, pc, frame, flags] += count
                self.samples[pc, flags][0] += count
                self.samples[pc, flags][1] += weight

    def dump_clocks(self, out):
        counts = {"event": 0, "ticks": 0}
        for (_, flags), (count, _) in self.samples.items():
            octave = flags >> OCTAVE_SHIFT
            if octave > STEPS:
                counts["event" if octave < TICKS else "ticks"] += count
        for clock, count in counts.items():
            print("clock %s %d" % (clock, count), file=out)

    def words(self):
        """(area offset, word) -> (count, it belongs to a block), of all counts."""
        found = {}
        for kind, _, _, _, offset, size, skip, _ in self.areas:
            if kind not in COUNTS:
                continue
            first, step, words = COUNTS[kind]
            for at in range(skip // 8 if kind == BLOCK_AREA else first, size // 8, step):
                for i in range(at, min(at + words, size // 8)):
                    value = struct.unpack_from("<Q", self.data, offset + 8 * i)[0]
                    found[offset, i] = value, kind == BLOCK_AREA
        return found

    def numbers(self, start, end):
        value, shift = 0, 0
        for byte in self.data[start:end]:
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                yield value & (1 << 64) - 1
                value, shift = 0, 0

    def content(self, start, end):
        """Pairs of a word's key and its difference."""
        numbers = self.numbers(start, end)
        for offset in numbers:
            if not offset:
                return
            word = -1
            for step in numbers:
                if not step:
                    break
                word += step
                yield (8 * offset, word), next(numbers)
        raise Malformed("snapshot content does not end")

    def read_snapshots(self):
        found, at = [], self.newest
        while at:
            s = SNAPSHOT.unpack_from(self.data, at)
            if at % 8 or at + s[2] > self.file_end or len(found) > self.file_end // 112:
                raise Malformed("snapshot at %d" % at)
            found.append((at, s))
            at = s[0]
        values, before, sums, now = {0: {}}, {}, [], self.words()
        if sum(s[2] for _, s in found) > self.snapshot_bytes:
            raise Malformed("snapshot_bytes %d" % self.snapshot_bytes)
        for at, s in reversed(found):
            after = dict(values[s[1]])
            for key, difference in self.content(at + SNAPSHOT.size, at + s[2]):
                after[key] = after.get(key, 0) + difference & (1 << 64) - 1
            sums.append((s, self.between(before, after, now)))
            values[at] = before = after
        return sums + [(None, self.between(before, {k: v[0] for k, v in now.items()}, now))]

    def between(self, before, after, now):
        """Sum over the blocks; counts must not fall, targets may (unloaded modules)."""
        total = 0
        for key in before.keys() | after.keys():
            if key not in now:
                raise Malformed("snapshot of a word that is no count")
            old, new = before.get(key, 0), after.get(key, 0)
            if new < old < 1 << 40:  # not an address
                raise Malformed("a count fell from %d to %d" % (old, new))
            if now[key][1] and now[key][0] < 1 << 40:  # not an address
                total += new - old
        return total

    def dump(self, out):
        print("pid %d ppid %d depth %d run %016x clock %d period %d flags %d" % (
            self.pid, self.ppid, self.fork_depth, self.run_id, self.clock, self.period_ns,
            self.flags), file=out)
        print("end %d user %d system %d size %d" % (
            self.end_ns != 0, self.user_ns, self.system_ns, self.file_end), file=out)
        print("lost", *self.lost[:6], file=out)
        for key, value in self.process.items():
            print("process %s=%s" % (key, value), file=out)
        for i, m in sorted(self.modules.items()):
            print("module %d flags %d bias %#x range %#x-%#x cnt %#x-%#x hash %016x "
                  "unload %d load %d build-id %s %s" % (
                      i, m[1], m[2], m[3], m[4], m[5], m[6], m[7],
                      -1 if m[8] == NONE else m[8], m[9], m[12][:m[10]].hex() or "-", m[13]),
                  file=out)
        for i, t in sorted(self.threads.items()):
            print("thread %d tid %d threads %d cpu %d handler %d samples %d %s" % (
                i, t[1], t[2], t[5], t[7], t[8],
                t[6].split(b"\0")[0].decode("utf-8", "replace")), file=out)
        for (module, offset), n in sorted(self.counts.items()):
            print("count %d %d %d" % (module, offset, n), file=out)
        for (kind, module, source, target), n in sorted(self.arcs.items()):
            print("arc %s %d %#x %#x %d" % (
                ARC_KINDS.get(kind, kind), -1 if module == NONE else module, source, target, n),
                file=out)
        for (pc, flags), (n, weight) in sorted(self.samples.items()):
            print("sample %#x %d %d %d" % (pc, flags, n, weight), file=out)
        print("samples %d %d" % (sum(s[0] for s in self.samples.values()),
                                 sum(s[1] for s in self.samples.values())), file=out)
        for s, total in self.snapshots:
            print("since %d" % total if s is None else "snapshot %s %s %d" % (
                SNAPSHOT_KINDS.get(s[3], s[3]), s[7].split(b"\0")[0].decode() or "-", total),
                file=out)


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    wanted = [a for a in sys.argv[1:] if a.startswith("--")]
    for name in names:
        try:
            profile = Profile(name)
            if wanted == ["--stacks"]:
                profile.dump_stacks(sys.stdout)
            elif wanted == ["--waits"]:
                profile.dump_waits(sys.stdout)
            elif wanted == ["--clocks"]:
                profile.dump_clocks(sys.stdout)
            else:
                profile.dump(sys.stdout)
        except (Malformed, struct.error, OSError) as error:
            sys.exit("readprofile: '%s': %s" % (name, error))


if __name__ == "__main__":
    main()
