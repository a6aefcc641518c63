/** Bench: a process that has just started, in a folder without node_modules: what it took of the machine until it was ready. */
import { spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { frameworkFile, frameworkFolder } from '../infra/naming.ts'
import { functionsOf } from '../local/apply/functions.ts'
import { drawnGraph, masked } from '../cli/inspect/drawn_graph.ts'
import { kill, messageOf } from './process.ts'

export interface Usage {
  /** CPU time since the process began, user and system, in ms. */
  cpu: number
  /** Memory that it takes, in MiB. */
  memory: number
}

/** Tells of itself when it listens and whenever it is asked: in CommonJS without types, so that as little as can be is measured besides. */
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
  /** Folder that Google is given, and nothing else beside or above it. */
  directory: string
  env: Readonly<Record<string, string>>
}

export interface ColdStart {
  /** When it listens, which is when Cloud Run sends it requests. */
  listening: Usage
  /** When it has answered one, an empty object. */
  answered: Usage
  /** Status of that answer. */
  status: number
}

/** What each function is told: as the example tells them, which has them all; as the local stack does, where it has them. */
export async function environments(): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const planned = [...functionsOf(await drawnGraph('example')), ...functionsOf(await drawnGraph('local'))]
  return new Map(planned.map(({ name, env }) => [name, withSecrets(env)]))
}

/** The secrets of the example are for Pulumi to read: one of the strictest form does for each to start with. */
const secret = `whsec_${Buffer.alloc(32).toString('base64')}`

function withSecrets(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === masked ? secret : value]),
  )
}

/** Starts the function as Google does: by the framework in its own folder. */
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

/** Starts a process that does nothing but import these packages, as they lie in node_modules. */
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
