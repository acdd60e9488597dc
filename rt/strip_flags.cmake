# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DINPUT=x.ll -DOUTPUT=y.ll -P strip_flags.cmake
#
# Takes the module flags and the compiler's name out of a module: flags that
# differ from those of the program's module (-fshort-wchar, -fcf-protection)
# would make linking the two fail.
#
# And the lists of what calls by pointer may call: where all calls of one of these were inlined
# it is not linked into the program's module, and LLVM 14 then writes a summary for link-time
# optimisation that makes the linker crash.

file(READ ${INPUT} text)
string(REGEX REPLACE "(^|\n)!llvm\\.(module\\.flags|ident|errno\\.tbaa) = [^\n]*" "" text "${text}")
string(REGEX REPLACE ", !callees ![0-9]+" "" text "${text}")
file(WRITE ${OUTPUT} "${text}")
