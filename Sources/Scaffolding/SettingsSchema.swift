import CellistContent
import CellistMarkup
import CellistRecords
import CellistText

/// Says in JSON Schema (draft 2020-12) what a settings file may hold, for editors: the keys, and what each is for.
///
/// The source is the reference of settings, which tests compare with the readers. Builds check the value at a key.
package enum SettingsSchema: String, CaseIterable, Sendable {
  case site = "site.yml"
  case list = "list.yml"
  case theme = "theme.yml"
  /// The front matter of a plain page.
  case page

  /// The keys of a place, in the order of the reference.
  private typealias Keys = [(name: String, summary: String)]

  /// The keys whose values have keys of their own: a mapping, or a list of mappings.
  private static let inner: [String: [String: [String]]] = [
    "site.yml": ["theme": ["theme"], "menu": ["menu entry"]],
    "list.yml": [
      "sources": ["source"], "sections": ["sections"], "pages": ["pages"], "terms": ["terms"], "feed": ["feed"],
      "exports": ["exports"], "calendar": ["calendar"], "show": ["show"], "tools": ["tools"],
      "cells": ["cells", "cell rule"],
    ],
    "page": ["views": ["view"]],
  ]

  /// The schema as a document. O(n) in the reference.
  package var document: JSONText {
    let places = Self.places
    let inner = places.filter { $0.key != rawValue && $0.key != "record" }.sorted { $0.key < $1.key }
    return .object(
      [
        ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("Cellist: \(rawValue)")),
        ("type", .text("object")),
      ] + Self.members(of: rawValue, places[rawValue] ?? [])
        + [("$defs", .object(inner.map { (Slug.make($0.key), .object(Self.members(of: $0.key, $0.value))) }))])
  }

  private static func members(of place: String, _ keys: Keys) -> [(String, JSONText?)] {
    let properties = keys.map { key -> (String, JSONText?) in
      let inner = (inner[place]?[key.name] ?? []).map { name -> JSONText in
        .object([("$ref", .text("#/$defs/\(Slug.make(name))"))])
      }
      var schema: [(String, JSONText?)] = [("description", .text(key.summary))]
      if place == Self.page.rawValue, key.name == "views" {
        schema.append(("additionalProperties", inner[0]))
      } else if let last = inner.last {
        // A mapping, or a list of such: what is neither, no key is asked of.
        schema += [("allOf", inner.count == 1 ? .array(inner) : nil), ("anyOf", inner.count > 1 ? .array(inner) : nil)]
        schema.append(("items", last))
      }
      return (key.name, .object(schema))
    }
    return [("properties", .object(properties)), ("additionalProperties", .boolean(false))]
  }

  /// The reference by place.
  private static var places: [String: Keys] {
    let files = [
      PackageResources.site_yml_yml, PackageResources.theme_mapping_yml, PackageResources.menu_entry_yml,
      PackageResources.list_yml_yml, PackageResources.source_yml, PackageResources.sections_yml,
      PackageResources.pages_yml, PackageResources.terms_yml, PackageResources.feed_yml, PackageResources.exports_yml,
      PackageResources.calendar_yml, PackageResources.show_yml, PackageResources.tools_yml,
      PackageResources.cell_rule_yml, PackageResources.cells_yml, PackageResources.page_yml, PackageResources.view_yml,
      PackageResources.theme_yml_yml,
    ]
    var places: [String: [(order: Int, key: (name: String, summary: String))]] = [:]
    for file in files {
      // They are records of the project's own site, so nothing is wrong with them.
      var diagnostics = Diagnostics()
      let entries = SettingsFile.read(String(decoding: file, as: UTF8.self), path: "", &diagnostics)?.items ?? []
      for entry in entries {
        guard let place = entry["place"]?.text, let name = entry["name"]?.text else { continue }
        let summary = MarkdownRenderer.plainText(entry["summary"]?.text ?? "", .all)
        places[place, default: []].append((entry["order"]?.text.flatMap { Int($0) } ?? 0, (name, summary)))
      }
    }
    return places.mapValues { $0.sorted { $0.order < $1.order }.map(\.key) }
  }
}
