import CellistRecords
import Foundation

/// A smaller copy of a picture of the site.
package struct Thumbnail: Hashable, Sendable {
  /// The path of the picture.
  package let source: String
  /// The digest of its bytes.
  package let digest: Digest
  /// How many pixels the copy is wide: fewer than the picture.
  package let width: Int
  /// Where the settings ask for it.
  package let setting: SourceLocation

  package init(of source: String, _ digest: Digest, width: Int, askedFor setting: SourceLocation) {
    self.source = source
    self.digest = digest
    self.width = width
    self.setting = setting
  }

  /// What it is called among all: pictures of equal bytes have equal copies.
  package var name: String { "\(digest.hexadecimal)-\(width)" }

  /// Whether copies of a file are made, by how its name ends. Drawings fit any width as they are, and copies of moving
  /// pictures would stand still.
  package static func canBeMade(of path: String) -> Bool {
    ["png", "jpg", "jpeg", "webp", "avif"].contains(path.fileExtension.lowercased())
  }
}

/// Makes smaller copies of pictures.
package struct Thumbnailer: Sendable {
  /// Why a copy cannot be made.
  package enum Failure: Error, Equatable {
    /// The program cannot be run.
    case program(String)
    case picture(String)
  }

  /// The bytes of a copy, of the bytes of its picture.
  package let bytes: @Sendable (Thumbnail, [UInt8]) throws(Failure) -> [UInt8]

  package init(_ bytes: @escaping @Sendable (Thumbnail, [UInt8]) throws(Failure) -> [UInt8]) { self.bytes = bytes }

  /// The program that makes copies, and the package of Debian that has it.
  package static let program = (name: "vipsthumbnail", package: "libvips-tools")

  /// Copies as libvips makes them: upright, in sRGB, without what the file says of the camera and the place.
  package static func vips(_ programs: ProgramRunner = .machine) -> Thumbnailer {
    Thumbnailer { thumbnail, picture throws(Failure) in
      let command = ProgramRunner.Command(
        [
          program.name, "stdin", "--size", "\(thumbnail.width)x", "--export-profile", "srgb", "--output",
          ".webp[Q=80,strip]",
        ],
        // Readers of formats that nobody looks after are left out, and each core makes a copy of its own.
        environment: ["VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1"], input: picture)
      let ended: ProgramRunner.Ended
      do throws(ProgramRunner.Failure) {
        ended = try programs.run(command)
      } catch {
        throw .program(error.reason)
      }
      guard ended.status == 0, !ended.output.isEmpty else { throw .picture(ended.reason) }
      return ended.output
    }
  }

  /// The same copies, kept in a folder under their names. Each stands behind its own digest, so what was not written to its
  /// end, or by somebody else, is made again.
  package func keeping(in folder: String) -> Thumbnailer {
    Thumbnailer { thumbnail, picture throws(Failure) in
      let file = URL(fileURLWithPath: joined(folder, thumbnail.name))
      if let known = try? Data(contentsOf: file), known.count > Self.sealSize {
        let bytes = Array(known.dropFirst(Self.sealSize))
        if known.prefix(Self.sealSize).elementsEqual(Self.seal(bytes)) { return bytes }
      }
      let made = try bytes(thumbnail, picture)
      // Where it cannot be kept, the next build makes it again.
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try? Data(Self.seal(made) + made).write(to: file)
      return made
    }
  }

  /// Removes the copies from a folder that nobody wants any more.
  package static func clean(_ folder: String, keeping names: Set<String>) {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in files where !names.contains(file) { try? FileManager.default.removeItem(atPath: joined(folder, file)) }
  }

  private static let sealSize = 64

  private static func seal(_ bytes: [UInt8]) -> [UInt8] { Array(FileDigest(bytes).hexadecimal.utf8) }
}
