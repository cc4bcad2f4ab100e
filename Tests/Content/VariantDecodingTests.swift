import Testing

@Suite struct VariantDecodingTests {
  private let settings = "record: {by: kind, talk: {title: text, speaker: text}, pause: {title: text?}}\nid: title"

  @Test func `the discriminator says which fields a record has`() throws {
    let read = try ListReading(
      settings, "a.yml", "- {kind: talk, title: A, speaker: S}\n- {kind: pause, title: B}")
    #expect(read.messages == [])
    #expect(read.records.map(\.variant) == [0, 1])
    #expect(
      read.records.map(\.values) == [
        [.text("talk"), .text("A"), .text("S"), .absent], [.text("pause"), .text("B"), .absent, .absent],
      ])
  }

  @Test func `a table has empty cells for the fields of other variants`() throws {
    let read = try ListReading(settings, "a.csv", "kind,title,speaker\ntalk,A,S\npause,B,\n")
    #expect(read.messages == [])
    #expect(read.records.count == 2)
  }

  @Test(arguments: [
    (
      "{title: A}",
      "a.yml:1:3: error: 'kind', which names the kind of the record, is missing [missing-value]; one of talk, pause"
    ),
    ("{kind: tlak, title: A}", "a.yml:1:10: error: there is no variant 'tlak' [unknown-variant]; did you mean 'talk'?"),
    (
      "{kind: pause, title: A, speaker: S}",
      "a.yml:1:27: error: a record of the variant 'pause' has no field 'speaker' [unknown-key]; "
        + "known here: kind, title, body"
    ),
    (
      "{kind: talk, title: A}",
      "a.yml:1:3: error: 'speaker' is missing [missing-value]; "
        + "give it a value, or make the field optional in list.yml: speaker: text?"
    ),
  ])
  func `a record that is no variant is named with its place`(item: String, message: String) throws {
    let read = try ListReading(settings, "a.yml", "- \(item)")
    #expect(read.messages == [message])
    #expect(read.records.isEmpty)
  }
}
