# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lit.cfg.py - how the tests in this folder run.
#
# Every test runs in a fresh directory of its own, with bash, and without any of
# the profiler's variables in its environment.  Programs it profiles write
# their profiles there.
#
#   %clang %clangxx    the plain compiler of the LLVM under test
#   %gclang %gclangxx  the same with the plugin
#   %gflang            flang with the plugin
#   %aclang %aclangxx  %gclang and %gclangxx for AArch64; %qemu runs what they make
#   %plugin %opt       GprofPass.so; opt
#   %gprof             the report tool; %bin is its folder, with the programs of unit tests
#   %rtdir             the folder of libgprof_rt.a and libgprof_rt.so
#   %expect            test/tools/expect-arcs.py: compares reported counts with
#                      the ARC: and CALLS: comments of a source file
#   %enumerate         grammar/Inputs/enumerate.py; not the pairs of options if the tool has
#                      sanitizers: the release build tries them in a fifth of the time
#   %same              test/tools/same.py: compares what can be seen of a plain and
#                      a profiled build of a program
#   %times             test/tools/expect-times.py: checks that reported times add
#                      up, and who answers for them
#   %mkgmon            test/tools/mkgmon.py: makes a gmon.out
#   %readprofile       test/tools/readprofile.py: prints a profile file
#   %other_clangs      clang of every other LLVM on the system
#   %python %inputs    python3 without installed packages; the folder of shared sources
#
# Parameters: tool=PATH, another build of the tool to test; findings=PATH; options=rate=10000,
# what GPROF_OPTIONS is in tests that do not set it: which rely on samples?
#
# Features: aarch64-cross (the plugin, a linker, libraries and an emulator for it),
# x86_64, lld, gold, gold-plugin (LTO with gold), sanitizers, openmp
# (%openmp: the flags), rustc (of the LLVM under test), valgrind, gdb, strace, patchelf, mold, ccache,
# gfortran, flang, zstd, other-clang, linux-5.14-or-newer, linux-6.4-or-newer, root, mount,
# btrfs (one may be made and mounted),
# and llvm-N-or-newer for every N up to the version under test.

import ctypes
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
sys.dont_write_bytecode = True

from own_directory import OwnDirectoryTest  # noqa: E402

config.name = "gprof-llvm"
config.test_format = OwnDirectoryTest(execute_external=True)
config.suffixes = [".c", ".cpp", ".test", ".ll", ".s"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)

source = config.gprof_source_dir
build = config.gprof_build_dir
plugin = os.path.join(build, "lib", "GprofPass.so")
tool = lit_config.params.get("tool", os.path.join(build, "bin", "gprof-llvm"))
tools = os.path.join(source, "test", "tools")

cross = "--target=aarch64-linux-gnu"

# Longer names first: lit replaces in order, and %clang is a prefix of
# %clangxx.
for name, value in (
        ("%gclangxx", config.gprof_clangxx + " -fpass-plugin=" + plugin),
        ("%gclang", config.gprof_clang + " -fpass-plugin=" + plugin),
        ("%aclangxx", "%s %s -fpass-plugin=%s" % (config.gprof_clangxx, cross, plugin)),
        ("%aclang", "%s %s -fpass-plugin=%s" % (config.gprof_clang, cross, plugin)),
        ("%qemu", "qemu-aarch64 -L /usr/aarch64-linux-gnu"),
        ("%gflang", os.path.join(config.llvm_tools_dir, "flang") + " -fpass-plugin=" + plugin),
        ("%clangxx", config.gprof_clangxx),
        ("%clang", config.gprof_clang),
        ("%plugin", plugin),
        ("%opt", config.gprof_opt),
        ("%gprof", tool),
        ("%rtdir", os.path.join(build, "lib")),
        ("%enumerate", " ".join([config.gprof_python, os.path.join(
            source, "test", "lit", "grammar", "Inputs", "enumerate.py"),
            *["--alone"] * ("findings" in lit_config.params)])),
        ("%expect", "%s %s --tool %s" % (config.gprof_python,
                                         os.path.join(tools, "expect-arcs.py"), tool)),
        ("%same", "%s %s" % (config.gprof_python, os.path.join(tools, "same.py"))),
        ("%times", "%s %s --tool %s" % (config.gprof_python,
                                        os.path.join(tools, "expect-times.py"), tool)),
        ("%mkgmon", "%s %s" % (config.gprof_python, os.path.join(tools, "mkgmon.py"))),
        ("%readprofile", "%s %s" % (config.gprof_python,
                                    os.path.join(tools, "readprofile.py"))),
        ("%python", config.gprof_python),
        ("%inputs", os.path.join(config.test_source_root, "Inputs")),
        ("%source", source),
        ("%bin", os.path.dirname(tool)),
        ("%build", build)):
    config.substitutions.append((name + r"\b", value))

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools_dir, os.path.dirname(tool), os.path.dirname(config.gprof_python),
     os.environ.get("PATH", "")])
config.environment["LC_ALL"] = "C"
# That of binutils loads the link plugin of each LLVM that is installed: ten times the time.
config.environment["NM"] = os.path.join(config.llvm_tools_dir, "llvm-nm")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
for variable in ("GPROF_FILE", "GPROF_OPTIONS", "GPROF_PASS"):
    config.environment.pop(variable, None)
if "options" in lit_config.params:
    config.environment["GPROF_OPTIONS"] = lit_config.params["options"]
# One that was built with sanitizers tells what it finds in files of this name: tests in
# which it has to fail would not tell it from the error they expect.
if "findings" in lit_config.params:
    config.environment["ASAN_OPTIONS"] = ":".join([
        "abort_on_error=1", "detect_stack_use_after_return=1",
        "log_path=" + lit_config.params["findings"]])

# ---------------------------------------------------------------- features

features = config.available_features
for version in range(14, config.llvm_version + 1):
    features.add("llvm-%d-or-newer" % version)
features.add(os.uname().machine)


def rust_llvm():
    """Major version of the LLVM in rustc; 0 without one."""
    said = subprocess.run(["rustc", "-vV"], capture_output=True, text=True).stdout
    for line in said.splitlines():
        if line.startswith("LLVM version: "):
            return int(line.split()[2].split(".")[0])
    return 0


def can_mount_btrfs():
    """A container may have no loop device, a kernel no btrfs."""
    with tempfile.TemporaryDirectory() as folder:
        make = "cd %s && truncate -s 128M image && mkfs.btrfs -q image && mount -o loop image /mnt"
        return not subprocess.run(["unshare", "-m", "sh", "-c", make % folder],
                                  capture_output=True).returncode


def has_zstd():
    """What the tool opens when it needs it; LLVM can be without it too."""
    try:
        ctypes.CDLL("libzstd.so.1")
    except OSError:
        return False
    said = subprocess.run([os.path.join(config.llvm_tools_dir, "llvm-objcopy"), "--help"],
                          capture_output=True, text=True).stdout
    return "zstd" in said and config.llvm_version >= 16


if has_zstd():
    features.add("zstd")
if shutil.which("rustc") and rust_llvm() == config.llvm_version:
    features.add("rustc")
# PR_GET_AUXV: a static program knows its auxiliary vector without a descriptor.
# MADV_POPULATE_WRITE: the profile needs no descriptor.
release = tuple(int(n) for n in os.uname().release.split("-")[0].split(".")[:2])
for known in ((5, 14), (6, 4)):
    if release >= known:
        features.add("linux-%d.%d-or-newer" % known)
if os.path.exists(os.path.join(config.llvm_tools_dir, "ld.lld")):
    features.add("lld")
if os.geteuid() == 0:
    features.add("root")
    if not subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"],
                          capture_output=True).returncode:
        features.add("mount")
        if shutil.which("mkfs.btrfs") and can_mount_btrfs():
            features.add("btrfs")
# A tool that was built without esbuild has no page; a machine without Chromium shows none.
if "has no page" not in subprocess.run([tool, "view", "-o", "/dev/null", "/dev/null"],
                                       capture_output=True, text=True).stderr:
    features.add("page")
else:
    lit_config.note("the tool has no page: its tests are skipped")
if shutil.which("chromium"):
    features.add("chromium")

# graphviz: its program dot is there.
if shutil.which("dot"):
    features.add("graphviz")
else:
    lit_config.note("no chromium: tests of the page in a browser are skipped")
if shutil.which("tmux"):
    features.add("tmux")
else:
    lit_config.note("no tmux: tests of browse on a terminal are skipped")
if shutil.which("ld.gold"):
    features.add("gold")
if glob.glob(os.path.join(config.llvm_lib_dir, "clang", "*", "lib", "*", "*asan*")):
    features.add("sanitizers")
if os.path.exists(os.path.join(config.llvm_tools_dir, "flang")):
    features.add("flang")
for program in ("valgrind", "gdb", "strace", "musl-gcc", "gcov", "patchelf", "mold", "ccache",
                "gfortran", "dpkg-shlibdeps"):
    if shutil.which(program):
        features.add(program)
if os.path.exists(os.path.join(config.llvm_tools_dir, "llvm-cov")) and glob.glob(
        os.path.join(config.llvm_lib_dir, "clang", "*", "lib", "*", "*rt.profile*")):
    features.add("llvm-cov")
# Its interface is the same for all versions.
libomp = sorted(glob.glob(os.path.join(config.llvm_lib_dir, "libomp.so")) or
                glob.glob("/usr/lib/llvm-*/lib/libomp.so"))
if libomp:
    features.add("openmp")
    where = os.path.dirname(libomp[-1])
    config.substitutions.append(("%openmp", "-fopenmp -L%s -Wl,-rpath,%s" % (where, where)))
with open(tool, "rb") as file:
    if b"libncurses" in file.read():
        features.add("curses")
if ("aarch64" in config.gprof_processors and shutil.which("qemu-aarch64") and
        shutil.which("aarch64-linux-gnu-ld") and
        glob.glob("/usr/lib/gcc-cross/aarch64-linux-gnu/*/libstdc++.so")):
    features.add("aarch64-cross")
others = [c for c in sorted(glob.glob("/usr/lib/llvm-*/bin/clang"))
          if not c.startswith(config.llvm_tools_dir + "/")]
if others:
    features.add("other-clang")
config.substitutions.append(("%other_clangs", " ".join(others)))
if os.path.exists(os.path.join(config.llvm_lib_dir, "LLVMgold.so")):
    features.add("gold-plugin")
