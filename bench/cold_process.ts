/** Bench: measures a process that has just started in a folder without node_modules: its CPU time and memory until it was ready. */
import { spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { frameworkFile, frameworkFolder } from '../infra/naming.ts'
import { functionsOf } from '../local/apply/functions.ts'
import { drawnGraph, masked } from '../cli/inspect/drawn_graph.ts'
import { kill, messageOf } from './process.ts'

export interface Usage {
  /** CPU time since the start of the process, user and system, in ms. */
  cpu: number
  /** Resident memory in MiB. */
  memory: number
}

/** Reports its usage when it listens, and on request. It is untyped CommonJS, so that it adds little to the measurement. */
const meter = `
const usage = () => {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1000, memory: process.memoryUsage.rss() / 2 ** 20 }
}

const http = require('node:http')
const { listen } = http.Server.prototype
http.Server.prototype.listen = function (_, ready) {
  this.once('listening', () => process.send({ ...usage(), port: this.address().port }))
  return listen.call(this, { port: 0, host: '127.0.0.1' }, ready)
}

process.on('message', () => process.send(usage()))
process.once('disconnect', () => process.exit(0))
`

export interface ColdFunction {
  name: string
  /** The upload folder, with nothing else beside or above it. */
  directory: string
  env: Readonly<Record<string, string>>
}

export interface ColdStart {
  /** Usage when it listens, which is when Cloud Run sends requests. */
  listening: Usage
  /** Usage after its first response, to an empty object. */
  answered: Usage
  /** Status of that response. */
  status: number
}

/** Returns the environment of each function: of the local stack if it has the function, else of the example stack. */
export async function environments(): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const planned = [...functionsOf(await drawnGraph('example')), ...functionsOf(await drawnGraph('local'))]
  return new Map([
    // Neither stack has a web door.
    ['collect', { GOOGLE_CLOUD_PROJECT: 'acme-events', WEB_SOURCES: '[]', TRUSTED_HOPS: '1' }],
    ...planned.map(({ name, env }) => [name, withSecrets(env)] as const),
  ])
}

/** Replaces the encrypted secrets of the example by one in the strictest form. */
const secret = `whsec_${Buffer.alloc(32).toString('base64')}`

function withSecrets(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === masked ? secret : value]),
  )
}

/** Starts the function like Google, with the framework in its folder. */
export async function startFunction({ name, directory, env }: ColdFunction): Promise<ColdStart> {
  const framework = join(directory, frameworkFolder, frameworkFile)
  const child = await run(directory, framework, { ...env, FUNCTION_TARGET: name })
  try {
    const { port, ...listening } = await messageOf<Usage & { port: number }>(child, name)
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await response.arrayBuffer()
    return { listening, answered: await usage(child, name), status: response.status }
  } finally {
    await kill(child)
  }
}

/** Starts a process that only imports these packages from node_modules. */
export async function startImports(packages: readonly string[], directory: string): Promise<Usage> {
  const script = join(directory, 'imports.mjs')
  const imports = packages.map((name) => `import ${JSON.stringify(import.meta.resolve(name))}\n`)
  await writeFile(script, `${imports.join('')}process.send('imported')\n`)
  const child = await run(directory, script, {})
  try {
    await messageOf(child, 'The process of imports')
    return await usage(child, 'The process of imports')
  } finally {
    await kill(child)
  }
}

async function run(
  directory: string,
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const preload = join(directory, 'meter.cjs')
  await writeFile(preload, meter)
  return spawn(process.execPath, ['--require', preload, program], {
    cwd: directory,
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

function usage(child: ChildProcess, name: string): Promise<Usage> {
  const message = messageOf<Usage>(child, name)
  if (child.connected) child.send('usage')
  return message
}
