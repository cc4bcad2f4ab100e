import CellistBase
import CellistOutput

/// Signs manifests, and checks signatures, as ssh-keygen does.
struct ManifestSignature: Sendable {
  /// The purpose of the signatures: signatures for other purposes do not count.
  static let namespace = "cellist"
  let programs: ProgramRunner

  /// A root with the signature of a key.
  func signed(_ root: ManifestRoot, with key: String) throws(PublishFailure) -> ManifestRoot {
    let ended = try programs.outcome(
      of: .init(
        ["ssh-keygen", "-Y", "sign", "-n", Self.namespace, "-f", absolutePath(key)], input: Array(root.statement.utf8)))
    guard ended.status == 0, ended.text.hasPrefix("-----BEGIN SSH SIGNATURE-----") else {
      throw .io("ssh-keygen cannot sign: \(ended.reason)")
    }
    var root = root
    root.signature = ended.text
    return root
  }

  /// Throws unless a root is signed by one of the signers in a file.
  func check(_ root: ManifestRoot, signers file: String) throws(PublishFailure) {
    guard let signature = root.signature else { throw .refused("the manifest is not signed") }
    let stage = try StagingFolder()
    try stage.write([("signature", Array(signature.utf8))])
    let path = absolutePath(file)
    let found = try programs.outcome(
      of: .init(["ssh-keygen", "-Y", "find-principals", "-f", path, "-s", "\(stage.path)/signature"]))
    let names = found.text.split(separator: "\n").first.map { $0.split(separator: ",").map(String.init) } ?? []
    guard found.status == 0, let name = names.first, !name.hasPrefix("-") else {
      throw .refused("the manifest is signed by none of the signers in '\(file)'")
    }
    let ended = try programs.outcome(
      of: .init(
        [
          "ssh-keygen", "-Y", "verify", "-n", Self.namespace, "-f", path, "-I", name, "-s", "\(stage.path)/signature",
        ],
        input: Array(root.statement.utf8)))
    guard ended.status == 0 else { throw .refused("the signature of the manifest is not valid") }
  }
}
