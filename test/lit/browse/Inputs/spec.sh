#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# spec.sh PYTHON TOP NAME: makes a program NAME and its profile of NAME.json beside this script.
exec "$1" "$2/test/tools/mkprofile.py" "$2/test/lit/browse/Inputs/$3.json" "$3" "$3.gprof"
