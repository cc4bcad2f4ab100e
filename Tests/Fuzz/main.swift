import CFuzzer
import Foundation

// Arguments: the name of a target, a folder for inputs and findings, and whatever else libFuzzer takes. A file in the
// place of the folder is run once.
var arguments = CommandLine.arguments
let program = arguments.removeFirst()
// libFuzzer may start the program again, with arguments of its own.
if FuzzTarget.chosen == nil, arguments.count >= 2, FuzzTarget.named(arguments[0]) != nil {
  setenv(FuzzTarget.variable, arguments.removeFirst(), 1)
  let place = arguments.removeFirst()
  arguments = FuzzTarget.chosen?.arguments(at: place, arguments) ?? []
}
if arguments == ["targets"] {
  print(FuzzTarget.all.map(\.name).joined(separator: " "))
  exit(0)
}
guard FuzzTarget.chosen != nil else {
  print("usage: \(program) TARGET FOLDER|FILE [FLAG…], or \(program) targets")
  exit(64)
}

// libFuzzer writes the input to a file when a signal comes, unless somebody else handles that: Swift's backtraces.
for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { signal(number, SIG_DFL) }

var copies = ([program] + arguments).map { strdup($0) } + [nil]
var count = Int32(copies.count - 1)
let status = copies.withUnsafeMutableBufferPointer { buffer in
  var start = buffer.baseAddress
  return LLVMFuzzerRunDriver(&count, &start) { FuzzTarget.test($0, $1) }
}
exit(status)
