#ifndef CELLIST_VERSION_H
#define CELLIST_VERSION_H

/// The commit that the program was built from; empty where nobody said so.
const char *cellist_commit(void);

#endif
