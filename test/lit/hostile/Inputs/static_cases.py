# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""static_cases.py - malformed static sections, with what the tool says."""

from damage import CG_FUNC_SIZE, CG_MODULE_SIZE, made

FAR = 1 << 30
FIRST = "0x%x" % CG_MODULE_SIZE


def case(name, damage, message, spec="pointer", at=FIRST, changes=()):
    def make():
        return {"program": damage(made(spec, *changes)[0])}
    if at:
        message = "section 'gprof_cg' is damaged: the record at offset %s %s" % (at, message)
    return name, make, ("info", "program"), "gprof-llvm: cannot read 'program': " + message


def packed(name, message, data="", damage=lambda b: b, spec="pointer"):
    """'data' is what the bytes of the first function begin with: cells, counters, sites, line,
    file, then the sites."""
    return case(name, damage, message, spec, changes=("packed=1", "packed_bytes=" + data))


def packed_flags(b):
    return b.bytes_of("gprof_cg") + CG_MODULE_SIZE + 20


NO_SENSE = "has impossible call sites"
TOO_SMALL = "is too small for its call sites"
CASES = [
    case("record of size 0", lambda b: b.function(size=0), "has an impossible size"),
    case("record of a size that is not aligned", lambda b: b.function(size=52),
         "has an impossible size"),
    case("record beyond the section", lambda b: b.function(size=1 << 20),
         "has an impossible size"),
    case("record of the future", lambda b: b.function(version=9),
         "section 'gprof_cg' has format version 9 at offset %s, this tool reads version 1: use "
         "the tool of the compiler plugin" % FIRST, at=None),
    case("module of the future", lambda b: b.module(version=9),
         "'spec.c' was compiled by a plugin whose section 'gprof_cg' has version 9, other "
         "files by one with version 1: compile all with one plugin", at=None),
    case("function too small", lambda b: b.last_function(size=CG_FUNC_SIZE - 8), "is too small",
         at="0x%x" % (made("pointer")[0].get(made("pointer")[0].section_header("gprof_cg") + 32,
                                             "Q") - CG_FUNC_SIZE)),
    case("module too small", lambda b: b.module(size=16), "is too small", at="0"),
    case("module with a source outside", lambda b: b.module(source=FAR),
         "refers to a string outside the file", at="0"),
    case("function with more call sites than bytes", lambda b: b.function(nsites=1000),
         "is too small for its call sites"),
    case("function without a name", lambda b: b.function(name=0), "has no name"),
    case("function with a name outside", lambda b: b.function(name=FAR),
         "refers to a string outside the file"),
    case("function with a file before all sections", lambda b: b.function(file=-FAR),
         "refers to a string outside the file"),
    case("names that do not end", lambda b: b.section("gprof_str", size=3),
         "refers to a string outside the file", at="0"),
    case("counters outside", lambda b: b.function(counters=FAR),
         "has counters outside section 'gprof_cnt'"),
    case("counters begin within a word",
         lambda b: b.function(counters=b.get(b.bytes_of("gprof_cg") + CG_MODULE_SIZE + 8, "i") + 4),
         "has counters outside section 'gprof_cnt'"),
    case("more counters than there are", lambda b: b.function(ncounters=1000),
         "has counters outside section 'gprof_cnt'"),
    case("counters in the text", lambda b: b.function(counters=-0x800),
         "has counters outside section 'gprof_cnt'"),
    case("copy whose counter is outside", lambda b: b.function(kind=3, version=2, counters=FAR),
         "has counters outside section 'gprof_cnt'"),
    case("copy of a counter outside", lambda b: b.function(kind=3, version=2),
         "has counters outside section 'gprof_cnt'"),
    case("copy of version 1", lambda b: b.function(kind=3),
         "section 'gprof_cg' has format version 1 at offset %s, this tool reads version 2: use "
         "the tool of the compiler plugin" % FIRST, at=None),
    case("counters without a place", lambda b: b.function(counters=0),
         "has counters without a place"),
    case("call site with a counter of none", lambda b: b.site(counter=9999),
         "has a call site whose counter is not the function's"),
    case("indirect call with a cell that is cut", lambda b: b.site(kind=2, counter=9),
         "has a call site whose counter is not the function's"),
    case("edge of a call site that is not there", lambda b: b.site(kind=4, counter=7),
         "has an edge without a call site"),
    case("callback of a call site that is not there", lambda b: b.site(kind=3, counter=7),
         "has an edge without a call site"),
    case("call site with a callee outside", lambda b: b.site(callee=FAR),
         "refers to a string outside the file", "untaken"),
    case("call site inlined from outside", lambda b: b.site(inlined=FAR),
         "refers to a string outside the file"),
    case("lines without a place for them", lambda b: b.function(flags=128),
         "is too small for its lines"),
    case("lines outside", lambda b: b.function(flags=128, nsites=0).site(callee=FAR),
         "has lines outside the file"),
    case("more lines than there are", lambda b: b.function(flags=128, nsites=0),
         "has lines outside the file"),
    case("address of no function", lambda b: b.put(b.bytes_of("gprof_fn"), "i", 0),
         "section 'gprof_fn' is damaged: the record at offset 0 joins a missing "
         "function to a missing record of 'gprof_cg'", at=None),
    case("address for no record", lambda b: b.put(b.bytes_of("gprof_fn") + 4, "i", FAR),
         "section 'gprof_fn' is damaged: the record at offset 0 joins a missing "
         "function to a missing record of 'gprof_cg'", at=None),
    case("packed function of version 1", lambda b: b.function(version=1),
         "section 'gprof_cg' has format version 1 at offset %s, this tool reads version 2: use "
         "the tool of the compiler plugin" % FIRST, at=None, changes=("packed=1",)),
    packed("packed function without a name", "has no name", damage=lambda b: b.packed(name=0)),
    packed("packed function whose lines are no ref", "is too small for its lines",
           damage=lambda b: b.packed(flags=128)),
    packed("packed function with lines outside", "has lines outside the file",
           damage=lambda b: b.packed(flags=b.get(packed_flags(b), "I") | 128)),
    packed("packed function with more refs than bytes", TOO_SMALL,
           damage=lambda b: b.packed(flags=0xffffff << 8)),
    packed("packed function with more sites than bytes", TOO_SMALL, "000aff7f0002"),
    packed("packed function with more cells than bytes", TOO_SMALL, "ff7f"),
    packed("packed number that does not end", NO_SENSE, "ffffffffffffff"),
    packed("packed number of more than 32 bits", NO_SENSE, "ffffffff7f"),
    packed("packed function in a file that is no ref", NO_SENSE, "000a000a7f"),
    packed("packed site whose callee is both", NO_SENSE, "000a010a0003"),
    packed("packed site with a byte of the future", NO_SENSE, "000a010a008001"),
    packed("packed site of flags of the future", NO_SENSE, "000a010a0040818001"),
    packed("packed site whose callee is no ref", NO_SENSE, "000a010a00027f"),
    packed("packed site inlined in what is no ref", NO_SENSE, "000a010a00107f"),
    packed("packed indirect site without a cell", NO_SENSE, "000a010a004002"),
    packed("packed cell without a site", NO_SENSE, "0101" "0a000a00"),
    packed("packed indirect site of a type that is not known", NO_SENSE, "01010a010a00400201"),
    packed("packed site with a counter of none",
           "has a call site whose counter is not the function's", "000a010a00207f"),
    packed("packed edge of a site that is not there", "has an edge without a call site",
           "000a010a0060047f"),
]
