import Cellist

@main
struct Lighthouses: Site {
  var lists: [List] {
    List("lighthouses", of: Lighthouse.self)
  }
}
