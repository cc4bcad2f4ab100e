// The events of an XML document, as libxml2 finds them. Nothing outside the document is read, and a document type, which
// could define entities, is refused.
#ifndef CELLIST_XML_H
#define CELLIST_XML_H

#include <stdint.h>

typedef struct {
  /// An element's name without its prefix, its attributes and their number: each a name without its prefix, the start of its
  /// value and the end. Returns 0 to stop.
  int (*start)(void *context, const char *name, const char *const *attributes, int count);
  int (*end)(void *context, const char *name);
  int (*text)(void *context, const char *bytes, int count);
} XmlEvents;

typedef enum { XML_READ, XML_STOPPED, XML_HAS_TYPE, XML_BROKEN } XmlOutcome;

/// Reads a document; where it is broken, says on which line and why.
XmlOutcome xml_read(const uint8_t *bytes, int64_t count, const XmlEvents *events, void *context, int32_t *line, char *message, int32_t capacity);

#endif
