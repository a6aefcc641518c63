/** Bench: reads messages of a measured process. Waiting fails if the process ends. */
import type { ChildProcess } from 'node:child_process'

/** Returns how a process ended; undefined while it runs. */
export function endOf({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode !== null) return `exit code ${exitCode}`
  return signalCode === null ? undefined : `signal ${signalCode}`
}

/** Resolves to the next message of the process. Rejects with `name` and the reason if the process ends or cannot start. */
export function messageOf<Message>(child: ChildProcess, name: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => settle(() => reject(new Error(`${name} ended: ${reason}.`)))
    const onMessage = (message: unknown): void => settle(() => resolve(message as Message))
    const onExit = (): void => fail(endOf(child) ?? 'reason unknown')
    const onError = (error: Error): void => {
      // A failed write to a process that has just ended is followed by its exit event.
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

/** Ends a process that may have ended already. Resolves once it has. */
export function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (endOf(child) !== undefined) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
