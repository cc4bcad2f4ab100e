import CellistText

/// A script as browsers get it: its modules one after the other, without comments and indentation.
///
/// The modules import each other by lines of their own, and no two declare the same name. No string goes over several
/// lines.
struct ScriptFile {
  let bytes: [UInt8]

  /// A script of modules, each behind those that it imports.
  init(modules: [[UInt8]]) {
    let lines = modules.flatMap(Self.lines).filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
    bytes = Array((["(() => {", "\"use strict\";"] + lines + ["})();", ""]).joined(separator: "\n").utf8)
  }

  /// A module that is loaded by itself.
  init(module: [UInt8]) {
    bytes = Array((Self.lines(of: module) + [""]).joined(separator: "\n").utf8)
  }

  private static func lines(of module: [UInt8]) -> [Substring] {
    String(decoding: module, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
  }
}
