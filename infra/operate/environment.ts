/** Operating: the environment that a command works on: a deployed one, or the one that `npm start` runs. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { BigQuery } from '@google-cloud/bigquery'
import { PubSub } from '@google-cloud/pubsub'
import { GoogleAuth, UserRefreshClient } from 'google-auth-library'

export interface CommandEnvironment {
  project: string
  dataset: string
  bigquery: BigQuery
  pubsub: PubSub
  /** Address of a deployed function. */
  uriOf: (functionName: string) => Promise<string>
  /** `Authorization` header of whoever runs the command, for the API of the console. */
  authorization: () => Promise<string>
  /** The same person's ID token, for a function that lets only its invokers in. */
  idToken: (functionName: string) => Promise<string>
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

/** The options that every command takes. */
export const environmentOptions = {
  project: { type: 'string' },
  dataset: { type: 'string', default: 'sluice' },
  region: { type: 'string', default: 'europe-west1' },
  local: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies Options

export const environmentHelp = `  --project <id>     project of the environment (default: GOOGLE_CLOUD_PROJECT)
  --dataset <id>     its dataset (default: sluice)
  --region <region>  region of its functions (default: europe-west1)
  --local            the stack that npm start runs (SLUICE_DATA_DIR, default .local)`

interface Chosen {
  project?: string | undefined
  dataset: string
  region: string
  local: boolean
}

/** What stack.json tells of a local stack. */
interface LocalFacts {
  baseUrl: string
  project: string
  dataset: string
  pubsubHost: string
  bigqueryUrl: string
  token: string
  roles?: { operator?: { token: string } }
  functions: Readonly<Record<string, string>>
}

export async function openEnvironment({
  project,
  dataset,
  region,
  local,
}: Chosen): Promise<CommandEnvironment> {
  if (local) return openLocal()
  const chosen = project ?? process.env['GOOGLE_CLOUD_PROJECT']
  if (!chosen) throw new Error('Say which project: --project <id>, or GOOGLE_CLOUD_PROJECT; or --local.')
  return {
    project: chosen,
    dataset,
    bigquery: new BigQuery({ projectId: chosen }),
    pubsub: new PubSub({ projectId: chosen }),
    uriOf: (name) => deployedUri(chosen, region, name),
    authorization: ownAuthorization,
    idToken: (name) => ownIdToken(() => deployedUri(chosen, region, name)),
  }
}

async function openLocal(): Promise<CommandEnvironment> {
  const file = join(process.env['SLUICE_DATA_DIR'] ?? '.local', 'stack.json')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no ${file}: no local stack runs here. Start one with npm start.`)
  })
  const facts = JSON.parse(text) as LocalFacts
  const { baseUrl, project, dataset, pubsubHost, bigqueryUrl, functions } = facts
  // Asked as an operator, the console lets here through what it would let through in the cloud, and nothing else.
  const token = facts.roles?.operator?.token ?? facts.token
  process.env['PUBSUB_EMULATOR_HOST'] = pubsubHost
  process.env['BIGQUERY_EMULATOR_HOST'] = bigqueryUrl
  // There is no Google here to ask who one is.
  process.env['METADATA_SERVER_DETECTION'] = 'none'
  return {
    project,
    dataset,
    bigquery: new BigQuery({ projectId: project }),
    pubsub: new PubSub({ projectId: project }),
    uriOf: async (name) => functions[name] ?? '',
    authorization: async () => `Bearer ${token}`,
    idToken: (name) => localIdToken(baseUrl, token, functions[name] ?? ''),
  }
}

/** A token of the account that gcloud is signed in with. It lasts an hour, and the client renews it. */
async function ownAuthorization(): Promise<string> {
  const token = await auth.getAccessToken()
  if (!token) throw new Error('There is no account: run gcloud auth application-default login.')
  return `Bearer ${token}`
}

/** A person's token is meant for gcloud, which Cloud Run accepts; any other account's must be meant for the function.
 * https://cloud.google.com/run/docs/authenticating/developers */
async function ownIdToken(uriOf: () => Promise<string>): Promise<string> {
  if ((await auth.getClient()) instanceof UserRefreshClient)
    return (await promisify(execFile)('gcloud', ['auth', 'print-identity-token'])).stdout.trim()
  const uri = await uriOf()
  const { idTokenProvider } = await auth.getIdTokenClient(uri)
  return idTokenProvider.fetchIdToken(uri)
}

/** The issuer of the local stack gives out both. */
async function localIdToken(baseUrl: string, token: string, audience: string): Promise<string> {
  const ask = async (path: string, init: RequestInit): Promise<Readonly<Record<string, string>>> =>
    (await (await fetch(baseUrl + path, { ...init, method: 'POST' })).json()) as Record<string, string>
  const { email = '' } = await ask('/tokeninfo', { headers: { authorization: `Bearer ${token}` } })
  const { id_token = '' } = await ask('/token', { body: new URLSearchParams({ account: email, audience }) })
  return id_token
}

const auth = new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/cloud-platform'] })

/** https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions/get */
async function deployedUri(project: string, region: string, name: string): Promise<string> {
  const url = `https://cloudfunctions.googleapis.com/v2/projects/${project}/locations/${region}/functions/${name}`
  const { data } = await auth.request<{ serviceConfig?: { uri?: string } }>({ url })
  const uri = data.serviceConfig?.uri
  if (!uri) throw new Error(`The function ${name} of ${project} in ${region} has no address: is it deployed?`)
  return uri
}

/** Runs a command: prints its help or what went wrong in one line, and ends with 1 then. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
