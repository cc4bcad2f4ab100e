import Testing

@testable import CellistPublishing

/// Who holds a target, and for how long.
@Suite struct LeaseTests {
  private static func lease(_ owner: LeaseOwner, time: Int = 1000) -> Lease {
    Lease(generation: 3, time: time, owner: owner, puts: ["a\"b", "é"], deletions: ["c"])
  }

  @Test func `a lease is read as it was written`() {
    var lease = Self.lease(.own)
    #expect(Lease(lease.bytes) == lease)
    lease.hasEnded = true
    #expect(Lease(lease.bytes) == lease)
    #expect(Lease(Array("{}".utf8)) == nil && Lease([0xFF]) == nil)
  }

  @Test func `a process of this machine holds its lease while it runs`() {
    #expect(Self.lease(.own).isHeld(at: 1_000_000))
    let gone = LeaseOwner(machine: LeaseOwner.own.machine, process: LeaseOwner.own.process, started: "0")
    #expect(!Self.lease(gone).isHeld(at: 1000))
    var ended = Self.lease(.own)
    ended.hasEnded = true
    #expect(!ended.isHeld(at: 1000))
  }

  @Test func `one of another machine holds it for an hour, whatever the clocks say`() {
    let other = Self.lease(LeaseOwner(machine: "other", process: 1, started: "1"))
    #expect(other.isHeld(at: 1000) && other.isHeld(at: 4599) && !other.isHeld(at: 4600))
    #expect(other.isHeld(at: -2599) && !other.isHeld(at: -2600))
  }
}
