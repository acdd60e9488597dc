# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What automake writes for a library of libtool.
CFLAGS = -O2 -g
CXXFLAGS = -O2 -g

app: app.c libsolve.la
	libtool --quiet --tag=CC --mode=compile $(CC) $(CFLAGS) -c app.c -o app.o
	libtool --quiet --tag=CC --mode=link $(CC) $(CFLAGS) app.o libsolve.la -o app

libsolve.la: solve.cpp
	libtool --quiet --tag=CXX --mode=compile $(CXX) $(CXXFLAGS) -c solve.cpp -o solve.lo
	libtool --quiet --tag=CXX --mode=link $(CXX) $(CXXFLAGS) solve.lo -rpath /usr/lib -o libsolve.la
