import CellistBase
import Glibc

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

  /// How copies are written. It is part of what kept copies are known by.
  private static let format = ".webp[Q=80,strip,profile=none]"

  /// Copies as libvips makes them: upright, in sRGB, without a colour profile, and without what the file says of the camera
  /// and the place.
  package static func vips(_ programs: ProgramRunner = .machine) -> Thumbnailer {
    Thumbnailer { thumbnail, picture throws(Failure) in
      // libvips takes pictures without a profile for sRGB already, and darkens them when it is told to convert them.
      let conversion = hasProfile(picture) ? ["--export-profile", "srgb"] : []
      var command = ProgramRunner.Command(
        [program.name, "stdin[fail-on=truncated]", "--size", "\(thumbnail.width)x"] + conversion
          + ["--output", format],
        // Rarely maintained formats are left out, and each core makes a copy of its own.
        environment: ["VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1"], input: picture)
      // To load the readers of rare formats takes longer than to make a small copy; there are none below this path.
      if hasCommonFormat(picture) { command.environment["VIPSHOME"] = "/dev/null" }
      command.seconds = 60
      let ended: ProgramRunner.Ended
      do throws(ProgramRunner.Failure) {
        ended = try programs.run(command)
      } catch {
        throw .program(error.reason)
      }
      guard ended.status != 128 + SIGTERM else { throw .picture("it takes more than a minute") }
      guard ended.status == 0, !ended.output.isEmpty else { throw .picture(ended.reason) }
      return ended.output
    }
  }

  /// Whether libvips itself reads a picture, without a module: JPEG, PNG and WebP.
  private static func hasCommonFormat(_ picture: [UInt8]) -> Bool {
    picture.starts(with: [0xFF, 0xD8]) || picture.starts(with: [0x89, 0x50, 0x4E, 0x47])
      || picture.starts(with: "RIFF".utf8)
  }

  /// Whether a picture says by a profile what its colours are: JPEG, PNG, WebP, AVIF.
  private static func hasProfile(_ picture: [UInt8]) -> Bool {
    if picture.starts(with: [0xFF, 0xD8]) { return picture.firstRange(of: Array("ICC_PROFILE\0".utf8)) != nil }
    if picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      // The profile stands before the pixels.
      let head = picture.firstRange(of: Array("IDAT".utf8)).map { picture[..<$0.lowerBound] } ?? picture[...]
      return head.firstRange(of: Array("iCCP".utf8)) != nil
    }
    if picture.starts(with: "RIFF".utf8) {
      return picture.count > 20 && picture[12..<16].elementsEqual("VP8X".utf8) && picture[20] & 0x20 != 0
    }
    return ["colrprof", "colrrICC"].contains { picture.firstRange(of: Array($0.utf8)) != nil }
  }

  /// Why the program cannot be run; nil where it can.
  package static func absence(_ programs: ProgramRunner) -> String? {
    do throws(ProgramRunner.Failure) {
      _ = try programs.run(ProgramRunner.Command([program.name, "--version"]))
      return nil
    } catch {
      return error.reason
    }
  }

  /// The same copies, kept for later builds.
  ///
  /// - Parameter isAnew: whether those that are kept already are made again.
  package func keeping(in kept: KeptFiles, isAnew: Bool) -> Thumbnailer {
    Thumbnailer { thumbnail, picture throws(Failure) in
      let name = "\(thumbnail.name) \(Self.format)"
      if !isAnew, let known = kept.bytes(thumbnail.name, sealed: name) { return known }
      let made = try bytes(thumbnail, picture)
      kept.keep(made, thumbnail.name, sealed: name)
      return made
    }
  }
}
