/* Extensions: ark has none under this name. */
#pragma once

#include "shmem.h"
