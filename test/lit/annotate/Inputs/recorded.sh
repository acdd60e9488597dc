#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# recorded.sh PYTHON TOP SOURCE PROGRAM COMPILER...: a program with real counts and known times.
set -e
python=$1 top=$2 source=$3 program=$4
shift 4
"$@" "$source" -o "$program"
rm -f "$program.gprof"
GPROF_OPTIONS=rate=0 GPROF_FILE=%e.gprof "./$program" >/dev/null
"$python" "$top/test/tools/addsamples.py" "$program" "$program.gprof" "$source"
