/** Test support: a child process that a failed test leaves behind must not keep the tests from ending. */
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

/** Lets this process end before the child, which ends as soon as its channel does. */
export function unrefChild(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref()
}
