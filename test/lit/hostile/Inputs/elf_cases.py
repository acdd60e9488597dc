# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""elf_cases.py - malformed ELF files, with what the tool says."""

from damage import made, object_file

R_X86_64_PC32 = 2
GPROF = ("gprof", "program", "gmon")


def case(name, make, message, arguments=("info", "program")):
    return name, lambda: {"program": make()}, arguments, message


def program(**values):
    return made("figure-4")[0].head(**values)


def without_names():
    return program().section("gprof_str", name=1 << 30)


def twice_the_counters():
    """The section of strings is one of counters too."""
    elf = program()
    return elf.section("gprof_str", name=elf.get(elf.section_header("gprof_cnt"), "I"))


def overlapping():
    elf = program()
    for name in ("gprof_str", "gprof_fn"):
        elf.section(name, offset=0, size=len(elf.data))
    return elf


CASES = [
    case("not there", lambda: b"", "gprof-llvm: cannot open 'absent': No such file or directory",
         ("info", "absent")),
    case("a directory", lambda: b"", "gprof-llvm: '.' is not a regular file", ("info", ".")),
    case("nothing in it", lambda: b"",
         "gprof-llvm: 'program' is empty: no process has written to it",
         ("report", "program")),
    case("text", lambda: b"text\n", "gprof-llvm: 'program' is neither a profile nor an "
         "executable: name the program that ran, or its profile", ("report", "program")),
    case("of GNU gprof", lambda: b"gmon\1\0\0\0", "gprof-llvm: 'program' is a profile of the form of GNU "
         "gprof: `gprof-llvm gprof PROGRAM program' reads it", ("report", "program")),
    case("a script", lambda: b"#!/bin/sh\n",
         "gprof-llvm: 'program' is a script, and no program has a profile here: run it first",
         ("report", "program")),
    case("cut within its header", lambda: program().cut(40),
         "gprof-llvm: 'program' is not an ELF file", ("report", "program")),
    case("cut off behind its header", lambda: program().cut(100),
         "gprof-llvm: 'program' is cut off after 100 bytes: copy it again", ("report", "program")),
    case("of 32 bits", lambda: program(**{"class": 1}),
         "gprof-llvm: 'program' is not for a 64-bit little-endian processor"),
    case("big-endian", lambda: program(data=2),
         "gprof-llvm: 'program' is not for a 64-bit little-endian processor"),
    case("of another processor", lambda: program(machine=243),
         "gprof-llvm: 'program' is for the processor RISC-V: x86-64 and AArch64 are supported"),
    case("of a processor without a name", lambda: program(machine=4242),
         "gprof-llvm: 'program' is for the unknown processor 4242: x86-64 and AArch64 are "
         "supported"),
    case("section without a name", without_names,
         "gprof-llvm: 'program' has a section without a name"),
    case("sections that overlap", overlapping,
         "gprof-llvm: 'program' has sections that overlap"),
    case("several sections of counters", twice_the_counters,
         "gprof-llvm: 'program' has several sections 'gprof_cnt'"),
    case("no static call graph", lambda: made("figure-4", "sections=0")[0],
         "gprof-llvm: 'program' has no static call graph: compile it with "
         "-fpass-plugin=GprofPass.so"),
    case("no static call graph, and no profile", lambda: made("figure-4", "sections=0")[0],
         "gprof-llvm: no profile of 'program' here, and it was compiled without the plugin: "
         "compile it with -fpass-plugin=GprofPass.so, or, if its libraries were, run it with "
         "LD_PRELOAD=libgprof_rt.so", ("report", "program")),
    case("relocation beyond its section", lambda: object_file([(1 << 40, R_X86_64_PC32)]),
         "gprof-llvm: 'program' has a damaged relocation at gprof_cg+0x10000000000"),
    case("relocation that is cut off", lambda: object_file([(30, R_X86_64_PC32)]),
         "gprof-llvm: 'program' has a damaged relocation at gprof_cg+0x1e"),
    case("relocation to no section", lambda: object_file([(0, R_X86_64_PC32)], 77),
         "gprof-llvm: 'program' has a damaged relocation at gprof_cg+0"),
    case("relocations without symbols",
         lambda: object_file([(0, R_X86_64_PC32)]).section(".rela", link=99),
         "gprof-llvm: 'program' has damaged relocations of section 'gprof_cg'"),
    case("gprof: not an ELF file", lambda: b"#!/bin/sh\n",
         "gprof: program: not in executable format", GPROF),
    case("gprof: not there", lambda: b"", "gprof: absent: No such file or directory",
         ("gprof", "absent")),
    case("gprof: no text", lambda: program().section(".text", name=0),
         "gprof: can't find .text section in program", GPROF),
    case("gprof: no symbols", lambda: made("figure-4", "strip=1")[0],
         "gprof: file `program' has no symbols", GPROF),
]

NOT_MADE = {
    "'%s' is not the debug file of '%s': it has another build-id": "has tests in report/",
    "'%s' has no section table": "libelf has a number for every file whose header it takes",
}
