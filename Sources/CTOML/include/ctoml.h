// The parts of toml++ that Cellist uses, as functions of C: the library is a header of C++ templates, which Swift
// cannot import.
#ifndef CELLIST_TOML_H
#define CELLIST_TOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  TOML_IS_TABLE,
  TOML_IS_ARRAY,
  TOML_IS_KEY,
  TOML_IS_TEXT,
  TOML_IS_INTEGER,
  TOML_IS_FLOAT,
  TOML_IS_BOOLEAN,
  TOML_IS_TIME,
} TomlKind;

/// A table, an array, a key or a value. The children of a table or an array follow it: each key right before its value.
typedef struct {
  TomlKind kind;
  /// Its location, both counted from 1; a column counts Unicode scalars. A multi-line string that begins on the line
  /// after its quotes has its location there.
  uint32_t line, column;
  /// How many entries or items a table or an array has.
  size_t count;
  /// A key or a text as it is meant, any other value as it is written; not terminated.
  const char *_Nullable text;
  size_t length;
} TomlEvent;

typedef struct TomlDocument TomlDocument;

/// Reads a text in UTF-8, which must outlive the document.
TomlDocument *_Nonnull toml_open(const char *_Nullable text, size_t length);
/// Why the text is not TOML, and the byte at which that was found; null where it is.
const char *_Nullable toml_problem(const TomlDocument *_Nonnull document, size_t *_Nonnull offset);
/// The table that the text is, with all that it holds. Entries come in the order in which their keys first stand.
const TomlEvent *_Nonnull toml_events(const TomlDocument *_Nonnull document);
void toml_close(TomlDocument *_Nonnull document);

#ifdef __cplusplus
}
#endif
#endif
