# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GprofPackage.cmake - cpack: Debian packages of one build.
#
#   cd build && cpack
#
#   gprof-llvm_VERSION_ARCH.deb           the tool, the runtime, gprof.h, the manual
#   gprof-llvm-plugin-N_VERSION_ARCH.deb  the plugin for clang N
#
# scripts/package makes those of several LLVM versions, and an archive that runs where it is
# unpacked.  GprofPass.so, gprof.cfg and gprof-llvm.pc belong to the newest plugin that is
# installed, by update-alternatives.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gprof-llvm)
set(CPACK_PACKAGE_VENDOR gprof-llvm)
set(CPACK_PACKAGE_CONTACT "the developers of gprof-llvm <gprof-llvm@invalid>")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR ON)   # the plugin's configuration file is beside clang, not below the prefix
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL tool plugin)
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME gprof-llvm)
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS gprof-llvm-plugin-${LLVM_VERSION_MAJOR})
set(CPACK_COMPONENT_TOOL_DESCRIPTION "call graph profiler for programs compiled by clang
 Exact counts of calls, measured times with error bars, and the callers that
 cause them.  Programs are compiled with a plugin of clang: install
 gprof-llvm-plugin-N for clang N.")

set(CPACK_DEBIAN_PLUGIN_PACKAGE_NAME gprof-llvm-plugin-${LLVM_VERSION_MAJOR})
set(CPACK_DEBIAN_PLUGIN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PLUGIN_PACKAGE_DEPENDS
  "gprof-llvm (>= ${PROJECT_VERSION}), libllvm${LLVM_VERSION_MAJOR}")
set(CPACK_DEBIAN_PLUGIN_PACKAGE_RECOMMENDS clang-${LLVM_VERSION_MAJOR})
set(CPACK_COMPONENT_PLUGIN_DESCRIPTION "plugin of clang ${LLVM_VERSION_MAJOR} for gprof-llvm
 Instruments programs for the call graph profiler gprof-llvm.")

set(lib /usr/${GPROF_INSTALL_LIBDIR})
foreach(script postinst prerm)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/plugin.${script}.in ${generated}/deb/${script} @ONLY)
endforeach()
file(CHMOD ${generated}/deb/postinst ${generated}/deb/prerm PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PLUGIN_PACKAGE_CONTROL_EXTRA ${generated}/deb/postinst ${generated}/deb/prerm)

install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/gprof-llvm RENAME copyright
  COMPONENT tool)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE
  DESTINATION share/doc/gprof-llvm-plugin-${LLVM_VERSION_MAJOR} RENAME copyright
  COMPONENT plugin)
include(CPack)
