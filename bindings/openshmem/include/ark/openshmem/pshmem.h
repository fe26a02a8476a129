/* The pshmem_ names, for tools. <shmem.h> declares them as well. */
#pragma once

#include "shmem.h"
