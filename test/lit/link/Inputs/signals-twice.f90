! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! What Inputs/signals.c calls, in Fortran.
subroutine leaf(n) bind(c)
  use iso_c_binding
  integer(c_int), volatile :: n
  n = n + 1
end subroutine

subroutine twice(n) bind(c)
  use iso_c_binding
  integer(c_int), volatile :: n
  interface
    subroutine leaf(n) bind(c)
      import :: c_int
      integer(c_int), volatile :: n
    end subroutine
  end interface
  call leaf(n)
end subroutine
