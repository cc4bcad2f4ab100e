import CellistTemplates
import Testing

/// Content never chooses what a browser loads as a part of the page that can act in it; the program's own URLs may.
struct ActivePlaceTests {
  @Test(arguments: [
    ("<script src=\"{{link}}\"></script>", "the 'src' of 'script'"),
    ("<script src=\"/{{title}}\"></script>", "the 'src' of 'script'"),
    ("<script src=\"{{assets.icon}}?{{title}}\"></script>", "the 'src' of 'script'"),
    ("<svg><script href=\"{{link}}\"></script></svg>", "the 'href' of 'script'"),
    ("<iframe src=\"{{link}}\"></iframe>", "the 'src' of 'iframe'"),
    ("<iframe src=\"/&#47;{{title}}\"></iframe>", "the 'src' of 'iframe'"),
    ("<IFRAME SRC='https://example.org/{{title}}'></IFRAME>", "the 'src' of 'iframe'"),
    ("<embed src=\"{{link}}\">", "the 'src' of 'embed'"),
    ("<object data=\"{{link}}\"></object>", "the 'data' of 'object'"),
    ("<object codebase=\"{{link}}\"></object>", "the 'codebase' of 'object'"),
    ("<base href=\"{{link}}\">", "the 'href' of 'base'"),
    ("<svg><use href=\"{{link}}\"/></svg>", "the 'href' of 'use'"),
    ("<svg><a><animate attributeName=\"href\" to=\"{{link}}\"/></a></svg>", "the 'to' of 'animate'"),
    ("<form action=\"{{link}}\"></form>", "the 'action' of 'form'"),
    ("<button formaction=\"{{link}}\"></button>", "the 'formaction' of 'button'"),
    ("<form action=\"https://{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"https://{{title}}/find\"></form>", "the 'action' of 'form'"),
    ("<form action=\"https://example.org{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"//{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"//example.org{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"/{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"/\n\\{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"/&#47;/{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"{{#new}}/{{/new}}/{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"{{#new}}x{{/new}}/{{title}}\"></form>", "the 'action' of 'form'"),
    ("<form action=\"mailto:{{title}}\"></form>", "the 'action' of 'form'"),
    ("<button formaction=\"//{{title}}\"></button>", "the 'formaction' of 'button'"),
    ("<link rel=\"stylesheet\" href=\"{{link}}\">", "the 'href' of 'link' with the rel 'stylesheet'"),
    ("<link href=\"{{link}}\" rel=stylesheet>", "the 'href' of 'link' with the rel 'stylesheet'"),
    ("<link rel='alternate StyleSheet' href=\"{{link}}\">", "the 'href' of 'link' with the rel 'stylesheet'"),
    ("<link rel=manifest href=\"/{{title}}\">", "the 'href' of 'link' with the rel 'manifest'"),
    (
      "<link {{#new}}rel='icon'{{/new}} {{^new}}rel='import'{{/new}} href=\"{{link}}\">",
      "the 'href' of 'link' with the rel 'import'"
    ),
    (
      "<link rel=\"{{title}}\" href=\"{{link}}\">",
      "the 'href' of 'link' with a 'rel' that is not the template's own text"
    ),
    (
      "<link rel=\"&#115;tylesheet\" href=\"{{link}}\">",
      "the 'href' of 'link' with a 'rel' that is not the template's own text"
    ),
    ("<meta http-equiv=\"refresh\" content=\"0; url={{link}}\">", "the 'content' of 'meta' with 'http-equiv'"),
    (
      "<meta content=\"0; url={{link}}\"{{#new}} http-equiv='refresh'{{/new}}>",
      "the 'content' of 'meta' with 'http-equiv'"
    ),
    ("<meta http-equiv=\"{{title}}\" content=\"x\">", "the 'http-equiv' of 'meta' with 'http-equiv'"),
  ])
  func `content cannot choose what acts in a page`(_ text: String, _ place: String) {
    let message = TestPage(text).messages.split(separator: "error [unsafe-place]: ").last.map(String.init)
    let name = text.contains("{{link}}") ? "link" : "title"
    #expect(
      message == """
        '\(name)' comes from content, which cannot choose \(place)
          write the address in the template, or take a file of the theme: @theme.assets
        """)
  }

  @Test(arguments: [
    "<script src=\"{{assets.icon}}\"></script>", "<link rel=\"stylesheet\" href=\"{{assets.style.css}}\">",
    "<svg><use href=\"{{assets.icon}}#{{title}}\"/></svg>", "<svg><use href=\"#{{title}}\"/></svg>",
    "<link rel=\"canonical\" href=\"{{link}}\">", "<link href=\"{{link}}\" rel=\"alternate\" title=\"{{title}}\">",
    "<link rel=\"apple-touch-icon\" href=\"{{link}}\">", "<meta name=\"description\" content=\"{{title}}\">",
    "<meta content=\"{{link}}\" property=\"og:url\">", "<form action=\"/find/{{title}}\"></form>",
    "<form action=\"https://example.org/{{title}}\"></form>", "<form action=\"//example.org?{{title}}\"></form>",
    "<form action=\"?q={{title}}\"></form>", "<form action=\"./{{title}}\"></form>",
    "<form action=\"{{assets.icon}}\"></form>", "<img src=\"{{link}}\">",
    "<video poster=\"{{link}}\" src=\"{{link}}\"></video>",
    "<iframe src=\"/map/#{{title}}\"></iframe>", "<iframe title=\"{{title}}\" src=\"/map/\"></iframe>",
  ])
  func `the theme's own files and harmless links may stand there`(_ text: String) {
    #expect(TestPage(text).messages == "")
  }

  @Test(arguments: [
    "<a href=\"SCHEME//{{title}}\"></a>", "<a href='SCHEME//{{title}}/x'></a>", "<img src=\"SCHEME//{{title}}\">",
    "<script src=\"SCHEME//{{title}}\"></script>", "<link rel=\"icon\" href=\"SCHEME//{{title}}\">",
    "<link rel=\"stylesheet\" href=\"SCHEME//{{title}}\">", "<form action=\"SCHEME//{{title}}\"></form>",
    "<form action=\"SCHEME//a{{title}}/\"></form>", "<form action=\"SCHEME//a/{{title}}\"></form>",
    "<base href=\"SCHEME//a/{{title}}\">", "<a href=\"SCHEME//{{#new}}a{{/new}}{{title}}\"></a>",
  ])
  func `an address without its scheme is like one with it`(_ text: String) {
    func reasons(_ scheme: String) -> [Substring] {
      TestPage(text.replacing("SCHEME", with: scheme)).messages.split(separator: "\n").map { line in
        line.split(separator: ": ", maxSplits: 1).last ?? ""
      }
    }
    #expect(reasons("https:") == reasons(""))
  }
}
