// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "bookshop",
  dependencies: [.package(name: "cellist", path: "../..")],
  targets: [
    .executableTarget(
      name: "Bookshop", dependencies: [.product(name: "Cellist", package: "cellist")], path: "Sources"),
    .testTarget(name: "BookshopTests", dependencies: ["Bookshop"], path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)
