! The host API of ark for Fortran: interfaces of the C functions of <ark/ark.h>, which has the contracts.
! Written by scripts/generate-fortran. docs/c.md describes its use.
module ark
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), parameter :: ARK_CMP_EQ = 0
  integer(c_int), parameter :: ARK_CMP_NE = 1
  integer(c_int), parameter :: ARK_CMP_GT = 2
  integer(c_int), parameter :: ARK_CMP_GE = 3
  integer(c_int), parameter :: ARK_CMP_LT = 4
  integer(c_int), parameter :: ARK_CMP_LE = 5
  integer(c_int), parameter :: ARK_SIGNAL_OP_SET = 1
  integer(c_int), parameter :: ARK_SIGNAL_OP_ADD = 2
  integer(c_int), parameter :: ARK_CACHE_AUTOMATIC = 0
  integer(c_int), parameter :: ARK_CACHE_STANDARD = 1
  integer(c_int), parameter :: ARK_CACHE_STREAMING = 2
  integer(c_int), parameter :: ARK_CACHE_KEEP = 3
  integer(c_int), parameter :: ARK_CACHE_BYPASS = 4
  integer(c_int), parameter :: ARK_THREAD_SINGLE = 0
  integer(c_int), parameter :: ARK_THREAD_FUNNELED = 1
  integer(c_int), parameter :: ARK_THREAD_SERIALIZED = 2
  integer(c_int), parameter :: ARK_THREAD_MULTIPLE = 3
  integer(c_int), parameter :: ARK_TEAM_INVALID = -1
  integer(c_int), parameter :: ARK_TEAM_WORLD = 0
  integer(c_int), parameter :: ARK_TEAM_SHARED = 1
  integer(c_long), parameter :: ARK_TEAM_NUM_CONTEXTS = 1
  integer(c_int), parameter :: ARK_CTX_INVALID = -1
  integer(c_int), parameter :: ARK_CTX_DEFAULT = 0
  integer(c_long), parameter :: ARK_CTX_SERIALIZED = 1
  integer(c_long), parameter :: ARK_CTX_PRIVATE = 2
  integer(c_long), parameter :: ARK_CTX_NOSTORE = 4
  integer(c_long), parameter :: ARK_CTX_SESSION_BATCH = 1
  integer(c_long), parameter :: ARK_CTX_SESSION_TOTAL_OPS = 1
  integer(c_long), parameter :: ARK_MALLOC_ATOMICS_REMOTE = 1
  integer(c_long), parameter :: ARK_MALLOC_SIGNAL_REMOTE = 2
  integer(c_int), parameter :: ARK_MAX_NAME_LEN = 64
  type, bind(c) :: ark_team_config_t; integer(c_int) :: num_contexts = 0; end type
  type, bind(c) :: ark_ctx_session_config_t; integer(c_long) :: total_ops = 0; end type
  interface
    subroutine ark_init() bind(c); end subroutine
    integer(c_int) function ark_init_thread(requested, provided) bind(c); import; integer(c_int), value :: requested
      integer(c_int), intent(out) :: provided; end function
    subroutine ark_finalize() bind(c); end subroutine
    subroutine ark_query_initialized(initialized) bind(c); import; integer(c_int), intent(out) :: initialized; end subroutine
    subroutine ark_query_thread(provided) bind(c); import; integer(c_int), intent(out) :: provided; end subroutine
    subroutine ark_global_exit(status) bind(c); import; integer(c_int), value :: status; end subroutine
    subroutine ark_info_get_version(major, minor) bind(c); import; integer(c_int), intent(out) :: major, minor; end subroutine
    subroutine ark_info_get_name(name) bind(c); import; character(kind=c_char), intent(out) :: name(*); end subroutine
    integer(c_int) function ark_my_pe() bind(c); import; end function
    integer(c_int) function ark_n_pes() bind(c); import; end function
    integer(c_int) function ark_pe_accessible(pe) bind(c); import; integer(c_int), value :: pe; end function
    integer(c_int) function ark_addr_accessible(address, pe) bind(c); import; type(c_ptr), value :: address
      integer(c_int), value :: pe; end function
    type(c_ptr) function ark_ptr(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe; end function
    integer(c_int) function ark_status() bind(c); import; end function
    type(c_ptr) function ark_error_name(code) bind(c); import; integer(c_int), value :: code; end function
    type(c_ptr) function ark_last_failure() bind(c); import; end function
    type(c_ptr) function ark_last_error() bind(c); import; end function
    type(c_ptr) function ark_malloc(bytes) bind(c); import; integer(c_size_t), value :: bytes; end function
    type(c_ptr) function ark_malloc_with_hints(bytes, hints) bind(c); import; integer(c_size_t), value :: bytes
      integer(c_long), value :: hints; end function
    type(c_ptr) function ark_calloc(count, bytes) bind(c); import; integer(c_size_t), value :: count, bytes; end function
    type(c_ptr) function ark_align(alignment, bytes) bind(c); import; integer(c_size_t), value :: alignment, bytes; end function
    type(c_ptr) function ark_realloc(pointer, bytes) bind(c); import; type(c_ptr), value :: pointer
      integer(c_size_t), value :: bytes; end function
    subroutine ark_free(pointer) bind(c); import; type(c_ptr), value :: pointer; end subroutine
    type(c_ptr) function ark_buffer_register_symmetric(buffer, bytes) bind(c); import; type(c_ptr), value :: buffer
      integer(c_size_t), value :: bytes; end function
    integer(c_int) function ark_buffer_unregister_symmetric(pointer) bind(c); import; type(c_ptr), value :: pointer; end function
    subroutine ark_fence() bind(c); end subroutine
    subroutine ark_quiet() bind(c); end subroutine
    subroutine ark_pe_quiet(pes, count) bind(c); import; integer(c_int), intent(in) :: pes(*); integer(c_size_t), value :: count
      end subroutine
    subroutine ark_barrier_all() bind(c); end subroutine
    subroutine ark_sync_all() bind(c); end subroutine
    integer(c_int) function ark_team_my_pe(team) bind(c); import; integer(c_int), value :: team; end function
    integer(c_int) function ark_team_n_pes(team) bind(c); import; integer(c_int), value :: team; end function
    integer(c_int) function ark_team_translate_pe(team, pe, dest_team) bind(c); import; integer(c_int), value :: team, pe, dest_team
      end function
    type(c_ptr) function ark_team_ptr(team, dest, pe) bind(c); import; integer(c_int), value :: team, pe; type(c_ptr), value :: dest
      end function
    integer(c_int) function ark_team_get_config(team, config_mask, config) bind(c); import; integer(c_int), value :: team
      integer(c_long), value :: config_mask; type(c_ptr), value :: config; end function
    integer(c_int) function ark_team_split_strided(parent, start, stride, size, config, config_mask, new_team) bind(c); import
      integer(c_int), value :: parent, start, stride, size; type(c_ptr), value :: config; integer(c_long), value :: config_mask
      integer(c_int), intent(out) :: new_team; end function
    integer(c_int) function ark_team_split_2d(parent, xrange, xaxis_config, xaxis_mask, xaxis_team, yaxis_config, &
      yaxis_mask, yaxis_team) bind(c); import; integer(c_int), value :: parent, xrange
      type(c_ptr), value :: xaxis_config, yaxis_config; integer(c_long), value :: xaxis_mask, yaxis_mask
      integer(c_int), intent(out) :: xaxis_team, yaxis_team; end function
    subroutine ark_team_destroy(team) bind(c); import; integer(c_int), value :: team; end subroutine
    integer(c_int) function ark_team_sync(team) bind(c); import; integer(c_int), value :: team; end function
    integer(c_int) function ark_ctx_create(options, ctx) bind(c); import; integer(c_long), value :: options
      integer(c_int), intent(out) :: ctx; end function
    integer(c_int) function ark_team_create_ctx(team, options, ctx) bind(c); import; integer(c_int), value :: team
      integer(c_long), value :: options; integer(c_int), intent(out) :: ctx; end function
    subroutine ark_ctx_destroy(ctx) bind(c); import; integer(c_int), value :: ctx; end subroutine
    integer(c_int) function ark_ctx_get_team(ctx, team) bind(c); import; integer(c_int), value :: ctx
      integer(c_int), intent(out) :: team; end function
    subroutine ark_ctx_fence(ctx) bind(c); import; integer(c_int), value :: ctx; end subroutine
    subroutine ark_ctx_quiet(ctx) bind(c); import; integer(c_int), value :: ctx; end subroutine
    subroutine ark_ctx_pe_quiet(ctx, pes, count) bind(c); import; integer(c_int), value :: ctx; integer(c_int), intent(in) :: pes(*)
      integer(c_size_t), value :: count; end subroutine
    subroutine ark_ctx_session_start(ctx, options, config, config_mask) bind(c); import; integer(c_int), value :: ctx
      integer(c_long), value :: options, config_mask; type(c_ptr), value :: config; end subroutine
    subroutine ark_ctx_session_stop(ctx) bind(c); import; integer(c_int), value :: ctx; end subroutine
    subroutine ark_set_lock(lock) bind(c); import; type(c_ptr), value :: lock; end subroutine
    subroutine ark_clear_lock(lock) bind(c); import; type(c_ptr), value :: lock; end subroutine
    integer(c_int) function ark_test_lock(lock) bind(c); import; type(c_ptr), value :: lock; end function
    subroutine ark_signal_set(signal, value, pe) bind(c); import; type(c_ptr), value :: signal; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_signal_add(signal, value, pe) bind(c); import; type(c_ptr), value :: signal; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_signal_set(ctx, signal, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: signal; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ctx_signal_add(ctx, signal, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: signal; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_signal_fetch(signal) bind(c); import; type(c_ptr), value :: signal; end function
    integer(c_int64_t) function ark_signal_wait_until(signal, cmp, value) bind(c); import; type(c_ptr), value :: signal
      integer(c_int), value :: cmp; integer(c_int64_t), value :: value; end function
    type(c_ptr) function ark_plan_create(dest, source, bytes, signal, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end function
    subroutine ark_plan_destroy(plan) bind(c); import; type(c_ptr), value :: plan; end subroutine
    integer(c_int64_t) function ark_plan_start(plan) bind(c); import; type(c_ptr), value :: plan; end function
    subroutine ark_plan_wait(plan, ordinal) bind(c); import; type(c_ptr), value :: plan; integer(c_int64_t), value :: ordinal
      end subroutine
    integer(c_int) function ark_plan_test(plan, ordinal) bind(c); import; type(c_ptr), value :: plan
      integer(c_int64_t), value :: ordinal; end function
    type(c_ptr) function ark_stream_create() bind(c); import; end function
    subroutine ark_stream_destroy(stream) bind(c); import; type(c_ptr), value :: stream; end subroutine
    integer(c_int) function ark_stream_sync(stream) bind(c); import; type(c_ptr), value :: stream; end function
    integer(c_int) function ark_stream_query(stream) bind(c); import; type(c_ptr), value :: stream; end function
    integer(c_int) function ark_device_sync() bind(c); import; end function
    subroutine ark_quiet_on_stream(stream) bind(c); import; type(c_ptr), value :: stream; end subroutine
    subroutine ark_fence_on_stream(stream) bind(c); import; type(c_ptr), value :: stream; end subroutine
    subroutine ark_barrier_all_on_stream(stream) bind(c); import; type(c_ptr), value :: stream; end subroutine
    subroutine ark_sync_all_on_stream(stream) bind(c); import; type(c_ptr), value :: stream; end subroutine
    integer(c_int) function ark_team_sync_on_stream(team, stream) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: stream; end function
    subroutine ark_signal_set_on_stream(signal, value, pe, stream) bind(c); import; type(c_ptr), value :: signal, stream
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_signal_add_on_stream(signal, value, pe, stream) bind(c); import; type(c_ptr), value :: signal, stream
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_signal_wait_until_on_stream(signal, cmp, value, stream) bind(c); import; type(c_ptr), value :: signal, stream
      integer(c_int), value :: cmp; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_float_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_float_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_float_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_float_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_float_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; real(c_float), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      real(c_float), value :: value; end subroutine
    real(c_float) function ark_float_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    real(c_float) function ark_ctx_float_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_float_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_float_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_float_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_float_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_float_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_float_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_double_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_double_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_double_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_double_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_double_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; real(c_double), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      real(c_double), value :: value; end subroutine
    real(c_double) function ark_double_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    real(c_double) function ark_ctx_double_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_double_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_double_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_double_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_double_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_double_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_double_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_char_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_char_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_char_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_char_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_char_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_char_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_char_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_char_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_char_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; character(kind=c_char), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_char_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      character(kind=c_char), value :: value; end subroutine
    character(kind=c_char) function ark_char_g(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    character(kind=c_char) function ark_ctx_char_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_char_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_char_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_char_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_char_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_char_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_char_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_char_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_char_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_schar_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_schar_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_schar_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_schar_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_schar_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_schar_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_schar_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_schar_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_schar_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_signed_char), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_schar_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_signed_char), value :: value; end subroutine
    integer(c_signed_char) function ark_schar_g(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_signed_char) function ark_ctx_schar_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_schar_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_schar_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_schar_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_schar_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_schar_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_schar_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_schar_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_schar_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_short_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_short_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_short_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_short_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_short_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_short_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_short_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_short_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_short_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_short), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_short_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_short), value :: value; end subroutine
    integer(c_short) function ark_short_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_short) function ark_ctx_short_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_short_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_short_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_short_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_short_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_short_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_short_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_short_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_short_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_int_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_int_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int) function ark_ctx_int_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_int_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_long_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_long_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_long_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_long_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_long_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_long_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_long) function ark_ctx_long_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_long_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_long_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_long_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_long_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_long_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_long_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_longlong_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_longlong_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_longlong_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_longlong_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_longlong_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_longlong_g(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_longlong_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_longlong_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_longlong_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_longlong_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_longlong_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_longlong_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_longlong_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uchar_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uchar_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uchar_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uchar_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uchar_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uchar_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uchar_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uchar_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uchar_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_signed_char), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uchar_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_signed_char), value :: value; end subroutine
    integer(c_signed_char) function ark_uchar_g(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_signed_char) function ark_ctx_uchar_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uchar_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uchar_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uchar_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uchar_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uchar_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uchar_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uchar_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uchar_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ushort_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ushort_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ushort_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ushort_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ushort_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ushort_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ushort_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ushort_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ushort_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_short), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ushort_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_short), value :: value; end subroutine
    integer(c_short) function ark_ushort_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_short) function ark_ctx_ushort_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_ushort_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ushort_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ushort_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ushort_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ushort_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ushort_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ushort_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ushort_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_uint_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_uint_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int) function ark_ctx_uint_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uint_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ulong_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ulong_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ulong_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ulong_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ulong_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_ulong_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_long) function ark_ctx_ulong_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_ulong_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ulong_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ulong_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ulong_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ulong_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ulong_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ulonglong_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ulonglong_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ulonglong_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ulonglong_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ulonglong_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_ulonglong_g(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_ulonglong_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ulonglong_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ulonglong_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ulonglong_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ulonglong_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ulonglong_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int8_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int8_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int8_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int8_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int8_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int8_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int8_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int8_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int8_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int8_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int8_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_int8_t), value :: value; end subroutine
    integer(c_int8_t) function ark_int8_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int8_t) function ark_ctx_int8_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_int8_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int8_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int8_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int8_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int8_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int8_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int8_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int8_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int16_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int16_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int16_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int16_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int16_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int16_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int16_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int16_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int16_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int16_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int16_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_int16_t), value :: value; end subroutine
    integer(c_int16_t) function ark_int16_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int16_t) function ark_ctx_int16_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_int16_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int16_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int16_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int16_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int16_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int16_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int16_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int16_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int32_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int32_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int32_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int32_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int32_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int32_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_int32_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int32_t) function ark_ctx_int32_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_int32_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int32_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int32_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int32_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int32_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int32_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int64_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int64_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int64_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int64_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_int64_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_int64_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int64_t) function ark_ctx_int64_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_int64_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int64_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int64_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int64_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_int64_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_int64_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint8_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint8_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint8_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint8_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint8_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint8_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint8_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint8_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint8_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int8_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint8_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_int8_t), value :: value; end subroutine
    integer(c_int8_t) function ark_uint8_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int8_t) function ark_ctx_uint8_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uint8_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint8_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint8_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint8_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint8_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint8_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint8_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint8_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint16_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint16_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint16_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint16_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint16_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint16_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint16_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint16_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint16_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int16_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint16_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_int16_t), value :: value; end subroutine
    integer(c_int16_t) function ark_uint16_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int16_t) function ark_ctx_uint16_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uint16_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint16_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint16_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint16_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint16_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint16_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint16_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint16_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint32_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint32_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint32_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint32_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint32_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int32_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_uint32_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int32_t) function ark_ctx_uint32_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uint32_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint32_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint32_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint32_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint32_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint32_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint64_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint64_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint64_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint64_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_uint64_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_uint64_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_int64_t) function ark_ctx_uint64_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uint64_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint64_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint64_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint64_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_uint64_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_uint64_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_size_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_size_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_size_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_size_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_size_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_size_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_size_t), value :: value; end subroutine
    integer(c_size_t) function ark_size_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_size_t) function ark_ctx_size_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_size_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_size_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_size_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_size_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_size_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_size_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ptrdiff_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ptrdiff_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ptrdiff_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ptrdiff_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_ptrdiff_p(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_size_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_p(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      integer(c_size_t), value :: value; end subroutine
    integer(c_size_t) function ark_ptrdiff_g(source, pe) bind(c); import; type(c_ptr), value :: source; integer(c_int), value :: pe
      end function
    integer(c_size_t) function ark_ctx_ptrdiff_g(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_ptrdiff_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ptrdiff_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ptrdiff_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ptrdiff_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ptrdiff_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ptrdiff_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_longdouble_put(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longdouble_put(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_longdouble_put_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longdouble_put_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_longdouble_get(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longdouble_get(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_longdouble_get_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longdouble_get_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_longdouble_iput(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_longdouble_iput(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_longdouble_iget(dest, source, dest_stride, source_stride, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_longdouble_iget(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_longdouble_ibput(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longdouble_ibput(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_longdouble_ibget(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longdouble_ibget(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_put8(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put8(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_put16(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put16(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_put32(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put32(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_put64(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put64(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_put128(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put128(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_putmem(dest, source, bytes, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_putmem(ctx, dest, source, bytes, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: bytes; end subroutine
    subroutine ark_putmem_hinted(dest, source, bytes, pe, cache) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe, cache; end subroutine
    subroutine ark_put8_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put8_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_put16_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put16_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_put32_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put32_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_put64_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put64_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_put128_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_put128_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_putmem_nbi(dest, source, bytes, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_putmem_nbi(ctx, dest, source, bytes, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: bytes; end subroutine
    subroutine ark_putmem_hinted_nbi(dest, source, bytes, pe, cache) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe, cache; end subroutine
    subroutine ark_get8(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get8(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_get16(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get16(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_get32(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get32(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_get64(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get64(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_get128(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get128(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_getmem(dest, source, bytes, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_getmem(ctx, dest, source, bytes, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: bytes; end subroutine
    subroutine ark_getmem_hinted(dest, source, bytes, pe, cache) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe, cache; end subroutine
    subroutine ark_get8_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get8_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_get16_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get16_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_get32_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get32_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_get64_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get64_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_get128_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_get128_nbi(ctx, dest, source, count, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end subroutine
    subroutine ark_getmem_nbi(dest, source, bytes, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_getmem_nbi(ctx, dest, source, bytes, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: bytes; end subroutine
    subroutine ark_getmem_hinted_nbi(dest, source, bytes, pe, cache) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe, cache; end subroutine
    subroutine ark_iput8(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iput8(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iput16(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iput16(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iput32(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iput32(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iput64(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iput64(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iput128(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iput128(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iget8(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iget8(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iget16(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iget16(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iget32(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iget32(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iget64(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iget64(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_iget128(dest, source, dest_stride, source_stride, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_iget128(ctx, dest, source, dest_stride, source_stride, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end subroutine
    subroutine ark_ibput8(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibput8(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibput16(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibput16(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibput32(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibput32(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibput64(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibput64(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibput128(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibput128(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibget8(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibget8(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibget16(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibget16(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibget32(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibget32(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibget64(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibget64(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_ibget128(dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ibget128(ctx, dest, source, dest_stride, source_stride, block, count, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, block, count; end subroutine
    subroutine ark_float_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_float_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_float_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_float_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_double_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_double_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_double_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_double_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_char_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_char_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_char_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_char_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_schar_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_schar_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_schar_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_schar_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_short_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_short_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_short_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_short_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_long_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_long_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_long_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_long_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_longlong_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_longlong_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_longlong_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_longlong_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uchar_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uchar_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uchar_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uchar_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ushort_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_ushort_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ushort_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_ushort_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ulong_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_ulong_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ulong_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_ulong_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ulonglong_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_ulonglong_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ulonglong_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_ulonglong_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int8_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int8_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int8_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int8_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int16_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int16_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int16_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int16_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int32_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int32_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int32_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int32_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int64_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int64_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int64_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_int64_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint8_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint8_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint8_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint8_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint16_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint16_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint16_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint16_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint32_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint32_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint32_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint32_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint64_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint64_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint64_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_uint64_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_size_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_size_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_size_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_size_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ptrdiff_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_ptrdiff_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_ptrdiff_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_ptrdiff_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_longdouble_put_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_longdouble_put_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_longdouble_put_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_longdouble_put_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put8_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put8_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put16_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put16_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put32_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put32_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put64_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put64_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put128_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put128_signal(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_putmem_signal(dest, source, bytes, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: bytes; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_putmem_signal(ctx, dest, source, bytes, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: bytes
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_putmem_signal_hinted(dest, source, bytes, signal, value, op, pe, cache) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: bytes; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe, cache; end subroutine
    subroutine ark_put8_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put8_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put16_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put16_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put32_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put32_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put64_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put64_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_put128_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_put128_signal_nbi(ctx, dest, source, count, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_putmem_signal_nbi(dest, source, bytes, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: bytes; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ctx_putmem_signal_nbi(ctx, dest, source, bytes, signal, value, op, pe) bind(c); import
      integer(c_int), value :: ctx, op, pe; type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: bytes
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_putmem_signal_hinted_nbi(dest, source, bytes, signal, value, op, pe, cache) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: bytes; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe, cache; end subroutine
    subroutine ark_float_put_add(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_float_put_add_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_float_put_add_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_float_put_add_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_double_put_add(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_double_put_add_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_double_put_add_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_double_put_add_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int32_put_add(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_put_add_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int32_put_add_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_put_add_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int64_put_add(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_put_add_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int64_put_add_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_put_add_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint32_put_add(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_put_add_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint32_put_add_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_put_add_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint64_put_add(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_put_add_signal(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint64_put_add_nbi(dest, source, count, pe) bind(c); import; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_put_add_signal_nbi(dest, source, count, signal, value, op, pe) bind(c); import
      type(c_ptr), value :: dest, source, signal; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    real(c_float) function ark_float_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    real(c_float) function ark_ctx_float_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_float_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; real(c_float), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; real(c_float), value :: value; end subroutine
    real(c_float) function ark_float_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      real(c_float), value :: value; integer(c_int), value :: pe; end function
    real(c_float) function ark_ctx_float_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; real(c_float), value :: value; end function
    subroutine ark_float_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_float_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      real(c_float), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_float_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; real(c_float), value :: value; end subroutine
    real(c_double) function ark_double_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    real(c_double) function ark_ctx_double_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_double_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; real(c_double), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; real(c_double), value :: value; end subroutine
    real(c_double) function ark_double_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      real(c_double), value :: value; integer(c_int), value :: pe; end function
    real(c_double) function ark_ctx_double_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; real(c_double), value :: value; end function
    subroutine ark_double_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_double_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      real(c_double), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_double_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; real(c_double), value :: value; end subroutine
    integer(c_int) function ark_int_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_int) function ark_ctx_int_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_int_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_int_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_int_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: value, pe; end function
    integer(c_int) function ark_ctx_int_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_int_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_int_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: value, pe; end subroutine
    subroutine ark_ctx_int_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    integer(c_long) function ark_long_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_long_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_long_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_long_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_long_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end function
    subroutine ark_long_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_long_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long), value :: value; end subroutine
    integer(c_long_long) function ark_longlong_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_longlong_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_longlong_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_longlong_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_longlong_atomic_swap(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: value; end function
    subroutine ark_longlong_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_longlong_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: value; end subroutine
    integer(c_int) function ark_uint_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_int) function ark_ctx_uint_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uint_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_uint_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_uint_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: value, pe; end function
    integer(c_int) function ark_ctx_uint_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_uint_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_uint_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: value, pe; end subroutine
    subroutine ark_ctx_uint_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    integer(c_long) function ark_ulong_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_ulong_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_ulong_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_ulong_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_ulong_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end function
    subroutine ark_ulong_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_ulong_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long), value :: value; end subroutine
    integer(c_long_long) function ark_ulonglong_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_ulonglong_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_ulonglong_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_atomic_swap(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: value; end function
    subroutine ark_ulonglong_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_ulonglong_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: value; end subroutine
    integer(c_int32_t) function ark_int32_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_int32_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_int32_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int32_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_int32_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_int32_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_int32_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_int32_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int64_t) function ark_int64_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_int64_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_int64_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_int64_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_int64_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_int64_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_int64_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int32_t) function ark_uint32_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_uint32_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uint32_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_uint32_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_uint32_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_uint32_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_uint32_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int64_t) function ark_uint64_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_uint64_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_uint64_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_uint64_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_uint64_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_uint64_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_uint64_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_size_t) function ark_size_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_size_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_size_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_size_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_size_t), value :: value; end subroutine
    integer(c_size_t) function ark_size_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_size_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_size_t), value :: value; end function
    subroutine ark_size_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_size_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_size_t), value :: value; end subroutine
    integer(c_size_t) function ark_ptrdiff_atomic_fetch(source, pe) bind(c); import; type(c_ptr), value :: source
      integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_ptrdiff_atomic_fetch(ctx, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: source; end function
    subroutine ark_ptrdiff_atomic_set(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_atomic_set(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_size_t), value :: value; end subroutine
    integer(c_size_t) function ark_ptrdiff_atomic_swap(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_ptrdiff_atomic_swap(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_size_t), value :: value; end function
    subroutine ark_ptrdiff_atomic_fetch_nbi(fetch, source, pe) bind(c); import; type(c_ptr), value :: fetch, source
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_atomic_fetch_nbi(ctx, fetch, source, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, source; end subroutine
    subroutine ark_ptrdiff_atomic_swap_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_atomic_swap_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_size_t), value :: value; end subroutine
    integer(c_int) function ark_int_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: cond, value, pe; end function
    integer(c_int) function ark_ctx_int_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, cond, value, pe; type(c_ptr), value :: dest; end function
    subroutine ark_int_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: cond, value, pe; end subroutine
    subroutine ark_ctx_int_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, cond, value, pe; type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_int_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      end subroutine
    integer(c_int) function ark_int_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_int) function ark_ctx_int_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_int_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_int_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_int_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_int_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: value, pe; end function
    integer(c_int) function ark_ctx_int_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: dest; end function
    subroutine ark_int_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: value, pe; end subroutine
    subroutine ark_ctx_int_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: fetch, dest; end subroutine
    integer(c_long) function ark_long_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_long_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long), value :: cond, value; end function
    subroutine ark_long_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_long), value :: cond, value; end subroutine
    subroutine ark_long_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_long_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      end subroutine
    integer(c_long) function ark_long_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_long_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_long_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_long_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_long_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_long_atomic_fetch_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end function
    subroutine ark_long_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_long_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long), value :: value; end subroutine
    integer(c_long_long) function ark_longlong_atomic_compare_swap(dest, cond, value, pe) bind(c); import
      type(c_ptr), value :: dest; integer(c_long_long), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_longlong_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: cond, value; end function
    subroutine ark_longlong_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long_long), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: cond, value
      end subroutine
    subroutine ark_longlong_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_longlong_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_long_long) function ark_longlong_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_longlong_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_longlong_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_longlong_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_longlong_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_longlong_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: value; end function
    subroutine ark_longlong_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_longlong_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: value; end subroutine
    integer(c_int) function ark_uint_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: cond, value, pe; end function
    integer(c_int) function ark_ctx_uint_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, cond, value, pe; type(c_ptr), value :: dest; end function
    subroutine ark_uint_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: cond, value, pe; end subroutine
    subroutine ark_ctx_uint_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, cond, value, pe; type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_uint_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      end subroutine
    integer(c_int) function ark_uint_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_int) function ark_ctx_uint_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_uint_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_uint_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_uint_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_uint_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: value, pe; end function
    integer(c_int) function ark_ctx_uint_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: dest; end function
    subroutine ark_uint_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: value, pe; end subroutine
    subroutine ark_ctx_uint_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: fetch, dest; end subroutine
    integer(c_long) function ark_ulong_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_ulong_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long), value :: cond, value; end function
    subroutine ark_ulong_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_long), value :: cond, value; end subroutine
    subroutine ark_ulong_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ulong_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      end subroutine
    integer(c_long) function ark_ulong_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_ulong_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_ulong_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_ulong_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_ulong_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_ulong_atomic_fetch_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end function
    subroutine ark_ulong_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long), value :: value; end subroutine
    integer(c_long_long) function ark_ulonglong_atomic_compare_swap(dest, cond, value, pe) bind(c); import
      type(c_ptr), value :: dest; integer(c_long_long), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: cond, value; end function
    subroutine ark_ulonglong_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import
      type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: cond, value
      end subroutine
    subroutine ark_ulonglong_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ulonglong_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_long_long) function ark_ulonglong_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_atomic_fetch_inc(ctx, dest, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; end function
    subroutine ark_ulonglong_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_ulonglong_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_ulonglong_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: value; end function
    subroutine ark_ulonglong_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: value; end subroutine
    integer(c_int32_t) function ark_int32_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_int32_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: cond, value; end function
    subroutine ark_int32_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: cond, value; end subroutine
    subroutine ark_int32_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int32_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      end subroutine
    integer(c_int32_t) function ark_int32_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_int32_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_int32_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_int32_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int32_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_int32_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_int32_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_int32_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int64_t) function ark_int64_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_int64_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: cond, value; end function
    subroutine ark_int64_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: cond, value; end subroutine
    subroutine ark_int64_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_int64_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      end subroutine
    integer(c_int64_t) function ark_int64_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_int64_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_int64_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_int64_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_int64_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_int64_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_int64_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int32_t) function ark_uint32_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_uint32_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: cond, value; end function
    subroutine ark_uint32_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: cond, value; end subroutine
    subroutine ark_uint32_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint32_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int32_t) function ark_uint32_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_uint32_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_uint32_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_uint32_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_uint32_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_uint32_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_uint32_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int64_t) function ark_uint64_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_uint64_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: cond, value; end function
    subroutine ark_uint64_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: cond, value; end subroutine
    subroutine ark_uint64_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_uint64_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int64_t) function ark_uint64_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_uint64_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_uint64_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_uint64_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_uint64_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_uint64_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_uint64_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_size_t) function ark_size_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_size_t), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_size_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_size_t), value :: cond, value; end function
    subroutine ark_size_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_size_t), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_size_t), value :: cond, value; end subroutine
    subroutine ark_size_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_size_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest
      end subroutine
    integer(c_size_t) function ark_size_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_size_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_size_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_size_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_size_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_size_t), value :: value; end subroutine
    integer(c_size_t) function ark_size_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_size_atomic_fetch_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_size_t), value :: value; end function
    subroutine ark_size_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_size_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_size_t), value :: value; end subroutine
    integer(c_size_t) function ark_ptrdiff_atomic_compare_swap(dest, cond, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_size_t), value :: cond, value; integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_ptrdiff_atomic_compare_swap(ctx, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_size_t), value :: cond, value; end function
    subroutine ark_ptrdiff_atomic_compare_swap_nbi(fetch, dest, cond, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_size_t), value :: cond, value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: fetch, dest; integer(c_size_t), value :: cond, value; end subroutine
    subroutine ark_ptrdiff_atomic_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: pe
      end subroutine
    subroutine ark_ctx_ptrdiff_atomic_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_size_t) function ark_ptrdiff_atomic_fetch_inc(dest, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_ptrdiff_atomic_fetch_inc(ctx, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; end function
    subroutine ark_ptrdiff_atomic_fetch_inc_nbi(fetch, dest, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_atomic_fetch_inc_nbi(ctx, fetch, dest, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_ptrdiff_atomic_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_atomic_add(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_size_t), value :: value; end subroutine
    integer(c_size_t) function ark_ptrdiff_atomic_fetch_add(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_size_t) function ark_ctx_ptrdiff_atomic_fetch_add(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_size_t), value :: value; end function
    subroutine ark_ptrdiff_atomic_fetch_add_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ptrdiff_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_size_t), value :: value; end subroutine
    subroutine ark_uint_atomic_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_uint_atomic_and(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_uint_atomic_fetch_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: value, pe; end function
    integer(c_int) function ark_ctx_uint_atomic_fetch_and(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: dest; end function
    subroutine ark_uint_atomic_fetch_and_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: value, pe; end subroutine
    subroutine ark_ctx_uint_atomic_fetch_and_nbi(ctx, fetch, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_uint_atomic_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_uint_atomic_or(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_uint_atomic_fetch_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: value, pe; end function
    integer(c_int) function ark_ctx_uint_atomic_fetch_or(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: dest; end function
    subroutine ark_uint_atomic_fetch_or_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: value, pe; end subroutine
    subroutine ark_ctx_uint_atomic_fetch_or_nbi(ctx, fetch, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_uint_atomic_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int), value :: value, pe
      end subroutine
    subroutine ark_ctx_uint_atomic_xor(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, value, pe
      type(c_ptr), value :: dest; end subroutine
    integer(c_int) function ark_uint_atomic_fetch_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int), value :: value, pe; end function
    integer(c_int) function ark_ctx_uint_atomic_fetch_xor(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: dest; end function
    subroutine ark_uint_atomic_fetch_xor_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int), value :: value, pe; end subroutine
    subroutine ark_ctx_uint_atomic_fetch_xor_nbi(ctx, fetch, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, value, pe; type(c_ptr), value :: fetch, dest; end subroutine
    subroutine ark_ulong_atomic_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_and(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_ulong_atomic_fetch_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_ulong_atomic_fetch_and(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end function
    subroutine ark_ulong_atomic_fetch_and_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_fetch_and_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long), value :: value; end subroutine
    subroutine ark_ulong_atomic_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_or(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_ulong_atomic_fetch_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_ulong_atomic_fetch_or(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end function
    subroutine ark_ulong_atomic_fetch_or_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_fetch_or_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long), value :: value; end subroutine
    subroutine ark_ulong_atomic_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_long), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_xor(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end subroutine
    integer(c_long) function ark_ulong_atomic_fetch_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long) function ark_ctx_ulong_atomic_fetch_xor(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long), value :: value; end function
    subroutine ark_ulong_atomic_fetch_xor_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulong_atomic_fetch_xor_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long), value :: value; end subroutine
    subroutine ark_ulonglong_atomic_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_and(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_ulonglong_atomic_fetch_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_atomic_fetch_and(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: value; end function
    subroutine ark_ulonglong_atomic_fetch_and_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_fetch_and_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: value; end subroutine
    subroutine ark_ulonglong_atomic_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_or(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_ulonglong_atomic_fetch_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_atomic_fetch_or(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: value; end function
    subroutine ark_ulonglong_atomic_fetch_or_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_fetch_or_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: value; end subroutine
    subroutine ark_ulonglong_atomic_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_xor(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_long_long), value :: value; end subroutine
    integer(c_long_long) function ark_ulonglong_atomic_fetch_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end function
    integer(c_long_long) function ark_ctx_ulonglong_atomic_fetch_xor(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_long_long), value :: value; end function
    subroutine ark_ulonglong_atomic_fetch_xor_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_ulonglong_atomic_fetch_xor_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_long_long), value :: value; end subroutine
    subroutine ark_int32_atomic_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int32_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_and(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_int32_atomic_fetch_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_int32_atomic_fetch_and(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_int32_atomic_fetch_and_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_fetch_and_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_int32_atomic_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int32_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_or(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_int32_atomic_fetch_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_int32_atomic_fetch_or(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_int32_atomic_fetch_or_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_fetch_or_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_int32_atomic_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int32_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_xor(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_int32_atomic_fetch_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_int32_atomic_fetch_xor(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_int32_atomic_fetch_xor_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int32_atomic_fetch_xor_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_int64_atomic_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_and(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_int64_atomic_fetch_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_int64_atomic_fetch_and(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_int64_atomic_fetch_and_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_fetch_and_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int64_atomic_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_or(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_int64_atomic_fetch_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_int64_atomic_fetch_or(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_int64_atomic_fetch_or_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_fetch_or_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int64_atomic_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_xor(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_int64_atomic_fetch_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_int64_atomic_fetch_xor(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_int64_atomic_fetch_xor_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_int64_atomic_fetch_xor_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint32_atomic_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_and(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_uint32_atomic_fetch_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_uint32_atomic_fetch_and(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_uint32_atomic_fetch_and_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_fetch_and_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_uint32_atomic_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int32_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_or(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_uint32_atomic_fetch_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_uint32_atomic_fetch_or(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_uint32_atomic_fetch_or_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_fetch_or_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_uint32_atomic_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_xor(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end subroutine
    integer(c_int32_t) function ark_uint32_atomic_fetch_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int32_t) function ark_ctx_uint32_atomic_fetch_xor(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int32_t), value :: value; end function
    subroutine ark_uint32_atomic_fetch_xor_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint32_atomic_fetch_xor_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_uint64_atomic_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_and(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_uint64_atomic_fetch_and(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_uint64_atomic_fetch_and(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_uint64_atomic_fetch_and_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_fetch_and_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint64_atomic_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest; integer(c_int64_t), value :: value
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_or(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_uint64_atomic_fetch_or(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_uint64_atomic_fetch_or(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_uint64_atomic_fetch_or_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_fetch_or_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint64_atomic_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_xor(ctx, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end subroutine
    integer(c_int64_t) function ark_uint64_atomic_fetch_xor(dest, value, pe) bind(c); import; type(c_ptr), value :: dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end function
    integer(c_int64_t) function ark_ctx_uint64_atomic_fetch_xor(ctx, dest, value, pe) bind(c); import
      integer(c_int), value :: ctx, pe; type(c_ptr), value :: dest; integer(c_int64_t), value :: value; end function
    subroutine ark_uint64_atomic_fetch_xor_nbi(fetch, dest, value, pe) bind(c); import; type(c_ptr), value :: fetch, dest
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    subroutine ark_ctx_uint64_atomic_fetch_xor_nbi(ctx, fetch, dest, value, pe) bind(c); import; integer(c_int), value :: ctx, pe
      type(c_ptr), value :: fetch, dest; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp, value
      end subroutine
    subroutine ark_int_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp, value; end subroutine
    subroutine ark_int_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_int_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value; end function
    integer(c_size_t) function ark_int_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value
      end function
    integer(c_size_t) function ark_int_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_int_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp, value; end function
    integer(c_int) function ark_int_test_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp, value; end function
    integer(c_int) function ark_int_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value; end function
    integer(c_size_t) function ark_int_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value
      end function
    integer(c_size_t) function ark_int_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_long_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_long), value :: value; end subroutine
    subroutine ark_long_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_long), value :: value; end subroutine
    subroutine ark_long_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_long_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_size_t) function ark_long_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_long_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_size_t) function ark_long_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_long_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_long), value :: value; end function
    integer(c_int) function ark_long_test_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_long), value :: value; end function
    integer(c_int) function ark_long_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_long_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_size_t) function ark_long_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_long_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_size_t) function ark_long_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_longlong_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end subroutine
    subroutine ark_longlong_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_long_long), value :: value; end subroutine
    subroutine ark_longlong_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_longlong_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_size_t) function ark_longlong_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_longlong_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_size_t) function ark_longlong_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_longlong_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_long_long), value :: value; end function
    integer(c_int) function ark_longlong_test_all(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_int) function ark_longlong_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_longlong_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_size_t) function ark_longlong_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_longlong_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_size_t) function ark_longlong_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_uint_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp, value; end subroutine
    subroutine ark_uint_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp, value; end subroutine
    subroutine ark_uint_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_uint_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value; end function
    integer(c_size_t) function ark_uint_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value
      end function
    integer(c_size_t) function ark_uint_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_uint_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp, value; end function
    integer(c_int) function ark_uint_test_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp, value; end function
    integer(c_int) function ark_uint_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value; end function
    integer(c_size_t) function ark_uint_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value
      end function
    integer(c_size_t) function ark_uint_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_ulong_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_long), value :: value; end subroutine
    subroutine ark_ulong_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_long), value :: value; end subroutine
    subroutine ark_ulong_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_ulong_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_size_t) function ark_ulong_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ulong_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_size_t) function ark_ulong_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_ulong_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_long), value :: value; end function
    integer(c_int) function ark_ulong_test_all(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_int) function ark_ulong_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ulong_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_size_t) function ark_ulong_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ulong_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end function
    integer(c_size_t) function ark_ulong_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_ulonglong_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end subroutine
    subroutine ark_ulonglong_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_long_long), value :: value; end subroutine
    subroutine ark_ulonglong_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_ulonglong_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_size_t) function ark_ulonglong_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ulonglong_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_size_t) function ark_ulonglong_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_ulonglong_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_long_long), value :: value; end function
    integer(c_int) function ark_ulonglong_test_all(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_int) function ark_ulonglong_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ulonglong_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_size_t) function ark_ulonglong_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ulonglong_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end function
    integer(c_size_t) function ark_ulonglong_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_int32_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end subroutine
    subroutine ark_int32_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_int32_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_int32_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_size_t) function ark_int32_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int32_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_size_t) function ark_int32_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_int32_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_int32_t), value :: value; end function
    integer(c_int) function ark_int32_test_all(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_int) function ark_int32_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int32_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_size_t) function ark_int32_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int32_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_size_t) function ark_int32_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_int64_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int64_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int64_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_int64_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_size_t) function ark_int64_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int64_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_size_t) function ark_int64_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_int64_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_int64_t), value :: value; end function
    integer(c_int) function ark_int64_test_all(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_int) function ark_int64_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int64_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_size_t) function ark_int64_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_int64_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_size_t) function ark_int64_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_uint32_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end subroutine
    subroutine ark_uint32_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_uint32_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_uint32_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_size_t) function ark_uint32_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint32_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_size_t) function ark_uint32_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_uint32_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_int32_t), value :: value; end function
    integer(c_int) function ark_uint32_test_all(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_int) function ark_uint32_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint32_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_size_t) function ark_uint32_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint32_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end function
    integer(c_size_t) function ark_uint32_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_uint64_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint64_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count; integer(c_int), value :: cmp; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint64_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_uint64_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_size_t) function ark_uint64_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint64_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_size_t) function ark_uint64_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_uint64_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_int64_t), value :: value; end function
    integer(c_int) function ark_uint64_test_all(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_int) function ark_uint64_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint64_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_size_t) function ark_uint64_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_uint64_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end function
    integer(c_size_t) function ark_uint64_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_size_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_size_t), value :: value; end subroutine
    subroutine ark_size_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count, value; integer(c_int), value :: cmp; end subroutine
    subroutine ark_size_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_size_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_size_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_size_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp
      end function
    integer(c_size_t) function ark_size_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_size_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_size_t), value :: value; end function
    integer(c_int) function ark_size_test_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count, value; integer(c_int), value :: cmp; end function
    integer(c_int) function ark_size_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_size_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_size_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_size_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp
      end function
    integer(c_size_t) function ark_size_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    subroutine ark_ptrdiff_wait_until(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar; integer(c_int), value :: cmp
      integer(c_size_t), value :: value; end subroutine
    subroutine ark_ptrdiff_wait_until_all(ivars, count, status, cmp, value) bind(c); import; type(c_ptr), value :: ivars, status
      integer(c_size_t), value :: count, value; integer(c_int), value :: cmp; end subroutine
    subroutine ark_ptrdiff_wait_until_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end subroutine
    integer(c_size_t) function ark_ptrdiff_wait_until_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ptrdiff_wait_until_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ptrdiff_wait_until_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp
      end function
    integer(c_size_t) function ark_ptrdiff_wait_until_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_ptrdiff_test(ivar, cmp, value) bind(c); import; type(c_ptr), value :: ivar
      integer(c_int), value :: cmp; integer(c_size_t), value :: value; end function
    integer(c_int) function ark_ptrdiff_test_all(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp; end function
    integer(c_int) function ark_ptrdiff_test_all_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ptrdiff_test_any(ivars, count, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ptrdiff_test_any_vector(ivars, count, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp; end function
    integer(c_size_t) function ark_ptrdiff_test_some(ivars, count, indices, status, cmp, value) bind(c); import
      type(c_ptr), value :: ivars, indices, status; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp
      end function
    integer(c_size_t) function ark_ptrdiff_test_some_vector(ivars, count, indices, status, cmp, values) bind(c); import
      type(c_ptr), value :: ivars, indices, status, values; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end function
    integer(c_int) function ark_float_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_float_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_double_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_broadcast(team, dest, source, count, root) bind(c); import; integer(c_int), value :: team, root
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_char_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_schar_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_short_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_broadcast(team, dest, source, count, root) bind(c); import; integer(c_int), value :: team, root
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_broadcast(team, dest, source, count, root) bind(c); import; integer(c_int), value :: team, root
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_long_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_longlong_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uchar_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_ushort_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_broadcast(team, dest, source, count, root) bind(c); import; integer(c_int), value :: team, root
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_ulong_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_ulonglong_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_broadcast(team, dest, source, count, root) bind(c); import; integer(c_int), value :: team, root
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int8_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int16_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int32_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int64_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint8_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint16_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint32_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint64_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_broadcast(team, dest, source, count, root) bind(c); import; integer(c_int), value :: team, root
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_size_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_ptrdiff_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_broadcast(team, dest, source, count, root) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_collect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_fcollect(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_alltoall(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_alltoalls(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_longdouble_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_min_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_max_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_and_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_or_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_xor_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_broadcastmem(team, dest, source, bytes, root) bind(c); import; integer(c_int), value :: team, root
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: bytes; end function
    integer(c_int) function ark_collectmem(team, dest, source, bytes) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: bytes; end function
    integer(c_int) function ark_fcollectmem(team, dest, source, bytes) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: bytes; end function
    integer(c_int) function ark_alltoallmem(team, dest, source, bytes) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: bytes; end function
    integer(c_int) function ark_alltoallsmem(team, dest, source, dest_stride, source_stride, count) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_complexf_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexf_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexf_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexf_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexd_sum_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexd_prod_reduce(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexd_sum_inscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexd_sum_exscan(team, dest, source, count) bind(c); import; integer(c_int), value :: team
      type(c_ptr), value :: dest, source; integer(c_size_t), value :: count; end function
    subroutine ark_float_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_float_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_float_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_float_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_float_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      real(c_float), value :: value; integer(c_int), value :: pe; end subroutine
    real(c_float) function ark_float_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_float_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_float_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_float_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_float_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_float_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_float_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_float_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_float_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_float_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_float_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_double_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_double_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_double_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_double_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_double_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      real(c_double), value :: value; integer(c_int), value :: pe; end subroutine
    real(c_double) function ark_double_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_double_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_double_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_double_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_double_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_double_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_double_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_double_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_double_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_double_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_double_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_char_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_char_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_char_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_char_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_char_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      character(kind=c_char), value :: value; integer(c_int), value :: pe; end subroutine
    character(kind=c_char) function ark_char_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_char_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_char_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_char_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_char_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_char_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_char_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_char_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_char_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_char_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_char_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_schar_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_schar_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_schar_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_schar_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_schar_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_signed_char), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_signed_char) function ark_schar_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_schar_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_schar_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_schar_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_schar_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_schar_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_schar_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_schar_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_schar_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_schar_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_schar_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_short_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_short_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_short_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_short_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_short_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_short), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_short) function ark_short_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_short_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_short_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_short_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_short_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_short_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_short_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_short_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_short_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_short_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_short_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_int_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int), value :: value, pe; end subroutine
    integer(c_int) function ark_int_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_int_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_int_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_int_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_long_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_long_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_long_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_long_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_long_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_long) function ark_long_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_long_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_long_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_long_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_long_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_long_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_long_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_long_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_long_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_long_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_long_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_longlong_put_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_longlong_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_longlong_get_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_longlong_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_longlong_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_long_long) function ark_longlong_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_longlong_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_longlong_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_longlong_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_longlong_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_longlong_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_longlong_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_longlong_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_longlong_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_longlong_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longlong_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_uchar_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uchar_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uchar_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uchar_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uchar_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_signed_char), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_signed_char) function ark_uchar_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_uchar_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uchar_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uchar_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uchar_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uchar_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uchar_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_uchar_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_uchar_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uchar_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_ushort_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ushort_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ushort_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ushort_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ushort_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_short), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_short) function ark_ushort_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_ushort_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ushort_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ushort_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ushort_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ushort_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ushort_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_ushort_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_ushort_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_ushort_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_uint_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int), value :: value, pe; end subroutine
    integer(c_int) function ark_uint_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_uint_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_uint_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_uint_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_ulong_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ulong_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ulong_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ulong_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ulong_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_long), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_long) function ark_ulong_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_ulong_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ulong_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ulong_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ulong_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ulong_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ulong_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_ulong_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_ulong_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_ulong_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_ulonglong_put_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ulonglong_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ulonglong_get_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ulonglong_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ulonglong_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_long_long), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_long_long) function ark_ulonglong_g_on_stream(source, pe, stream) bind(c); import
      type(c_ptr), value :: source, stream; integer(c_int), value :: pe; end function
    subroutine ark_ulonglong_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ulonglong_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ulonglong_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ulonglong_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ulonglong_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ulonglong_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_ulonglong_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_ulonglong_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_ulonglong_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_int8_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int8_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int8_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int8_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int8_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int8_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_int8_t) function ark_int8_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_int8_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int8_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int8_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int8_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int8_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int8_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_int8_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_int8_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int8_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_int16_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int16_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int16_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int16_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int16_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int16_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_int16_t) function ark_int16_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_int16_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int16_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int16_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int16_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int16_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int16_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_int16_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_int16_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int16_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_int32_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_int32_t) function ark_int32_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_int32_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int32_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int32_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_int32_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_int32_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int32_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_int64_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_int64_t) function ark_int64_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_int64_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_int64_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_int64_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_int64_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_int64_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_int64_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_uint8_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint8_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint8_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint8_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint8_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int8_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_int8_t) function ark_uint8_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_uint8_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint8_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint8_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint8_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint8_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint8_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_uint8_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_uint8_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint8_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_uint16_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint16_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint16_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint16_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint16_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int16_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_int16_t) function ark_uint16_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_uint16_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint16_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint16_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint16_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint16_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint16_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_uint16_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_uint16_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint16_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_uint32_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int32_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_int32_t) function ark_uint32_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_uint32_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint32_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint32_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_uint32_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_uint32_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint32_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_uint64_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_int64_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_int64_t) function ark_uint64_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_uint64_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_uint64_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_uint64_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_uint64_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_uint64_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_uint64_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_size_put_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_size_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_size_get_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_size_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_size_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_size_t) function ark_size_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_size_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_size_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_size_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_size_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_size_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_size_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_size_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_size_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_size_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_ptrdiff_put_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ptrdiff_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ptrdiff_get_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ptrdiff_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_ptrdiff_p_on_stream(dest, value, pe, stream) bind(c); import; type(c_ptr), value :: dest, stream
      integer(c_size_t), value :: value; integer(c_int), value :: pe; end subroutine
    integer(c_size_t) function ark_ptrdiff_g_on_stream(source, pe, stream) bind(c); import; type(c_ptr), value :: source, stream
      integer(c_int), value :: pe; end function
    subroutine ark_ptrdiff_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ptrdiff_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ptrdiff_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ptrdiff_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ptrdiff_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_ptrdiff_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_ptrdiff_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_ptrdiff_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_ptrdiff_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ptrdiff_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_longdouble_put_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_longdouble_put_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_longdouble_get_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_longdouble_get_nbi_on_stream(dest, source, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_longdouble_iput_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_longdouble_iget_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_longdouble_ibput_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_longdouble_ibget_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_longdouble_put_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_longdouble_put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    integer(c_int) function ark_longdouble_broadcast_on_stream(team, dest, source, count, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count
      end function
    integer(c_int) function ark_longdouble_collect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_fcollect_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_alltoall_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_alltoalls_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    integer(c_int) function ark_longdouble_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_min_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_longdouble_max_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uchar_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ushort_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulong_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_ulonglong_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int8_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int16_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int32_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_int64_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint8_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint16_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint32_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_uint64_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_and_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_or_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_size_xor_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    subroutine ark_put8_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get8_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put8_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put16_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get16_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put16_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put32_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get32_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put32_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put64_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get64_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put64_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put128_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get128_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put128_signal_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_putmem_on_stream(dest, source, bytes, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end subroutine
    subroutine ark_getmem_on_stream(dest, source, bytes, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end subroutine
    subroutine ark_putmem_signal_on_stream(dest, source, bytes, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: bytes; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put8_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get8_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put8_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put16_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get16_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put16_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put32_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get32_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put32_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put64_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get64_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put64_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_put128_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_get128_nbi_on_stream(dest, source, count, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: count; integer(c_int), value :: pe; end subroutine
    subroutine ark_put128_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: count; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_putmem_nbi_on_stream(dest, source, bytes, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end subroutine
    subroutine ark_getmem_nbi_on_stream(dest, source, bytes, pe, stream) bind(c); import; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: bytes; integer(c_int), value :: pe; end subroutine
    subroutine ark_putmem_signal_nbi_on_stream(dest, source, bytes, signal, value, op, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, signal, stream; integer(c_size_t), value :: bytes; integer(c_int64_t), value :: value
      integer(c_int), value :: op, pe; end subroutine
    subroutine ark_iput8_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iget8_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibput8_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibget8_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iput16_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iget16_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibput16_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibget16_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iput32_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iget32_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibput32_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibget32_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iput64_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iget64_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibput64_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibget64_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iput128_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_iget128_on_stream(dest, source, dest_stride, source_stride, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibput128_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    subroutine ark_ibget128_on_stream(dest, source, dest_stride, source_stride, block, count, pe, stream) bind(c); import
      type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: dest_stride, source_stride, block, count
      integer(c_int), value :: pe; end subroutine
    integer(c_int) function ark_broadcastmem_on_stream(team, dest, source, bytes, root, stream) bind(c); import
      integer(c_int), value :: team, root; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: bytes
      end function
    integer(c_int) function ark_collectmem_on_stream(team, dest, source, bytes, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: bytes; end function
    integer(c_int) function ark_fcollectmem_on_stream(team, dest, source, bytes, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: bytes; end function
    integer(c_int) function ark_alltoallmem_on_stream(team, dest, source, bytes, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: bytes; end function
    integer(c_int) function ark_alltoallsmem_on_stream(team, dest, source, dest_stride, source_stride, count, &
      stream) bind(c); import; integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream
      integer(c_size_t), value :: dest_stride, source_stride, count; end function
    subroutine ark_int_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp, value; end subroutine
    subroutine ark_int_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value
      end subroutine
    subroutine ark_int_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_long_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_long), value :: value; end subroutine
    subroutine ark_long_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end subroutine
    subroutine ark_long_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_longlong_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_long_long), value :: value; end subroutine
    subroutine ark_longlong_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end subroutine
    subroutine ark_longlong_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_uint_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp, value; end subroutine
    subroutine ark_uint_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp, value
      end subroutine
    subroutine ark_uint_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_ulong_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_long), value :: value; end subroutine
    subroutine ark_ulong_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long), value :: value; end subroutine
    subroutine ark_ulong_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_ulonglong_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_long_long), value :: value; end subroutine
    subroutine ark_ulonglong_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_long_long), value :: value; end subroutine
    subroutine ark_ulonglong_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_int32_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_int32_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end subroutine
    subroutine ark_int32_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_int64_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int64_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_int64_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_uint32_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_int32_t), value :: value; end subroutine
    subroutine ark_uint32_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int32_t), value :: value; end subroutine
    subroutine ark_uint32_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_uint64_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint64_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      integer(c_int64_t), value :: value; end subroutine
    subroutine ark_uint64_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_size_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_size_t), value :: value; end subroutine
    subroutine ark_size_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_size_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_ptrdiff_wait_until_on_stream(ivar, cmp, value, stream) bind(c); import; type(c_ptr), value :: ivar, stream
      integer(c_int), value :: cmp; integer(c_size_t), value :: value; end subroutine
    subroutine ark_ptrdiff_wait_until_all_on_stream(ivars, count, status, cmp, value, stream) bind(c); import
      type(c_ptr), value :: ivars, status, stream; integer(c_size_t), value :: count, value; integer(c_int), value :: cmp
      end subroutine
    subroutine ark_ptrdiff_wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream) bind(c); import
      type(c_ptr), value :: ivars, status, values, stream; integer(c_size_t), value :: count; integer(c_int), value :: cmp
      end subroutine
    integer(c_int) function ark_complexf_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexf_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexf_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexf_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexd_sum_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexd_prod_reduce_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexd_sum_inscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
    integer(c_int) function ark_complexd_sum_exscan_on_stream(team, dest, source, count, stream) bind(c); import
      integer(c_int), value :: team; type(c_ptr), value :: dest, source, stream; integer(c_size_t), value :: count; end function
  end interface
end module
