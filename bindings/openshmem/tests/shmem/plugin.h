/* What plugin_user calls of plugin. */
#pragma once

/* Returns the exit status of main. */
int plugin_run(long* of_program, int of_program_is_symmetric);
