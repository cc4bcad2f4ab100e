#include "version.h"

const char *cellist_commit(void) { return CELLIST_COMMIT; }
const char *cellist_repository(void) { return CELLIST_REPOSITORY; }
