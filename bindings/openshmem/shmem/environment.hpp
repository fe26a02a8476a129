// The environment variables of the OpenSHMEM specification.
#pragma once

namespace ark::openshmem {

/// Give the variables of ark the values that SHMEM_SYMMETRIC_SIZE and SHMEM_DEBUG ask for, where
/// they are not set. Before ark::init. Throws ark::error{invalid_argument} with variable, value and
/// accepted form.
void environment_apply();

/// PE 0 prints what SHMEM_VERSION and SHMEM_INFO ask for. After ark::init.
void environment_print();

}  // namespace ark::openshmem
