/* A program that knows nothing of shmem. With an argument it loads the plugin from there; else it
 * is linked with it. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "plugin.h"

static long word;

int main(int argc, char** argv) {
  const int is_linked = argc == 1;
  void* const plugin = dlopen(is_linked ? NULL : argv[1], RTLD_NOW);
  void* const found = plugin != NULL ? dlsym(plugin, "plugin_run") : NULL;
  if (found == NULL) return fprintf(stderr, "%s\n", dlerror());
  int (*run)(long*, int);
  memcpy(&run, &found, sizeof run); /* ISO C has no cast from an object's address to a function's */
  return run(&word, is_linked);
}
