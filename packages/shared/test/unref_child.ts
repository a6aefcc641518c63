/** Test support: child processes that outlive a failed test. */
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

/** Lets this process end before the child, which ends when its channel closes. */
export function unrefChild(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref()
}
