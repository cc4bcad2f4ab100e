import CellistLists
import CellistPages
import CellistRecords
import CellistTemplates
import CellistText

/// A feed in the formats in which programs read it: Atom (RFC 4287) and JSON Feed 1.1.
struct FeedText {
  struct Entry {
    let id: String
    let title: String
    let url: String
    let published: Moment
    let updated: Moment
    let text: Content?
  }

  enum Content {
    case plain(String)
    case html(String)
  }

  let title: String
  /// The address of the page beside which the feed is.
  let home: String
  /// The tag of its language.
  let language: String
  let author: String?
  /// The title of the site.
  let site: String

  func append(_ entries: [Entry], as format: FeedFormat, to buffer: inout ByteBuffer) {
    switch format {
    case .atom: append(atom: entries, to: &buffer)
    case .json: buffer.append(json(entries).pretty + "\n")
    }
  }

  private func address(_ format: FeedFormat) -> String { Routes.feed(format, in: home) }

  private func append(atom entries: [Entry], to buffer: inout ByteBuffer) {
    func element(_ name: String, _ text: String, _ attributes: String = "") {
      buffer.append("<\(name)\(attributes)>")
      buffer.append(escaping: text.inXML)
      buffer.append("</\(name)>\n")
    }
    func link(_ attributes: String, to url: String) {
      buffer.append("<link \(attributes) href=\"")
      buffer.append(escaping: url)
      buffer.append("\"/>\n")
    }
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"")
    buffer.append(escaping: language)
    buffer.append("\">\n")
    element("title", title)
    element("id", home)
    link("rel=\"self\" type=\"application/atom+xml\"", to: address(.atom))
    link("rel=\"alternate\" type=\"text/html\"", to: home)
    element("updated", (entries.map(\.updated).max() ?? Moment(instant: 0)).iso)
    buffer.append("<author>\n")
    element("name", author ?? site)
    buffer.append("</author>\n")
    for entry in entries {
      buffer.append("<entry>\n")
      element("title", entry.title)
      element("id", entry.id)
      link("rel=\"alternate\" type=\"text/html\"", to: entry.url)
      element("published", entry.published.iso)
      element("updated", entry.updated.iso)
      switch entry.text {
      case .plain(let text)?: element("summary", text)
      case .html(let html)?: element("content", html, " type=\"html\"")
      case nil: break
      }
      buffer.append("</entry>\n")
    }
    buffer.append("</feed>\n")
  }

  private func json(_ entries: [Entry]) -> JSONText {
    .object([
      ("version", .text("https://jsonfeed.org/version/1.1")), ("title", .text(title)),
      ("home_page_url", .text(home)), ("feed_url", .text(address(.json))),
      ("language", .text(language)), ("authors", author.map { .array([.object([("name", .text($0))])]) }),
      (
        "items",
        .array(
          entries.map { entry in
            let (plain, html): (String?, String?) =
              switch entry.text {
              case .plain(let text)?: (text, nil)
              case .html(let text)?: (nil, text)
              case nil: (entry.title, nil)
              }
            return .object([
              ("id", .text(entry.id)), ("url", .text(entry.url)), ("title", .text(entry.title)),
              ("content_text", plain.map(JSONText.text)), ("content_html", html.map(JSONText.text)),
              ("date_published", .text(entry.published.iso)), ("date_modified", .text(entry.updated.iso)),
            ])
          })
      ),
    ])
  }
}

extension String {
  /// The text without characters that XML 1.0 has no way to write.
  fileprivate var inXML: String {
    guard unicodeScalars.contains(where: { !$0.isInXML }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter(\.isInXML)))
  }
}

extension Unicode.Scalar {
  fileprivate var isInXML: Bool {
    value >= 0x20 && value != 0xFFFE && value != 0xFFFF || [0x09, 0x0A, 0x0D].contains(value)
  }
}
