import CellistCommands

CellistCommand.main()
