# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""inputs - the files that the programs of bench/optimize read: the same on every machine.

Training reads words; tests read records of numbers, with some text, and the sources of Lua.
"""

import os
import random
import shutil
import struct

from costing import programs
from executing import others

RECORDS = 30_000
HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGE = """SET UTF-8
TRY esianrtolcdugmphbyfvkwz
PFX U Y 1
PFX U 0 un .
SFX S Y 2
SFX S y ies y
SFX S 0 s [^y]
SFX D Y 2
SFX D 0 d e
SFX D 0 ed [^e]
"""


def records():
    """As a program stores them: counters, walks and tags of a few kinds."""
    chance = random.Random(1977)
    value, tags = 0.0, [b"open", b"close", b"retry", b"timeout in stage"]
    for number in range(RECORDS):
        value += chance.gauss(0, 1)
        yield struct.pack("<IHHdQ16s", number, chance.randrange(40), number % 7, round(value, 3),
                          chance.getrandbits(36), chance.choice(tags))


def pigeons(holes):
    """One pigeon more than holes: has no solution, and structure."""
    def at(pigeon, hole):
        return pigeon * holes + hole + 1

    clauses = [[at(p, h) for h in range(holes)] for p in range(holes + 1)]
    clauses += [[-at(p, h), -at(q, h)] for h in range(holes)
                for q in range(holes + 1) for p in range(q)]
    return "p cnf %d %d\n" % (holes * (holes + 1), len(clauses)) + "".join(
        " ".join(map(str, clause)) + " 0\n" for clause in clauses)


def words(seed, letters, count):
    chance = random.Random(seed)
    return sorted({"".join(chance.choices(letters, k=chance.randint(3, 10)))
                   for _ in range(count)})


def dictionary(folder, name, seed, letters):
    """A dictionary, and a text in which every fifth word is misspelt."""
    known, chance = words(seed, letters, 4000), random.Random(seed + 1)
    flags = ["", "/S", "/SD", "/U", "/USD"]
    others.made(folder, name + ".aff", LANGUAGE)
    others.made(folder, name + ".dic", "%d\n" % len(known) + "".join(
        word + chance.choice(flags) + "\n" for word in known))
    text = []
    for _ in range(400):
        word = chance.choice(known)
        if chance.random() < 0.2:
            at = chance.randrange(len(word))
            word = word[:at] + chance.choice(letters) + word[at + 1:]
        text.append(word)
    others.made(folder, name + ".txt", "\n".join(text) + "\n")


def table_of_numbers(rows):
    chance = random.Random(1988)
    return "".join("%d;%s;%.2f;%s\n" % (row, chance.choice(["north", "south", "east", "west"]),
                                        chance.expovariate(0.01), "x" * chance.randrange(12))
                   for row in range(rows))


def make(folder):
    """All of them, once."""
    if os.path.exists(os.path.join(folder, "made")):
        return
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    shutil.copy(programs.text_input(folder, "small"), os.path.join(folder, "words"))
    with open(os.path.join(folder, "records"), "wb") as file:
        file.writelines(records())
    for name in ("other.lua", "other.js"):
        shutil.copy(os.path.join(HERE, name), folder)
    others.made(folder, "train.js", others.SCRIPT)
    others.made(folder, "random.cnf", others.formula(120, 511))
    others.made(folder, "pigeons.cnf", pigeons(7))
    dictionary(folder, "first", 11, "etaoinshrdlucmfwyp")
    dictionary(folder, "second", 23, "aeioubcdghklmnprstvz")
    others.made(folder, "table", table_of_numbers(20000))
    others.made(folder, "made", "")
