@_exported import struct CellistCommands.CellistCommand
