/** Test support: lets the test run end although a failed test left a child process running. */
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

/** Lets this process exit before the child, which exits when its IPC channel closes. */
export function unrefChild(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref()
}
