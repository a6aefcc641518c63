/** Local stack: executes the Pulumi program, applies its graph to the embedded services and runs its functions. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFunctions, endBuilding } from '../infra/build/index.ts'
import { buildOnce } from '../infra/build/once.ts'
import { buildFolder } from '../infra/naming.ts'
import { program } from '../infra/program.ts'
import { environments } from '../schemas/environment.ts'
import { namedAccounts, roleAccounts, sourceAccounts } from './accounts.ts'
import { readAppliedNames } from './apply/applied_names.ts'
import { applyBigquery } from './apply/bigquery.ts'
import { functionsOf, withLocalConsole } from './apply/functions.ts'
import { poolsOf } from './apply/pools.ts'
import { applyPubsub, removePubsub } from './apply/pubsub.ts'
import { rightsOf } from './apply/rights.ts'
import { keptSecretsOf } from './apply/secrets.ts'
import { jobsOf, schedulerAgent } from './apply/scheduler.ts'
import { openBigquery } from '../packages/bigquery-emulator/src/index.ts'
import { startEdge } from './edge_thread.ts'
import { automationsIn, type StackInfo } from './stack_info.ts'
import { openSocket, portOf } from './functions/instance.ts'
import { inspectPorts } from './functions/inspect.ts'
import { startFunctions } from './functions/start.ts'
import { watchSources } from './functions/watch.ts'
import { greeting } from './greeting.ts'
import { createPolicy, openIssuer } from '../packages/gcp-identity/src/index.ts'
import { lock } from './lock.ts'
import { requireOpenFiles } from './open_files.ts'
import { openPubsub } from '../packages/pubsub-emulator/src/index.ts'
import { emulator } from './pulumi/emulate.ts'
import type { Graph } from './pulumi/graph.ts'
import { runProgram } from './pulumi/run.ts'
import { readStackConfig } from './pulumi/settings.ts'
import { openSecretManager } from './secret_manager/server.ts'
import { startScheduler } from './scheduler/scheduler.ts'
import { serveThirdParty } from './third_party/server.ts'

export interface StackOptions {
  /** Port of the base URL. The next three are Pub/Sub, BigQuery and the third-party recorder. 0: free ports. */
  port: number
  /** Folder of all data that survives a restart. */
  dir: string
  /** File with the settings of the stack, in the form of Pulumi.<stack>.yaml. */
  config: string
  /** Receives the lines that functions log. */
  log: (line: string) => void
  /** Functions that run with Node's inspector, as `inspectPorts` reads it. Default: none. */
  inspect?: string | undefined
  /** True if a function is reloaded when its source changes. */
  watch?: boolean | undefined
  /** False if no job of the scheduler runs. Default: true. */
  schedules?: boolean | undefined
}

export interface Stack extends StackInfo {
  graph: Graph
  close: () => Promise<void>
}

const developer = 'developer@sluice.local'
const projectNumber = 100_000_000_000
/** Lifetime of the tokens in stack.json, in seconds. */
const tokenLifetime = 30 * 24 * 3600

/** Starts the stack with the data of earlier runs. Messages that were not delivered are delivered now. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, dir, config: configFile, log, inspect, watch = false, schedules = true } = options
  const inspected = inspect === undefined ? undefined : inspectPorts(inspect, Object.keys(environments))
  requireOpenFiles()
  await mkdir(dir, { recursive: true })
  const unlock = await lock(dir)
  await rm(join(dir, 'stack.json'), { force: true })
  const portAfter = (offset: number): number => (port === 0 ? 0 : port + offset)
  const identityDir = join(dir, 'identity')
  const issuer = await openIssuer(identityDir)
  const edge = await startEdge({ port, identityDir })
  const thirdParty = await serveThirdParty({ port: portAfter(3), dir: join(dir, 'third_party') })
  // A debugger shows the names of the source. What is deployed is built beside it, in the folder of `npm run build`.
  const isDeveloped = inspected !== undefined || watch
  const codeDir = isDeveloped ? join(dir, 'build') : buildFolder
  const build = () => buildFunctions({ outDir: codeDir, minify: false })
  const built = isDeveloped ? build() : buildOnce({ outDir: codeDir, minify: true }).then(() => [])
  // An error is thrown below, where the build is awaited.
  built.catch(() => {})
  const sockets = new Map(await Promise.all(Object.keys(environments).map(openNamedSocket)))

  const { config, secretKeys } = await readStackConfig(configFile, { thirdPartyUrl: thirdParty.url })
  const project = config['gcp:project']!
  const uris = new Map([...sockets].map(([name, socket]) => [name, `http://127.0.0.1:${portOf(socket)}`]))
  const uriOf = (name: string): string => uris.get(name)!
  const emulate = emulator({ project, projectNumber: String(projectNumber), uriOf })
  const graph = await runProgram({ program, project: 'sluice', stack: 'local', config, secretKeys, emulate })

  const ownerGrant = { role: 'roles/owner', member: `user:${developer}`, resource: `projects/${project}` }
  const { allows } = createPolicy([ownerGrant, ...rightsOf(graph)])
  const access = { identify: issuer.identify, allows }
  const subscribed = Promise.withResolvers<void>()
  const pubsub = await openPubsub({
    dir: join(dir, 'pubsub'),
    port: portAfter(1),
    access,
    idToken: issuer.idToken,
    // What the one process of a function holds is copied in each collection of garbage: with 3,000, Pub/Sub's window, an event takes 1.6 times
    // the CPU. With a few hundred, the groups of rows that are written together get small.
    maxPushes: 700,
    subscribed: subscribed.promise,
    warn: log,
  })
  const bigquery = await openBigquery({
    dir: join(dir, 'bigquery'),
    port: portAfter(2),
    access,
    project,
    warn: log,
  })

  const secretManager = await openSecretManager({
    dir: join(dir, 'secret_manager'),
    access,
    project,
    projectNumber,
    secrets: keptSecretsOf(graph),
  })

  const tokenOf = (account: string) => issuer.accessToken(account, { lifetimeSeconds: tokenLifetime })
  const token = tokenOf(developer)
  const authorization = `Bearer ${token}`
  await Promise.all([
    updatePubsub(graph, { url: `http://${pubsub.host}`, authorization }, project, dir, log).then(
      subscribed.resolve,
    ),
    applyBigquery(graph, { url: bigquery.url, authorization }, project),
  ])

  const functions = functionsOf(graph)
    .map((planned) => withLocalConsole(planned, edge.url))
    .concat(poolsOf(graph))
    .map((planned) => (isDeveloped ? { ...planned, source: join(codeDir, planned.entryPoint) } : planned))
  // A function that is not configured has no address.
  const deployed = new Set(functions.map(({ name }) => name))
  for (const [name, socket] of sockets) if (!deployed.has(name)) socket.close()
  // Nobody calls a worker pool. The framework in its image listens all the same.
  for (const name of deployed) if (!sockets.has(name)) sockets.set(name, await openSocket(0))
  const bundles = await built
  if (!watch) await endBuilding()
  const running = await startFunctions({
    functions,
    sockets,
    project,
    projectNumber,
    issuer,
    identityDir,
    endpoints: {
      PUBSUB_EMULATOR_HOST: pubsub.host,
      BIGQUERY_EMULATOR_HOST: bigquery.url,
      SECRET_MANAGER_EMULATOR_HOST: secretManager.url,
      THIRD_PARTY_GATEWAY: thirdParty.url,
    },
    ...(inspected && { inspectPorts: inspected }),
    log,
  })
  const stopWatching = watch
    ? watchSources({
        build,
        running: bundles.filter(({ name }) => deployed.has(name)),
        reload: running.reload,
        log,
      })
    : undefined
  pubsub.startDelivery()
  const stopScheduler = startScheduler({
    jobs: schedules ? jobsOf(graph) : [],
    pubsubUrl: `http://${pubsub.host}`,
    authorization: () => `Bearer ${issuer.accessToken(schedulerAgent(projectNumber))}`,
    log,
  })

  const info: StackInfo = {
    baseUrl: edge.url,
    translatorUrl: `${edge.url}/v1/translators`,
    hookUrl: deployed.has('hook') ? `${edge.url}/v1/hooks` : '',
    collectUrl: deployed.has('collect') ? `${edge.url}/v1/collect` : '',
    project,
    dataset: String(graph.outputs['dataset']),
    pubsubHost: pubsub.host,
    bigqueryUrl: bigquery.url,
    secretManagerUrl: secretManager.url,
    token,
    roles: roleAccounts(config, tokenOf),
    sources: sourceAccounts(config, tokenOf),
    thirdPartyUrl: thirdParty.url,
    functions: Object.fromEntries([...uris].filter(([name]) => deployed.has(name))),
    consoleUrl: `${edge.url}/console/`,
    ...automationsIn(config),
    configFile,
  }
  const routes = {
    ingest: uriOf('ingest'),
    translate: uriOf('translate'),
    hook: info.functions['hook'],
    collect: info.functions['collect'],
    console: uriOf('console'),
    greeting: greeting(info),
    token,
  }
  await edge.open(routes, [developer, ...namedAccounts(config)])
  await replaceOwnFile(join(dir, 'stack.json'), `${JSON.stringify(info, null, 2)}\n`)

  return {
    ...info,
    graph,
    close: async () => {
      stopScheduler()
      await edge.close()
      await stopWatching?.()
      await running.stop()
      await Promise.all([pubsub, bigquery, secretManager, thirdParty].map((service) => service.close()))
      await rm(join(dir, 'stack.json'), { force: true })
      await unlock()
    },
  }
}

async function openNamedSocket(name: string) {
  return [name, await openSocket(0)] as const
}

/** Applies the bus, and removes topics and subscriptions of earlier programs. Those made by other clients stay. */
async function updatePubsub(
  graph: Graph,
  service: { url: string; authorization: string },
  project: string,
  dir: string,
  log: (line: string) => void,
): Promise<void> {
  const file = join(dir, 'applied.json')
  const before = await readAppliedNames(file, log)
  const names = await applyPubsub(graph, service, project)
  await removePubsub(
    service,
    before.filter((name) => !names.includes(name)),
  )
  await replaceOwnFile(file, `${JSON.stringify(names, null, 2)}\n`)
}

/** Replaces a file atomically. Only this user can read it: stack.json holds tokens. */
async function replaceOwnFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
