# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GprofInstall.cmake - cmake --install.
#
#   bin/gprof-llvm
#   include/gprof-llvm/*.h
#   lib/libgprof_rt.a, lib/libgprof_rt.so, lib/libgprof_heap.so,
#   lib/libgprof_io.so
#   lib/GprofPass-N.so          for LLVM N; several can stand side by side
#   lib/GprofPass.so            link to the one installed last
#   lib/cmake/GprofLLVM/        find_package(GprofLLVM)
#   lib/pkgconfig/gprof-llvm-N.pc, gprof-llvm.pc
#                               compiler and linker flags for LLVM N, and those of the one
#                               installed last
#   lib/pkgconfig/gprof-llvm-api.pc
#                               for gprof.h alone, whatever the compiler
#   share/man/man1, man7        the manual (docs/man)
#   lib/gprof-llvm/gprof.cfg, gprof-N.cfg
#                               clang --config .../gprof.cfg
#
# Components: "tool" has what serves every LLVM, "plugin" what is for one, "newest" the links
# and copies without a version, "libraries" the libraries that an archive for bare systems
# brings along.  GprofPackage.cmake makes packages of them.
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
gprof_configure(gprof-llvm.pc gprof-llvm-${LLVM_VERSION_MAJOR}.pc)
gprof_configure(gprof-llvm-api.pc gprof-llvm-api.pc)
gprof_configure(gprof.cfg gprof.cfg)
gprof_configure(gprof.cfg gprof-${LLVM_VERSION_MAJOR}.cfg)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${generated}/GprofLLVMConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)

set(pkg_config ${GPROF_INSTALL_LIBDIR}/pkgconfig)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/gprof-llvm DESTINATION include COMPONENT tool)
install(FILES ${generated}/GprofLLVMConfig.cmake ${generated}/GprofLLVMConfigVersion.cmake
  DESTINATION ${GPROF_INSTALL_LIBDIR}/cmake/GprofLLVM COMPONENT tool)
install(FILES ${generated}/gprof-llvm-api.pc DESTINATION ${pkg_config} COMPONENT tool)
install(FILES ${generated}/gprof-llvm-${LLVM_VERSION_MAJOR}.pc DESTINATION ${pkg_config}
  COMPONENT plugin)
install(FILES ${generated}/gprof-llvm.pc DESTINATION ${pkg_config} COMPONENT newest)
install(FILES ${generated}/gprof-${LLVM_VERSION_MAJOR}.cfg
  DESTINATION ${GPROF_INSTALL_LIBDIR}/gprof-llvm COMPONENT plugin)
install(FILES ${generated}/gprof.cfg DESTINATION ${GPROF_INSTALL_LIBDIR}/gprof-llvm
  COMPONENT newest)

if(TARGET GprofPass)
  install(PROGRAMS $<TARGET_FILE:GprofPass> DESTINATION ${GPROF_INSTALL_LIBDIR}
    RENAME ${plugin} COMPONENT plugin)
  install(CODE "
    if(CMAKE_INSTALL_DO_STRIP)
      execute_process(COMMAND ${CMAKE_STRIP} --strip-unneeded
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${GPROF_INSTALL_LIBDIR}/${plugin}\")
    endif()" COMPONENT plugin)
  install(CODE "
    file(CREATE_LINK ${plugin}
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${GPROF_INSTALL_LIBDIR}/GprofPass.so\" SYMBOLIC)"
    COMPONENT newest)
endif()
install(TARGETS gprof_rt_static gprof_rt_shared gprof_heap gprof_io
  ARCHIVE DESTINATION ${GPROF_INSTALL_LIBDIR} COMPONENT tool
  LIBRARY DESTINATION ${GPROF_INSTALL_LIBDIR} COMPONENT tool)
# Of the libraries that an archive brings along, those that others of them need too.
set_target_properties(gprof-llvm PROPERTIES
  INSTALL_RPATH "$ORIGIN/../${GPROF_INSTALL_LIBDIR}/gprof-llvm")
target_link_options(gprof-llvm PRIVATE -Wl,--disable-new-dtags)
install(TARGETS gprof-llvm RUNTIME DESTINATION bin COMPONENT tool)
set(completions ${CMAKE_BINARY_DIR}/completions)
install(FILES ${completions}/gprof-llvm.bash DESTINATION share/bash-completion/completions
  RENAME gprof-llvm COMPONENT tool)
install(FILES ${completions}/gprof-llvm.zsh DESTINATION share/zsh/site-functions
  RENAME _gprof-llvm COMPONENT tool)
install(FILES ${completions}/gprof-llvm.fish DESTINATION share/fish/vendor_completions.d
  COMPONENT tool)

if(GPROF_CLANG_CFG_DIR)
  install(CODE "
    if(CMAKE_INSTALL_PREFIX MATCHES \"^/usr(/local)?/?\$\")
      set(cfg \"\$ENV{DESTDIR}${GPROF_CLANG_CFG_DIR}/gprof.cfg\")
      message(STATUS \"Installing: \${cfg}\")
      file(WRITE \"\${cfg}\"
        \"-fpass-plugin=\${CMAKE_INSTALL_PREFIX}/${GPROF_INSTALL_LIBDIR}/${plugin}\\n\")
    endif()" COMPONENT plugin)
endif()

# The C library and its loader are the system's; libraries beside the tool must fit them.
install(CODE "
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES $<TARGET_FILE:gprof-llvm>
    RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR missing
    POST_EXCLUDE_REGEXES \"/(ld-linux.*|libc|libm)[.]so[.]\")
  file(INSTALL \${found} FOLLOW_SYMLINK_CHAIN
    DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${GPROF_INSTALL_LIBDIR}/gprof-llvm\")"
  COMPONENT libraries EXCLUDE_FROM_ALL)
