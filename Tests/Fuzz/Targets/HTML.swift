@testable import CellistTemplates

extension FuzzTarget {
  /// The HTML follower: where it lets a value be printed, the standard's tokenizer takes escaped text for text.
  static let html = FuzzTarget(
    "html",
    seeds: [
      "<!DOCTYPE html><html lang=\"en\"><title>x</title><a href='/x' class=y>z</a><!-- c --><br/>",
      "<script>if (a < b) { \"<!--<script></script>--></script>\" }</script><style>a > b {}</style>",
      "<textarea></textarea ><svg><title>a</title><path d=\"M0\"/></svg><noscript><p></noscript>",
      "<a\n href = \"javascript:x\" onclick=\"y\" a/b=c //d ><?x?></ a></><!a><!--> --!>",
    ],
    words: [
      "<!--", "-->", "--!>", "<script", "</script>", "<title>", "</title>", "<svg>", "</svg>", "<math>", "<style",
      "</style ",
      "<select>", "<plaintext>", "<![CDATA[", "]]>", "<!DOCTYPE", "href=\"", "src='", "=\"", "='", "on", "style=", "/>",
      "<noscript>",
      "<textarea", "srcdoc", "<xmp>", "<iframe>", "<foreignObject>",
    ]
  ) { input in
    var place = HTMLPlace()
    var tokenizers = [ReferenceTokenizer(), ReferenceTokenizer(readsMarkupInContainers: true)]
    for byte in input.bytes {
      _ = place.follow(byte)
      for index in tokenizers.indices { tokenizers[index].read(byte) }
      if place.lost != nil { return }
      let isText = tokenizers.allSatisfy(\.takesEscapedText)
      law(!place.description.isEmpty, "a place has a name")
      if place.forbidden == nil { law(isText, "a value is let into \(place), where it is no text: \(tokenizers)") }
      if place.isText { law(tokenizers.allSatisfy(\.isData), "HTML is let into \(place): \(tokenizers)") }
      // Nothing is forbidden for no reason, either: what is plain text to both takes values.
      if tokenizers.allSatisfy(\.isData) {
        law(place.forbidden == nil, "a value is kept out of \(place): \(tokenizers)")
      }
    }
  }
}
