#include "icu.h"

#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ucnv.h>
#include <unicode/ucol.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/ucsdet.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/unorm2.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

_Static_assert(sizeof(UErrorCode) == sizeof(IcuStatus), "a status is ICU's error code");
const IcuStatus icu_buffer_overflow = U_BUFFER_OVERFLOW_ERROR;

// ICU counts in an enumeration of the size of an int, which may be read as one.
static UErrorCode *code(IcuStatus *status) { return (UErrorCode *)status; }
static UCollator *ucol(const IcuCollator *collator) { return (UCollator *)collator; }
static USet *uset(const IcuSet *set) { return (USet *)set; }

void icu_version(uint8_t *version) { u_getVersion(version); }

int32_t icu_locale_from_tag(IcuText tag, char *out, int32_t capacity, int32_t *parsed, IcuStatus *status) {
  return uloc_forLanguageTag(tag, out, capacity, parsed, code(status));
}

// Numbers in a text are compared as people count, unless the locale says otherwise: "a9" before "a10".
IcuCollator *icu_collator_open(IcuText locale, IcuStatus *status) {
  UCollator *collator = ucol_open(locale, code(status));
  if (*status > 0) return NULL;
  char numeric[8];
  IcuStatus ignored = U_ZERO_ERROR;
  if (uloc_getKeywordValue(locale, "colnumeric", numeric, sizeof numeric, code(&ignored)) == 0) {
    ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, code(status));
  }
  return (IcuCollator *)collator;
}
void icu_collator_set_primary(IcuCollator *collator) { ucol_setStrength(ucol(collator), UCOL_PRIMARY); }
int32_t icu_sort_key(const IcuCollator *collator, const uint16_t *text, int32_t length, uint8_t *out, int32_t capacity) {
  return ucol_getSortKey(ucol(collator), text, length, out, capacity);
}
void icu_collator_close(IcuCollator *collator) { ucol_close(ucol(collator)); }

IcuSet *icu_index_letters(IcuText locale, IcuStatus *status) {
  ULocaleData *data = ulocdata_open(locale, code(status));
  if (*status > 0) return NULL;
  USet *set = ulocdata_getExemplarSet(data, NULL, 0, ULOCDATA_ES_INDEX, code(status));
  ulocdata_close(data);
  return (IcuSet *)set;
}
int32_t icu_set_count(const IcuSet *set) { return uset_getItemCount(uset(set)); }
int32_t icu_set_item(const IcuSet *set, int32_t index, int32_t *start, int32_t *end, uint16_t *out, int32_t capacity, IcuStatus *status) {
  return uset_getItem(uset(set), index, start, end, out, capacity, code(status));
}
void icu_set_close(IcuSet *set) { uset_close(uset(set)); }
int32_t icu_script(int32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  return (int32_t)uscript_getScript(scalar, &status);
}

int32_t icu_nfc(const uint16_t *text, int32_t length, uint16_t *out, int32_t capacity, IcuStatus *status) {
  const UNormalizer2 *normalizer = unorm2_getNFCInstance(code(status));
  if (*status > 0) return 0;
  return unorm2_normalize(normalizer, text, length, out, capacity, code(status));
}
int32_t icu_nfd(const uint16_t *text, int32_t length, uint16_t *out, int32_t capacity, IcuStatus *status) {
  const UNormalizer2 *normalizer = unorm2_getNFDInstance(code(status));
  if (*status > 0) return 0;
  return unorm2_normalize(normalizer, text, length, out, capacity, code(status));
}
int32_t icu_uppercase(const uint16_t *text, int32_t length, uint16_t *out, int32_t capacity, IcuText locale, IcuStatus *status) {
  return u_strToUpper(out, capacity, text, length, locale, code(status));
}

int32_t icu_best_pattern(IcuText locale, const uint16_t *skeleton, int32_t length, uint16_t *out, int32_t capacity, IcuStatus *status) {
  UDateTimePatternGenerator *generator = udatpg_open(locale, code(status));
  if (*status > 0) return 0;
  int32_t written = udatpg_getBestPattern(generator, skeleton, length, out, capacity, code(status));
  udatpg_close(generator);
  return written;
}
IcuDateFormat *icu_date_format_open(IcuText locale, const uint16_t *pattern, int32_t length, IcuStatus *status) {
  static const UChar utc[] = {'U', 'T', 'C', 0};
  UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, utc, 3, pattern, length, code(status));
  if (*status <= 0) {
    UCalendar *gregorian = ucal_open(utc, 3, locale, UCAL_GREGORIAN, code(status));
    if (*status <= 0) {
      ucal_setGregorianChange(gregorian, -9.0e15, code(status));  // proleptic, as ISO 8601 is
      if (*status < 0) *status = 0;
      udat_setCalendar(format, gregorian);
      ucal_close(gregorian);
      // Leniency is the calendar's, so it comes after it.
      udat_setLenient(format, 0);
      // Years of two digits are 1969 to 2068, as POSIX has them, and not around the day of the build.
      udat_set2DigitYearStart(format, -31536000000.0, code(status));
    }
  }
  return (IcuDateFormat *)format;
}
int32_t icu_date_format(const IcuDateFormat *format, double date, uint16_t *out, int32_t capacity, IcuStatus *status) {
  return udat_format((const UDateFormat *)format, date, out, capacity, NULL, code(status));
}
double icu_date_parse(const IcuDateFormat *format, const uint16_t *text, int32_t length, int32_t *position, IcuStatus *status) {
  return udat_parse((const UDateFormat *)format, text, length, position, code(status));
}
void icu_date_format_close(IcuDateFormat *format) { udat_close((UDateFormat *)format); }

IcuNumberFormat *icu_number_format_open(IcuText locale, const uint16_t *currency, IcuStatus *status) {
  UNumberFormat *format = unum_open(currency ? UNUM_CURRENCY : UNUM_DECIMAL, NULL, 0, locale, NULL, code(status));
  if (format && currency) unum_setTextAttribute(format, UNUM_CURRENCY_CODE, currency, 3, code(status));
  return (IcuNumberFormat *)format;
}
int32_t icu_number_format_fraction(const IcuNumberFormat *format) {
  return unum_getAttribute((const UNumberFormat *)format, UNUM_MAX_FRACTION_DIGITS);
}
void icu_number_format_set_fraction(IcuNumberFormat *format, int32_t digits) {
  unum_setAttribute((UNumberFormat *)format, UNUM_MIN_FRACTION_DIGITS, digits);
  unum_setAttribute((UNumberFormat *)format, UNUM_MAX_FRACTION_DIGITS, digits);
}
void icu_number_format_set_grouping(IcuNumberFormat *format, int32_t is_used) {
  unum_setAttribute((UNumberFormat *)format, UNUM_GROUPING_USED, is_used);
}
int32_t icu_number_format(const IcuNumberFormat *format, IcuText digits, int32_t length, uint16_t *out, int32_t capacity, IcuStatus *status) {
  return unum_formatDecimal((const UNumberFormat *)format, digits, length, out, capacity, NULL, code(status));
}
void icu_number_format_close(IcuNumberFormat *format) { unum_close((UNumberFormat *)format); }

int8_t icu_locale_is_right_to_left(const char *locale) { return uloc_isRightToLeft(locale); }
int32_t icu_locale_name(const char *locale, uint16_t *out, int32_t capacity, IcuStatus *status) {
  return uloc_getDisplayName(locale, locale, out, capacity, code(status));
}
int32_t icu_locale_first_weekday(const char *locale, IcuStatus *status) {
  UCalendar *ucal = ucal_open(NULL, 0, locale, UCAL_GREGORIAN, code(status));
  if (!ucal) return UCAL_SUNDAY;
  int32_t first = ucal_getAttribute(ucal, UCAL_FIRST_DAY_OF_WEEK);
  ucal_close(ucal);
  return first;
}
IcuPlurals *icu_plurals_open(IcuText locale, IcuStatus *status) {
  return (IcuPlurals *)uplrules_open(locale, code(status));
}
int32_t icu_plurals_select(const IcuPlurals *plurals, double number, uint16_t *out, int32_t capacity, IcuStatus *status) {
  return uplrules_select((const UPluralRules *)plurals, number, out, capacity, code(status));
}
void icu_plurals_close(IcuPlurals *plurals) { uplrules_close((UPluralRules *)plurals); }

int8_t icu_zone_is_known(const uint16_t *zone, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UChar out[128];
  UBool isSystemID = 0;
  ucal_getCanonicalTimeZoneID(zone, length, out, 128, &isSystemID, &status);
  return U_SUCCESS(status) && isSystemID;
}
IcuCalendar *icu_calendar_open(const uint16_t *zone, int32_t length, IcuStatus *status) {
  UCalendar *ucal = ucal_open(zone, length, "en", UCAL_GREGORIAN, code(status));
  if (ucal) {
    ucal_setAttribute(ucal, UCAL_REPEATED_WALL_TIME, UCAL_WALLTIME_FIRST);
    ucal_setAttribute(ucal, UCAL_SKIPPED_WALL_TIME, UCAL_WALLTIME_LAST);
    // Days are Gregorian ones at all times, as ISO 8601 has it.
    ucal_setGregorianChange(ucal, -1e18, code(status));
  }
  return (IcuCalendar *)ucal;
}
double icu_date_at_local(IcuCalendar *calendar, int32_t year, int32_t month, int32_t day, int32_t hour, int32_t minute, int32_t second, IcuStatus *status) {
  UCalendar *ucal = (UCalendar *)calendar;
  ucal_clear(ucal);
  ucal_setDateTime(ucal, year, month - 1, day, hour, minute, second, code(status));
  return ucal_getMillis(ucal, code(status));
}
int32_t icu_offset_at(IcuCalendar *calendar, double date, IcuStatus *status) {
  UCalendar *ucal = (UCalendar *)calendar;
  ucal_setMillis(ucal, date, code(status));
  return ucal_get(ucal, UCAL_ZONE_OFFSET, code(status)) + ucal_get(ucal, UCAL_DST_OFFSET, code(status));
}
void icu_calendar_close(IcuCalendar *calendar) { ucal_close((UCalendar *)calendar); }

int32_t icu_encoding_names(IcuText name) {
  UErrorCode status = U_ZERO_ERROR;
  return ucnv_countAliases(name, &status);
}
IcuConverter *icu_converter_open(IcuText name, IcuStatus *status) {
  UConverter *converter = ucnv_open(name, code(status));
  if (*status > 0) return NULL;
  ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, code(status));
  return (IcuConverter *)converter;
}
int32_t icu_convert(IcuConverter *converter, const uint8_t *bytes, int32_t count, int8_t is_last, int32_t *read, int32_t *invalid, uint16_t *out, int32_t capacity, IcuStatus *status) {
  UConverter *ucnv = (UConverter *)converter;
  const char *source = (const char *)bytes;
  UChar *target = out;
  ucnv_toUnicode(ucnv, &target, out + capacity, &source, (const char *)bytes + count, NULL, is_last, code(status));
  *read = (int32_t)(source - (const char *)bytes);
  *invalid = 0;
  if (*status > 0 && *status != U_BUFFER_OVERFLOW_ERROR) {
    char rest[32];
    int8_t length = sizeof rest;
    IcuStatus ignored = U_ZERO_ERROR;
    ucnv_getInvalidChars(ucnv, rest, &length, code(&ignored));
    *invalid = length;
  }
  return (int32_t)(target - out);
}
void icu_converter_close(IcuConverter *converter) { ucnv_close((UConverter *)converter); }
int32_t icu_likely_encodings(const uint8_t *bytes, int32_t count, char *out, int32_t capacity, IcuStatus *status) {
  UCharsetDetector *detector = ucsdet_open(code(status));
  if (*status > 0) return 0;
  int32_t length = 0, found = 0;
  ucsdet_setText(detector, (const char *)bytes, count, code(status));
  const UCharsetMatch **matches = ucsdet_detectAll(detector, &found, code(status));
  for (int32_t i = 0; *status <= 0 && i < found; i++) {
    const char *name = ucsdet_getName(matches[i], code(status));
    if (*status > 0 || !name || length + (int32_t)strlen(name) + 1 > capacity) break;
    memcpy(out + length, name, strlen(name));
    length += (int32_t)strlen(name);
    out[length++] = ' ';
  }
  ucsdet_close(detector);
  return length;
}
