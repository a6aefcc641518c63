/** Test support: served_program.ts in a process of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { unrefChild } from './unref_child.ts'

export interface Served {
  port: number
  /** What the process has written so far. */
  output: () => string
  stop: () => Promise<void>
}

/** `impatient`: refuses whoever is slow, be it because the machine is. */
export async function startServed(...manner: 'impatient'[]): Promise<Served> {
  const program = fileURLToPath(new URL('served_program.ts', import.meta.url))
  const child = fork(program, manner, { silent: true })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [port] = (await once(child, 'message')) as [number]
  unrefChild(child)
  return {
    port,
    output: () => output,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      child.ref()
      await ended
    },
  }
}
