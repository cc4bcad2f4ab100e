#ifndef CELLIST_VERSION_H
#define CELLIST_VERSION_H

/// The commit that the program was built from; empty where it is unknown.
const char *cellist_commit(void);
/// The address of the repository whose release the program belongs to; empty where it belongs to none.
const char *cellist_repository(void);

#endif
