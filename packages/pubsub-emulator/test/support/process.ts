/** Test support: an embedded Pub/Sub in a child process, for tests that kill it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { unrefChild } from '../../../shared/test/unref_child.ts'
import { authorization } from './embedded.ts'
import type { Target } from './target.ts'

export interface Process {
  pid: number
  target: Target
  /** Starts push delivery. */
  startDelivery: () => void
  /** kill -9: the process runs no more code. */
  kill: () => Promise<void>
}

/** Starts the server on a directory and waits until it responds. */
export async function startProcess(dir: string): Promise<Process> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [dir], { silent: true })
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => {
    complaint += text.toString()
  })
  const ended = once(child, 'close').then(() => {
    throw new Error(`The server on ${dir} ended before it listened: ${complaint}`)
  })
  const [host] = (await Promise.race([once(child, 'message'), ended])) as [string]
  ended.catch(() => undefined)
  unrefChild(child)
  return {
    pid: child.pid!,
    target: {
      name: 'process',
      rest: `http://${host}`,
      grpc: host,
      project: 'conformance',
      authorization,
      caps: new Set(['texts', 'auth', 'callers', 'anonymous', 'push', 'limits']),
    },
    startDelivery: () => child.send('start'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
