import Cellist

@main
struct Lighthouses: Site {
  var lists: Lists {
    List("lighthouses", of: Lighthouse.self, provider: .grouped(by: \.sea))
  }
}
