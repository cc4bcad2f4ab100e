import ArgumentParser
import CellistBase
import CellistBuilding
import CellistContent
import CellistFiles
import CellistRecords
import CellistScaffolding
import CellistSettings
import CellistText
import Foundation

extension Pipeline: ExpressibleByArgument {}
extension Starter: ExpressibleByArgument {}

/// `cellist new`
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Start a site, a list, a page or a theme.",
    discussion: "Where one of the files exists already, nothing is written.")

  enum Kind: String, CaseIterable, ExpressibleByArgument { case site, list, page, theme }

  @Argument(help: "What to start: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: Kind

  @Argument(help: "A site's folder, or the name of a list, a page or a theme.")
  var name: String

  @Option(help: ArgumentHelp("The site that gets the list, the page or the theme.", valueName: "folder"))
  var site = "."

  @Option(
    help: ArgumentHelp(
      "With 'site': the files that publish it after each change: \(Pipeline.allCases.map(\.rawValue).joined(separator: ", ")). "
        + "An existing site gets these alone.", valueName: "service"))
  var ci: Pipeline?

  @Option(
    help: ArgumentHelp(
      "With --ci: the address of the folder from which pipelines fetch the program, where it is not that of the release which "
        + "this program belongs to.", valueName: "address"))
  var release: String?

  @Option(
    help: ArgumentHelp(
      "With 'site': a whole site to start from, with records to be replaced: \(Starter.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind"))
  var like: Starter?

  /// The services that have forms for issues.
  enum FormService: String, CaseIterable, ExpressibleByArgument { case github }

  @Option(
    help: ArgumentHelp(
      "With 'site': forms by which readers propose records and corrections in issues, and a workflow that makes commits of those "
        + "that are accepted: \(FormService.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "service"))
  var forms: FormService?

  @Flag(help: "With --ci: write the lines that a site which stands already lacks in site.yml, without asking.")
  var write = false

  @Option(
    help: ArgumentHelp(
      "With 'list': a file with its records, or a folder of Markdown. The settings declare what is found there.",
      valueName: "path"))
  var from: String?

  func validate() throws {
    if from != nil, kind != .list { throw ValidationError("--from goes with 'list'.") }
    if ci != nil, kind != .site { throw ValidationError("--ci goes with 'site'.") }
    if like != nil, kind != .site { throw ValidationError("--like goes with 'site'.") }
    if forms != nil, kind != .site { throw ValidationError("--forms goes with 'site'.") }
    if ci == nil, forms == nil, release != nil || write {
      throw ValidationError("--release and --write go with --ci or --forms.")
    }
  }

  func run() throws {
    // A site may be started in the current folder; its title is then the folder's name.
    let isHere = kind == .site && (name == "." || name == "./")
    let place = isHere ? FileManager.default.currentDirectoryPath : name
    let last = String(place.split(separator: "/").last ?? "")
    let name = kind == .page && name.hasSuffix(".md") ? String(name.dropLast(".md".count)) : name
    if let problem = problem(with: kind == .site ? last : name) {
      let shown = DiagnosticPrinter.printable(name.shortened)
      throw ValidationError(
        "'\(shown)' cannot be a \(kind.rawValue)'s name: \(DiagnosticPrinter.printable(problem)).")
    }
    let title = last.prefix(1).uppercased() + last.dropFirst()
    let folder = isHere ? "." : kind == .site ? name : site
    let scaffold: Scaffold
    let isThere = access(joined(folder, SiteFolder.settings), F_OK) == 0
    guard isThere || kind == .site else {
      Terminal.standard.note(
        "error: there is no \(SiteFolder.settings) in '\(folder)'; 'cellist new site' makes a site, and --site names its folder"
      )
      throw ExitStatus.usage
    }
    switch kind {
    case .site:
      let pipeline = try ci.map { try (service: $0, release: PipelineSetup.release(at: release)) }
      if let pipeline, isThere, like == nil {
        scaffold = .pipeline(pipeline.service, pipeline.release)
      } else {
        scaffold = like.map { .site(title: title, like: $0, pipeline) } ?? .site(title: title, pipeline)
      }
    case .list: scaffold = try from.map { try list(title, from: $0) } ?? .list(name, title: title)
    case .page: scaffold = try page(name)
    case .theme: scaffold = .theme(name)
    }
    // A site that stands already gets what is asked for, and nothing else.
    if forms == nil || !isThere || ci != nil || like != nil {
      try scaffold.write(to: folder, naming: Terminal.standard)
    }
    if forms != nil {
      let forms = IssueForm.all(SiteBuilder(.disk(folder), BuildOptions(now: 0)))
      try Scaffold.forms(forms, PipelineSetup.release(at: release)).write(to: folder, naming: Terminal.standard)
      Terminal.standard.note("\nin the repository, make a label 'accepted': an issue that gets it becomes a commit")
    }
    switch kind {
    case .site:
      if let ci, isThere { try PipelineSetup.addSettings(of: ci, to: folder, withoutAsking: write) }
      if !isThere { Terminal.standard.note("\nbuild it:  \(isHere ? "" : "cd \(Self.quoted(name)) && ")cellist build") }
      if ci != nil { PipelineSetup.tell(ci, release) }
    case .list, .page: break
    case .theme: Terminal.standard.note("\nuse it:  theme: \(name)  in content/site.yml")
    }
  }

  /// A list of the records in a file or a folder.
  private func list(_ title: String, from path: String) throws -> Scaffold {
    guard var material = ListMaterial(readingFrom: path) else {
      Terminal.standard.note("error: '\(path)' cannot be read")
      throw ExitStatus.io
    }
    material.today = Day(number: time(nil) / 86_400)
    var diagnostics = Diagnostics()
    let settings = SiteBuilder(.disk(site), BuildOptions(now: 0)).settings(&diagnostics)
    diagnostics = Diagnostics()
    guard let language = settings?.language ?? Language(tag: "en"), let zone = settings?.zone ?? TimeZoneRules("UTC"),
      let scaffold = Scaffold.list(
        name, title: title, from: material, at: path,
        ValueReader(language: language, zone: zone, decimal: settings?.decimal ?? .point), &diagnostics)
    else {
      Terminal.standard.note(DiagnosticPrinter(format: .text).text(of: diagnostics.all))
      throw ExitStatus.siteHasErrors
    }
    return scaffold
  }

  /// A name as one word of a shell.
  static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte >= 0x80 || "._-/".utf8.contains(byte)
    }
    if isPlain, !name.hasPrefix("-") { return name }
    // A word that begins with a hyphen would be an option.
    let word = name.hasPrefix("-") ? "./\(name)" : name
    return "'\(word.replacing("'", with: "'\\''"))'"
  }

  /// A plain page, which must not be among the records of a list.
  private func page(_ name: String) throws -> Scaffold {
    let folders = sequence(first: joined(SiteFolder.content, name).folder) { $0.isEmpty ? nil : $0.folder }
    for folder in folders where access(joined(site, folder, ListFolder.settingsName), F_OK) == 0 {
      throw ValidationError("'\(folder)' is a list, whose Markdown files are its records.")
    }
    if access(joined(site, joined(SiteFolder.content, name), ListFolder.settingsName), F_OK) == 0 {
      throw ValidationError(
        "'\(joined(SiteFolder.content, name))' is a list, which has that page; its text is in index.md.")
    }
    let title = name.fileName.replacing("-", with: " ")
    return .page(name, title: title.prefix(1).uppercased() + title.dropFirst())
  }

  /// Why a name is invalid for a new file or folder; nil if it is valid. A site's folder may have any name that makes a
  /// title.
  private func problem(with name: String) -> String? {
    if kind == .site { return Slug.make(name).isEmpty ? "it has no letters or digits" : nil }
    return NewName.problem(with: name, mayNest: kind != .theme, isFolder: kind != .page)
  }
}
