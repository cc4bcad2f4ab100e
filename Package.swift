// swift-tools-version: 6.2
import PackageDescription

// `make check` sets this, so that no warning lands; a later compiler's new warnings break nobody's build.
let strict: [SwiftSetting] =
  Context.environment["CELLIST_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

// `make` sets this: rooms are optimized for their tests, too, which then take a third of the time. Assertions still hold.
let optimized: [SwiftSetting] =
  Context.environment["CELLIST_OPTIMIZED"] == nil
  ? [] : [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

let package = Package(
  name: "cellist",
  products: [
    .executable(name: "cellist", targets: ["CellistProgram"]),
    .library(name: "Cellist", targets: ["Cellist"]),
    // Tables alone, for any Swift program: no record, no file, and nothing but the standard library.
    .library(name: "CellistTables", targets: ["CellistTables"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // One room per stage, in the order in which data flows; a room imports only what its row names.

    // Digests, stamps, coding, parallel work, processes, paths, identifiers. Knows nothing of sites.
    .target(name: "CellistBase", dependencies: ["CCrypto", "CProcess"], path: "Sources/Base"),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CProcess", path: "Sources/CProcess"),

    // Order keys, initials, dates and numbers in a language, slugs, patterns. Alone knows ICU.
    .target(name: "CellistText", dependencies: ["CICU", "CellistBase"], path: "Sources/Text"),
    .target(name: "CICU", path: "Sources/CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),

    // Markdown → HTML; links and words in HTML, addresses in style sheets. Alone knows cmark.
    .target(name: "CellistMarkup", dependencies: ["CCMark", "CellistText"], path: "Sources/Markup"),
    .systemLibrary(name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),

    // Record types, values, records, nodes, locations, diagnostics. Knows no file, no format, no HTML page.
    .target(name: "CellistRecords", dependencies: ["CellistMarkup"], path: "Sources/Records"),

    // Record types ↔ the types of a Swift site.
    .target(name: "CellistTyped", dependencies: ["CellistRecords"], path: "Sources/Typed"),

    // Bytes → nodes. Alone knows formats, libyaml, toml++, libical, and databases; knows no record.
    .target(
      name: "CellistFormats",
      dependencies: [
        "CellistRecords", "CDeflate", "CLibICal", "CTOML", "CXML", "CYAML",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Sources/Formats"),
    .target(name: "CTOML", path: "Sources/CTOML"),
    .target(name: "CXML", dependencies: ["CLibXML"], path: "Sources/CXML"),
    .systemLibrary(
      name: "CLibXML", path: "Sources/CLibXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CLibICal", providers: [.apt(["libical-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    // Folders, revisions of git, addresses → the bytes of files. The interface to the disk.
    .target(name: "CellistFiles", dependencies: ["CellistRecords"], path: "Sources/Files"),

    // Files → records: what each file is, sources, decoding. No tables, no HTML.
    .target(name: "CellistContent", dependencies: ["CellistFiles", "CellistFormats"], path: "Sources/Content"),

    // Stores → table view models, diffs. Pure and generic: it knows no record, and imports nothing.
    .target(name: "CellistTables", path: "Sources/Tables"),

    // Records → lists in sections and in order, as settings say. Pure; no files, no HTML.
    .target(name: "CellistLists", dependencies: ["CellistRecords", "CellistTables"], path: "Sources/Lists"),

    // Template text → compiled templates → bytes. No files, no lists.
    .target(name: "CellistTemplates", dependencies: ["CellistRecords"], path: "Sources/Templates"),

    // Table view models → pages: decorators choose, templates fill. Does not know where output goes.
    .target(
      name: "CellistThemes", dependencies: ["CellistLists", "CellistTemplates", "CellistTyped"],
      path: "Sources/Themes", resources: [.embedInCode("Default"), .embedInCode("BuiltIn")]),

    // site.yml, list.yml, theme.yml and what Swift says of lists → settings, all checked before a record is read.
    .target(
      name: "CellistSettings", dependencies: ["CellistContent", "CellistThemes"], path: "Sources/Settings"),

    // Changes of records → changes of the texts of their files.
    .target(name: "CellistWriting", dependencies: ["CellistSettings"], path: "Sources/Writing"),

    // A site folder → lists and records, read once, all checked. Alone knows what a site folder looks like.
    .target(name: "CellistSites", dependencies: ["CellistSettings"], path: "Sources/Sites"),

    // A site and its theme → pages of lists and records: routes, links, ingredients. Alone knows which pages there are.
    .target(name: "CellistPages", dependencies: ["CellistSites"], path: "Sources/Pages"),

    // A site → all other kinds of page, a file for each: feeds, exports, search data, redirects and the like; and the
    // scripts with which browsers search and sort.
    .target(
      name: "CellistFamilies", dependencies: ["CellistPages"], path: "Sources/Families",
      resources: [.embedInCode("Client"), .embedInCode("Search/Client"), .embedInCode("Tools/Client")]),

    // Bytes → a folder of files, all or nothing; what lies there. Alone writes files of a site.
    .target(name: "CellistOutput", dependencies: ["CellistContent", "CDeflate", "CProcess"], path: "Sources/Output"),
    .systemLibrary(
      name: "CDeflate", path: "Sources/CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),

    // The last state, a site and its pages → what changes, why, and the next state, which is a database.
    .target(
      name: "CellistBuilding",
      dependencies: [
        "CellistFamilies", "CellistOutput", "CellistWriting", "CProcess", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Building"),

    // A built site → a target; its processes are git, rsync, rclone and ssh-keygen. Never touches content.
    .target(
      name: "CellistPublishing", dependencies: ["CellistOutput", "CellistTables", "CBrotli"],
      path: "Sources/Publishing"),
    .systemLibrary(
      name: "CBrotli", path: "Sources/CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),

    // Names and examples → the files of a new site, list, page or theme, and schemas for editors.
    .target(
      name: "CellistScaffolding", dependencies: ["CellistSettings", "CellistOutput"], path: "Sources/Scaffolding",
      resources: [.embedInCode("Pipelines"), .embedInCode("Reference"), .embedInCode("Starters")]),

    // Edits → open pages. The only sockets.
    .target(
      name: "CellistPreview",
      dependencies: [
        "CellistBuilding", .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      path: "Sources/Preview", resources: [.embedInCode("Client")]),

    // Arguments → actions; diagnostics → terminal. Parsing and printing, no decisions. Brings the allocator of all
    // programs: many threads make many small objects.
    .target(
      name: "CellistCommands",
      dependencies: [
        "CVersion", "CellistPreview", "CellistPublishing", "CellistScaffolding",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Commands", linkerSettings: [.linkedLibrary("jemalloc")]),

    // The commit, and the repository that releases the program, by names that `make program` sets.
    .target(
      name: "CVersion", path: "Sources/CVersion",
      cSettings: ["CELLIST_COMMIT", "CELLIST_REPOSITORY"].map {
        .define($0, to: "\"\(Context.environment[$0] ?? "")\"")
      }),

    // The library that a Swift site imports, and in its catalogue how to. `make docs` builds that.
    .target(name: "Cellist", dependencies: ["CellistBuilding", "CellistCommands"], path: "Sources/Cellist"),

    // What the tutorial in the catalogue ends with, so that it compiles.
    .executableTarget(
      name: "Lighthouses", dependencies: ["Cellist"], path: "Sources/Cellist/Cellist.docc/Tutorials/Lighthouses/Sources"
    ),

    // The programs of the example packages, built with what tests have compiled already; their own packages build them by
    // themselves.
    .executableTarget(name: "Conference", dependencies: ["Cellist"], path: "Examples/Conference/Sources"),
    .executableTarget(name: "Bookshop", dependencies: ["Cellist"], path: "Examples/Bookshop/Sources"),
    .testTarget(name: "BookshopTests", dependencies: ["Bookshop"], path: "Examples/Bookshop/Tests"),

    // The executable: one short file.
    .executableTarget(name: "CellistProgram", dependencies: ["CellistCommands"], path: "Sources/Program"),

    // What one cell costs; `make bench` runs it.
    .executableTarget(
      name: "CellBenchmark", dependencies: ["CellistContent", "CellistThemes"], path: "Benchmarks/Cell"),

    // What the changes of a large table cost to find.
    .executableTarget(name: "DiffBenchmark", dependencies: ["CellistTables"], path: "Benchmarks/Diff"),

    // The catalogue that `make bench` builds, declared in Swift.
    .executableTarget(name: "TypedBenchmark", dependencies: ["Cellist"], path: "Benchmarks/Typed"),

    // Tests mirror the rooms; Support builds sites in memory and in temporary folders.
    .target(
      name: "CellistTestSupport", dependencies: ["CellistCommands", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/Support"),
    .testTarget(name: "CellistBaseTests", dependencies: ["CellistBase"], path: "Tests/Base"),
    .testTarget(name: "CellistTextTests", dependencies: ["CellistText"], path: "Tests/Text"),
    .testTarget(name: "CellistMarkupTests", dependencies: ["CellistTestSupport"], path: "Tests/Markup"),
    .testTarget(name: "CellistRecordsTests", dependencies: ["CellistRecords"], path: "Tests/Records"),
    .testTarget(name: "CellistTypedTests", dependencies: ["CellistTyped"], path: "Tests/Typed"),
    .testTarget(name: "CellistFormatsTests", dependencies: ["CellistTestSupport"], path: "Tests/Formats"),
    .testTarget(name: "CellistFilesTests", dependencies: ["CellistTestSupport"], path: "Tests/Files"),
    .testTarget(
      name: "CellistContentTests", dependencies: ["CellistTestSupport"], path: "Tests/Content", exclude: ["Oracles"]),
    .testTarget(name: "CellistWritingTests", dependencies: ["CellistTestSupport"], path: "Tests/Writing"),
    .testTarget(name: "CellistTablesTests", dependencies: ["CellistTables"], path: "Tests/Tables"),
    .testTarget(name: "CellistListsTests", dependencies: ["CellistTestSupport"], path: "Tests/Lists"),
    .testTarget(name: "CellistTemplatesTests", dependencies: ["CellistTemplates"], path: "Tests/Templates"),
    .testTarget(name: "CellistThemesTests", dependencies: ["CellistTestSupport"], path: "Tests/Themes"),
    .testTarget(name: "CellistSettingsTests", dependencies: ["CellistTestSupport"], path: "Tests/Settings"),
    .testTarget(name: "CellistSitesTests", dependencies: ["CellistTestSupport"], path: "Tests/Sites"),
    .testTarget(name: "CellistPagesTests", dependencies: ["CellistTestSupport"], path: "Tests/Pages"),
    .testTarget(name: "CellistFamiliesTests", dependencies: ["CellistTestSupport"], path: "Tests/Families"),
    .testTarget(name: "CellistOutputTests", dependencies: ["CellistTestSupport"], path: "Tests/Output"),
    .testTarget(
      name: "CellistBuildingTests",
      dependencies: ["CellistTestSupport", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/Building", exclude: ["Invalid"]),
    .testTarget(name: "CellistScaffoldingTests", dependencies: ["CellistTestSupport"], path: "Tests/Scaffolding"),
    .testTarget(name: "CellistCommandsTests", dependencies: ["CellistTestSupport"], path: "Tests/Commands"),
    .testTarget(
      name: "CellistPublishingTests", dependencies: ["CellistTestSupport", "CellistPublishing"],
      path: "Tests/Publishing"),
    .testTarget(
      name: "CellistPreviewTests", dependencies: ["CellistTestSupport", "CellistPreview"], path: "Tests/Preview"),
    .testTarget(
      name: "CellistTests", dependencies: ["CellistTestSupport", "Cellist", "Lighthouses"], path: "Tests/Cellist",
      exclude: ["modules.sh", "symbols.sh", "public-api.txt"]),
    .testTarget(
      name: "CellistProgramTests",
      dependencies: ["CellistTestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Tests/Program", exclude: ["Scenes"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system {
  target.swiftSettings = strict + (target.path?.hasPrefix("Sources/") == true ? optimized : [])
}

// `make fuzz` sets this to `all`, and builds the fuzzers into a folder of their own: the rooms that they call tell libFuzzer
// which branches an input takes. With `laws` only the fuzzers themselves do, over what is compiled already.
if let fuzz = Context.environment["CELLIST_FUZZ"] {
  let rooms: Set = [
    "CellistBase", "CellistText", "CellistMarkup", "CellistRecords", "CellistTyped", "CellistFormats", "CellistFiles",
    "CellistContent", "CellistWriting", "CellistTables", "CellistTemplates", "CellistThemes",
    "CellistLists", "CellistSettings", "CellistSites", "CellistPages", "CellistFamilies", "CellistOutput",
    "CellistBuilding",
  ]
  let traced = fuzz == "laws" ? ["CellistFuzz"] : rooms.union(["CellistFuzz"])
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "CellistFuzz", dependencies: ["CellistBuilding", "CFuzzer", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/Fuzz", exclude: ["CFuzzer", "run.sh"],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ]
  for target in package.targets where traced.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer", "-O"])]
  }
}
