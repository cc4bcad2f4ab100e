import Cellist

@main
struct Lighthouses: Site {
  var lists: Lists {
    List("lighthouses", LighthouseDecorator(), provider: .grouped(by: \.sea))
  }
}
