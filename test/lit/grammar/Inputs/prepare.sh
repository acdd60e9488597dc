#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# prepare.sh PYTHON TOP COMPILER...: the programs and profiles that enumerate.py asks about.
set -e
python=$1 top=$2 inputs=$2/test/lit/grammar/Inputs
shift 2
make="$python $top/test/tools/mkprofile.py"
id=2222222222222222222222222222222222222222
sed 's/"ms": 350/"ms": 150/; s/"ms": 200/"ms": 300/' "$inputs/grammar.json" > other.json
$make "$inputs/grammar.json" program program.gprof --set end_ns=2000001000 --set start_ns=5000
$make other.json program child.gprof --set pid=101 --set ppid=100 --set fork_depth=1 --set start_ns=6000
$make other.json program old.gprof --set pid=55 --set run_id=3 --set start_ns=10
$make "$inputs/stopped.json" stopped stopped.gprof --set build_id=$id --set profile_build_id=$id --set end_ns=2000001000
mkdir src moved
cp "$inputs/lines.c" src
sh "$top/test/lit/annotate/Inputs/recorded.sh" "$python" "$top" src/lines.c lines "$@"
mv src/lines.c moved
printf 'one: name main\ntwo: name *\n' > groups
