! Calls of a module's function, of an external subroutine, and of the run-time library.
module numbers
contains
  integer function twice(x)
    !GCC$ ATTRIBUTES noinline :: twice
    integer, intent(in) :: x
    twice = 2 * x
  end function
end module

subroutine work(n, sum)
  use numbers
  integer, intent(in) :: n
  integer, intent(inout) :: sum
  procedure(twice), pointer :: f
  integer :: i
  f => twice
  do i = 1, n
    sum = sum + f(i)
  end do
end subroutine

program hello
  integer :: sum, k
  sum = 0
  do k = 1, 10
    call work(100, sum)
  end do
  if (sum /= 101000) stop 1
end program
