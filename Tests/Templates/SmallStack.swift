import Foundation
import Synchronization

/// Does work on a thread with as much stack as those have on which pages are made at the same time.
func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
  let result = Mutex<Result?>(nil)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let made = work()
    result.withLock { $0 = made }
    done.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  done.wait()
  return result.withLock(\.self)
}
