# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# uneven.sh MKPROFILE... - makes before.gprof and after.gprof of a program where setup calls
# work as often as serve does, and serve alone has its time; bare.gprof is of a run without stacks.
functions='"functions": {"main": {"entries": 1, "calls": {"setup": 1, "serve": 1}},
	"setup": {"calls": {"work": 100}}, "serve": {"calls": {"work": 100}}, "work": {"self": 0}}'
of() {
	echo "{$functions, \"stacks\": [
		{\"calls\": [\"main>serve\", \"serve>work\"], \"at\": \"work\", \"ms\": $1},
		{\"calls\": [\"main>setup\", \"setup>work\"], \"at\": \"work\", \"ms\": 10}]}"
}
of 2000 >before.json
of 1000 >after.json
echo "{$functions}" | sed 's/"self": 0/"self": 1000/' >bare.json
for run in before after bare; do
	"$@" $run.json program $run.gprof --set path="$PWD/program" || exit 1
done
