import CellistTestSupport
import Testing

@testable import CellistSettings

/// Settings under the names that other programs have for them.
@Suite struct OtherNamesTests {
  private static func hints(_ key: String, in file: String) -> [String] {
    let site = TestSite([
      "content/site.yml": "title: T\n\(file == "site.yml" ? "\(key): \n" : "")",
      "content/items/list.yml": "record: {name: text}\n\(file == "list.yml" ? "\(key): \n" : "")",
    ])
    return site.builder.check(calling: PictureText.programs).diagnostics.filter { $0.code == .unknownKey }.map {
      $0.hint ?? ""
    }
  }

  @Test func `each leads to a setting of the file`() {
    for (file, names) in [("list.yml", ListSettings.otherNames), ("site.yml", SiteSettings.otherNames)] {
      for (name, own) in names {
        #expect(Self.hints(name, in: file) == ["did you mean '\(own)'?"], "\(name)")
        if !["record", "title"].contains(own) { #expect(Self.hints(own, in: file) == [], "\(own)") }
      }
    }
  }
}
