// ICU's C functions are macros that append a version to each name, which Swift cannot import.
// Each function here gives one of them a name that Swift sees; nothing else happens.
#ifndef CELLIST_ICU_H
#define CELLIST_ICU_H

#include <unicode/ucal.h>
#include <unicode/ucol.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/unorm2.h>
#include <unicode/unum.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

typedef const char *IcuText;

static inline void icu_version(UVersionInfo version) { u_getVersion(version); }

static inline int32_t icu_locale_from_tag(IcuText tag, char *out, int32_t capacity, int32_t *parsed, UErrorCode *status) {
  return uloc_forLanguageTag(tag, out, capacity, parsed, status);
}

static inline UCollator *icu_collator_open(IcuText locale, UErrorCode *status) { return ucol_open(locale, status); }
static inline void icu_collator_set_primary(UCollator *collator) { ucol_setStrength(collator, UCOL_PRIMARY); }
static inline int32_t icu_sort_key(const UCollator *collator, const UChar *text, int32_t length, uint8_t *out, int32_t capacity) {
  return ucol_getSortKey(collator, text, length, out, capacity);
}
static inline void icu_collator_close(UCollator *collator) { ucol_close(collator); }

static inline USet *icu_index_letters(IcuText locale, UErrorCode *status) {
  ULocaleData *data = ulocdata_open(locale, status);
  if (U_FAILURE(*status)) return NULL;
  USet *set = ulocdata_getExemplarSet(data, NULL, 0, ULOCDATA_ES_INDEX, status);
  ulocdata_close(data);
  return set;
}
static inline int32_t icu_set_count(const USet *set) { return uset_getItemCount(set); }
static inline int32_t icu_set_item(const USet *set, int32_t index, UChar32 *start, UChar32 *end, UChar *out, int32_t capacity, UErrorCode *status) {
  return uset_getItem(set, index, start, end, out, capacity, status);
}
static inline void icu_set_close(USet *set) { uset_close(set); }
static inline int32_t icu_script(UChar32 scalar) {
  UErrorCode status = U_ZERO_ERROR;
  return (int32_t)uscript_getScript(scalar, &status);
}

static inline int32_t icu_nfc(const UChar *text, int32_t length, UChar *out, int32_t capacity, UErrorCode *status) {
  const UNormalizer2 *normalizer = unorm2_getNFCInstance(status);
  if (U_FAILURE(*status)) return 0;
  return unorm2_normalize(normalizer, text, length, out, capacity, status);
}
static inline int32_t icu_uppercase(const UChar *text, int32_t length, UChar *out, int32_t capacity, IcuText locale, UErrorCode *status) {
  return u_strToUpper(out, capacity, text, length, locale, status);
}

static inline int32_t icu_best_pattern(IcuText locale, const UChar *skeleton, int32_t length, UChar *out, int32_t capacity, UErrorCode *status) {
  UDateTimePatternGenerator *generator = udatpg_open(locale, status);
  if (U_FAILURE(*status)) return 0;
  int32_t written = udatpg_getBestPattern(generator, skeleton, length, out, capacity, status);
  udatpg_close(generator);
  return written;
}
static inline UDateFormat *icu_date_format_open(IcuText locale, const UChar *pattern, int32_t length, UErrorCode *status) {
  static const UChar utc[] = {'U', 'T', 'C', 0};
  UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, utc, 3, pattern, length, status);
  if (U_SUCCESS(*status)) {
    UCalendar *gregorian = ucal_open(utc, 3, locale, UCAL_GREGORIAN, status);
    if (U_SUCCESS(*status)) {
      ucal_setGregorianChange(gregorian, -9.0e15, status);  // proleptic, as ISO 8601 is
      *status = U_SUCCESS(*status) ? U_ZERO_ERROR : *status;
      udat_setCalendar(format, gregorian);
      ucal_close(gregorian);
      // Leniency is the calendar's, so it comes after it.
      udat_setLenient(format, 0);
      // Years of two digits are 1969 to 2068, as POSIX has them, and not around the day of the build.
      udat_set2DigitYearStart(format, -31536000000.0, status);
    }
  }
  return format;
}
static inline int32_t icu_date_format(const UDateFormat *format, UDate date, UChar *out, int32_t capacity, UErrorCode *status) {
  return udat_format(format, date, out, capacity, NULL, status);
}
static inline UDate icu_date_parse(const UDateFormat *format, const UChar *text, int32_t length, int32_t *position, UErrorCode *status) {
  return udat_parse(format, text, length, position, status);
}
static inline void icu_date_format_close(UDateFormat *format) { udat_close(format); }

static inline UNumberFormat *icu_number_format_open(IcuText locale, UErrorCode *status) {
  return unum_open(UNUM_DECIMAL, NULL, 0, locale, NULL, status);
}
static inline void icu_number_format_set_fraction(UNumberFormat *format, int32_t digits) {
  unum_setAttribute(format, UNUM_MIN_FRACTION_DIGITS, digits);
  unum_setAttribute(format, UNUM_MAX_FRACTION_DIGITS, digits);
}
static inline int32_t icu_number_format(const UNumberFormat *format, IcuText digits, int32_t length, UChar *out, int32_t capacity, UErrorCode *status) {
  return unum_formatDecimal(format, digits, length, out, capacity, NULL, status);
}
static inline void icu_number_format_close(UNumberFormat *format) { unum_close(format); }

static inline UCalendar *icu_calendar_open(const UChar *zone, int32_t length, UErrorCode *status) {
  return ucal_open(zone, length, "en", UCAL_GREGORIAN, status);
}
static inline UBool icu_zone_is_known(const UChar *zone, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UChar out[128];
  UBool isSystemID = 0;
  ucal_getCanonicalTimeZoneID(zone, length, out, 128, &isSystemID, &status);
  return U_SUCCESS(status) && isSystemID;
}
/// Milliseconds east of UTC at a wall-clock time of the calendar's zone.
static inline int32_t icu_offset_at_local(UCalendar *calendar, int32_t year, int32_t month, int32_t day, int32_t hour, int32_t minute, int32_t second, UErrorCode *status) {
  ucal_clear(calendar);
  ucal_setDateTime(calendar, year, month - 1, day, hour, minute, second, status);
  ucal_getMillis(calendar, status);
  return ucal_get(calendar, UCAL_ZONE_OFFSET, status) + ucal_get(calendar, UCAL_DST_OFFSET, status);
}
static inline void icu_calendar_close(UCalendar *calendar) { ucal_close(calendar); }

#endif
