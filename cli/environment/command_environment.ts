/** Command line: what a command knows of the environment that it works on. */
import type { BigQuery } from '@google-cloud/bigquery'
import type { PubSub } from '@google-cloud/pubsub'
import type { Role } from '../../local/accounts.ts'

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
