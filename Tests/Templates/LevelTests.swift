import Testing

@testable import CellistTemplates

/// The ingredients that pages share are traced once: each name is in the part that its level says.
@Suite struct LevelTests {
  private typealias Values = [Level: String]

  private static let levels: [Level] = [.site, .theme, .list, .page, .section, .record]

  private static func name(_ level: Level) -> String { "\(level)" }

  /// A name for each level; a group that varies by site, with names inside that vary by more; and a list of such.
  private static let scope: Scope<Values> = {
    var inner = Scope<Values>()
    var scope = Scope<Values>()
    for level in levels {
      scope[name(level)] = .text { $0[level] ?? "" }.varying(by: level)
      inner[name(level)] = .text { $0[level] ?? "" }.varying(by: level)
    }
    inner["plain"] = .text { $0[.site] ?? "" }
    scope["group"] = .object(inner) { $0 }.varying(by: .site)
    scope["items"] = .list(inner) { [$0] }.varying(by: .site)
    scope["undeclared"] = .text { $0[.record] ?? "" }
    return scope
  }()

  private static func parts(_ slot: Layout.Slot, _ values: Values) -> (shared: [UInt8], own: [UInt8]) {
    let projection = scope.projection(Layout(slots: [slot]))
    var (shared, own) = (ByteBuffer(), ByteBuffer())
    projection.restricted(to: ...Level.list).trace(values, into: &shared)
    projection.restricted(to: Level.page...).trace(values, into: &own)
    return (shared.bytes, own.bytes)
  }

  private static func slots(of level: Level) -> [Layout.Slot] {
    let inner = Layout.Slot(path: [name(level)], elements: [])
    return [
      inner, Layout.Slot(path: ["group", name(level)], elements: []),
      Layout.Slot(path: ["items"], elements: [Layout(slots: [inner])]),
    ]
  }

  @Test(arguments: levels)
  func `a change shows in the part that the level says, and in no other`(level: Level) {
    for slot in Self.slots(of: level) {
      let (before, after) = (Self.parts(slot, [:]), Self.parts(slot, [level: "other"]))
      #expect((before.shared != after.shared) == (level <= .list))
      #expect((before.own != after.own) == (level >= .page))
    }
  }

  @Test func `what lies inside has the level of what it lies in, and a name without one varies by page`() {
    let inside = Layout.Slot(path: ["group", "plain"], elements: [])
    #expect(Self.parts(inside, [:]).shared != Self.parts(inside, [.site: "x"]).shared)
    let undeclared = Layout.Slot(path: ["undeclared"], elements: [])
    #expect(Self.parts(undeclared, [:]).own != Self.parts(undeclared, [.record: "x"]).own)
  }
}
