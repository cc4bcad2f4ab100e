/// The kinds of diagnostics. Their raw values are printed in brackets and documented one by one.
package enum DiagnosticCode: String, CaseIterable, Sendable {
  // Files
  case invalidUTF8 = "invalid-utf8"
  case unreadableFile = "unreadable-file"
  case symbolicLink = "symbolic-link"
  case yamlSyntax = "yaml-syntax"
  case jsonSyntax = "json-syntax"
  case tomlSyntax = "toml-syntax"
  case csvSyntax = "csv-syntax"
  case sqliteFile = "sqlite-file"
  case rowLength = "row-length"
  case frontMatter = "front-matter"
  case duplicateKey = "duplicate-key"
  case tooComplex = "too-complex"

  // Settings
  case unknownKey = "unknown-key"
  case missingSetting = "missing-setting"
  case invalidSetting = "invalid-setting"
  case unknownType = "unknown-type"
  case unknownField = "unknown-field"
  case unknownPart = "unknown-part"
  case unknownList = "unknown-list"
  case reservedName = "reserved-name"
  case missingSource = "missing-source"
  case sqliteQuery = "sqlite-query"
  case unreachableRule = "unreachable-rule"
  case missingLastRule = "missing-last-rule"
  case unknownTheme = "unknown-theme"
  case themeCycle = "theme-cycle"

  // Records
  case invalidValue = "invalid-value"
  case unknownChoice = "unknown-choice"
  case unknownVariant = "unknown-variant"
  case unknownRecord = "unknown-record"
  case missingValue = "missing-value"
  case missingID = "missing-id"
  case duplicateID = "duplicate-id"
  case invalidSlug = "invalid-slug"
  case pathCollision = "path-collision"
  case unknownTerm = "unknown-term"

  // Templates
  case templateSyntax = "template-syntax"
  case unknownTemplate = "unknown-template"
  case unknownName = "unknown-name"
  case invalidTag = "invalid-tag"
  case recursivePartial = "recursive-partial"
  case openDynamicName = "open-dynamic-name"
  case rawText = "raw-text"
  case unsafePlace = "unsafe-place"
  case unbalancedHTML = "unbalanced-html"
  case templateContract = "template-contract"
  case unusedTemplate = "unused-template"

  // Links
  case brokenLink = "broken-link"
  case unsafeLink = "unsafe-link"
  case rawHTML = "raw-html"
}
