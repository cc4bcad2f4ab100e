// The functions of ICU that Cellist calls: ICU's own are macros that append a version to each name, which Swift cannot
// import. None of ICU's headers are included here, since Foundation brings its own copy of them, of another version,
// and Swift would see both.
#ifndef CELLIST_ICU_H
#define CELLIST_ICU_H

#include <stdint.h>

typedef const char *IcuText;
/// Above 0 when a call failed.
typedef int32_t IcuStatus;
typedef struct IcuCollator IcuCollator;
typedef struct IcuSet IcuSet;
typedef struct IcuDateFormat IcuDateFormat;
typedef struct IcuNumberFormat IcuNumberFormat;
typedef struct IcuCalendar IcuCalendar;
typedef struct IcuPlurals IcuPlurals;
typedef struct IcuConverter IcuConverter;

extern const IcuStatus icu_buffer_overflow;

/// Writes four bytes: major, minor, and two more.
void icu_version(uint8_t *version);
int32_t icu_locale_from_tag(IcuText tag, char *out, int32_t capacity, int32_t *parsed, IcuStatus *status);

IcuCollator *icu_collator_open(IcuText locale, IcuStatus *status);
void icu_collator_set_primary(IcuCollator *collator);
int32_t icu_sort_key(const IcuCollator *collator, const uint16_t *text, int32_t length, uint8_t *out, int32_t capacity);
void icu_collator_close(IcuCollator *collator);

IcuSet *icu_index_letters(IcuText locale, IcuStatus *status);
int32_t icu_set_count(const IcuSet *set);
int32_t icu_set_item(const IcuSet *set, int32_t index, int32_t *start, int32_t *end, uint16_t *out, int32_t capacity, IcuStatus *status);
void icu_set_close(IcuSet *set);
int32_t icu_script(int32_t scalar);

int32_t icu_nfc(const uint16_t *text, int32_t length, uint16_t *out, int32_t capacity, IcuStatus *status);
int32_t icu_nfd(const uint16_t *text, int32_t length, uint16_t *out, int32_t capacity, IcuStatus *status);
int32_t icu_uppercase(const uint16_t *text, int32_t length, uint16_t *out, int32_t capacity, IcuText locale, IcuStatus *status);

int32_t icu_best_pattern(IcuText locale, const uint16_t *skeleton, int32_t length, uint16_t *out, int32_t capacity, IcuStatus *status);
IcuDateFormat *icu_date_format_open(IcuText locale, const uint16_t *pattern, int32_t length, IcuStatus *status);
/// A date is in milliseconds since 1970-01-01T00:00:00Z.
int32_t icu_date_format(const IcuDateFormat *format, double date, uint16_t *out, int32_t capacity, IcuStatus *status);
double icu_date_parse(const IcuDateFormat *format, const uint16_t *text, int32_t length, int32_t *position, IcuStatus *status);
void icu_date_format_close(IcuDateFormat *format);

/// The currency is three letters and a zero, or null.
IcuNumberFormat *icu_number_format_open(IcuText locale, const uint16_t *currency, IcuStatus *status);
/// How many decimals it writes at most.
int32_t icu_number_format_fraction(const IcuNumberFormat *format);
void icu_number_format_set_fraction(IcuNumberFormat *format, int32_t digits);
void icu_number_format_set_grouping(IcuNumberFormat *format, int32_t is_used);
int32_t icu_number_format(const IcuNumberFormat *format, IcuText digits, int32_t length, uint16_t *out, int32_t capacity, IcuStatus *status);
void icu_number_format_close(IcuNumberFormat *format);

IcuPlurals *icu_plurals_open(IcuText locale, IcuStatus *status);
/// Writes the category of a number, as the CLDR calls it: "one", "other".
int32_t icu_plurals_select(const IcuPlurals *plurals, double number, uint16_t *out, int32_t capacity, IcuStatus *status);
void icu_plurals_close(IcuPlurals *plurals);

int8_t icu_locale_is_right_to_left(const char *locale);
/// Writes the name of the language in itself.
int32_t icu_locale_name(const char *locale, uint16_t *out, int32_t capacity, IcuStatus *status);
/// 1 for Sunday to 7 for Saturday.
int32_t icu_locale_first_weekday(const char *locale, IcuStatus *status);
int8_t icu_zone_is_known(const uint16_t *zone, int32_t length);
IcuCalendar *icu_calendar_open(const uint16_t *zone, int32_t length, IcuStatus *status);
/// The date, in milliseconds since 1970-01-01T00:00:00Z, of a wall-clock time of the calendar's zone: the first of two, and
/// one that the clocks skip as if they had not yet.
double icu_date_at_local(IcuCalendar *calendar, int32_t year, int32_t month, int32_t day, int32_t hour, int32_t minute, int32_t second, IcuStatus *status);
/// Milliseconds east of UTC of the calendar's zone at a date, which is in milliseconds since 1970-01-01T00:00:00Z.
int32_t icu_offset_at(IcuCalendar *calendar, double date, IcuStatus *status);
void icu_calendar_close(IcuCalendar *calendar);

/// How many names ICU has for an encoding; 0 for one that it does not know.
int32_t icu_encoding_names(IcuText name);
/// A converter that stops at bytes which are no text in its encoding.
IcuConverter *icu_converter_open(IcuText name, IcuStatus *status);
/// Converts bytes until all are read, `out` is full (icu_buffer_overflow), or some are no text; says how many were read,
/// and of those how many are no text.
int32_t icu_convert(IcuConverter *converter, const uint8_t *bytes, int32_t count, int8_t is_last, int32_t *read, int32_t *invalid, uint16_t *out, int32_t capacity, IcuStatus *status);
void icu_converter_close(IcuConverter *converter);
/// Writes the names of the likeliest encodings of some bytes, a space behind each, the likeliest first.
int32_t icu_likely_encodings(const uint8_t *bytes, int32_t count, char *out, int32_t capacity, IcuStatus *status);

#endif
