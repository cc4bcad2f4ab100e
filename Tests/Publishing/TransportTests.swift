import CellistBase
import CellistOutput
import Synchronization
import Testing

@testable import CellistPublishing

/// The arguments that other programs get.
@Suite struct TransportTests {
  /// Programs that only note how they are called.
  private final class Calls: Sendable {
    private let all = Mutex<[ProgramRunner.Command]>([])
    var commands: [ProgramRunner.Command] { all.withLock(\.self) }

    func programs(_ answer: @escaping @Sendable ([String]) -> ProgramRunner.Ended) -> ProgramRunner {
      ProgramRunner { command throws(ProgramRunner.Failure) in
        self.all.withLock { $0.append(command) }
        return answer(command.arguments)
      }
    }
  }

  private static let remotes = ProgramRunner.Ended(status: 0, output: Array("dav:   webdav \nstore: s3     \n".utf8))

  @Test func `rclone asks no question about any file`() throws {
    let calls = Calls()
    let transport = try Transport.rclone(
      "store:bucket/site", calls.programs { $0[1] == "listremotes" ? Self.remotes : .init(status: 0) })
    _ = try transport.read(["a"])
    try transport.put(.init(folder: "/out", paths: ["b"], cacheClass: .immutable))
    try transport.remove(["c"])
    #expect(try transport.claim([1], nil) && transport.claim([1], [2]))
    let commands = calls.commands.dropFirst().map(\.arguments)
    #expect(commands.map { $0[1] } == ["cat", "copy", "delete", "copy", "copy"])
    for arguments in commands {
      #expect(
        Set(arguments).isSuperset(of: [
          "--no-traverse", "--no-check-dest", "--s3-no-head", "--s3-no-head-object", "--s3-no-check-bucket",
        ]))
      #expect(arguments.contains { $0.hasPrefix("--files-from-raw=") })
      #expect(arguments.last == "store:bucket/site/")
      let end = try #require(arguments.firstIndex(of: "--"))
      #expect(arguments[(end + 1)...].allSatisfy { !$0.hasPrefix("-") })
    }
    #expect(commands[1].contains("--header-upload=Cache-Control: public, max-age=31536000, immutable"))
    #expect(commands[3].contains("--header-upload=If-None-Match: *"))
    #expect(commands[4].contains("--header-upload=If-Match: \"9e688c58a5487b8eaf69c9e1005ad0bf\""))
  }

  @Test func `a remote that is not configured is refused`() throws {
    let programs = ProgramRunner { _ throws(ProgramRunner.Failure) in Self.remotes }
    #expect(throws: PublishFailure.refused("rclone has no remote 'stor'", hint: "'rclone config' makes one")) {
      _ = try Transport.rclone("stor:bucket", programs)
    }
  }

  @Test func `files that rclone prints in any order are told apart`() throws {
    let shard = ManifestShard(bits: "01", entries: ManifestTests.entries(3))
    let root = ManifestRoot(
      base: "/", shards: ["01": "0"], files: 3, generation: 1, parent: nil, time: 5,
      retired: [.init(path: "a", generation: 1, time: 2)])
    let lease = Lease(generation: 1, time: 0, owner: .own, puts: ["a"], deletions: [])
    let printed = Array(shard.text.utf8) + lease.bytes + Array(root.text.utf8)
    let transport = try Transport.rclone(
      "dav:x",
      ProgramRunner { command throws(ProgramRunner.Failure) in
        command.arguments[1] == "cat" ? .init(status: 0, output: printed) : Self.remotes
      })
    let paths = [ManifestRoot.path, Lease.path, "\(Manifest.folder)/files-01.json", "\(Manifest.folder)/files.json"]
    let files = try transport.read(paths)
    #expect(files.keys.sorted() == paths.dropLast().sorted())
    #expect(files[ManifestRoot.path].map { String(decoding: $0, as: UTF8.self) } == root.text)
    #expect(files[Lease.path] == lease.bytes)
    #expect(ManifestRoot(root.text) == root)
  }

  @Test func `a program that is missing or fails is said`() {
    #expect(throws: ProgramRunner.Failure("no-such-program cannot be run: it is not installed")) {
      _ = try ProgramRunner.machine.run(.init(["no-such-program"]))
    }
    let ended = try? ProgramRunner.machine.run(.init(["cat", "/dev/fd/0", "/nowhere"], input: [0x41]))
    #expect(ended?.output == [0x41] && ended?.status == 1)
    #expect(ended?.reason.hasSuffix("No such file or directory") == true)
  }
}
