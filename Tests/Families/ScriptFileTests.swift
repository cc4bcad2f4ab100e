import CellistFamilies
import Testing

@Suite struct ScriptFileTests {
  private func text(of module: String) -> String {
    String(decoding: ScriptFile(loaded: [Array(module.utf8)]).bytes, as: UTF8.self)
  }

  @Test func `comments, indentation and spaces between signs are left out`() {
    let module = """
      // Says hello.
      export const hello = (name) => {
        // To whom?
        if (name in names && name !== "a  b") return typeof name;

      };
      """
    #expect(
      text(of: module)
        == "export const hello=(name)=>{\nif(name in names&&name!==\"a  b\")return typeof name;\n};\n")
  }

  @Test(arguments: [
    ("a = b + +c - -d + e", "a=b+ +c- -d+e"),
    (#"a = "x \" = y" + 'z = z'"#, #"a="x \" = y"+'z = z'"#),
    (#"a = `b = ${c ? ` d = ${e + "}"} ` : ""} = f` + g"#, #"a=`b = ${c ? ` d = ${e + "}"} ` : ""} = f`+g"#),
    (#"a = b.match(/[" /]  \/ = x/g) / c"#, #"a=b.match(/[" /]  \/ = x/g)/c"#),
    (#"(row) => /["] = 1/.test(row)"#, #"(row)=>/["] = 1/.test(row)"#),
    (#"{ #a = new Map("æ ø") }"#, #"{#a=new Map("æ ø")}"#),
  ])
  func `strings, templates and regular expressions remain`(line: String, expected: String) {
    #expect(text(of: line) == expected + "\n")
  }

  @Test func `modules are one script`() {
    let modules = ["export const a = 1;\n", "import { a } from \"./a.js\";\nconst b = a;\n"].map { Array($0.utf8) }
    #expect(
      String(decoding: ScriptFile(modules: modules).bytes, as: UTF8.self)
        == "(()=>{\n\"use strict\";\nconst a=1;\nconst b=a;\n})();\n")
  }
}
