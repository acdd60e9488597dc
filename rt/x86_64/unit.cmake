# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unit.cmake - the unit for x86-64: its code reaches every module as assembly, from a
# table in the plugin (asm_unit.cmake).  The runtime is assembly too (cmake/asm_runtime.c).

# What is called by its address begins with endbr64; the stubs are jumped to.
set(unit_protection -fcf-protection=branch)
set(unit_stubs_protection -fcf-protection=none)
set(unit_assembly)
foreach(source x86_64/unit_stubs.c unit/unit.c)
  get_filename_component(name ${source} NAME_WE)
  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/x86_64/${name}.s)
  add_custom_command(OUTPUT ${assembly}
    COMMAND ${GPROF_CLANG} ${x86_64_clang} ${${name}_protection}
      -S ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${assembly}
    DEPENDS ${source} ${runtime_headers}
    VERBATIM)
  list(APPEND unit_assembly ${assembly})
endforeach()

# What every module has; what those with indirect calls have, and so on.
set(unit_parts
  "__gprof_unit_init __gprof_unit_look __gprof_unit_tls __gprof_enter __gprof_enter_gs \
__gprof_unit_enter __gprof_unit_fini"
  "__gprof_indirect __gprof_indirect_gs __gprof_unit_indirect"
  "__gprof_unit_call"
  "__gprof_unit_process"
  "__gprof_unit_time_enter __gprof_unit_time_leave")
set(x86_64_unit unit_x86_64.c rt.asm)
add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/x86_64/unit_x86_64.c
  COMMAND ${CMAKE_COMMAND} "-DINPUTS=${unit_assembly}"
    -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/x86_64/unit_x86_64.c -DTABLE=unit_x86_64
    "-DPARTS=${unit_parts}"
    -P ${CMAKE_CURRENT_SOURCE_DIR}/x86_64/asm_unit.cmake
  DEPENDS ${unit_assembly} x86_64/asm_unit.cmake
  VERBATIM)

gprof_assembly(x86_64 ${unit_protection})
