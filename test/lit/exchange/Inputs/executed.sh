# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# executed.sh COMPILER... - before and after: a.out with block counters in a folder each, its profile, and
# both exported with instructions as before.json and after.json.  After, lines.c works 102 times, not 100.
set -eu
mkdir -p before after
cp "$(dirname "$0")/../../blocks/Inputs/lines.c" before
sed 's/i < 100; i++/i < 102; i++/' before/lines.c >after/lines.c
for side in before after; do
	GPROF_PASS=count=blocks "$@" -g -O0 $side/lines.c -o $side/a.out
	GPROF_OPTIONS=rate=0 GPROF_FILE=$side.gprof ./$side/a.out
	gprof-llvm export --measure=instructions -o $side.json $side/a.out $side.gprof
done
