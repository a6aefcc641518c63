/** Test support: runs served_program.ts in a process of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { unrefChild } from './unref_child.ts'

export interface Served {
  port: number
  /** Returns the output of the process so far. */
  output: () => string
  stop: () => Promise<void>
}

/** Starts the program. `shortTimeouts` refuses slow clients soon, even if only the machine is slow. */
export async function startServed(...options: 'shortTimeouts'[]): Promise<Served> {
  const program = fileURLToPath(new URL('served_program.ts', import.meta.url))
  const child = fork(program, options, { silent: true })
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
