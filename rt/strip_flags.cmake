# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DINPUT=x.ll -DOUTPUT=y.ll -P strip_flags.cmake
#
# Takes the module flags and the compiler's name out of a module: flags that
# differ from those of the program's module (-fshort-wchar, -fcf-protection)
# would make linking the two fail.

file(READ ${INPUT} text)
string(REGEX REPLACE "(^|\n)!llvm\\.(module\\.flags|ident|errno\\.tbaa) = [^\n]*" "" text "${text}")
file(WRITE ${OUTPUT} "${text}")
