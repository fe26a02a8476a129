! Each PE puts its number into the next one's memory, in several ways.
program consumer
  use ark
  implicit none
  integer :: me, pes, next, previous, wrong
  integer(c_int) :: ctx, team, provided
  type(c_ptr) :: inbox_at, in_ctx_at, sum_at, waves_at, counter, signal, all_at
  real(c_double), target :: mine(2), in_ctx_mine(1), got(2)
  real(c_double), pointer :: inbox(:), in_ctx(:), total(:)
  complex(c_double_complex), pointer :: waves(:)
  integer(c_int32_t), pointer :: all_pes(:)
  character(kind=c_char) :: library(ARK_MAX_NAME_LEN)
  type(ark_team_config_t), target :: config
  integer(c_long) :: before

  wrong = 0
  call check(ark_init_thread(ARK_THREAD_MULTIPLE, provided) == 0)
  me = ark_my_pe()
  pes = ark_n_pes()
  next = mod(me + 1, pes)
  previous = mod(me + pes - 1, pes)
  call ark_info_get_name(library)
  call ark_stall_iteration()
  call check(any(library == c_null_char))
  inbox_at = ark_calloc(2_c_size_t, 8_c_size_t)
  sum_at = ark_calloc(2_c_size_t, 8_c_size_t)
  in_ctx_at = ark_calloc(1_c_size_t, 8_c_size_t)
  waves_at = ark_calloc(1_c_size_t, 16_c_size_t)
  counter = ark_calloc(1_c_size_t, 8_c_size_t)
  signal = ark_calloc(1_c_size_t, 8_c_size_t)
  all_at = ark_calloc(int(pes, c_size_t), 4_c_size_t)
  call c_f_pointer(inbox_at, inbox, [2])
  call c_f_pointer(in_ctx_at, in_ctx, [1])
  call c_f_pointer(sum_at, total, [2])
  call c_f_pointer(waves_at, waves, [1])
  call c_f_pointer(all_at, all_pes, [pes])

  mine = me + [0.5d0, 0.25d0]
  call ark_double_put_signal(inbox_at, c_loc(mine), 2_c_size_t, signal, 3_c_int64_t, ARK_SIGNAL_OP_ADD, next)
  call check(ark_signal_wait_until(signal, ARK_CMP_GE, 3_c_int64_t) == 3)
  call check(all(inbox == previous + [0.5d0, 0.25d0]))
  in_ctx_mine = me + 0.125d0
  call check(ark_ctx_create(ARK_CTX_SERIALIZED, ctx) == 0)
  call ark_ctx_double_put(ctx, in_ctx_at, c_loc(in_ctx_mine), 1_c_size_t, next)
  call ark_ctx_quiet(ctx)
  call ark_ctx_destroy(ctx)
  before = ark_long_atomic_fetch_add(counter, 1_c_long, 0)
  call check(before >= 0 .and. before < pes)
  call ark_int32_p(all_at, int(me, c_int32_t), me)
  call ark_barrier_all()
  call check(in_ctx(1) == previous + 0.125d0)
  call check(ark_long_g(counter, 0) == pes)
  call ark_long_wait_until(counter, ARK_CMP_EQ, merge(int(pes, c_long), 0_c_long, me == 0))
  call check(ark_int32_g(all_at, next) == next)
  call ark_double_get(c_loc(got), inbox_at, 2_c_size_t, next)
  call check(all(got == mine))
  got = 0
  call ark_getmem_nbi(c_loc(got), inbox_at, 16_c_size_t, next)
  call ark_quiet()
  call check(all(got == mine))

  waves(1) = cmplx(me, 1, c_double_complex)
  call check(ark_double_sum_reduce(ARK_TEAM_WORLD, sum_at, inbox_at, 2_c_size_t) == 0)
  call check(ark_complexd_sum_reduce(ARK_TEAM_WORLD, waves_at, waves_at, 1_c_size_t) == 0)
  call check(all(total == pes * (pes - 1) / 2 + pes * [0.5d0, 0.25d0]))
  call check(waves(1) == cmplx(pes * (pes - 1) / 2, pes, c_double_complex))
  call check(ark_team_split_strided(ARK_TEAM_WORLD, pes - 1, -1, pes, c_loc(config), ARK_TEAM_NUM_CONTEXTS, team) == 0)
  call check(ark_team_my_pe(team) == pes - 1 - me)
  call check(ark_int32_min_reduce(team, all_at, all_at, 1_c_size_t) == 0)
  call check(all_pes(1) == 0)
  call ark_team_destroy(team)
  print '(a, i0, a, i0, a, 2f6.2)', 'PE ', me, ' of ', pes, ': inbox', inbox
  call ark_finalize()
  if (wrong /= 0) stop 1
contains
  subroutine check(right)
    logical, intent(in) :: right
    if (.not. right) wrong = wrong + 1
  end subroutine
end program
