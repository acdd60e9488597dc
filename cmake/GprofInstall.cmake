# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GprofInstall.cmake - cmake --install.
#
#   bin/gprof-llvm
#   include/gprof-llvm/*.h
#   lib/libgprof_rt.a, lib/libgprof_rt.so
#   lib/GprofPass-N.so          for LLVM N; several can stand side by side
#   lib/GprofPass.so            link to the one installed last
#   lib/cmake/GprofLLVM/        find_package(GprofLLVM)
#   lib/pkgconfig/gprof-llvm.pc
#   share/man/man1, man7        the manual (docs/man)
#   lib/gprof-llvm/gprof.cfg, gprof-N.cfg
#                               clang --config .../gprof.cfg
#
# All of these find each other by relative paths, so that the tree can be moved.
# clang looks for `--config gprof.cfg` in the directory of its own binary only:
# an installation into /usr or /usr/local therefore also writes that file
# there (GPROF_CLANG_CFG_DIR; empty: do not).

set(GPROF_CLANG_CFG_DIR "${LLVM_TOOLS_BINARY_DIR}" CACHE PATH
  "where clang looks for configuration files; used for system-wide installations")

set(plugin GprofPass-${LLVM_VERSION_MAJOR}.so)
set(generated ${CMAKE_BINARY_DIR}/install)

function(gprof_configure name output)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/${name}.in ${generated}/${output} @ONLY)
endfunction()

gprof_configure(GprofLLVMConfig.cmake GprofLLVMConfig.cmake)
gprof_configure(gprof-llvm.pc gprof-llvm.pc)
gprof_configure(gprof.cfg gprof.cfg)
gprof_configure(gprof.cfg gprof-${LLVM_VERSION_MAJOR}.cfg)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${generated}/GprofLLVMConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/gprof-llvm DESTINATION include)
install(FILES ${generated}/GprofLLVMConfig.cmake ${generated}/GprofLLVMConfigVersion.cmake
  DESTINATION ${GPROF_INSTALL_LIBDIR}/cmake/GprofLLVM)
install(FILES ${generated}/gprof-llvm.pc DESTINATION ${GPROF_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${generated}/gprof.cfg ${generated}/gprof-${LLVM_VERSION_MAJOR}.cfg
  DESTINATION ${GPROF_INSTALL_LIBDIR}/gprof-llvm)

if(TARGET GprofPass)
  install(PROGRAMS $<TARGET_FILE:GprofPass> DESTINATION ${GPROF_INSTALL_LIBDIR}
    RENAME ${plugin})
  install(CODE "
    file(CREATE_LINK ${plugin}
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${GPROF_INSTALL_LIBDIR}/GprofPass.so\" SYMBOLIC)")
endif()
foreach(target gprof_rt gprof_rt_static gprof_rt_shared)
  if(TARGET ${target})
    install(TARGETS ${target}
      ARCHIVE DESTINATION ${GPROF_INSTALL_LIBDIR}
      LIBRARY DESTINATION ${GPROF_INSTALL_LIBDIR})
  endif()
endforeach()
if(TARGET gprof-llvm)
  install(TARGETS gprof-llvm RUNTIME DESTINATION bin)
  set(completions ${CMAKE_BINARY_DIR}/completions)
  install(FILES ${completions}/gprof-llvm.bash DESTINATION share/bash-completion/completions
    RENAME gprof-llvm)
  install(FILES ${completions}/gprof-llvm.zsh DESTINATION share/zsh/site-functions
    RENAME _gprof-llvm)
  install(FILES ${completions}/gprof-llvm.fish DESTINATION share/fish/vendor_completions.d)
endif()

if(GPROF_CLANG_CFG_DIR)
  install(CODE "
    if(CMAKE_INSTALL_PREFIX MATCHES \"^/usr(/local)?/?\$\")
      set(cfg \"\$ENV{DESTDIR}${GPROF_CLANG_CFG_DIR}/gprof.cfg\")
      message(STATUS \"Installing: \${cfg}\")
      file(WRITE \"\${cfg}\"
        \"-fpass-plugin=\${CMAKE_INSTALL_PREFIX}/${GPROF_INSTALL_LIBDIR}/${plugin}\\n\")
    endif()")
endif()
