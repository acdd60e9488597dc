! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! ledger.f90 - a Fortran program that counts its own calls (ledger.c): procedures of modules,
! external and internal ones, by pointer, recursive and elemental ones, of types, callbacks of C.
module book
  use iso_c_binding
  implicit none
  integer(8), volatile :: ledger(12) = 0
  integer, volatile :: sink = 0
  abstract interface
    integer function unary(x)
      integer, intent(in) :: x
    end function
  end interface
  type :: shape
    integer :: side = 1
  contains
    procedure :: area
  end type
  type, extends(shape) :: circle
  contains
    procedure :: area => circle_area
  end type
  interface
    subroutine qsort(base, n, size, compare) bind(c)
      import :: c_size_t, c_funptr, c_int
      integer(c_int) :: base(*)
      integer(c_size_t), value :: n, size
      type(c_funptr), value :: compare
    end subroutine
  end interface
contains
  integer function leaf(x)
    integer, intent(in) :: x
    ledger(1) = ledger(1) + 1
    sink = x + 1
    leaf = sink
  end function

  recursive integer function recurse(n) result(r)
    integer, intent(in) :: n
    ledger(2) = ledger(2) + 1
    r = 0
    if (n > 0) r = recurse(n - 1) + leaf(n)
  end function

  integer function by_pointer(x)
    integer, intent(in) :: x
    ledger(3) = ledger(3) + 1
    by_pointer = leaf(x) - 1
  end function

  integer function choose(x)
    integer, intent(in) :: x
    procedure(unary), pointer :: f
    ledger(4) = ledger(4) + 1
    f => by_pointer
    select case (x)
    case (0)
      choose = leaf(x)
    case (1)
      choose = sink
    case (2)
      choose = f(x)
    case (3)
      choose = leaf(x) + leaf(x)
    case (7)
      choose = recurse(2)
    case default
      choose = x
    end select
  end function

  integer function area(this, x)
    class(shape), intent(in) :: this
    integer, intent(in) :: x
    ledger(5) = ledger(5) + 1
    area = this%side * x
  end function

  integer function circle_area(this, x)
    class(circle), intent(in) :: this
    integer, intent(in) :: x
    ledger(6) = ledger(6) + 1
    circle_area = 3 * this%side * x
  end function

  integer(c_int) function compare(a, b) bind(c)
    integer(c_int), intent(in) :: a, b
    ledger(7) = ledger(7) + 1
    compare = a - b
  end function

  impure elemental integer function each(x)
    integer, intent(in) :: x
    ledger(8) = ledger(8) + 1
    each = x
  end function

  subroutine texts(s)
    character(*), intent(inout) :: s
    ledger(9) = ledger(9) + 1
    sink = len_trim(s)
  end subroutine
end module

subroutine outside(n, sum)
  use book
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: sum
  ledger(10) = ledger(10) + 1
  sum = sum + inner(n) + inner(2 * n)
contains
  integer function inner(x)
    integer, intent(in) :: x
    ledger(11) = ledger(11) + 1
    inner = through(local, x)
  end function

  integer function local(x)
    integer, intent(in) :: x
    ledger(12) = ledger(12) + 1
    local = x + n
  end function

  integer function through(f, x)
    procedure(unary) :: f
    integer, intent(in) :: x
    through = f(x)
  end function
end subroutine

program main
  use book
  implicit none
  character(11), parameter :: names(12) = [character(11) :: 'leaf', 'recurse', 'by_pointer', &
    'choose', 'area', 'circle_area', 'compare', 'each', 'texts', 'outside', 'inner', 'local']
  class(shape), allocatable :: s
  character(20) :: text
  integer(c_int) :: numbers(64)
  integer :: i, sum, many(10)

  sum = 0
  do i = 1, 300
    if (mod(i, 2) == 0) then
      allocate(circle :: s)
    else
      allocate(shape :: s)
    end if
    sum = sum + s%area(i) + choose(mod(i, 9))
    deallocate(s)
    call outside(i, sum)
    write(text, '(i0)') i
    call texts(text)
  end do
  many = [(i, i = 1, 10)]
  many = each(many)
  sum = sum + recurse(100)
  numbers = [(mod(i * 37, 64), i = 1, 64)]
  call qsort(numbers, 64_c_size_t, 4_c_size_t, c_funloc(compare))
  do i = 1, 12
    print '(a, 1x, i0)', trim(names(i)), ledger(i)
  end do
  if (sum == 12345) stop 1
end program
