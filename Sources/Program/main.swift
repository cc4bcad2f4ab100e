import CellistCommands

CellistCommand.main(with: [])
