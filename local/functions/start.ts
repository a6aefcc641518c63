/** Local functions: starts the functions of the graph, each with an identity of its own, told by a metadata server of its own. */
import type { Server } from 'node:net'
import type { PlannedFunction } from '../apply/functions.ts'
import { serveMetadata, type Issuer } from '../../packages/gcp-identity/src/index.ts'
import { startInstance } from './instance.ts'

export interface FunctionsOptions {
  functions: readonly PlannedFunction[]
  /** The open socket of each function, by name. */
  sockets: ReadonlyMap<string, Server>
  project: string
  projectNumber: number
  issuer: Issuer
  identityDir: string
  /** Where Google's APIs are, in the variables that the official clients know. */
  endpoints: Readonly<Record<string, string>>
  log: (line: string) => void
}

/** Starts them all; returns what stops them, requests in flight first. */
export async function startFunctions(options: FunctionsOptions): Promise<() => Promise<void>> {
  const started = await Promise.all(options.functions.map((planned) => startOne(planned, options)))
  return async () => {
    await Promise.all(started.map((stop) => stop()))
  }
}

async function startOne(planned: PlannedFunction, options: FunctionsOptions): Promise<() => Promise<void>> {
  const { name, email, uri, invokers, env } = planned
  const { issuer, identityDir, project, projectNumber, endpoints, log } = options
  const metadata = await serveMetadata({ issuer, project, projectNumber, email, port: 0 })
  const instance = await startInstance(
    {
      ...planned,
      env: { ...env, ...endpoints, ...metadata.environment },
      orders: { identityDir, audience: uri, invokers },
    },
    options.sockets.get(name)!,
    (line) => log(`${name}: ${line}`),
  )
  return async () => {
    await instance.stop()
    await metadata.close()
  }
}
