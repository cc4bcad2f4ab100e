import Foundation
import GRDB

/// SQLite databases for tests, as the bytes of their files.
package enum TestDatabase {
  package static func bytes(_ sql: String) throws -> [UInt8] {
    let folder = try TemporaryFolder(isInMemory: true)
    let path = folder.place("test.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    return [UInt8](FileManager.default.contents(atPath: path) ?? Data())
  }
}
