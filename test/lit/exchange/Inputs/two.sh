# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# two.sh MKPROFILE... - makes before.gprof and after.gprof of two builds of a program.
mkdir -p before after
echo '{"functions": {"main": {"entries": 1, "self": 10, "calls": {"parse": 100, "emit": 7}},
	"parse": {"self": 400}, "emit": {"self": 100}}}' >before.json
echo '{"functions": {"main": {"entries": 1, "self": 12, "calls": {"parse": 110, "emit": 7, "check": 3}},
	"parse": {"self": 800}, "emit": {"self": 104}, "check": {}}}' >after.json
for side in before after; do
	"$@" $side.json $side/program $side.gprof --set build_id=0${#side}000000 \
		--set profile_build_id=0${#side}000000 --set path="$PWD/$side/program" \
		--set run_id=${#side} || exit 1
done
