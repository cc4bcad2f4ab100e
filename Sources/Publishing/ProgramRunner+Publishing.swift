import CellistBase

extension ProgramRunner {
  /// Runs a program, and reports failures to run it as those of publishing.
  func outcome(of command: Command) throws(PublishFailure) -> Ended {
    do {
      return try run(command)
    } catch {
      throw .io(error.reason)
    }
  }
}
