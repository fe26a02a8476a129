/* The name by which tools may include <pshmem.h>, too. */
#pragma once

#include <pshmem.h>
