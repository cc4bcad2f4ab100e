#include "version.h"

const char *cellist_commit(void) { return CELLIST_COMMIT; }
