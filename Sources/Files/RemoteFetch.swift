import CellistBase
import CellistRecords

/// Fetches the files of remote sources with curl.
package struct RemoteFetch: Sendable {
  private let programs: ProgramRunner
  /// The most bytes of a file, the seconds that it may take, and the redirects that are followed.
  static let (mostBytes, seconds, mostRedirects) = (100_000_000, 120, 5)

  package init(_ programs: ProgramRunner = .machine) { self.programs = programs }

  package enum Answer: Sendable, Equatable {
    /// The file has changed, or was not there.
    case fetched([UInt8], etag: String?, lastModified: String?)
    case unchanged
  }

  package struct Failure: Error, Equatable {
    package let reason: String
  }

  /// Fetches a file, unless it is as the validators of an earlier answer say.
  package func callAsFunction(
    _ address: RemoteAddress, etag: String? = nil, lastModified: String? = nil
  ) throws(Failure) -> Answer {
    var place = address
    for _ in 0...Self.mostRedirects {
      let response = try ask(place, etag: etag, lastModified: lastModified)
      switch response.status {
      case 200:
        guard !response.body.isEmpty else { throw Failure(reason: "the answer is empty") }
        return .fetched(response.body, etag: response["etag"], lastModified: response["last-modified"])
      case 304 where etag != nil || lastModified != nil: return .unchanged
      case 301, 302, 303, 307, 308:
        guard let next = RemoteAddress(response.redirect), !next.isLocal || address.isLocal else {
          throw Failure(reason: "it leads to another address, which is neither https nor on this machine")
        }
        place = next
      default: throw Failure(reason: "the server answered with status \(response.status)")
      }
    }
    throw Failure(reason: "more than \(Self.mostRedirects) addresses lead to each other")
  }

  private struct Response {
    let status: Int
    let head: [UInt8]
    let body: [UInt8]
    let redirect: String

    /// A header, by its name in small letters.
    subscript(name: String) -> String? {
      // CRLF is one character.
      for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).reversed() {
        guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
        let value = String(line[line.index(after: colon)...].trimmed)
        return value.isEmpty || value.utf8.contains { $0 < 0x20 } ? nil : value
      }
      return nil
    }
  }

  private func ask(_ address: RemoteAddress, etag: String?, lastModified: String?) throws(Failure) -> Response {
    // Other users of the machine see the arguments of a process, but not its input.
    var settings = [("url", address.text)]
    if let etag { settings.append(("header", "If-None-Match: \(etag)")) }
    if let lastModified { settings.append(("header", "If-Modified-Since: \(lastModified)")) }
    let limit = "ulimit -f \(Self.mostBytes / 512 + 200); exec curl \"$@\""
    var command = ProgramRunner.Command(
      [
        "sh", "-c", limit, "curl", "--disable", "--silent", "--show-error", "--globoff", "--proto", "=https,http",
        "--connect-timeout", "20", "--max-time", "\(Self.seconds)", "--max-filesize", "\(Self.mostBytes)", "--include",
        "--suppress-connect-headers", "--write-out", "%{stderr}\\n%{http_code} %{size_header} %{redirect_url}",
        "--config", "-",
      ], input: Array(settings.map { "\($0) = \(Self.quoted($1))\n" }.joined().utf8))
    command.seconds = Self.seconds + 30
    let ended: ProgramRunner.Ended
    do { ended = try programs.run(command) } catch { throw Failure(reason: error.reason) }
    guard ended.status != 127 else { throw Failure(reason: "curl cannot be run: it is not installed") }
    guard ![63, 128 + 25].contains(ended.status), ended.output.count <= Self.mostBytes + 100_000 else {
      throw Failure(reason: "the file is larger than \(Self.mostBytes / 1_000_000) MB")
    }
    let lines = ended.errors.split(separator: "\n", omittingEmptySubsequences: false)
    guard ended.status == 0 else {
      let reason = lines.last { $0.hasPrefix("curl: ") } ?? "curl ended with status \(ended.status)"
      throw Failure(reason: String(reason).replacing(address.text, with: address.shown))
    }
    let facts = (lines.last ?? "").split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard facts.count == 3, let status = Int(facts[0]), let size = Int(facts[1]), size <= ended.output.count else {
      throw Failure(reason: "curl printed no status")
    }
    return Response(
      status: status, head: Array(ended.output.prefix(size)), body: Array(ended.output.dropFirst(size)),
      redirect: String(facts[2]))
  }

  /// A text as curl's configuration has it.
  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
