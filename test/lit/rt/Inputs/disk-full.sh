# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# disk-full.sh TOOL - runs a.out with its profile on a disk of 512 KB, which is full
# before the run, for all of it, and from some point on.
mount -t tmpfs -o size=512k none disk
export GPROF_FILE=$PWD/disk/profile

head -c 512k /dev/zero > disk/filler
./a.out disk/filler 2> err
grep 'no space left on device: counting in memory' err
test "$(wc -l < err)" = 1
"$1" report --classic -b a.out disk/profile | grep -E ' 40000/40000 .* run '

rm disk/profile
head -c 512k /dev/zero > disk/filler || true
./a.out 2> err
test "$(wc -l < err)" = 1
test ! -e disk/profile

# Room for the main thread's block and not for all of the others'.
rm disk/filler
head -c 440k /dev/zero > disk/filler
./a.out 2> err
test ! -s err
"$1" report --classic -b a.out disk/profile | grep 'threads shared'
