import Cellist

enum Sea: String, Choice {
  case atlantic = "Atlantic"
  case northSea = "North Sea"
  case mediterranean = "Mediterranean"
}
