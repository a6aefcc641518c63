/** Test support: runs the deployed bundle of `ingest` in functions-framework, in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool, type Dispatcher } from 'undici'
import type { GateConfig } from '../../local/functions/gate.ts'
import { openSocket, portOf } from '../../local/functions/instance.ts'
import { bundleOf, frameworkFile, frameworkFolder } from '../../infra/naming.ts'
import { sources, topicNames } from '../ingest/context.ts'
import { project } from './bus.ts'
import { unrefChild } from './unref_child.ts'
import { startWarehouse, type TestWarehouse } from './warehouse.ts'

export interface Sent {
  method?: Dispatcher.HttpMethod
  /** Path and query. */
  path?: string
  token?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
}

export interface Answered {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
}

export interface FrontDoor {
  port: number
  /** The warehouse with the saved definitions. */
  warehouse: TestWarehouse
  /** Sends one request. Default: a POST of JSON to /v1/topics. */
  send: (request: Sent) => Promise<Answered>
  /** Returns the output of the process so far. */
  output: () => string
  signal: (name: NodeJS.Signals) => void
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>
  stop: () => Promise<void>
}

const gate = fileURLToPath(new URL('../../local/functions/gate.ts', import.meta.url))

/** The bundle, which built.ts builds before the first test. */
const source = bundleOf('ingest')

export interface FrontDoorOptions {
  /** `host:port` of the Pub/Sub to which it publishes. */
  bus: string
  /** Folder of the issuer's keys. */
  identityDir: string
  env?: Readonly<Record<string, string>>
}

/** Starts the front door. Resolves when it listens. */
export async function startFrontDoor({ bus, identityDir, env }: FrontDoorOptions): Promise<FrontDoor> {
  const framework = join(source, frameworkFolder, frameworkFile)
  const warehouse = await startWarehouse()
  const socket = await openSocket(0)
  const port = portOf(socket)
  const child = spawn(
    process.execPath,
    ['--import', gate, framework, '--target=ingest', `--source=${source}`, '--signature-type=http'],
    {
      env: {
        NODE_ENV: 'production',
        GOOGLE_CLOUD_PROJECT: project,
        ALLOWED_ORIGINS: '',
        TOPICS: topicNames.join(','),
        DERIVED_FIELDS: '{}',
        SOURCES: JSON.stringify(sources),
        DATASET: warehouse.dataset,
        ...warehouse.env,
        PUBSUB_EMULATOR_HOST: bus,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const gateConfig: GateConfig = { identityDir, audience: 'front-door', invokers: ['allUsers'] }
  child.send(gateConfig, socket, {}, () => socket.close())
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals)
  const early = ended.then((exit) => {
    throw new Error(`The front door exited with ${exit} before it listened: ${output}`)
  })
  await Promise.race([once(child, 'message'), early])
  early.catch(() => {})
  unrefChild(child)
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 })

  return {
    port,
    warehouse,
    send: async ({ method = 'POST', path = '/v1/topics', token, headers, body }) => {
      const response = await pool.request({
        method,
        path,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: body ?? null,
      })
      const text = await response.body.text()
      return { status: response.statusCode, headers: response.headers, text, json: parse(text) }
    },
    output: () => output,
    signal: (name) => child.kill(name),
    ended,
    stop: async () => {
      await pool.destroy()
      child.kill('SIGKILL')
      child.ref()
      await ended
      await warehouse.stop()
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
