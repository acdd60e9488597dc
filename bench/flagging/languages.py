# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""languages - the commands that build a program of each language, plain and with the plugin.

A recipe is a function of (paths, flags, source, plugin, out): a list of commands, each a list of
arguments.  'plugin' is "" for the plain program.  Fortran's compiler knows no way to keep a
function from being inlined but LLVM's.
"""

import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def loads(plugin, option="-fpass-plugin="):
    return [option + plugin] if plugin else []


def halves(flags):
    """The flags of the compiler that makes bitcode, and of the one that reads it."""
    front, _, back = flags.partition(" -- ")
    return front.split(), back.split()


def level_of(flags):
    return next((f for f in flags if re.fullmatch("-O[0-3sz]", f)), "-O0")


def clang(name):
    def recipe(paths, flags, source, plugin, out):
        return [[paths[name], *flags.split(), source, "-pthread", "-w", *loads(plugin), "-o", out]]
    return recipe


def bitcode(name):
    def recipe(paths, flags, source, plugin, out):
        front, back = halves(flags)
        return [[paths[name], *front, "-w", "-emit-llvm", "-c", source, "-o", out + ".bc"],
                [paths[name], *back, "-w", "-pthread", out + ".bc", *loads(plugin), "-o", out]]
    return recipe


def opt(name):
    def recipe(paths, flags, source, plugin, out):
        front, back = halves(flags)
        level = level_of(back)
        codegen = "-O1" if level in ("-Os", "-Oz") else level
        return [[paths[name], *front, "-fPIE", "-w", "-emit-llvm", "-c", source, "-o",
                 out + ".bc"],
                [paths["opt"], *loads(plugin, "-load-pass-plugin="), "-passes=default<%s>" %
                 level[1:], out + ".bc", "-o", out + ".opt.bc"],
                [paths["llc"], codegen, "-filetype=obj", "-relocation-model=pic",
                 out + ".opt.bc", "-o", out + ".o"],
                [paths[name], *back, "-w", "-pthread", out + ".o", "-o", out]]
    return recipe


def rust(paths, flags, source, plugin, out):
    arguments = [f.replace("\\x20", " ") for f in flags.split() if plugin or "gprof" not in f]
    return [["rustc", *arguments, "-Awarnings", *loads(plugin, "-Zllvm-plugins="), source, "-o",
             out]]


def fortran(paths, flags, source, plugin, out):
    return [[paths["flang"], *flags.split(), "-w", "-mllvm", "-inline-threshold=-10000", "-mllvm",
             "-disable-preinline", source, *loads(plugin), "-o", out]]


def d(paths, flags, source, plugin, out):
    front, back = halves(flags)
    return [["ldc2", *front, "--output-bc", "--of=" + out + ".bc", source],
            [paths["C"], *back, "-w", "-c", out + ".bc", *loads(plugin), "-o", out + ".o"],
            ["ldc2", *[f for f in front if f[1:2] in "cf" or "static" in f], out + ".o",
             "--of=" + out]]


# Suffix of the source, recipe.
LANGUAGES = {
    "C": (".c", clang("C")),
    "C++": (".cpp", clang("C++")),
    "C by bitcode": (".c", bitcode("C")),
    "C++ by bitcode": (".cpp", bitcode("C++")),
    "C by opt and llc": (".c", opt("C")),
    "C++ by opt and llc": (".cpp", opt("C++")),
    "Rust": (".rs", rust),
    "Fortran": (".f90", fortran),
    "D by bitcode": (".d", d),
}


def commands(language, paths, flags, plugin, out):
    suffix, recipe = LANGUAGES[language]
    return recipe(paths, flags, os.path.join(HERE, "ledger" + suffix), plugin, out)


def llvm_of_rustc():
    """The major version of rustc's LLVM; None: there is no rustc."""
    if not shutil.which("rustc"):
        return None
    said = subprocess.run(["rustc", "-vV"], stdout=subprocess.PIPE, encoding="utf-8", check=False)
    found = re.search(r"^LLVM version: (\d+)", said.stdout, re.MULTILINE)
    return found and found.group(1)


def missing(language, paths, llvm):
    """Why a language cannot be tried here, or ""."""
    if language == "Rust" and llvm_of_rustc() != llvm:
        return "rustc of LLVM %s" % llvm
    if language == "Fortran" and not os.path.exists(paths["flang"]):
        return "flang of LLVM %s" % llvm
    if language.startswith("D ") and not shutil.which("ldc2"):
        return "ldc2"
    return ""
