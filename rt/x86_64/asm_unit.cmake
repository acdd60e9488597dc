# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake "-DINPUTS=a.s;b.s" -DOUTPUT=unit.c -DTABLE=name "-DPARTS=f g h;i j" -P asm_unit.cmake
#
# Turns the compiler's assembly of the unit into a table for the plugin (pass/unit.h).
# Instrumented modules carry the unit: to generate its code took the compiler 8 of the 10 ms
# that a module cost, to link it from bitcode a third of the rest.
#
# Each of PARTS becomes one naked function, named as its first one.  The others are
# defined by labels: all but the last in subsection 1, so that the first's size is
# its own and that of the last; that one's unwind table is ended by the compiler, which began
# the first one's.  Local labels get the name of their function.  Symbols from
# outside are declared again, because a part's assembly may stand alone.

cmake_policy(VERSION 3.13)
set(assembly "")
foreach(input ${INPUTS})
  file(READ ${input} text)
  string(APPEND assembly "${text}")
endforeach()
string(REGEX MATCHALL "\n\t\\.(weak|hidden)\t[a-z_]+" properties "${assembly}")
list(REMOVE_DUPLICATES properties)

# What stands between the label of a function and its end, and what it needs declared.
function(body_of name result)
  string(FIND "${assembly}" "\n${name}:" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "no '${name}' in ${INPUTS}")
  endif()
  string(SUBSTRING "${assembly}" ${at} -1 body)
  string(FIND "${body}" "\n.Lfunc_end" end)
  string(SUBSTRING "${body}" 0 ${end} body)
  string(REGEX REPLACE "#[^\n]*" "" body "${body}")
  string(REPLACE "\n${name}:" "" body "${body}")
  string(REPLACE "\t.cfi_startproc\n" "" body "${body}")
  string(REPLACE "\t.cfi_endproc\n" "" body "${body}")
  string(REPLACE ".LBB" ".L${name}" body "${body}")
  string(REPLACE ".Ltmp" ".L${name}_tmp" body "${body}")
  set(declared "")
  foreach(property ${properties})
    string(REGEX REPLACE ".*\t" "" symbol "${property}")
    if(NOT body MATCHES "[\t ]${symbol}[@(+\n]")
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
  set(${result} "${declared}${body}\n" PARENT_SCOPE)
endfunction()

set(text "/* Made by asm_unit.cmake. */\n#include \"unit.h\"\n\n")
string(APPEND text "const struct unit_part ${TABLE}[] = {\n")
foreach(part ${PARTS})
  separate_arguments(functions UNIX_COMMAND "${part}")
  list(LENGTH functions n)
  list(GET functions 0 first)
  list(GET functions -1 last)
  set(code "")
  set(others "")
  foreach(name ${functions})
    body_of(${name} body)
    if(NOT name STREQUAL first)
      if(name STREQUAL last)
        string(APPEND code "\t.previous\n")
      endif()
      string(APPEND code "\t.weak\t${name}\n\t.hidden\t${name}\n\t.type\t${name}, @function\n"
        "${name}:\n\t.cfi_startproc\n")
      string(APPEND others "\"${name}\", ")
    endif()
    string(APPEND code "${body}")
    if(NOT name STREQUAL first)
      string(APPEND code "\t.size\t${name}, .-${name}\n")
    endif()
    if(NOT name STREQUAL last)
      string(APPEND code "\t.cfi_endproc\n")
    endif()
    if(n GREATER 1 AND name STREQUAL first)
      string(APPEND code "\t.subsection 1\n")
    endif()
  endforeach()
  string(REPLACE "$" "$$" code "${code}")
  string(REGEX REPLACE "([ \t]*\n)+" "\\\\n\"\n\t  \"" code "${code}")
  string(APPEND text "\t{ \"${first}\",\n\t  { ${others}0 },\n\t  \"${code}\" },\n")
endforeach()
file(WRITE ${OUTPUT} "${text}\t{ 0 },\n};\n")
