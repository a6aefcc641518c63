/** Command line: opens the environment that a command works on: a deployed one, or the local stack. */
import type { BigQuery } from '@google-cloud/bigquery'
import type { PubSub } from '@google-cloud/pubsub'
import type { Role } from '../../local/accounts.ts'
import { CliError } from '../terminal/cli_error.ts'
import { dataDirOf, localStack, readStackInfo } from './local_stack.ts'
import type { EnvironmentOptions } from './options.ts'

export interface CommandEnvironment {
  project: string
  dataset: string
  bigquery: () => Promise<BigQuery>
  pubsub: () => Promise<PubSub>
  /** Address of a deployed function. */
  uriOf: (functionName: string) => Promise<string>
  /** Base URL of all paths; undefined in the cloud, where an edge is optional. */
  baseUrl: string | undefined
  /** `Authorization` header of the person who runs the command. The local stack has an account for each role. */
  authorization: (role: Role) => Promise<string>
  /** The same account's ID token, for a function without public ingress. */
  idToken: (functionName: string, role: Role) => Promise<string>
}

/** Whether the options mean the local stack: by --local, or because one is running here and no project is named. A line of `note` says so. */
export async function usesLocalStack(
  { project, local, dataDir }: Pick<EnvironmentOptions, 'project' | 'local' | 'dataDir'>,
  note: (line: string) => void,
): Promise<boolean> {
  if (local) return true
  if (project ?? process.env['GOOGLE_CLOUD_PROJECT']) return false
  const dir = dataDirOf(dataDir)
  const stack = await readStackInfo(dir)
  if (!stack) return false
  await localStack(dir)
  note(`Using the local stack at ${stack.baseUrl}. To use a deployed environment, pass --project <id>.`)
  return true
}

/** Throws a CliError when no environment is named, or the local stack does not answer. */
export async function openEnvironment(
  options: EnvironmentOptions,
  note: (line: string) => void,
): Promise<CommandEnvironment> {
  if (await usesLocalStack(options, note)) return openLocal(dataDirOf(options.dataDir))
  const project = options.project ?? process.env['GOOGLE_CLOUD_PROJECT']
  if (!project) throw new CliError('INVALID_ARGUMENT', missingProject)
  const { openDeployed } = await import('./deployed.ts')
  return openDeployed({ ...options, project })
}

const missingProject =
  'Missing project: pass --project <id> or --local, or set GOOGLE_CLOUD_PROJECT. No local stack is running here; "npx sluice start" starts one.'

async function openLocal(dir: string): Promise<CommandEnvironment> {
  const { baseUrl, project, dataset, pubsubHost, bigqueryUrl, functions, roles, token } =
    await localStack(dir)
  process.env['PUBSUB_EMULATOR_HOST'] = pubsubHost
  process.env['BIGQUERY_EMULATOR_HOST'] = bigqueryUrl
  // Google's clients would look for a metadata server, which only Google Cloud has.
  process.env['METADATA_SERVER_DETECTION'] = 'none'
  // An account with the rights of the role, and no others: the command is refused here what it would be refused in the cloud.
  const tokenOf = (role: Role): string => roles[role]?.token ?? token
  return {
    project,
    dataset,
    baseUrl,
    bigquery: () => openBigqueryClient(project),
    pubsub: () => openPubsubClient(project),
    uriOf: async (name) => functions[name] ?? '',
    authorization: async (role) => `Bearer ${tokenOf(role)}`,
    idToken: (name, role) => localIdToken(baseUrl, tokenOf(role), functions[name] ?? ''),
  }
}

export async function openBigqueryClient(projectId: string): Promise<BigQuery> {
  const { BigQuery: Client } = await import('@google-cloud/bigquery')
  return new Client({ projectId })
}

export async function openPubsubClient(projectId: string): Promise<PubSub> {
  const { PubSub: Client } = await import('@google-cloud/pubsub')
  return new Client({ projectId })
}

/** The issuer of the local stack gives ID tokens to the account of an access token. */
async function localIdToken(baseUrl: string, token: string, audience: string): Promise<string> {
  const post = async (path: string, init: RequestInit): Promise<Readonly<Record<string, string>>> =>
    (await (await fetch(baseUrl + path, { ...init, method: 'POST' })).json()) as Record<string, string>
  const { email = '' } = await post('/tokeninfo', { headers: { authorization: `Bearer ${token}` } })
  const { id_token = '' } = await post('/token', { body: new URLSearchParams({ account: email, audience }) })
  return id_token
}
