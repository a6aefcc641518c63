/** Bench: messages of a measured process. They fail when the process ends, so that a bench reports it instead of waiting. */
import type { ChildProcess } from 'node:child_process'

/** How a process ended; undefined while it runs. */
export function endOf({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode !== null) return `exit code ${exitCode}`
  return signalCode === null ? undefined : `signal ${signalCode}`
}

/** The next message of the process. Rejects, with `name` and how it ended, when the process ends or cannot be started. */
export function messageOf<Message>(child: ChildProcess, name: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => settle(() => reject(new Error(`${name} ended: ${reason}.`)))
    const onMessage = (message: unknown): void => settle(() => resolve(message as Message))
    const onExit = (): void => fail(endOf(child) ?? 'reason unknown')
    const onError = (error: Error): void => {
      // What cannot be written to a process that has just ended is followed by its exit.
      if (child.pid === undefined) fail(error.message)
    }
    const settle = (answer: () => void): void => {
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      answer()
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    if (endOf(child) !== undefined) onExit()
  })
}

/** Ends a process that may have ended by itself. Resolves once it has. */
export function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (endOf(child) !== undefined) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
