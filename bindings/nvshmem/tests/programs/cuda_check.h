// Ends the program where a call of CUDA has failed.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#define CUDA_CHECK(call)                                                                        \
  do {                                                                                          \
    cudaError_t error = call;                                                                   \
    if (error != cudaSuccess) {                                                                 \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      exit(EXIT_FAILURE);                                                                       \
    }                                                                                           \
  } while (0)
