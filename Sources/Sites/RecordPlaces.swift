import CellistBase
import CellistLists
import CellistRecords
import CellistSettings
import CellistText

/// Watches that no two records of a list have one id, and that those with pages have different slugs.
package struct RecordPlaces: Sendable {
  private struct Holder: Sendable {
    let id: String
    let location: SourceLocation
  }

  private var places: [String: Holder] = [:]
  /// The other records of slugs that several have.
  private var others: [String: [Holder]] = [:]

  package init(capacity: Int) { places.reserveCapacity(capacity) }

  package func holds(slug: String) -> Bool { places[slug] != nil }

  /// Whether several records have one slug, so that their anchors hang on each other.
  package var areShared: Bool { !others.isEmpty }

  mutating func add(
    id: String, slug: String, at location: SourceLocation, in list: ListSettings, _ diagnostics: inout Diagnostics
  ) {
    let holder = Holder(id: id, location: location)
    // Equal ids have equal slugs.
    guard let first = places.updateValue(holder, forKey: slug) else { return }
    places[slug] = first
    if let same = first.id == id ? first : others[slug]?.first(where: { $0.id == id }) {
      Self.reportTwice(id, at: location, first: same.location, &diagnostics)
      return
    }
    others[slug, default: []].append(holder)
    guard list.hasRecordPages else { return }
    let other = Slug.distinct(id) == slug ? first.id : id
    diagnostics.error(
      .pathCollision, "the ids \(quoted(first.id)) and \(quoted(id)) both have the slug '\(slug)'", at: location,
      hint: "the other one is at \(first.location); 'slugs' in \(list.location.file) tells them apart: "
        + "slugs: {\(JSONText.quoted(other)): \(Slug.distinct(other))}", about: "id")
  }

  /// The places after some records went and others came; nil where one wants the slug of another.
  func replacing(_ gone: [RecordItem], with come: [RecordItem]) -> RecordPlaces? {
    guard others.isEmpty else { return nil }
    var places = self
    for item in gone { places.places[item.ownSlug] = nil }
    for item in come {
      let holder = Holder(id: item.id, location: item.location)
      guard places.places.updateValue(holder, forKey: item.ownSlug) == nil else { return nil }
    }
    return places
  }

  static func reportTwice(
    _ id: String, at location: SourceLocation, first: SourceLocation, _ diagnostics: inout Diagnostics
  ) {
    diagnostics.error(
      .duplicateID, "the id \"\(id)\" is used a second time", at: location, hint: "it is first used at \(first)",
      about: "id")
  }

  /// The slugs of the records, by their ids, that must have others than their ids make. They follow from the ids alone, in
  /// whatever order records come.
  func distinctSlugs() -> [String: String] {
    var slugs: [String: String] = [:]
    var taken: Set<String> = []
    for slug in others.keys.sorted(by: inByteOrder) {
      let holders = [places[slug]].compactMap(\.self) + (others[slug] ?? [])
      // The shortest keeps the slug; where an id is its own slug, that one does.
      func rank(_ id: String) -> Int { id == slug ? 0 : id.utf8.count }
      let ids = holders.map(\.id).sorted {
        rank($0) == rank($1) ? inByteOrder($0, $1) : rank($0) < rank($1)
      }
      for id in ids.dropFirst() {
        let distinct = Slug.distinct(id)
        var name = distinct
        var number = 2
        while places[name] != nil || !taken.insert(name).inserted {
          name = "\(distinct)-\(number)"
          number += 1
        }
        slugs[id] = name
      }
    }
    return slugs
  }
}

extension SourceRecords {
  /// Gives records the slugs that tell them from others of the list, and all others those that their ids make.
  ///
  /// - Parameter renamed: the items that were replaced, with those in their places.
  mutating func rename(_ slugs: [String: String], _ renamed: inout [ObjectIdentifier: RecordItem]) {
    for index in entries.indices {
      let item = entries[index].item
      guard !slugs.isEmpty || item.slug != item.ownSlug else { continue }
      let slug = slugs[item.id] ?? item.ownSlug
      guard slug != item.slug else { continue }
      let new = item.called(slug)
      renamed[ObjectIdentifier(item)] = new
      entries[index].item = new
    }
  }
}
