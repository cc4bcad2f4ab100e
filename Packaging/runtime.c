// What the libraries of Swift ask /proc for, told without it: a bare chroot has none.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

// The runtime reads the arguments from /proc/self/cmdline, and takes them to be none where there is no such file.
__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

// The runtime looks for the program that prints backtraces before `main`: beside its libraries, whose folder /proc tells. It
// ends the process where it finds none. A static program has neither, so there is nothing to look for.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}

// libdispatch reads /proc/THREAD/stat to know whether its workers run or wait, and ends the process where it cannot. Where
// there is no such file, they run.
int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  int file = __real_open(path, flags, mode);
  int thread, length = 0;
  if (file >= 0 || errno != ENOENT || sscanf(path, "/proc/%d/stat%n", &thread, &length) != 1 || !length) return file;
  file = memfd_create("stat", MFD_CLOEXEC);
  if (file >= 0) dprintf(file, "%d (worker) R", thread), lseek(file, 0, SEEK_SET);
  return file;
}
