// Starts a program without a shell. The program ends when the thread that started it does: a killed publisher leaves no
// process behind that goes on writing.
#ifndef CELLIST_PROCESS_H
#define CELLIST_PROCESS_H

#include <sys/types.h>

/// Starts a program found on PATH. Its three standard streams are the descriptors given; it gets no others.
/// Returns 0, or the number of the error that kept it from starting.
int cellist_start(char *const arguments[], char *const environment[], const char *folder, int input, int output,
                  int errors, pid_t *process);

/// The path by which this process was started, which the kernel tells without /proc; empty where it does not.
const char *cellist_started_as(void);

/// A file in memory, or -1.
int cellist_memory_file(void);

/// Lets two files change places in one step. Returns 0, or -1 with errno.
int cellist_exchange(const char *one, const char *other);

#endif
