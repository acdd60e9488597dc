# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# bundle.cmake - the web side of the page (web/) as one file of HTML, and that as data of the
# tool: esbuild joins the modules, assemble.py puts style and script into the template with their
# hashes.  Sets page_data, the source of the data.

option(GPROF_PAGE "the page of `gprof-llvm view` is part of the tool" ON)
set(page_web ${CMAKE_CURRENT_LIST_DIR}/web)
set(page_bundle ${CMAKE_CURRENT_BINARY_DIR}/page.html)
find_program(ESBUILD esbuild)

if(NOT GPROF_PAGE)
  message(STATUS "the page of `gprof-llvm view` is left out, as GPROF_PAGE says")
elseif(NOT ESBUILD)
  message(STATUS "the page of `gprof-llvm view` is left out: install esbuild")
endif()

if(GPROF_PAGE AND ESBUILD)
  file(GLOB page_sources CONFIGURE_DEPENDS ${page_web}/*)
  add_custom_command(OUTPUT ${page_bundle}
    COMMAND ${ESBUILD} ${page_web}/main.js --bundle --minify --charset=utf8 --format=iife
      --target=es2020 --log-level=warning --legal-comments=none
      --outfile=${CMAKE_CURRENT_BINARY_DIR}/page.js
    COMMAND ${ESBUILD} ${page_web}/style.css --minify --charset=utf8 --log-level=warning
      --legal-comments=none --outfile=${CMAKE_CURRENT_BINARY_DIR}/page.css
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/assemble.py ${page_web}/template.html
      ${CMAKE_CURRENT_BINARY_DIR}/page.css ${CMAKE_CURRENT_BINARY_DIR}/page.js ${page_bundle}
    DEPENDS ${page_sources} ${CMAKE_CURRENT_LIST_DIR}/assemble.py
    COMMENT "Bundling the page")
else()
  file(WRITE ${page_bundle} "\n")
endif()
set(page_data ${CMAKE_CURRENT_BINARY_DIR}/bundle.S)
configure_file(${CMAKE_CURRENT_LIST_DIR}/bundle.S.in ${page_data} @ONLY)
set_source_files_properties(${page_data} PROPERTIES OBJECT_DEPENDS ${page_bundle})
