// The environment variables of the OpenSHMEM specification.
#pragma once

namespace ark::openshmem {

/// Set the variables of ark that correspond to SHMEM_SYMMETRIC_SIZE and SHMEM_DEBUG, unless they
/// are set. Call before ark::init. Throws ark::error{invalid_argument} with variable, value and
/// accepted form.
void environment_apply();

/// PE 0 prints the information that SHMEM_VERSION and SHMEM_INFO request. Call after ark::init.
void environment_print();

}  // namespace ark::openshmem
