// OpenSSL advises against these functions, since they take no other provider's digests. They allocate nothing, which
// matters where each record has digests of its own.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
