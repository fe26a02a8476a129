// The whole standard library, and the C headers of POSIX that share names.
#pragma once

#include <bits/stdc++.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
