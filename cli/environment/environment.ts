/** Command line: opens the environment that a command works on: a deployed one, or the local stack. */
import type { Role } from '../../local/accounts.ts'
import type { StackInfo } from '../../local/stack_info.ts'
import { CliError } from '../terminal/cli_error.ts'
import { openBigqueryClient, openPubsubClient } from './clients.ts'
import type { CommandEnvironment } from './command_environment.ts'
import { chosenLocalStack } from './local_stack.ts'
import type { EnvironmentOptions } from './options.ts'

/** Throws a CliError when no environment is named, or the local stack does not answer. */
export async function openEnvironment(
  options: EnvironmentOptions,
  note: (line: string) => void,
): Promise<CommandEnvironment> {
  const stack = await chosenLocalStack(options, note)
  if (stack) return openLocal(stack)
  const project = options.project ?? process.env['GOOGLE_CLOUD_PROJECT']
  if (!project) throw new CliError('INVALID_ARGUMENT', missingProject)
  const { openDeployed } = await import('./deployed.ts')
  return openDeployed({ ...options, project })
}

const missingProject =
  'Missing project: pass --project <id> or --local, or set GOOGLE_CLOUD_PROJECT. No local stack is running here; "npx sluice start" starts one.'

/** Opens a local stack. Google's clients in this process use it from then on. */
export function openLocal({
  baseUrl,
  project,
  dataset,
  pubsubHost,
  bigqueryUrl,
  functions,
  roles,
  token,
}: StackInfo): CommandEnvironment {
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

/** The issuer of the local stack gives ID tokens to the account of an access token. */
async function localIdToken(baseUrl: string, token: string, audience: string): Promise<string> {
  const post = async (path: string, init: RequestInit): Promise<Readonly<Record<string, string>>> =>
    (await (await fetch(baseUrl + path, { ...init, method: 'POST' })).json()) as Record<string, string>
  const { email = '' } = await post('/tokeninfo', { headers: { authorization: `Bearer ${token}` } })
  const { id_token = '' } = await post('/token', { body: new URLSearchParams({ account: email, audience }) })
  return id_token
}
