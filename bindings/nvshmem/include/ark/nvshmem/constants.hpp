// NVSHMEM's constants and handles. Their values are ark's, so that a call passes them on as they
// are.
#pragma once

#include <ark/ark.hpp>
#include <ark/cuda_for_cpu/runtime_choice.hpp>
#include <cstdint>

/// Version of the interface: of the specification, and of NVIDIA's releases that have these names.
#define NVSHMEM_MAJOR_VERSION 1
#define NVSHMEM_MINOR_VERSION 3
#define NVSHMEM_VENDOR_MAJOR_VERSION 3
#define NVSHMEM_VENDOR_MINOR_VERSION 5
#define NVSHMEM_VENDOR_PATCH_VERSION 0
#define NVSHMEM_VENDOR_STRING "ark"
#define NVSHMEM_MAX_NAME_LEN 256

enum nvshmemx_cmp_type_t : int {
  NVSHMEM_CMP_EQ = ARK_CMP_EQ,
  NVSHMEM_CMP_NE = ARK_CMP_NE,
  NVSHMEM_CMP_GT = ARK_CMP_GT,
  NVSHMEM_CMP_LE = ARK_CMP_LE,
  NVSHMEM_CMP_LT = ARK_CMP_LT,
  NVSHMEM_CMP_GE = ARK_CMP_GE,
};

enum nvshmemx_signal_op_t : int {
  NVSHMEM_SIGNAL_SET = ARK_SIGNAL_SET,
  NVSHMEM_SIGNAL_ADD = ARK_SIGNAL_ADD,
};

enum nvshmemx_thread_support_t : int {
  NVSHMEM_THREAD_SINGLE = ARK_THREAD_SINGLE,
  NVSHMEM_THREAD_FUNNELED = ARK_THREAD_FUNNELED,
  NVSHMEM_THREAD_SERIALIZED = ARK_THREAD_SERIALIZED,
  NVSHMEM_THREAD_MULTIPLE = ARK_THREAD_MULTIPLE,
};

/// Results of nvshmemx_init_status; ark gives the first and the third.
enum nvshmemx_init_status_t : int {
  NVSHMEM_STATUS_NOT_INITIALIZED = 0,
  NVSHMEM_STATUS_IS_BOOTSTRAPPED = 1,
  NVSHMEM_STATUS_IS_INITIALIZED = 2,
  NVSHMEM_STATUS_LIMITED_MPG = 3,
  NVSHMEM_STATUS_FULL_MPG = 4,
};

/// Results of the calls that return int: 0, or the number of any ark::errc.
enum nvshmemx_status : int {
  NVSHMEMX_SUCCESS = 0,
  NVSHMEMX_ERROR_INVALID_VALUE = static_cast<int>(ark::errc::invalid_argument),
  NVSHMEMX_ERROR_OUT_OF_MEMORY = static_cast<int>(ark::errc::out_of_memory),
  NVSHMEMX_ERROR_SYMMETRY = static_cast<int>(ark::errc::asymmetric),
  NVSHMEMX_ERROR_INTERNAL = static_cast<int>(ark::errc::system_error),
  NVSHMEMX_ERROR_NOT_SUPPORTED = static_cast<int>(ark::errc::unsupported),
};
/// The name of the ark::errc.
inline const char* nvshmemx_status_string(int status) {
  return ark::errc_name(static_cast<ark::errc>(status));
}
