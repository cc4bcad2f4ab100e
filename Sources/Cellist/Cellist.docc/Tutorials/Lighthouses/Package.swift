// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "lighthouses",
  dependencies: [.package(path: "../cellist")],
  targets: [
    .executableTarget(
      name: "Lighthouses", dependencies: [.product(name: "Cellist", package: "cellist")], path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
