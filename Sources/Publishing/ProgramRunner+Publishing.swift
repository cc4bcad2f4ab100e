import CellistContent

extension ProgramRunner {
  /// Runs a program, and says why it cannot be run as publishing does.
  func outcome(of command: Command) throws(PublishFailure) -> Ended {
    do {
      return try run(command)
    } catch {
      throw .io(error.reason)
    }
  }
}
