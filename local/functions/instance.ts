/** Local functions: runs one function in a process of its own, as Cloud Run runs an instance. Restarts it when it ends. */
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

/** The configuration of one function. */
export interface FunctionSpec {
  name: string
  entryPoint: string
  /** Folder of the bundle. */
  source: string
  /** All its environment variables, except those of the framework. */
  env: Readonly<Record<string, string>>
  orders: GateConfig
  /** Port of Node's inspector; 0 takes a free one. Without it there is no inspector. */
  inspectPort?: number | undefined
}

export interface Instance {
  /** Sends SIGTERM and waits until the requests in flight are done. */
  stop: () => Promise<void>
  /** Starts the code as it is now in a new process. The old process finishes the requests in flight. Resolves to true when the new one
   * listens. Resolves to false if it ends before that: its error is logged and the function stays down until the next reload. */
  reload: () => Promise<boolean>
}

/** Delay before an ended function is restarted, in ms. */
const restartDelay = 500

/** Time in ms for a process to end after SIGTERM. A process that is stopped at a breakpoint does not end by itself. */
const terminationMs = 10_000

const cacheDir = getCompileCacheDir()
const compileCache = cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: cacheDir }
/** The gate answers for the same hosts as the edge. */
const hosts = process.env['SLUICE_HOSTS'] === undefined ? {} : { SLUICE_HOSTS: process.env['SLUICE_HOSTS'] }
const gate = fileURLToPath(new URL('gate.ts', import.meta.url))

/** Opens the socket that a function will listen on, so that its port is known and reserved before the function runs. 0 selects a free port. */
export async function openSocket(port: number): Promise<Server> {
  // Connections that arrive before the function has the socket are closed: otherwise a push would wait for its deadline.
  const socket = createServer((early) => early.destroy()).listen(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

/** Opens the socket as soon as the process that has the port stops listening. `ended` resolves when that process ends. */
async function openSocketAfter(ended: Promise<unknown>, port: number): Promise<Server> {
  let hasEnded = false
  void ended.finally(() => {
    hasEnded = true
  })
  for (;;) {
    const isLastTry = hasEnded
    try {
      return await openSocket(port)
    } catch (error) {
      if (isLastTry || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    await setTimeout(20)
  }
}

export function portOf(socket: Server): number {
  return (socket.address() as AddressInfo).port
}

/** Starts the function on the socket and keeps it running. Resolves when it listens; rejects when it ends before that.
 * `log` receives each line that it logs. */
export async function startInstance(
  spec: FunctionSpec,
  socket: Server,
  log: (line: string) => void,
): Promise<Instance> {
  const port = portOf(socket)
  let stopping = false
  let current: ChildProcess | undefined = await launch(spec, socket, log)
  const ending = new Set<Promise<unknown>>()

  const keepRunning = (child: ChildProcess): void => {
    current = child
    child.once('exit', (code, signal) => {
      if (stopping || current !== child) return
      log(`${spec.name} ended (${signal ?? code}) and is started again.`)
      current = undefined
      void restart()
    })
  }

  // A reload and a restart after a crash do not overlap.
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (step: () => Promise<void>): Promise<void> => (turn = turn.then(step))

  const restart = (): Promise<void> =>
    inTurn(async () => {
      await setTimeout(restartDelay)
      if (stopping || current) return
      try {
        keepRunning(await launch(spec, await openSocket(port), log))
      } catch (error) {
        log(messageOf(error))
        void restart()
      }
    })

  const terminate = (): Promise<unknown> => {
    const ended = current ? end(current) : Promise.resolve()
    current = undefined
    ending.add(ended)
    return ended.finally(() => ending.delete(ended))
  }

  keepRunning(current)
  return {
    stop: async () => {
      stopping = true
      await turn
      await Promise.all([terminate(), ...ending])
    },
    reload: async () => {
      await inTurn(async () => {
        if (stopping) return
        const old = terminate()
        try {
          // A debugger finds the new process at the port of the old one.
          if (spec.inspectPort !== undefined) await old
          keepRunning(await launch(spec, await openSocketAfter(old, port), log))
        } catch (error) {
          log(messageOf(error))
        }
      })
      return current !== undefined
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Lets the requests in flight finish. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), terminationMs)
  await ended
  clearTimeout(timer)
}

async function launch(
  spec: FunctionSpec,
  socket: Server,
  log: (line: string) => void,
): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      // A stack trace names the line of the TypeScript file.
      '--enable-source-maps',
      ...(spec.inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${spec.inspectPort}`]),
      '--import',
      gate,
      // The framework of the bundle, which Google runs, too.
      join(spec.source, frameworkFolder, frameworkFile),
      `--target=${spec.entryPoint}`,
      `--source=${spec.source}`,
      '--signature-type=http',
    ],
    {
      env: { ...spec.env, NODE_ENV: 'production', ...compileCache, ...hosts },
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
