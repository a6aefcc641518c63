/** Command line: an environment in the cloud, used with the rights of the person who runs the command. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { GoogleAuth, UserRefreshClient } from 'google-auth-library'
import { CliError } from '../terminal/cli_error.ts'
import { explainError } from '../terminal/explain_error.ts'
import { openBigqueryClient, openPubsubClient } from './clients.ts'
import type { CommandEnvironment } from './command_environment.ts'

const auth = new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/cloud-platform'] })

/** Throws when no account is signed in: BigQuery's client would continue without credentials. */
export async function openDeployed({
  project,
  dataset,
  region,
}: {
  project: string
  dataset: string
  region: string
}): Promise<CommandEnvironment> {
  await auth.getClient()
  const uriOf = (name: string): Promise<string> => deployedUri(project, region, name)
  return {
    project,
    dataset,
    baseUrl: undefined,
    bigquery: () => openBigqueryClient(project),
    pubsub: () => openPubsubClient(project),
    uriOf,
    authorization: ownAuthorization,
    idToken: (name) => ownIdToken(() => uriOf(name)),
  }
}

/** A token of the account that gcloud is signed in with. It lasts an hour, and the client renews it. */
async function ownAuthorization(): Promise<string> {
  const token = await auth.getAccessToken()
  if (!token)
    throw new CliError(
      'UNAUTHENTICATED',
      'Not signed in to Google Cloud. Run: gcloud auth application-default login',
    )
  return `Bearer ${token}`
}

/** Cloud Run accepts a person's ID token as gcloud prints it; a service account's must name the function as its audience.
 * https://cloud.google.com/run/docs/authenticating/developers */
async function ownIdToken(uriOf: () => Promise<string>): Promise<string> {
  if ((await auth.getClient()) instanceof UserRefreshClient) return gcloudIdToken()
  const uri = await uriOf()
  const { idTokenProvider } = await auth.getIdTokenClient(uri)
  return idTokenProvider.fetchIdToken(uri)
}

async function gcloudIdToken(): Promise<string> {
  try {
    return (await promisify(execFile)('gcloud', ['auth', 'print-identity-token'])).stdout.trim()
  } catch (error) {
    throw new CliError('UNAUTHENTICATED', 'Getting an ID token failed. Run: gcloud auth login', {
      cause: error,
    })
  }
}

/** https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions/get */
async function deployedUri(project: string, region: string, name: string): Promise<string> {
  const url = `https://cloudfunctions.googleapis.com/v2/projects/${project}/locations/${region}/functions/${name}`
  try {
    const { data } = await auth.request<{ serviceConfig?: { uri?: string } }>({ url })
    const uri = data.serviceConfig?.uri
    if (uri) return uri
  } catch (error) {
    const explained = explainError(error)
    if (explained?.status !== 'NOT_FOUND') throw error
  }
  throw new CliError(
    'NOT_FOUND',
    `Function ${name} is not deployed in project ${project}, region ${region}. Check --project and --region; "npx sluice doctor --project ${project}" lists what is missing.`,
  )
}
