extension RandomOptions {
  /// The files below `themes/`, each with what it may say; an empty text stands for no file.
  static let theme: [String: [String]] = [
    "mine/theme.yml": [
      "settings: {accent: red, wide: true}\n", "settings: {accent: blue, wide: true, records: {other: \"#!\"}}\n",
      "settings: {accent: red, wide: true, \"yes\": Oui, \"no\": Non}\n",
    ],
    "mine/words/de.yml": ["accent: rot\n", "accent: rot\nwide: false\n", "", "\"yes\": ja\n\"no\": nein\n"],
    "mine/assets/style.css": ["a{src:url(font.txt)}", "b{src:url(font.txt)}", "a{src:url(img/x.txt)}"],
    "mine/assets/font.txt": ["font", "other font"], "mine/assets/img/x.txt": ["x", "y"],
    "mine/parts/head.mustache": [
      "<link rel=\"stylesheet\" href=\"{{@theme.assets.style.css}}\"><title>{{@page.title}}</title>",
      "<title>{{@page.title}} - {{@site.title}}</title>",
      "<title>{{@page.title}}</title>{{#@theme.wide}}<p>{{@theme.accent}}</p>{{/@theme.wide}}",
      "<link rel=\"canonical\" href=\"{{@page.canonical}}\"><p>{{@page.description}}{{@site.author}}</p>",
    ],
    "mine/parts/foot.mustache": [
      " ", "<nav>{{#@site.menu}}<a href=\"{{url}}\">{{title}}{{#current}}!{{/current}}</a>{{/@site.menu}}</nav>",
      "<nav>{{#@site.lists}}{{title}} {{count}} {{description}}{{#current}}!{{/current}};{{/@site.lists}}</nav>",
      "{{@site.language}} {{@page.language}} {{@page.dir}} {{@site.base}} {{@site.description}}",
      "{{@site.lists.count}}",
    ],
    "mine/pages/home.mustache": ["{{>head}}{{@page.content}}{{>foot}}", "{{>head}}{{@site.title}}{{>foot}}"],
    "mine/pages/plain.mustache": [
      "{{>head}}{{@page.content}}{{#@page.views}}{{content}}{{/@page.views}}{{>foot}}",
      "{{@page.url}}{{@page.content}}",
      "{{#@page.views}}{{name}}{{list.title}}<a href=\"{{list.url}}\">{{content}}</a>{{/@page.views}}{{@page.content}}",
      "{{#@page.contents}}<a href=\"{{url}}\">{{title}}</a>{{/@page.contents}}\(parents)",
    ],
    "mine/pages/404.mustache": ["{{>head}}Nothing{{>foot}}", "Nothing"],
    "mine/pages/list.mustache": [
      "{{>head}}{{@page.content}}\(sections)\(pagination){{>foot}}",
      "{{>head}}{{@list.title}} {{@list.count.records}}\(sections)\(footer)",
      "{{#@page.index}}<a href=\"{{url}}\">{{title}} {{count}}{{#current}}!{{/current}}</a>{{/@page.index}}\(sections)",
      "\(sections){{#@page.feed}}{{atom}} {{json}}{{/@page.feed}}{{#@list.exports}}{{format}}{{url}}{{/@list.exports}}",
      "\(sections){{@page.schema}}{{#@list.calendar}}<a href=\"{{@list.calendar}}\">x</a>{{/@list.calendar}}",
      "\(sections)\(pagination)", "{{>head}}{{>*@list.view}}{{>foot}}",
      "\(sections){{#@page.totals}}{{label}} {{value}}{{/@page.totals}}",
      "{{#@list.tools}}{{url}}{{search}}{{#filters}}{{name}}{{label}}{{unit}}{{/filters}}{{/@list.tools}}\(sections)",
      "{{@list.details}}{{#@page.table}}t{{/@page.table}}{{#@page.wide}}w{{/@page.wide}}{{@page.image}}{{>*@list.view}}\(pagination)",
      "{{#@list.fields}}{{name}} {{label}} {{type}};{{/@list.fields}}\(sections){{>foot}}",
      "{{#@page.sections}}{{#@section.cells}}<a href=\"{{@record.url}}\">x</a>{{/@section.cells}}{{/@page.sections}}",
    ],
    "mine/pages/works/list.mustache": ["", "", "{{@list.title}}\(sections)", "\(sections)\(pagination)"],
    "mine/pages/people/record.mustache": [
      "", "", "{{name}}{{#works}}{{.}}{{/works}}", "{{@record.title}}\(neighbours)",
    ],
    "mine/sections/stock/section.mustache": [
      "",
      "<section id=\"{{@section.anchor}}\">{{@section.title}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}</section>",
    ],
    "mine/pages/term.mustache": [
      "{{>head}}{{@term.title}} {{@page.total}}{{@page.content}}\(sections)\(pagination){{>foot}}",
      "{{@term.field}} {{@term.count}} {{@term.index}}\(sections)\(parents)", "\(sections)\(pagination)",
    ],
    "mine/pages/view.mustache": [
      "{{@view.name}} {{#@view.cells}}{{>*@cell}}{{/@view.cells}}",
      "{{@view.count}} {{@list.title}} {{#@view.cells}}<a href=\"{{@record.url}}\">{{@record.title}}</a>{{/@view.cells}}",
    ],
    "mine/pages/terms.mustache": [
      "{{>head}}{{#@page.terms}}<a href=\"{{url}}\">{{title}}</a>{{count}}{{/@page.terms}}{{>foot}}",
      "{{@list.title}}{{#@page.terms}}{{slug}};{{/@page.terms}}",
    ],
    "mine/pages/record.mustache": [
      "{{@page.image}} {{>head}}{{@record.title}}{{@record.body}}\(neighbours){{>foot}}",
      "{{@record.title}}{{#@record.fields}}<p>{{label}}: {{html}}</p>{{/@record.fields}}",
      "{{@record.id}} {{@record.slug}} {{name}} {{@list.title}}{{@record.body}}", "{{name}}\(neighbours)",
      "{{>head}}{{@record.schema}}{{name}}\(parents)", "{{name}}<a href=\"{{@record.edit}}\">x</a>",
      "{{#@record.terms}}<a href=\"{{url}}\">{{field}}{{title}}</a>{{/@record.terms}}{{#@list.terms}}{{title}}{{/@list.terms}}",
    ],
    "mine/cells/cell.mustache": [
      "<li id=\"{{@record.anchor}}\">{{@record.title}}</li>", "<li>{{name}}</li>", "<li>{{key}} {{@record.body}}</li>",
      "<li>{{#@record.fields}}{{name}}={{html}};{{/@record.fields}}</li>", "", "",
      "<li>{{#@record.columns}}{{html}} {{bar}};{{/@record.columns}}</li>",
      "<a href=\"{{@record.url}}\">{{name}}</a>",
    ],
    "mine/cells/cards-cell.mustache": [
      "",
      "<li>{{#@record.badge}}{{text}}{{hue}}{{/@record.badge}}{{#@record.image}}<img src=\"{{@record.image}}\" width=\"{{@record.image.width}}\">{{/@record.image}}{{@record.date}}</li>",
      "<li>{{@record.text}}{{@record.excerpt}}{{@record.end}}{{#@record.facts}}{{#named}}{{label}}{{/named}}{{html}}{{/@record.facts}}</li>",
    ],
    "mine/views/cards.mustache": [
      "", "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
    ],
    "mine/cells/wide.mustache": ["<b>{{name}}</b>", "<b>{{@cell}} {{@record.list.title}} {{name.initial}}</b>"],
    "mine/cells/book.mustache": ["<i>{{name}}</i>", ""], "mine/cells/film.mustache": ["<u>{{name}}</u>"],
    "mine/cells/song.mustache": ["<s>{{name}}</s>"],
    "mine/cells/works/cell.mustache": [
      "",
      "{{name}} {{year}}{{#old}} old{{/old}} {{maker}} {{#maker}}{{born.long}}{{@record.url}}{{/maker}}",
      "{{kind}} {{day.long}} {{at}} {{at.long}} {{mass}} {{#tags}}{{.}},{{/tags}} {{tags.count}}",
      "{{#also}}<p>{{.}} {{year}} {{maker}}{{#old}}!{{/old}}</p>{{/also}}{{#image}}<img src=\"{{image}}\" alt=\"{{image.alt}}\" width=\"{{image.width}}\" srcset=\"{{image.srcset}}\">{{/image}}",
      "{{#sequels}}{{name}} {{@record.url}}{{#maker}}{{#works}}{{.}}{{/works}}{{/maker}};{{/sequels}}",
      "{{#link}}<a href=\"{{link}}\">{{name}}</a>{{/link}}{{#rare}}rare{{/rare}}{{@record.body}}",
      "{{#noted}}{{name}}: {{text}}{{text.inline}}{{who}}{{/noted}}{{noted.count}}",
    ],
    "mine/cells/people/cell.mustache": [
      "", "{{name}}{{#young}} young{{/young}}{{#works}} {{.}} {{year}}{{/works}}{{works.count}}",
      "{{role}} {{born}} {{#works}}{{#also}}{{.}} {{maker}}{{/also}}{{@record.body}}{{/works}}",
    ],
    "mine/cells/log/notes/cell.mustache": [
      "", "{{name}} {{text}} {{#about}}<a href=\"{{@record.url}}\">{{.}}</a>{{@record.body}}{{/about}}",
      "{{#who}}{{name}} {{born.year}}{{#works}}{{name}}{{/works}}{{/who}}{{about.count}}{{#about.any}}!{{/about.any}}",
    ],
    "mine/cells/stock/cell.mustache": [
      "", "{{name}} {{price}} {{made.long}}{{#dear}} dear{{/dear}}{{#link}}<a href=\"{{link}}\">x</a>{{/link}}",
      "{{name}}{{#tags}}{{.}},{{/tags}}{{text}}{{@record.url}}",
      "{{name}}{{#@record.edit}}{{@record.edit}}{{/@record.edit}}",
      "{{#rare}}rare{{/rare}}{{@record.body}}",
    ],
    "mine/cells/free/cell.mustache": ["", "{{name}} {{next}}{{#next}}{{#next}}{{name}}{{/next}}{{/next}}"],
    "mine/cells/deep/free/cell.mustache": ["", "{{name}}{{#next}}<a href=\"{{@record.url}}\">{{.}}</a>{{/next}}"],
    "other/theme.yml": ["extends: mine\n"],
    "other/cells/cell.mustache": ["<p>{{@record.title}}</p>", "<p>{{name}}</p>", ""],
    "other/pages/404.mustache": ["{{@theme.accent}}", ""],
  ]

  private static let sections = """
    {{#@page.sections}}{{#@section.groups}}<h2 id="{{anchor}}">{{title}}{{#total}}{{total}}{{/total}}{{content}}\
    {{#aggregates}}{{value}}{{/aggregates}}</h2>{{/@section.groups}}<h2 id="{{@section.anchor}}">{{@section.title}}{{#@section.continued}}...{{/@section.continued}}\
    </h2>{{@section.content}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}
    """

  private static let footer = """
    {{#@page.sections}}{{@section.slug}} {{@section.count}}{{#@section.titled}}!{{/@section.titled}}\
    {{#@section.aggregates}}{{label}} {{value}}{{/@section.aggregates}}{{/@page.sections}}
    """

  private static let pagination = """
    {{@page.number}}/{{@page.count}}{{#@page.multiple}}*{{/@page.multiple}}\
    {{#@page.previous}}<a href="{{url}}">{{number}}{{title}}</a>{{/@page.previous}}\
    {{#@page.next}}<a href="{{url}}">{{number}}{{section}}</a>{{/@page.next}}\
    {{#@page.pages}}{{#gap}}…{{/gap}}<a href="{{url}}">{{number}}{{#current}}!{{/current}}</a>{{/@page.pages}}
    """

  private static let parents = "{{#@page.parents}}<a href=\"{{url}}\">{{title}}</a>{{/@page.parents}}"

  private static let neighbours = """
    {{#@record.previous}}<a href="{{url}}">{{title}}</a>{{/@record.previous}}\
    {{#@record.next}}<a href="{{url}}">{{title}}</a>{{/@record.next}}
    """
}
