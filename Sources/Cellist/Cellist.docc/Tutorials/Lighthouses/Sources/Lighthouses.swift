import Cellist

@main
struct Lighthouses: Site {
  var lists: [List] {
    List("lighthouses", LighthouseDecorator(), provider: .grouped(by: \.sea))
  }
}
