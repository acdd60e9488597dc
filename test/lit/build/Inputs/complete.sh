# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# complete.sh SCRIPT WORD... - what bash offers for the last word of this command line, in one line.
source "./$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_gprof_llvm
echo "offered: ${COMPREPLY[*]}"
