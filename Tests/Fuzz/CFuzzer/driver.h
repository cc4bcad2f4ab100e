#include <stddef.h>
#include <stdint.h>

// Where libFuzzer begins when a program has a `main` of its own.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));
