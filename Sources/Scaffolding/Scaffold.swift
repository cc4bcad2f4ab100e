import CellistRecords
import CellistThemes

/// The first files of something new: small, complete, and without errors.
package struct Scaffold: Sendable {
  /// Texts by their path.
  package let files: [(path: String, text: String)]
  /// Files of any kind by their path, which are copies.
  package var copies: [(path: String, bytes: [UInt8])] = []

  /// The files by which a service publishes a site that stands already.
  package static func pipeline(_ pipeline: Pipeline, _ release: ProgramRelease) -> Scaffold {
    Scaffold(files: pipeline.files(release))
  }

  /// A site with one list, and what publishes it.
  package static func site(title: String, _ pipeline: (service: Pipeline, release: ProgramRelease)? = nil) -> Scaffold {
    Scaffold(
      files: [
        ("content/site.yml", "title: \(quoted(title))\nlanguage: en\n\(pipeline?.service.settings ?? "")"),
        ("content/index.md", "---\ntitle: \(quoted(title))\n---\nA site of lists.\n"),
        (".gitignore", "/site/\n/.cellist/\n"),
      ]
        + list(
          "books",
          settings: """
            title: "Books"
            record:
              title: text
              author: text
              year: integer
              summary: markdown?
            id: title
            sort: [author, year]
            sections: {by: author.initial}

            """,
          records: """
            title,author,year,summary
            Flatland,Abbott,1884,A square discovers a *third* dimension.
            Middlemarch,Eliot,1871,Provincial life in eight books.
            Frankenstein,Shelley,1818,

            """
        ).files + (pipeline.map { $0.service.files($0.release) } ?? []))
  }

  /// A whole site of several lists, and what publishes it.
  package static func site(
    title: String, like starter: Starter, _ pipeline: (service: Pipeline, release: ProgramRelease)? = nil
  ) -> Scaffold {
    var files = starter.files(title: quoted(title))
    if let pipeline {
      files[0].text += pipeline.service.settings
      files += pipeline.service.files(pipeline.release)
    }
    return Scaffold(files: files)
  }

  /// A list of a few records in a table, to be replaced by those that it is meant for.
  package static func list(_ name: String, title: String) -> Scaffold {
    list(
      name,
      settings: """
        title: \(quoted(title))
        record:
          name: text
          since: integer?
          about: markdown?
        id: name
        sort: [name]

        """,
      records: """
        name,since,about
        First,2001,Replace these rows by your own; *Markdown* may stand here.
        Second,1999,
        Third,,A cell with nothing in it is no value.

        """)
  }

  /// A list of the records in a file or a folder, with the settings that these suggest; nil, with diagnostics, where there are
  /// none.
  package static func list(
    _ name: String, title: String, from material: ListMaterial, at path: String, _ values: ValueReader,
    _ diagnostics: inout Diagnostics
  ) -> Scaffold? {
    ListSuggestion(of: material, at: path, title: title, values, &diagnostics).map { suggestion in
      Scaffold(
        files: [("content/\(name)/list.yml", suggestion.settings)],
        copies: (material.files + material.others + suggestion.pictures).map {
          ("content/\(name)/\($0.path)", $0.bytes)
        })
    }
  }

  private static func list(_ name: String, settings: String, records: String) -> Scaffold {
    Scaffold(
      files: [
        ("content/\(name)/list.yml", settings),
        ("content/\(name)/\(name.split(separator: "/").last ?? "list").csv", records),
      ])
  }

  /// A page of text.
  package static func page(_ name: String, title: String) -> Scaffold {
    Scaffold(
      files: [
        (
          "content/\(name).md",
          """
          ---
          title: \(quoted(title))
          description: One sentence about it, for search engines and for whoever passes it on.
          ---
          Write here, in *Markdown*.

          """
        )
      ])
  }

  /// A theme that changes one cell of the default theme.
  package static func theme(_ name: String) -> Scaffold {
    Scaffold(
      files: [
        ("themes/\(name)/theme.yml", "extends: default\nsettings:\n  accent: moss\n"),
        (
          "themes/\(name)/cells/cell.mustache",
          """
          <li class="cell" id="{{@record.anchor}}">
          <h3><a href="{{@record.url}}">{{@record.title}}</a></h3>
          {{> fields}}
          </li>

          """
        ),
      ])
  }

  /// A file of the default theme as one of another theme; nil where there is none of that name, which may do without
  /// the ending of templates.
  package static func ejected(_ name: String, into theme: String) -> Scaffold? {
    guard let file = DefaultTheme.files.first(where: { $0.path == name || Self.name(of: $0.path) == name }) else {
      return nil
    }
    return Scaffold(files: [("themes/\(theme)/\(file.path)", String(decoding: file.bytes, as: UTF8.self))])
  }

  /// The names of the files of the default theme.
  package static var ejectable: [String] { DefaultTheme.files.map { name(of: $0.path) } }

  /// The name of a file of a theme: that of a template without its ending.
  private static func name(of path: String) -> String {
    path.hasSuffix(".mustache") ? String(path.dropLast(".mustache".count)) : path
  }

  /// A text as YAML writes it in quotes, which is as JSON does.
  private static func quoted(_ text: String) -> String { JSONText.text(text).pretty }
}
