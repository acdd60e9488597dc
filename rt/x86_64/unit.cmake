# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unit.cmake - the sources of the unit for x86-64.  Its code reaches every module as
# assembly: see asm_unit.cmake.

function(gprof_unit_assembly source)
  get_filename_component(name ${source} NAME_WE)
  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/x86_64/${name}_asm)
  add_custom_command(OUTPUT ${assembly}.c
    COMMAND ${GPROF_CLANG} ${x86_64_clang} -fcf-protection=branch
      -S ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${assembly}.s
    COMMAND ${CMAKE_COMMAND} -DINPUT=${assembly}.s -DOUTPUT=${assembly}.c
      -DLABEL=.Lgprof_${name}
      "-DSYMBOLS=__gprof_unit __gprof_unit_name __gprof_unit_runtime"
      -P ${CMAKE_CURRENT_SOURCE_DIR}/x86_64/asm_unit.cmake
    DEPENDS ${source} x86_64/asm_unit.cmake ${runtime_headers}
    VERBATIM)
  set(x86_64_unit ${x86_64_unit} ${assembly}.c PARENT_SCOPE)
endfunction()

set(x86_64_unit unit_data.c x86_64/unit_stubs.c)
gprof_unit_assembly(unit.c)
