/** Storage tests: a process behind a line that can be killed and started again at any moment. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FunctionSpec } from '../../local/functions/instance.ts'
import { openSocket, portOf } from '../../local/functions/instance.ts'
import { peakMemory, type MemoryLimit } from '../support/memory_limit.ts'
import { unrefChild } from '../support/unref_child.ts'
import type { Line } from './line.ts'
import type { ServiceOrders } from './service_program.ts'

/** A started process, and the port that it listens on. */
export interface Launched {
  child: ChildProcess
  port: number
}

function moduleAt(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

const serviceProgram = moduleAt('service_program.ts')
const gate = moduleAt('../../local/functions/gate.ts')
const framework = fileURLToPath(new URL('main.js', import.meta.resolve('@google-cloud/functions-framework')))
// Avoids compiling everything at each start. The folder is Node's default.
const compileCache = { NODE_COMPILE_CACHE: getCompileCacheDir() ?? join(tmpdir(), 'node-compile-cache') }

/** Starts the embedded Pub/Sub or BigQuery. It answers for the host of its line, as for that of a proxy. */
export async function launchService(orders: ServiceOrders, line: Line): Promise<Launched> {
  const env = { ...process.env, ...compileCache, SLUICE_HOSTS: line.host }
  const child = fork(serviceProgram, { silent: true, env })
  child.send(orders)
  return { child, port: (await messageOf(child, orders.kind)) as number }
}

/** Starts one instance of a function behind the gate of the local stack. */
export async function launchFunction({
  name,
  entryPoint,
  source,
  env,
  orders,
  limit,
}: FunctionSpec & { limit?: MemoryLimit | undefined }): Promise<Launched> {
  const socket = await openSocket(0)
  const port = portOf(socket)
  const args = [
    '--import',
    gate,
    framework,
    `--target=${entryPoint}`,
    `--source=${source}`,
    '--signature-type=http',
  ]
  const child = spawn(...(limit?.around(process.execPath, args) ?? [process.execPath, args]), {
    env: { ...env, NODE_ENV: 'production', ...compileCache },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.send(orders, socket, {}, () => socket.close())
  await messageOf(child, name)
  return { child, port }
}

async function messageOf(child: ChildProcess, name: string): Promise<unknown> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const early = once(child, 'exit').then(() => {
    throw new Error(`${name} ended before it listened: ${output}`)
  })
  const [message] = (await Promise.race([once(child, 'message'), early])) as [unknown]
  early.catch(() => {})
  unrefChild(child)
  return message
}

export interface KillableProcess {
  name: string
  /** Kills the process with SIGKILL. Connections are refused until `start`. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** The signal or exit code with which the process ended by itself; undefined while it runs. */
  endedBy: () => string | number | undefined
  /** The largest memory of the process so far, in bytes. */
  peakBytes: () => number
}

/** Starts a process and connects its line to it. If the process ends by itself, the next `kill` throws. */
export async function startKillableProcess(
  name: string,
  line: Line,
  launch: () => Promise<Launched>,
): Promise<KillableProcess> {
  let running: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const { child, port } = await launch()
    running = child
    line.connectTo(port)
  }
  await start()
  return {
    name,
    start,
    endedBy: () => running?.signalCode ?? running?.exitCode ?? undefined,
    peakBytes: () => peakMemory(running!.pid!),
    kill: async () => {
      const child = running
      if (!child) return
      running = undefined
      line.connectTo(undefined)
      const { exitCode, signalCode } = child
      if (exitCode !== null || signalCode !== null)
        throw new Error(`${name} ended by itself (${signalCode ?? exitCode}).`)
      const ended = once(child, 'exit')
      child.ref()
      child.kill('SIGKILL')
      await ended
    },
  }
}
