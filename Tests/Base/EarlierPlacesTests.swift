import CellistBase
import Testing

@Suite struct EarlierPlacesTests {
  private func places(_ new: [String], in old: [String]) -> EarlierPlaces {
    EarlierPlaces(of: new, in: old, isSame: ==, newKey: \.self, oldKey: \.self)
  }

  @Test func `elements are found where they were`() {
    let found = places(["a", "x", "c", "d"], in: ["a", "b", "c", "d"])
    #expect(found.places == [0, -1, 2, 3])
    #expect(found.gone == [1])
    #expect(!found.isReordered)
    #expect(found[1] == nil && found[2] == 2)
  }

  @Test func `an element that moved is told by the order`() {
    let found = places(["b", "a", "c"], in: ["a", "b", "c"])
    #expect(found.places == [1, 0, 2])
    #expect(found.isReordered)
    // What comes and goes reorders nothing.
    #expect(!places(["x", "a", "c"], in: ["a", "b", "c"]).isReordered)
    #expect(places([], in: ["a"]).gone == [0])
    #expect(places(["a"], in: []).places == [-1])
  }
}
