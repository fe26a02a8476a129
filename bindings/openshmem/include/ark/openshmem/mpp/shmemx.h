/* The name by which OpenSHMEM programs may include <shmemx.h>, too. */
#pragma once

#include <shmemx.h>
