// put, get, p, g, their strided forms, signals, and the order of operations. All transfer bytes.
#include <array>

#include "team_handles.hpp"

namespace ark::openshmem {

namespace {

/// The last arguments of a signalling operation.
struct signal_update {
  std::uint64_t* word;
  std::uint64_t value;
  int op;
};

template <class Dest, class Source>
void put_blocking(Dest* dest, const Source* source, std::size_t size, target_pe pe) {
  put(bytes(symmetric(dest)), bytes(source), size, pe);
}
void put_deferred(void* dest, const void* source, std::size_t size, target_pe pe) {
  put_nbi(bytes(symmetric(dest)), bytes(source), size, pe);
}
void get_blocking(void* dest, const void* source, std::size_t size, target_pe pe) {
  get(bytes(dest), bytes(symmetric(source)), size, pe);
}
void get_deferred(void* dest, const void* source, std::size_t size, target_pe pe) {
  get_nbi(bytes(dest), bytes(symmetric(source)), size, pe);
}
void put_and_signal(void* dest, const void* source, std::size_t size, signal_update signal,
                    target_pe pe) {
  put_signal(bytes(symmetric(dest)), bytes(source), size, symmetric(signal.word), signal.value,
             signal.op, pe);
}
void put_and_signal_deferred(void* dest, const void* source, std::size_t size, signal_update signal,
                             target_pe pe) {
  put_signal_nbi(bytes(symmetric(dest)), bytes(source), size, symmetric(signal.word), signal.value,
                 signal.op, pe);
}

void set_signal(std::uint64_t* word, std::uint64_t value, int op, target_pe pe) {
  put_signal(static_cast<char*>(nullptr), static_cast<const char*>(nullptr), 0, symmetric(word),
             value, op, pe);
}

/// The type in which ark moves an element: an integer of its size, or bytes.
template <std::size_t Size>
using element = std::conditional_t<
    Size == 1, std::uint8_t,
    std::conditional_t<
        Size == 2, std::uint16_t,
        std::conditional_t<
            Size == 4, std::uint32_t,
            std::conditional_t<Size == 8, std::uint64_t, std::array<std::uint64_t, Size / 8>>>>>;

template <std::size_t Size>
void put_one(void* dest, const void* value, target_pe pe) {
  p(static_cast<element<Size>*>(symmetric(dest)), *static_cast<const element<Size>*>(value), pe);
}
template <class T>
T get_one(const T* source, target_pe pe) {
  T value{};
  get(bytes(static_cast<void*>(&value)), bytes(static_cast<const void*>(symmetric(source))),
      sizeof value, pe);
  return value;
}

template <std::size_t Size>
void put_strided(void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                 std::size_t count, target_pe pe) {
  iput(static_cast<element<Size>*>(symmetric(dest)), static_cast<const element<Size>*>(source), dst,
       sst, count, pe);
}
template <std::size_t Size>
void get_strided(void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                 std::size_t count, target_pe pe) {
  iget(static_cast<element<Size>*>(dest), static_cast<const element<Size>*>(symmetric(source)), dst,
       sst, count, pe);
}

template <std::size_t Size>
void put_blocks(void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                std::size_t size, std::size_t count, target_pe pe) {
  ibput(static_cast<element<Size>*>(symmetric(dest)), static_cast<const element<Size>*>(source),
        dst, sst, size, count, pe);
}
template <std::size_t Size>
void get_blocks(void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                std::size_t size, std::size_t count, target_pe pe) {
  ibget(static_cast<element<Size>*>(dest), static_cast<const element<Size>*>(symmetric(source)),
        dst, sst, size, count, pe);
}

void quiet_in(shmem_ctx_t ctx) {
  if (ctx != SHMEM_CTX_INVALID) quiet(checked(ctx));
}
/// Completes the operations to all PEs, including those of the list.
void pe_quiet_in(shmem_ctx_t ctx, const int* pes, std::size_t count) {
  if (ctx == SHMEM_CTX_INVALID) return;
  if (count != 0) (void)required(pes, "target_pes");
  if (ctx == SHMEM_CTX_DEFAULT) return ark_pe_quiet(pes, count);
  for (std::size_t i = 0; i < count; ++i) (void)pe_of(ctx, pes[i]);
  quiet_in(ctx);
}
void fence_in(shmem_ctx_t ctx) {
  if (ctx != SHMEM_CTX_INVALID) fence(checked(ctx));
}

}  // namespace

// Defines a function and its form with a context. `call` uses `pe`.
#define ARK_SHMEM_BOTH(result, name, parameters, ...)                                           \
  ARK_SHMEM_CALL(result, name, (ARK_SHMEM_LIST parameters, int pe), __VA_ARGS__)                \
  ARK_SHMEM_CALL(result, ctx_##name, (shmem_ctx_t ctx, ARK_SHMEM_LIST parameters, int in_team), \
                 [&](target_pe pe) { return __VA_ARGS__; }(pe_of(ctx, in_team)))
#define ARK_SHMEM_LIST(...) __VA_ARGS__

#define ARK_SHMEM_SIGNALLED uint64_t *sig_addr, uint64_t signal, int sig_op
#define ARK_SHMEM_UPDATE \
  signal_update { sig_addr, signal, sig_op }

// N: the name with its type; T: type of the elements; B: size of one.
#define ARK_SHMEM_MOVES(put, get, D, T, B)                                                \
  ARK_SHMEM_BOTH(void, put, (D * dest, const T* source, std::size_t nelems),              \
                 put_blocking(dest, source, bytes_of(nelems, B), pe))                     \
  ARK_SHMEM_BOTH(void, put##_nbi, (D * dest, const T* source, std::size_t nelems),        \
                 put_deferred(dest, source, bytes_of(nelems, B), pe))                     \
  ARK_SHMEM_BOTH(void, get, (D * dest, const T* source, std::size_t nelems),              \
                 get_blocking(dest, source, bytes_of(nelems, B), pe))                     \
  ARK_SHMEM_BOTH(void, get##_nbi, (D * dest, const T* source, std::size_t nelems),        \
                 get_deferred(dest, source, bytes_of(nelems, B), pe))                     \
  ARK_SHMEM_BOTH(void, put##_signal,                                                      \
                 (D * dest, const T* source, std::size_t nelems, ARK_SHMEM_SIGNALLED),    \
                 put_and_signal(dest, source, bytes_of(nelems, B), ARK_SHMEM_UPDATE, pe)) \
  ARK_SHMEM_BOTH(void, put##_signal_nbi,                                                  \
                 (D * dest, const T* source, std::size_t nelems, ARK_SHMEM_SIGNALLED),    \
                 put_and_signal_deferred(dest, source, bytes_of(nelems, B), ARK_SHMEM_UPDATE, pe))

#define ARK_SHMEM_STRIDES std::ptrdiff_t dst, std::ptrdiff_t sst
#define ARK_SHMEM_STRIDED(iput, iget, ibput, ibget, D, T, B)                                     \
  ARK_SHMEM_BOTH(void, iput, (D * dest, const T* source, ARK_SHMEM_STRIDES, std::size_t nelems), \
                 put_strided<B>(dest, source, dst, sst, nelems, pe))                             \
  ARK_SHMEM_BOTH(void, iget, (D * dest, const T* source, ARK_SHMEM_STRIDES, std::size_t nelems), \
                 get_strided<B>(dest, source, dst, sst, nelems, pe))                             \
  ARK_SHMEM_BOTH(                                                                                \
      void, ibput,                                                                               \
      (D * dest, const T* source, ARK_SHMEM_STRIDES, std::size_t bsize, std::size_t nblocks),    \
      put_blocks<B>(dest, source, dst, sst, bsize, nblocks, pe))                                 \
  ARK_SHMEM_BOTH(                                                                                \
      void, ibget,                                                                               \
      (D * dest, const T* source, ARK_SHMEM_STRIDES, std::size_t bsize, std::size_t nblocks),    \
      get_blocks<B>(dest, source, dst, sst, bsize, nblocks, pe))

#define ARK_SHMEM_TYPED(N, T)                                                            \
  ARK_SHMEM_MOVES(N##_put, N##_get, T, T, sizeof(T))                                     \
  ARK_SHMEM_STRIDED(N##_iput, N##_iget, N##_ibput, N##_ibget, T, T, sizeof(T))           \
  ARK_SHMEM_BOTH(void, N##_p, (T * dest, T value), put_one<sizeof(T)>(dest, &value, pe)) \
  ARK_SHMEM_BOTH(T, N##_g, (const T* source), get_one(source, pe))
ARK_SHMEM_RMA_TYPES(ARK_SHMEM_TYPED)

#define ARK_SHMEM_SIZED(S, B)                    \
  ARK_SHMEM_MOVES(put##S, get##S, void, void, B) \
  ARK_SHMEM_STRIDED(iput##S, iget##S, ibput##S, ibget##S, void, void, B)
ARK_SHMEM_SIZES(ARK_SHMEM_SIZED)
ARK_SHMEM_MOVES(putmem, getmem, void, void, 1)

ARK_SHMEM_BOTH(void, signal_set, (uint64_t * sig_addr, uint64_t signal),
               set_signal(sig_addr, signal, SHMEM_SIGNAL_SET, pe))
ARK_SHMEM_BOTH(void, signal_add, (uint64_t * sig_addr, uint64_t signal),
               set_signal(sig_addr, signal, SHMEM_SIGNAL_ADD, pe))
ARK_SHMEM_CALL(uint64_t, signal_fetch, (const uint64_t* sig_addr),
               ark_signal_fetch(symmetric(sig_addr)))
ARK_SHMEM_CALL(uint64_t, signal_wait_until, (uint64_t * sig_addr, int cmp, uint64_t cmp_value),
               ark_signal_wait_until(symmetric(sig_addr), cmp, cmp_value))

ARK_SHMEM_CALL(void, fence, (), ark_fence())
ARK_SHMEM_CALL(void, quiet, (), ark_quiet())
ARK_SHMEM_CALL(void, ctx_fence, (shmem_ctx_t ctx), fence_in(ctx))
ARK_SHMEM_CALL(void, ctx_quiet, (shmem_ctx_t ctx), quiet_in(ctx))
ARK_SHMEM_CALL(void, pe_quiet, (const int* pes, size_t count),
               pe_quiet_in(SHMEM_CTX_DEFAULT, pes, count))
ARK_SHMEM_CALL(void, ctx_pe_quiet, (shmem_ctx_t ctx, const int* pes, size_t count),
               pe_quiet_in(ctx, pes, count))

}  // namespace ark::openshmem
