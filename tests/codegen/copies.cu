// The copies of the inline path alone, without routes and checks: their PTX is read, and ptxas
// counts their registers.
#include <ark/device/transfer/add.hpp>
#include <ark/device/transfer/bulk_copy.hpp>
#include <ark/device/transfer/copy.hpp>

using namespace ark;
using namespace ark::device;

extern "C" {

__global__ void copy_of_thread(void* dest, const void* source, std::size_t bytes) {
  copy<thread_scope>(dest, source, bytes);
}
__global__ void copy_of_warp(void* dest, const void* source, std::size_t bytes) {
  copy<warp_scope>(dest, source, bytes);
}
__global__ void copy_of_block(void* dest, const void* source, std::size_t bytes) {
  copy<block_scope>(dest, source, bytes);
}
__global__ void streaming_of_thread(void* dest, const void* source, std::size_t bytes) {
  copy<thread_scope>(dest, source, bytes, cache_policy::streaming);
}
__global__ void copy_streaming(void* dest, const void* source, std::size_t bytes) {
  copy<block_scope>(dest, source, bytes, cache_policy::streaming);
}
__global__ void copy_keep(void* dest, const void* source, std::size_t bytes) {
  copy<block_scope>(dest, source, bytes, cache_policy::keep);
}
__global__ void copy_bypass(void* dest, const void* source, std::size_t bytes) {
  copy<block_scope>(dest, source, bytes, cache_policy::bypass);
}
__global__ void copy_automatic(void* dest, const void* source, std::size_t bytes) {
  copy<block_scope>(dest, source, bytes, cache_policy::automatic);
}
__global__ void get_of_thread(void* dest, const void* source, std::size_t bytes) {
  copy<thread_scope>(dest, source, bytes, cache_policy::automatic, detail::direction::get);
}
__global__ void get_of_block(void* dest, const void* source, std::size_t bytes) {
  copy<block_scope>(dest, source, bytes, cache_policy::standard, detail::direction::get);
}
__global__ void get_streaming(void* dest, const void* source, std::size_t bytes) {
  copy<block_scope>(dest, source, bytes, cache_policy::streaming, detail::direction::get);
}
__global__ void add_of_block(double* dest, const double* source, std::size_t count) {
  add<block_scope>(dest, source, count);
}
__global__ void word_of_get(std::uint64_t* dest, const std::uint64_t* source) {
  copy<thread_scope>(dest, source, 8, cache_policy::automatic, detail::direction::get);
}
__global__ void byte_of_get(std::uint8_t* dest, const std::uint8_t* source) {
  copy<thread_scope>(dest, source, 1, cache_policy::automatic, detail::direction::get);
}

#if ARK_BULK_COPY
__global__ void copy_in_bulk(copying::bulk_unit unit, std::size_t bytes, bool* good) {
  *good = copying::bulk_by_leader(unit, bytes);
}
#endif
}
