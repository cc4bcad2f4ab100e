import CellistBase
import Synchronization

/// Pictures that are texts, so that tests can write them and their copies can be read.
package enum PictureText {
  /// The head of a WebP file, which says how many pixels the picture is wide and high: up to 128 each.
  package static func webp(_ width: Int, _ height: Int, _ more: String = "") -> String {
    func little(_ number: Int) -> String { String(UnicodeScalar(UInt8(number - 1))) + "\0\0" }
    return "RIFF....WEBPVP8X....0..." + little(width) + little(height) + more
  }

  /// Stands for the program that makes copies: a copy says how wide it is, and of what.
  package static let programs = programs { _ in }

  /// - Parameter heard: told of each call.
  package static func programs(_ heard: @escaping @Sendable ([String]) -> Void) -> ProgramRunner {
    ProgramRunner { command throws(ProgramRunner.Failure) in
      heard(command.arguments)
      let width = command.arguments.firstIndex(of: "--size").map { command.arguments[$0 + 1] } ?? ""
      if command.input.isEmpty { return ProgramRunner.Ended(status: 1, errors: "vipsthumbnail: no such thing\n") }
      return ProgramRunner.Ended(status: 0, output: Array("\(width) ".utf8) + command.input)
    }
  }
}
