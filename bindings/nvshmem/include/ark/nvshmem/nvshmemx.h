// NVSHMEM's <nvshmemx.h> on ark: all names are in <nvshmem.h>.
#pragma once

#include <nvshmem.h>
