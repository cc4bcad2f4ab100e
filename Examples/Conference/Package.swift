// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "conference",
  dependencies: [.package(name: "cellist", path: "../..")],
  targets: [
    .executableTarget(
      name: "Conference", dependencies: [.product(name: "Cellist", package: "cellist")], path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
