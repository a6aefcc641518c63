/** Storage tests: the platform in separate processes, each behind its own line: the resources of the real Pulumi program on the embedded
 * services, and the real functions `ingest`, `store` and `forward`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BigQuery } from '@google-cloud/bigquery'
import { OAuth2Client } from 'google-auth-library'
import { bundleOf } from '../../infra/naming.ts'
import { program } from '../../infra/program.ts'
import { roleAccounts } from '../../local/accounts.ts'
import { applyBigquery } from '../../local/apply/bigquery.ts'
import { functionsOf, type PlannedFunction } from '../../local/apply/functions.ts'
import { applyPubsub } from '../../local/apply/pubsub.ts'
import { rightsOf } from '../../local/apply/rights.ts'
import { openIssuer, serveMetadata, type Issuer } from '../../packages/gcp-identity/src/index.ts'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { emulator } from '../../local/pulumi/emulate.ts'
import { runProgram } from '../../local/pulumi/run.ts'
import { readStackConfig } from '../../local/pulumi/settings.ts'
import { serveThirdParty } from '../../local/third_party/server.ts'
import { environments } from '../../schemas/environment.ts'
import { clientOf, type Client } from '../support/client.ts'
import { limitMemory } from '../support/memory_limit.ts'
import { openLine, type Line } from './line.ts'
import {
  launchFunction,
  launchService,
  startKillableProcess,
  type KillableProcess,
} from './killable_process.ts'

export type Service = 'pubsub' | 'bigquery'
export type Served = 'ingest' | 'store' | 'forward'
export type Part = Service | Served

/** POSTs a push body, signed as Pub/Sub signs it. Resolves to the status. */
export type Push = (body: object) => Promise<number>

export interface Platform {
  project: string
  dataset: string
  /** The `Authorization` header of the project's owner. */
  authorization: string
  client: Client
  /** The official BigQuery client. */
  bigquery: BigQuery
  lines: Readonly<Record<Part, Line>>
  processes: Readonly<Record<Part, KillableProcess>>
  /** Pushes, as Pub/Sub does, to the instance of a function that Pub/Sub pushes to. */
  push: (name: Served) => Push
  /** Starts another instance of a function, which Pub/Sub does not push to. */
  anotherInstance: (name: Served) => Promise<Push>
  stop: () => Promise<void>
}

const developer = 'developer@sluice.local'
const configFile = join(import.meta.dirname, '../../Pulumi.local.yaml')
/** Short backoffs, so that tests wait little for redeliveries. */
const delivery = JSON.stringify({ maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '0.3s' })

/** Starts a platform without data. `settings` are added to those of `npm start`, without its sync and its action; a value is JSON. `isLimited`
 * limits the memory of each function to that of a deployed instance. If the start fails, stops what was already started. */
export async function startPlatform(
  settings: Readonly<Record<string, string>> = {},
  { isLimited = false } = {},
): Promise<Platform> {
  const stack = new AsyncDisposableStack()
  try {
    return await start(stack, settings, isLimited)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function start(
  stack: AsyncDisposableStack,
  settings: Readonly<Record<string, string>>,
  isLimited: boolean,
): Promise<Platform> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-storage-'))
  stack.defer(() => rm(dir, { recursive: true, force: true }))
  const thirdParty = await serveThirdParty({ port: 0 })
  stack.defer(() => thirdParty.close())
  const lineTo = async (name: string) => {
    const line = await openLine()
    stack.defer(() => line.stop())
    return [name, line] as const
  }
  const names = ['pubsub', 'bigquery', ...Object.keys(environments)]
  const lines = Object.fromEntries(await Promise.all(names.map(lineTo))) as Record<Part, Line>
  const killable = async (...options: Parameters<typeof startKillableProcess>): Promise<KillableProcess> => {
    const killableProcess = await startKillableProcess(...options)
    stack.defer(() => killableProcess.kill())
    return killableProcess
  }

  const { config, secretKeys } = await readStackConfig(configFile, { thirdPartyUrl: thirdParty.url })
  const project = config['gcp:project']!
  const uriOf = (name: string): string => lines[name as Part].url
  const graph = await runProgram({
    program,
    project: 'sluice',
    stack: 'storage',
    config: {
      ...config,
      ...onlyEvents,
      'sluice:delivery': delivery,
      ...withThirdParty(settings, thirdParty.url),
    },
    secretKeys,
    emulate: emulator({ project, projectNumber: '1', uriOf }),
  })
  const dataset = String(graph.outputs['dataset'])

  const identityDir = join(dir, 'identity')
  const issuer = await openIssuer(identityDir)
  const owner = { role: 'roles/owner', member: `user:${developer}`, resource: `projects/${project}` }
  const grants = [owner, ...rightsOf(graph)]
  const service = (kind: Service) =>
    killable(kind, lines[kind], () => launchService({ kind, dir, project, grants }, lines[kind]))
  const [pubsub, bigquery] = await Promise.all([service('pubsub'), service('bigquery')])

  const tokenOf = (account: string) => issuer.accessToken(account, { lifetimeSeconds: 86_400 })
  const token = tokenOf(developer)
  const authorization = `Bearer ${token}`
  await Promise.all([
    applyPubsub(graph, { url: lines.pubsub.url, authorization }, project),
    applyBigquery(graph, { url: lines.bigquery.url, authorization }, project),
  ])

  const planned = new Map(functionsOf(graph).map((each) => [each.name, each]))
  const endpoints = { PUBSUB_EMULATOR_HOST: lines.pubsub.host, BIGQUERY_EMULATOR_HOST: lines.bigquery.url }
  const served = async (name: Served, line: Line): Promise<KillableProcess> => {
    const plan = planned.get(name)!
    const metadata = await serveMetadata({ issuer, project, projectNumber: 1, email: plan.email, port: 0 })
    stack.defer(() => metadata.close())
    const spec = {
      ...plan,
      // The bundle that test/support/built.ts built before the first test.
      source: bundleOf(name),
      env: { ...plan.env, ...endpoints, ...metadata.environment },
      orders: { identityDir, audience: plan.uri, invokers: plan.invokers },
    }
    const limit = isLimited ? limitMemory(memoryOf(graph, name)) : undefined
    if (limit) stack.defer(limit.remove)
    return killable(name, line, () => launchFunction({ ...spec, limit }))
  }
  const [ingest, store, forward] = await Promise.all([
    served('ingest', lines.ingest),
    served('store', lines.store),
    served('forward', lines.forward),
  ])
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 })

  return {
    project,
    dataset,
    authorization,
    lines,
    processes: { pubsub, bigquery, ingest, store, forward },
    bigquery: new BigQuery({ projectId: project, apiEndpoint: lines.bigquery.url, authClient }),
    client: clientOf({
      baseUrl: lines.ingest.url,
      translatorUrl: '',
      hookUrl: '',
      collectUrl: '',
      bigqueryUrl: lines.bigquery.url,
      secretManagerUrl: '',
      thirdPartyUrl: thirdParty.url,
      pubsubHost: lines.pubsub.host,
      consoleUrl: lines.ingest.url,
      configFile: '',
      functions: {},
      project,
      dataset,
      token,
      roles: roleAccounts(config, tokenOf),
      sources: {},
      syncs: [],
      actions: [],
    }),
    push: (name) => pushTo(lines[name].url, issuer, planned.get(name)!),
    anotherInstance: async (name) => {
      const [, line] = await lineTo(name)
      await served(name, line)
      return pushTo(line.url, issuer, planned.get(name)!)
    },
    stop: () => stack.disposeAsync(),
  }
}

/** Returns the memory of an instance in bytes. */
function memoryOf(graph: Graph, name: string): number {
  const deployed = ofType(graph, 'gcp:cloudfunctionsv2/function:Function').find(
    (each) => each.inputs['name'] === name,
  )
  const { availableMemory } = deployed!.inputs['serviceConfig'] as { availableMemory: string }
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(availableMemory)!
  return Number(amount) * (unit === 'Gi' ? 2 ** 30 : 2 ** 20)
}

/** Nothing is sent that no event of the test asks for. */
const onlyEvents = { 'sluice:syncs': '{}', 'sluice:actions': '{}' }

function withThirdParty(settings: Readonly<Record<string, string>>, url: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, text]) => [name, text.replaceAll('${thirdPartyUrl}', url)]),
  )
}

/** Pushes as the service account that is the function's only invoker. */
function pushTo(url: string, issuer: Issuer, { uri, invokers }: PlannedFunction): Push {
  return async (body) => {
    const member = invokers.find((each) => each.startsWith('serviceAccount:'))!
    const idToken = issuer.idToken(member.slice('serviceAccount:'.length), uri)
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  }
}
