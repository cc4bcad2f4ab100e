import Cellist
import FoundationEssentials

// The benchmark's catalogue, declared in Swift: what types cost beside settings.

struct Package: ListRecord, Codable {
  var id: String
  var title: String
  var summary: Markdown
  var version: String
  var section: String
  var priority: String
  var size: Int
  var installed: Int
  var maintainer: String
  var homepage: URL?
  var tags: [String]
}

struct PackageCell: CellContent {
  var title: String
  var version: String
  var summary: Markdown
  var section: String
  var maintainer: String
  var size: Int

  init(_ package: Package) {
    title = package.title
    version = package.version
    summary = package.summary
    section = package.section
    maintainer = package.maintainer
    size = package.size
  }
}

struct RequiredCell: CellContent {
  var package: PackageCell

  init(_ package: Package) { self.package = PackageCell(package) }
  init(from decoder: any Decoder) throws { package = try PackageCell(from: decoder) }
  func encode(to encoder: any Encoder) throws { try package.encode(to: encoder) }
}

enum CatalogueCell: CellModel {
  case package(PackageCell)
  case required(RequiredCell)

  var content: some CellChoice {
    switch self {
    case .package(let cell): cell
    case .required(let cell): cell
    }
  }
}

struct PackageDecorator: CellDecorator {
  func cell(for package: Package, at path: TablePath) -> CatalogueCell {
    package.priority == "required" ? .required(RequiredCell(package)) : .package(PackageCell(package))
  }
}

struct Catalogue: Site {
  var lists: Lists { List("packages", PackageDecorator()) }
}

Catalogue.main()
