# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DINPUT=unit.s -DOUTPUT=unit_asm.c -DLABEL=.Lgprof_unit -DSYMBOLS="a b"
#       -P asm_unit.cmake
#
# Turns the compiler's assembly of a part of the unit back into C: each function becomes a
# naked one whose body is that assembly.  Instrumented modules carry the unit as
# bitcode, and generating code for it took the compiler 8 of the 10 ms that a
# module cost; to copy assembly takes it one.
#
# Local labels become LABEL and a number.  SYMBOLS are what unit_data.c defines.  They
# and the functions become operands, so that the optimiser sees who uses them; what is
# defined in neither may not be named.  __gprof_thread cannot be an operand, its address
# not being a constant, but is used by all instrumented code.  Weak symbols from
# outside are declared again, because a function's assembly may stand alone.

cmake_policy(VERSION 3.13)
file(READ ${INPUT} assembly)
string(REGEX MATCHALL "\n__gprof_unit_[a-z_]+:" labels "${assembly}")
string(REGEX MATCHALL "\n\t\\.(weak|hidden)\t[a-z_]+" properties "${assembly}")
separate_arguments(symbols UNIX_COMMAND "${SYMBOLS}")

set(text "/* Made by asm_unit.cmake. */\n#define UNIT __attribute__((visibility(\"hidden\")))\n")
foreach(label ${labels})
  string(REGEX REPLACE "[\n:]" "" name "${label}")
  string(APPEND text "UNIT void ${name}(void);\n")
  list(APPEND functions ${name})
endforeach()
foreach(symbol ${symbols})
  if(NOT symbol IN_LIST functions)
    string(APPEND text "extern UNIT const char ${symbol}[];\n")
  endif()
endforeach()
list(APPEND symbols ${functions})
foreach(label ${labels})
  string(REGEX REPLACE "[\n:]" "" name "${label}")

  # The body: what stands between the label and the function's end.
  string(FIND "${assembly}" "${label}" at)
  string(SUBSTRING "${assembly}" ${at} -1 body)
  string(FIND "${body}" "\n.Lfunc_end" end)
  string(SUBSTRING "${body}" 0 ${end} body)
  string(REGEX REPLACE "#[^\n]*" "" body "${body}")
  string(REPLACE "\n${name}:" "" body "${body}")
  string(REPLACE "\t.cfi_startproc\n" "" body "${body}")
  string(REPLACE ".LBB" "${LABEL}" body "${body}")

  set(declared "")
  foreach(property ${properties})
    string(REGEX REPLACE ".*\t" "" symbol "${property}")
    if(symbol IN_LIST symbols OR NOT body MATCHES "[\t ]${symbol}[@(+]")
      continue()
    endif()
    if(symbol MATCHES "^__")
      string(APPEND declared "${property}")
    else()
      # libc's: weak here, and as strong as the module's own reference to it is.
      string(APPEND declared "\n\t.weakref\t${name}_${symbol}, ${symbol}")
      string(REGEX REPLACE "([\t ])${symbol}([@(+])" "\\1${name}_${symbol}\\2" body "${body}")
    endif()
  endforeach()

  string(REPLACE "%" "%%" body "${body}")
  set(operands "")
  set(n 0)
  foreach(symbol ${symbols})
    if(body MATCHES "[\t ]${symbol}[^a-z_]")
      string(REGEX REPLACE "([\t ])${symbol}([^a-z_])" "\\1%c${n}\\2" body "${body}")
      list(APPEND operands "\"i\"(${symbol})")
      math(EXPR n "${n} + 1")
    endif()
  endforeach()
  list(JOIN operands ", " operands)

  string(REGEX REPLACE "([ \t]*\n)+" "\\\\n\"\n\t\t\"" body "${declared}${body}\n")
  string(APPEND text "\n__attribute__((naked)) void ${name}(void)\n{\n"
    "\t__asm__(\"${body}\"\n\t\t: : ${operands});\n}\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
