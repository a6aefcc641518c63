/** Test support: runs bus_program.ts in a process that a test can kill. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { unrefChild } from './unref_child.ts'

export interface BusProcess {
  host: string
  /** Kills it with SIGKILL. */
  kill: () => Promise<void>
}

export async function startBusProcess(dir: string): Promise<BusProcess> {
  const child = fork(fileURLToPath(new URL('bus_program.ts', import.meta.url)), [dir])
  const ended = once(child, 'exit')
  const [host] = (await once(child, 'message')) as [string]
  unrefChild(child)
  return {
    host,
    kill: async () => {
      child.kill('SIGKILL')
      child.ref()
      await ended
    },
  }
}
