#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(char *const arguments[], char *const environment[], const char *folder, int streams[3], pid_t parent,
                   int report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  // The parent may have ended before it was asked for its end to be told.
  if (getppid() != parent) _exit(127);
  // Beyond the numbers that they go to, so that none overwrites another.
  for (int stream = 0; stream < 3; stream++) streams[stream] = fcntl(streams[stream], F_DUPFD, 64);
  report = fcntl(report, F_DUPFD_CLOEXEC, 64);
  for (int stream = 0; stream < 3; stream++) dup2(streams[stream], stream);
  for (int descriptor = 3; descriptor < 1024; descriptor++)
    if (descriptor != report) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  if (!folder || chdir(folder) == 0) execvpe(arguments[0], arguments, environment);
  int reason = errno;
  (void)!write(report, &reason, sizeof reason);
  _exit(127);
}

int cellist_start(char *const arguments[], char *const environment[], const char *folder, int input, int output,
                  int errors, pid_t *process) {
  int reports[2];
  if (pipe2(reports, O_CLOEXEC) != 0) return errno;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    int streams[3] = {input, output, errors};
    become(arguments, environment, folder, streams, parent, reports[1]);
  }
  int reason = child < 0 ? errno : 0;
  close(reports[1]);
  if (child > 0) {
    ssize_t count;
    int told = 0;
    while ((count = read(reports[0], &told, sizeof told)) < 0 && errno == EINTR) continue;
    if (count == sizeof told) {
      reason = told;
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    }
  }
  close(reports[0]);
  *process = child;
  return reason;
}

int cellist_memory_file(void) { return memfd_create("cellist", MFD_CLOEXEC); }

const char *cellist_started_as(void) {
  const char *path = (const char *)getauxval(AT_EXECFN);
  return path ? path : "";
}

int cellist_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}
