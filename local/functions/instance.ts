/** Local functions: one function in a process of its own, as Cloud Run runs an instance; started again when it ends. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { frameworkFile, frameworkFolder } from '../../infra/naming.ts'
import type { GateConfig } from './gate.ts'

/** What one function needs to run. */
export interface FunctionSpec {
  name: string
  entryPoint: string
  /** Folder of the bundle. */
  source: string
  /** Its whole environment, besides what the framework is told. */
  env: Readonly<Record<string, string>>
  orders: GateConfig
}

export interface Instance {
  /** Sends SIGTERM, waits until the requests in flight are done. */
  stop: () => Promise<void>
}

/** How long an ended function rests before it is started again, in ms. */
const restartDelay = 500

const cacheDir = getCompileCacheDir()
const compileCache = cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: cacheDir }
const gate = fileURLToPath(new URL('gate.ts', import.meta.url))

/** Opens the socket a function will listen on; the port is known, and taken, before the function runs. 0 picks a free one. */
export async function openSocket(port: number): Promise<Server> {
  // Whoever comes before the function has it, is turned away: accepted and forgotten, a push would wait for its deadline.
  const socket = createServer((early) => early.destroy()).listen(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

export function portOf(socket: Server): number {
  return (socket.address() as AddressInfo).port
}

/** Starts the function on the socket and keeps it running. Resolves when it listens; rejects when it ends before that.
 * `log` takes each line it writes. */
export async function startInstance(
  spec: FunctionSpec,
  socket: Server,
  log: (line: string) => void,
): Promise<Instance> {
  const port = portOf(socket)
  let stopping = false
  let child = await launch(spec, socket, log)

  const restart = async (): Promise<void> => {
    await setTimeout(restartDelay)
    if (stopping) return
    try {
      child = await launch(spec, await openSocket(port), log)
      keepRunning()
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
      await restart()
    }
  }

  const keepRunning = (): void => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      log(`${spec.name} ended (${signal ?? code}) and is started again.`)
      void restart()
    })
  }
  keepRunning()

  return {
    stop: async () => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function launch(
  spec: FunctionSpec,
  socket: Server,
  log: (line: string) => void,
): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      gate,
      // The bundle's own, which is what Google runs.
      join(spec.source, frameworkFolder, frameworkFile),
      `--target=${spec.entryPoint}`,
      `--source=${spec.source}`,
      '--signature-type=http',
    ],
    {
      env: { ...spec.env, NODE_ENV: 'production', ...compileCache },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  for (const output of [child.stdout!, child.stderr!]) createInterface({ input: output }).on('line', log)
  // The function has its own copy of the socket; while this process kept one, it would take connections too.
  child.send(spec.orders, socket, {}, () => socket.close())
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`Function ${spec.name} ended with ${String(code)} before it listened.`)
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return child
}
