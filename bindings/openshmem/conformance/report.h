/* What the programs write of a check, a line each, which bindings/openshmem/conformance/run reads:
 *   passed GROUP NAME FORM COUNT: FUNCTION...
 *   failed GROUP NAME FORM COUNT: FUNCTION... (PE n, FILE:LINE, f values)
 * PE 0 writes the passed ones. Each PE has a file of its own in the folder CONFORMANCE_REPORT,
 * because mpirun mixes what processes print; without that variable they print. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each function once. Returns their number. */
static int distinct(const struct outcome* o, char* text) {
  int count = 0, length = 0;
  text[length++] = ' ';
  for (int at = 0; at < o->length;) {
    char name[80] = " ";
    const int bytes = (int)strcspn(o->names + at, " ") + 1;
    if (bytes > 70 || at + bytes > o->length) return -1;
    memcpy(name + 1, o->names + at, (size_t)bytes);
    name[bytes + 1] = 0;
    at += bytes;
    text[length] = 0;
    if (strstr(text, name) != NULL) continue;
    memcpy(text + length, name + 1, (size_t)bytes);
    length += bytes;
    ++count;
  }
  text[length - 1] = 0;
  return count;
}

static void write_line(const char* line, int me) {
  char path[4096];
  const char* const folder = getenv("CONFORMANCE_REPORT");
  if (folder == NULL) {
    puts(line);
    return;
  }
  snprintf(path, sizeof path, "%s/%d", folder, me);
  FILE* const file = fopen(path, "a");
  if (file == NULL) abort();
  fprintf(file, "%s\n", line);
  fclose(file);
}

/* Returns 1 if the check has failed. */
static int report(const struct check_entry* check, const struct outcome* o, int me) {
  char text[names_bytes + 80], line[names_bytes + 512];
  const int count = distinct(o, text);
  if (o->faults == 0 && me != 0) return 0;
  int length = snprintf(line, sizeof line, "%s %s %s %s %d:%s", o->faults ? "failed" : "passed",
                        check->group, check->name, check->form, count, text);
  if (o->faults != 0) {
    snprintf(line + length, sizeof line - (size_t)length, " (PE %d, %s:%d, %d values)", me,
             check->file, o->line, o->faults);
  }
  write_line(line, me);
  return o->faults != 0;
}
