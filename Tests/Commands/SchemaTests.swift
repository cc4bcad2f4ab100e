import CellistContent
import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistCommands

@Suite struct SchemaTests {
  /// The schema of the list that has these settings.
  private func schema(_ settings: String) throws -> String {
    let (lists, outcome) = TestSite.list(settings).builder.lists()
    #expect(DiagnosticPrinter(format: .text).text(of: outcome.diagnostics) == "")
    let list = try #require(lists.first)
    return RecordSchema(list.decoder).document(title: list.title).pretty
  }

  @Test func `every type has its schema`() throws {
    #expect(
      try schema(
        """
        title: Things
        record:
          name: {type: text, label: Name}
          number: integer
          mass: number?
          open: {type: boolean, default: true}
          day: date
          written: {type: date, format: d.M.y}
          at: datetime
          link: url
          file: asset
          size: {choice: [s, m]}
          grade: {choice: [1, 1.5, true, x]}
          tags: [text]
          words: {type: [text], split: ","}
          prices: {map: number}
          common: {type: text, from: names.common}
        """) == """
          {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Things",
            "anyOf": [
              {
                "$ref": "#/$defs/record"
              },
              {
                "type": "array",
                "items": {
                  "$ref": "#/$defs/record"
                }
              }
            ],
            "$defs": {
              "record": {
                "type": "object",
                "properties": {
                  "name": {
                    "title": "Name",
                    "type": [
                      "string",
                      "number",
                      "boolean"
                    ]
                  },
                  "number": {
                    "type": "integer"
                  },
                  "mass": {
                    "anyOf": [
                      {
                        "type": "number"
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "open": {
                    "anyOf": [
                      {
                        "type": "boolean"
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "day": {
                    "type": "string",
                    "format": "date"
                  },
                  "written": {
                    "type": "string"
                  },
                  "at": {
                    "type": "string",
                    "format": "date-time"
                  },
                  "link": {
                    "type": "string",
                    "format": "uri-reference"
                  },
                  "file": {
                    "type": "string"
                  },
                  "size": {
                    "enum": [
                      "s",
                      "m"
                    ]
                  },
                  "grade": {
                    "enum": [
                      "1",
                      1,
                      "1.5",
                      1.5,
                      "true",
                      true,
                      "x"
                    ]
                  },
                  "tags": {
                    "anyOf": [
                      {
                        "type": "array",
                        "items": {
                          "type": [
                            "string",
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "words": {
                    "anyOf": [
                      {
                        "anyOf": [
                          {
                            "type": "array",
                            "items": {
                              "type": [
                                "string",
                                "number",
                                "boolean"
                              ]
                            }
                          },
                          {
                            "type": "string"
                          }
                        ]
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "prices": {
                    "anyOf": [
                      {
                        "type": "object",
                        "additionalProperties": {
                          "type": "number"
                        }
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "names": {
                    "type": "object",
                    "properties": {
                      "common": {
                        "type": [
                          "string",
                          "number",
                          "boolean"
                        ]
                      }
                    },
                    "required": [
                      "common"
                    ]
                  },
                  "body": {
                    "anyOf": [
                      {
                        "type": [
                          "string",
                          "number",
                          "boolean"
                        ]
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "id": {
                    "type": "string"
                  },
                  "draft": {
                    "type": "boolean"
                  },
                  "publish": {
                    "type": "string"
                  },
                  "expires": {
                    "type": "string"
                  }
                },
                "required": [
                  "name",
                  "number",
                  "day",
                  "written",
                  "at",
                  "link",
                  "file",
                  "size",
                  "grade",
                  "names"
                ],
                "additionalProperties": false
              }
            }
          }
          """)
  }

  // MARK: What decodes is accepted

  private static let things = """
    title: Things
    record:
      name: text
      number: integer?
      mass: number?
      open: {type: boolean, default: true}
      day: date?
      size: {type: {choice: [s, 1, true]}, optional: true}
      tags: [text]
      words: {type: [text], split: ","}
      prices: {map: number}
      common: {type: text, from: names.common, optional: true}
    id: name
    """

  private static let programme = """
    title: Programme
    record:
      by: kind
      talk: {title: text, room: integer}
      pause: {title: text}
      1: {title: text}
    id: title
    """

  @Test(arguments: [
    (things, "name: a"), (things, "name: 007"), (things, "name: no"), (things, "name: true"),
    (things, "{name: a, number: -7, mass: 1.50, open: false, day: 2024-05-01}"),
    (things, "{name: a, number: null, mass: null, open: null, day: null, size: null, tags: null, prices: null}"),
    (things, "{name: a, size: s}"), (things, "{name: a, size: 1}"), (things, "{name: a, size: true}"),
    (things, "{name: a, size: \"1\"}"), (things, "{name: a, tags: [b, 1, yes], words: \"b, c\"}"),
    (things, "{name: a, words: [b]}"), (things, "{name: a, prices: {x: 1, y: 2.5}}"),
    (things, "{name: a, names: {common: b, other: c}}"), (things, "{name: a, names: {}}"),
    (things, "{name: a, draft: false, publish: 2023-05-01, expires: \"2024-06-01T10:00Z\", body: \"*b*\"}"),
    (things, "[{name: a}, {name: b, mass: 1}]"),
    (programme, "{kind: talk, title: a, room: 1}"), (programme, "{kind: pause, title: a}"),
    (programme, "{kind: 1, title: a}"),
  ])
  func `a record that decodes is accepted`(settings: String, record: String) throws {
    #expect(TestSite.list(settings, ["items.yml": record]).builder.check().records > 0)
    #expect(try accepts(settings, record))
  }

  @Test(arguments: [
    (things, "{number: 1}"), (things, "{name: a, number: x}"), (things, "{name: a, mass: [1]}"),
    (things, "{name: a, open: 7}"), (things, "{name: a, size: m}"), (things, "{name: a, tags: b}"),
    (things, "{name: a, tags: [[b]]}"), (things, "{name: a, prices: {x: y}}"), (things, "{name: a, nmae: b}"),
    (things, "[a]"), (programme, "{title: a}"), (programme, "{kind: walk, title: a}"),
    (programme, "{kind: talk, title: a}"), (programme, "{kind: pause, title: a, room: 1}"),
  ])
  func `a record that does not decode is not accepted`(settings: String, record: String) throws {
    #expect(TestSite.list(settings, ["items.yml": record]).diagnostics().contains(": error: "))
    #expect(try !accepts(settings, record))
  }

  private func accepts(_ settings: String, _ record: String) throws -> Bool {
    var diagnostics = Diagnostics()
    let document = try #require(SettingsFile.read(try schema(settings), path: "schema.json", &diagnostics))
    let value = try #require(SettingsFile.read(record, path: "record.yml", &diagnostics))
    #expect(!diagnostics.hasErrors)
    return SchemaCheck(document: document).accepts(value, document)
  }

  @Test func `a list that does not exist is wrong usage`() throws {
    var command = try CellistCommand.parseAsRoot(["schema", "--site", "/nowhere", "things"])
    #expect(throws: ExitStatus.usage) { try command.run() }
  }
}

/// As much of JSON Schema as the program writes, over nodes as a YAML editor sees them.
struct SchemaCheck {
  let document: Node

  func accepts(_ value: Node, _ schema: Node) -> Bool {
    (schema.entries ?? []).allSatisfy { keyword in
      let argument = keyword.value
      switch keyword.key {
      case "$ref": return document.descendant("$defs.record").map { accepts(value, $0) } ?? false
      case "anyOf": return (argument.items ?? []).contains { accepts(value, $0) }
      case "oneOf": return (argument.items ?? []).count { accepts(value, $0) } == 1
      case "type": return (argument.items ?? [argument]).contains { types(of: value).contains($0.text ?? "") }
      case "const": return equal(value, argument)
      case "enum": return (argument.items ?? []).contains { equal(value, $0) }
      case "items": return (value.items ?? []).allSatisfy { accepts($0, argument) }
      case "required": return value.entries == nil || (argument.items ?? []).allSatisfy { value[$0.text ?? ""] != nil }
      case "properties":
        return (value.entries ?? []).allSatisfy { entry in argument[entry.key].map { accepts(entry.value, $0) } ?? true
        }
      case "additionalProperties":
        let known = Set((schema["properties"]?.entries ?? []).map(\.key))
        return (value.entries ?? []).allSatisfy { entry in
          known.contains(entry.key) || (argument.text != "false" && accepts(entry.value, argument))
        }
      case "title", "format", "$schema", "$defs": return true
      default: return false
      }
    }
  }

  private func types(of value: Node) -> Set<String> {
    switch value.content {
    case .null: return ["null"]
    case .sequence: return ["array"]
    case .mapping: return ["object"]
    case .scalar(_, quoted: true): return ["string"]
    case .scalar(let text, quoted: false):
      if text == "true" || text == "false" { return ["boolean"] }
      if Int(text) != nil { return ["integer", "number"] }
      return Double(text) != nil ? ["number"] : ["string"]
    }
  }

  private func equal(_ value: Node, _ other: Node) -> Bool {
    types(of: value) == types(of: other) && value.text == other.text
  }
}
