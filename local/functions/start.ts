/** Local functions: starts the functions of the graph, each with its own service account and metadata server. */
import type { Server } from 'node:net'
import type { PlannedFunction } from '../apply/functions.ts'
import { serveMetadata, type Issuer } from '../../packages/gcp-identity/src/index.ts'
import { startInstance, type Instance } from './instance.ts'

interface FunctionsOptions {
  functions: readonly PlannedFunction[]
  /** The open socket of each function, by name. */
  sockets: ReadonlyMap<string, Server>
  project: string
  projectNumber: number
  issuer: Issuer
  identityDir: string
  /** Addresses of Google's APIs, in the variables of the official clients. */
  endpoints: Readonly<Record<string, string>>
  /** Port of Node's inspector, by name of the function. Default: no inspector. */
  inspectPorts?: ReadonlyMap<string, number>
  log: (line: string) => void
}

interface RunningFunctions {
  /** Ends all functions. Requests in flight finish. */
  stop: () => Promise<void>
  /** Starts the code of one function, and of its worker pool, as it is now; see `Instance`. */
  reload: (name: string) => Promise<boolean>
}

/** Resolves when all functions listen. */
export async function startFunctions(options: FunctionsOptions): Promise<RunningFunctions> {
  const started = await Promise.all(
    options.functions.map(async (planned) => [planned.name, await startOne(planned, options)] as const),
  )
  const instances = new Map(started)
  const running = (entryPoint: string): readonly Instance[] =>
    options.functions.flatMap((each) =>
      each.entryPoint === entryPoint ? (instances.get(each.name) ?? []) : [],
    )
  return {
    stop: async () => {
      await Promise.all(Array.from(instances.values(), ({ stop }) => stop()))
    },
    reload: async (name) => {
      const reloads = await Promise.all(running(name).map(({ reload }) => reload()))
      return reloads.length > 0 && reloads.every((isRunning) => isRunning)
    },
  }
}

async function startOne(planned: PlannedFunction, options: FunctionsOptions): Promise<Instance> {
  const { name, email, uri, invokers, env } = planned
  const { issuer, identityDir, project, projectNumber, endpoints, log } = options
  const metadata = await serveMetadata({ issuer, project, projectNumber, email, port: 0 })
  const instance = await startInstance(
    {
      ...planned,
      env: { ...env, ...endpoints, ...metadata.environment },
      orders: { identityDir, audience: uri, invokers },
      inspectPort: options.inspectPorts?.get(name),
    },
    options.sockets.get(name)!,
    (line) => log(`${name}: ${line}`),
  )
  return {
    reload: instance.reload,
    stop: async () => {
      await instance.stop()
      await metadata.close()
    },
  }
}
