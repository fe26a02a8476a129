! Each PE puts its number into the next one's memory.
program consumer
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine ark_init() bind(c)
    end subroutine
    subroutine ark_finalize() bind(c)
    end subroutine
    subroutine ark_barrier_all() bind(c)
    end subroutine
    integer(c_int) function ark_my_pe() bind(c)
      import c_int
    end function
    integer(c_int) function ark_n_pes() bind(c)
      import c_int
    end function
    type(c_ptr) function ark_calloc(count, bytes) bind(c)
      import c_ptr, c_size_t
      integer(c_size_t), value :: count, bytes
    end function
    subroutine ark_double_put(dest, source, count, pe) bind(c)
      import c_ptr, c_double, c_size_t, c_int
      type(c_ptr), value :: dest
      real(c_double), intent(in) :: source(*)
      integer(c_size_t), value :: count
      integer(c_int), value :: pe
    end subroutine
    integer(c_long) function ark_long_atomic_fetch_add(dest, value, pe) bind(c)
      import c_ptr, c_long, c_int
      type(c_ptr), value :: dest
      integer(c_long), value :: value
      integer(c_int), value :: pe
    end function
    integer(c_int) function ark_double_sum_reduce(team, dest, source, count) bind(c)
      import c_ptr, c_size_t, c_int
      integer(c_int), value :: team
      type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count
    end function
  end interface
  integer :: me, pes, wrong
  type(c_ptr) :: inbox_at, sum_at, counter
  real(c_double), pointer :: inbox(:), total(:)
  integer(c_long) :: before

  call ark_init()
  me = ark_my_pe()
  pes = ark_n_pes()
  inbox_at = ark_calloc(2_c_size_t, 8_c_size_t)
  sum_at = ark_calloc(2_c_size_t, 8_c_size_t)
  counter = ark_calloc(1_c_size_t, 8_c_size_t)
  call c_f_pointer(inbox_at, inbox, [2])
  call c_f_pointer(sum_at, total, [2])
  call ark_double_put(inbox_at, [me + 0.5d0, me + 0.25d0], 2_c_size_t, mod(me + 1, pes))
  before = ark_long_atomic_fetch_add(counter, 1_c_long, 0)
  call ark_barrier_all()
  wrong = ark_double_sum_reduce(0, sum_at, inbox_at, 2_c_size_t)
  if (any(inbox /= mod(me + pes - 1, pes) + [0.5d0, 0.25d0])) wrong = 1
  if (any(total /= pes * (pes - 1) / 2 + pes * [0.5d0, 0.25d0])) wrong = 1
  if (before < 0 .or. before >= pes) wrong = 1
  print '(a, i0, a, i0, a, 2f6.2)', 'PE ', me, ' of ', pes, ': inbox', inbox
  call ark_finalize()
  if (wrong /= 0) stop 1
end program
