/* The name by which OpenSHMEM programs may include <shmem.h>, too. */
#pragma once

#include <shmem.h>
