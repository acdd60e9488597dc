#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""corpus.py pack FOLDER ZIP | unpack ZIP FOLDER - one archive holds the corpus of a target.

unpack removes FOLDER first.  pack gives the same bytes for the same inputs."""

import os
import shutil
import sys
import zipfile


def pack(folder, archive):
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                out.writestr(zipfile.ZipInfo(name), file.read(), zipfile.ZIP_DEFLATED)


def unpack(archive, folder):
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(archive) as inputs:
        inputs.extractall(folder)


if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
    sys.exit(__doc__)
{"pack": pack, "unpack": unpack}[sys.argv[1]](sys.argv[2], sys.argv[3])
