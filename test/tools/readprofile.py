#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""readprofile.py FILE... - print profile files as text, one record a line.

Written from docs/format.md, independently of the C readers: what the tests of
the runtime compare with.  A file that breaks a rule of the format ends it with
exit code 1.  Sums over threads and blocks are printed last:

    count MODULE OFFSET N     counter at byte OFFSET of gprof_cnt
    arc KIND MODULE FROM TO N
    samples N WEIGHT_NS
"""
import collections
import struct
import sys

HEADER = struct.Struct("<8sIIIIQIIQIIQQQQQQ16Q")
AREA = struct.Struct("<IIIIQQQQ")
MODULE = struct.Struct("<IIQQQQQQIIII32s")
THREAD = struct.Struct("<IIIIQQ16s")
ARC = struct.Struct("<IIQQQ")
SAMPLE = struct.Struct("<QIIQQ")
PROCESS_AREA, MODULE_AREA, THREAD_AREA, BLOCK_AREA, ARCS_AREA, SAMPLES_AREA = range(1, 7)
ARC_KINDS = {1: "indirect", 2: "call", 3: "caller"}
NONE = 0xFFFFFFFF


class Malformed(Exception):
    pass


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
        self.lost = h[17:]
        if self.file_end > len(self.data):
            raise Malformed("file_end beyond the file")
        self.process, self.modules, self.threads = {}, {}, {}
        self.counts = collections.Counter()  # (module, byte offset)
        self.arcs = collections.Counter()  # (kind, module, from, to)
        self.samples = collections.defaultdict(lambda: [0, 0])  # (pc, flags)
        self.areas = list(self.read_areas())
        for area in sorted(self.areas):  # modules come before their blocks
            self.read_area(*area)

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
            self.read_samples(data)

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

    def read_samples(self, data):
        for pc, _, flags, count, weight in self.entries(data, SAMPLE):
            if count:
                self.samples[pc, flags][0] += count
                self.samples[pc, flags][1] += weight

    def dump(self, out):
        print("pid %d ppid %d depth %d run %016x clock %d period %d flags %d" % (
            self.pid, self.ppid, self.fork_depth, self.run_id, self.clock, self.period_ns,
            self.flags), file=out)
        print("end %d user %d system %d size %d" % (
            self.end_ns != 0, self.user_ns, self.system_ns, self.file_end), file=out)
        print("lost", *self.lost[:5], file=out)
        for key, value in self.process.items():
            print("process %s=%s" % (key, value), file=out)
        for i, m in sorted(self.modules.items()):
            print("module %d flags %d bias %#x range %#x-%#x cnt %#x-%#x hash %016x "
                  "unload %d load %d build-id %s %s" % (
                      i, m[1], m[2], m[3], m[4], m[5], m[6], m[7],
                      -1 if m[8] == NONE else m[8], m[9], m[12][:m[10]].hex() or "-", m[13]),
                  file=out)
        for i, t in sorted(self.threads.items()):
            print("thread %d tid %d threads %d cpu %d %s" % (
                i, t[1], t[2], t[5], t[6].split(b"\0")[0].decode("utf-8", "replace")), file=out)
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


def main():
    for name in sys.argv[1:]:
        try:
            Profile(name).dump(sys.stdout)
        except (Malformed, struct.error, OSError) as error:
            sys.exit("readprofile: '%s': %s" % (name, error))


if __name__ == "__main__":
    main()
