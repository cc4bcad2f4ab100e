#include "cxml.h"

#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const XmlEvents *events;
  void *context;
  xmlParserCtxtPtr parser;
  int stopped, has_type;
} Reading;

static void stop(Reading *reading) {
  reading->stopped = 1;
  xmlStopParser(reading->parser);
}

static void on_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                     const xmlChar **namespaces, int count, int defaulted, const xmlChar **attributes) {
  (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)defaulted;
  Reading *reading = user;
  if (reading->stopped) return;
  // libxml2 has five pointers for each attribute; of these, the name and the bounds of the value matter.
  const char *few[3 * 32];
  const char **all = count <= 32 ? few : malloc(sizeof(char *) * 3 * (size_t)count);
  if (!all) {
    stop(reading);
    return;
  }
  for (int i = 0; i < count; i++) {
    all[3 * i] = (const char *)attributes[5 * i];
    all[3 * i + 1] = (const char *)attributes[5 * i + 3];
    all[3 * i + 2] = (const char *)attributes[5 * i + 4];
  }
  if (!reading->events->start(reading->context, (const char *)name, all, count)) stop(reading);
  if (all != few) free(all);
}

static void on_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)prefix, (void)uri;
  Reading *reading = user;
  if (!reading->stopped && !reading->events->end(reading->context, (const char *)name)) stop(reading);
}

static void on_text(void *user, const xmlChar *bytes, int count) {
  Reading *reading = user;
  if (!reading->stopped && !reading->events->text(reading->context, (const char *)bytes, count)) stop(reading);
}

static void on_type(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
  (void)name, (void)external, (void)system;
  Reading *reading = user;
  reading->has_type = 1;
  stop(reading);
}

static void ignore(void *user, xmlErrorPtr error) { (void)user, (void)error; }

XmlOutcome xml_read(const uint8_t *bytes, int64_t count, const XmlEvents *events, void *context, int32_t *line, char *message, int32_t capacity) {
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = on_start;
  handler.endElementNs = on_end;
  handler.characters = on_text;
  handler.cdataBlock = on_text;
  handler.internalSubset = on_type;
  handler.serror = ignore;
  Reading reading = {events, context, NULL, 0, 0};
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, &reading, NULL, 0, NULL);
  if (!parser) return XML_BROKEN;
  reading.parser = parser;
  xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_COMPACT);
  int failure = 0;
  const int64_t window = 1 << 20;
  for (int64_t offset = 0; offset < count && !failure && !reading.stopped; offset += window) {
    int64_t length = count - offset < window ? count - offset : window;
    failure = xmlParseChunk(parser, (const char *)bytes + offset, (int)length, 0);
  }
  if (!failure && !reading.stopped) failure = xmlParseChunk(parser, NULL, 0, 1);
  XmlOutcome outcome = reading.has_type ? XML_HAS_TYPE : reading.stopped ? XML_STOPPED : failure ? XML_BROKEN : XML_READ;
  if (outcome == XML_BROKEN) {
    const xmlError *error = xmlCtxtGetLastError(parser);
    *line = error ? error->line : 1;
    const char *words = error && error->message ? error->message : "it cannot be read";
    size_t length = strcspn(words, "\n");
    if (length >= (size_t)capacity) length = (size_t)capacity - 1;
    memcpy(message, words, length);
    message[length] = 0;
  }
  if (parser->myDoc) xmlFreeDoc(parser->myDoc);
  xmlFreeParserCtxt(parser);
  return outcome;
}
