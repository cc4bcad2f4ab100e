import CellistLists
import CellistRecords

extension CellRules {
  /// Reads the `cells` setting: a template, a list of rules, or `{by: field}`.
  package init(_ settings: inout MappingReader, in scope: ConditionScope, _ diagnostics: inout Diagnostics) {
    guard let node = settings.node("cells") else {
      self.init(standardOf: scope.type)
      return
    }
    if let name = node.text {
      self.init(rules: [Rule(template: name, condition: nil, location: node.location)], type: scope.type)
    } else if let items = node.items {
      var rules: [Rule] = []
      var isReadable = true
      for item in items {
        if let rule = Self.rule(item, in: scope, &diagnostics) { rules.append(rule) } else { isReadable = false }
      }
      if isReadable { Self.check(rules, at: node.location, scope.type, &diagnostics) }
      self.init(rules: rules, type: scope.type)
    } else {
      self.init(rules: Self.rules(byField: node, in: scope, &diagnostics), type: scope.type)
    }
  }

  private static func rule(
    _ node: Node, in scope: ConditionScope, _ diagnostics: inout Diagnostics
  ) -> Rule? {
    if let name = node.text { return Rule(template: name, condition: nil, location: node.location) }
    guard var reader = MappingReader(node, name: "a cell rule", &diagnostics) else { return nil }
    let template = reader.text("template", &diagnostics)
    let when = reader.node("when")
    reader.finish(&diagnostics)
    guard let template else {
      diagnostics.error(.missingSetting, "a cell rule needs 'template'", at: node.location)
      return nil
    }
    let location = node["template"]?.location
    guard let when else { return Rule(template: template, condition: nil, location: location) }
    guard let condition = Condition(when, in: scope, &diagnostics) else { return nil }
    return Rule(template: template, condition: condition, location: location)
  }

  private static func rules(
    byField node: Node, in scope: ConditionScope, _ diagnostics: inout Diagnostics
  ) -> [Rule] {
    guard var reader = MappingReader(node, name: "'cells'", &diagnostics) else { return [] }
    let by = reader.node("by")
    reader.finish(&diagnostics)
    guard let by, let name = by.text else {
      diagnostics.error(
        .invalidSetting, "'cells' must be a template, a list of rules or {by: field}", at: node.location)
      return []
    }
    guard let path = scope.type.path(name, at: by.location, &diagnostics) else { return [] }
    guard case .choice(let names) = path.type else {
      diagnostics.error(
        .invalidSetting, "'cells' by '\(name)' needs a field with choices, and '\(name)' is \(path.type.name)",
        at: by.location, hint: "declare it as {choice: […]}, or use variants")
      return []
    }
    if !scope.type.everyRecordHas(path.field) {
      diagnostics.error(
        .missingLastRule, "records without '\(name)' have no cell", at: by.location,
        hint: "make the field required, or list rules with a last one for all others")
    }
    return names.map {
      Rule(template: $0, condition: .test(path, .isIn([.text($0)])), location: by.location)
    }
  }

  /// Reports rules that no record can reach, and records that no rule takes.
  private static func check(
    _ rules: [Rule], at location: SourceLocation, _ type: RecordType, _ diagnostics: inout Diagnostics
  ) {
    var earlier: [Set<Condition>] = []
    var covered: [FieldPath: Set<Value>] = [:]
    var isExhausted = false
    for rule in rules {
      let parts = rule.condition?.conjuncts ?? []
      let choice = rule.condition.flatMap { Self.choice($0, type) }
      let isCovered = choice.map { $0.values.isSubset(of: covered[$0.path, default: []]) } ?? false
      if isExhausted || isCovered || earlier.contains(where: { $0.isSubset(of: parts) }) {
        diagnostics.error(
          .unreachableRule, "no record can reach the rule for '\(rule.template)'", at: rule.location,
          hint: "the first rule that holds decides; put special rules before general ones")
      }
      earlier.append(parts)
      if rule.condition == nil { isExhausted = true }
      if let choice {
        covered[choice.path, default: []].formUnion(choice.values)
        if covered[choice.path, default: []].isSuperset(of: choice.all) { isExhausted = true }
      }
    }
    if !isExhausted, let last = rules.last {
      diagnostics.error(
        .missingLastRule, "records that no rule takes have no cell", at: last.location,
        hint: "end 'cells' with a rule without 'when'")
    } else if rules.isEmpty {
      diagnostics.error(.missingLastRule, "'cells' lists no rules", at: location)
    }
  }

  /// The values that a condition allows, when it is about nothing but one required field with choices.
  private static func choice(
    _ condition: Condition, _ type: RecordType
  ) -> (path: FieldPath, values: Set<Value>, all: Set<Value>)? {
    guard case .test(let path, .isIn(let values)) = condition, path.part == nil, type.everyRecordHas(path.field)
    else { return nil }
    switch path.type {
    case .choice(let names): return (path, Set(values), Set(names.map(Value.text)))
    case .boolean: return (path, Set(values), [.boolean(true), .boolean(false)])
    default: return nil
    }
  }
}

extension RecordType {
  /// Whether no record can be without a value for a field.
  fileprivate func everyRecordHas(_ field: Int) -> Bool {
    !fields[field].canBeAbsent && variants.allSatisfy { $0.fields.contains(field) }
  }
}
