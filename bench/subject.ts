/** Bench: runs one function with functions-framework in a separate process, and measures its CPU time per request. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { endOf, kill, messageOf } from './process.ts'

export interface Subject {
  name: string
  /** Sends `count` requests, `concurrency` at a time. Resolves to the function's CPU time per request in µs. */
  measure: (count: number, concurrency: number) => Promise<number>
  /** Resident memory of the function after a garbage collection, and the heap in use, in MiB. */
  memory: () => Promise<{ resident: number; used: number }>
  stop: () => Promise<void>
}

export interface SubjectOptions {
  name: string
  target: string
  source: string
  env: Readonly<Record<string, string>>
  path: string
  headers: Readonly<Record<string, string>>
  /** Returns the body of the n-th request. */
  body: (n: number) => string
  expected: number
}

interface Usage {
  cpu: number
  rss: number
  live: number
}

const framework = fileURLToPath(new URL('main.js', import.meta.resolve('@google-cloud/functions-framework')))
const meter = fileURLToPath(new URL('meter.ts', import.meta.url))

export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const { name, target, source, env, path, headers, body, expected } = options
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      meter,
      framework,
      `--target=${target}`,
      `--source=${source}`,
      '--signature-type=http',
    ],
    { env: { ...env, NODE_ENV: 'production' }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const { port } = await messageOf<{ port: number }>(child, name)
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 256 })
  let sent = 0

  const usage = (): Promise<Usage> => {
    const message = messageOf<Usage>(child, name)
    if (child.connected) child.send('usage')
    return message
  }

  const sendOne = async (): Promise<void> => {
    const request = { method: 'POST', path, headers, body: body(sent++) } as const
    const response = await pool.request(request).catch((cause: unknown) => {
      throw new Error(`${name} did not answer a request. Process: ${endOf(child) ?? 'running'}.`, { cause })
    })
    const text = await response.body.text()
    if (response.statusCode !== expected) throw new Error(`${name} returned ${response.statusCode}: ${text}`)
  }

  return {
    name,
    measure: async (count, concurrency) => {
      const before = await usage()
      let left = count
      const lane = async (): Promise<void> => {
        while (left-- > 0) await sendOne()
      }
      await Promise.all(Array.from({ length: concurrency }, lane))
      return ((await usage()).cpu - before.cpu) / count
    },
    memory: async () => {
      const { rss, live } = await usage()
      return { resident: rss / 2 ** 20, used: live / 2 ** 20 }
    },
    stop: async () => {
      await pool.close()
      await kill(child)
    },
  }
}
