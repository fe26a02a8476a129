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
    integer(c_int) function ark_ctx_create(options, ctx) bind(c)
      import c_long, c_int
      integer(c_long), value :: options
      integer(c_int), intent(out) :: ctx
    end function
    subroutine ark_ctx_double_put(ctx, dest, source, count, pe) bind(c)
      import c_ptr, c_double, c_size_t, c_int
      integer(c_int), value :: ctx
      type(c_ptr), value :: dest
      real(c_double), intent(in) :: source(*)
      integer(c_size_t), value :: count
      integer(c_int), value :: pe
    end subroutine
    subroutine ark_ctx_quiet(ctx) bind(c)
      import c_int
      integer(c_int), value :: ctx
    end subroutine
    subroutine ark_ctx_destroy(ctx) bind(c)
      import c_int
      integer(c_int), value :: ctx
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
    integer(c_int) function ark_complexd_sum_reduce(team, dest, source, count) bind(c)
      import c_ptr, c_size_t, c_int
      integer(c_int), value :: team
      type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count
    end function
  end interface
  integer :: me, pes, wrong
  integer(c_int) :: ctx
  type(c_ptr) :: inbox_at, in_ctx_at, sum_at, waves_at, counter
  real(c_double), pointer :: inbox(:), in_ctx(:), total(:)
  complex(c_double_complex), pointer :: waves(:)
  integer(c_long) :: before

  call ark_init()
  me = ark_my_pe()
  pes = ark_n_pes()
  inbox_at = ark_calloc(2_c_size_t, 8_c_size_t)
  sum_at = ark_calloc(2_c_size_t, 8_c_size_t)
  in_ctx_at = ark_calloc(1_c_size_t, 8_c_size_t)
  waves_at = ark_calloc(1_c_size_t, 16_c_size_t)
  counter = ark_calloc(1_c_size_t, 8_c_size_t)
  call c_f_pointer(inbox_at, inbox, [2])
  call c_f_pointer(in_ctx_at, in_ctx, [1])
  call c_f_pointer(sum_at, total, [2])
  call c_f_pointer(waves_at, waves, [1])
  call ark_double_put(inbox_at, [me + 0.5d0, me + 0.25d0], 2_c_size_t, mod(me + 1, pes))
  wrong = ark_ctx_create(0_c_long, ctx)
  call ark_ctx_double_put(ctx, in_ctx_at, [me + 0.125d0], 1_c_size_t, mod(me + 1, pes))
  call ark_ctx_quiet(ctx)
  call ark_ctx_destroy(ctx)
  waves(1) = cmplx(me, 1, c_double_complex)
  before = ark_long_atomic_fetch_add(counter, 1_c_long, 0)
  call ark_barrier_all()
  if (ark_double_sum_reduce(0, sum_at, inbox_at, 2_c_size_t) /= 0) wrong = 1
  if (ark_complexd_sum_reduce(0, waves_at, waves_at, 1_c_size_t) /= 0) wrong = 1
  if (any(inbox /= mod(me + pes - 1, pes) + [0.5d0, 0.25d0])) wrong = 1
  if (in_ctx(1) /= mod(me + pes - 1, pes) + 0.125d0) wrong = 1
  if (waves(1) /= cmplx(pes * (pes - 1) / 2, pes, c_double_complex)) wrong = 1
  if (any(total /= pes * (pes - 1) / 2 + pes * [0.5d0, 0.25d0])) wrong = 1
  if (before < 0 .or. before >= pes) wrong = 1
  print '(a, i0, a, i0, a, 2f6.2)', 'PE ', me, ' of ', pes, ': inbox', inbox
  call ark_finalize()
  if (wrong /= 0) stop 1
end program
