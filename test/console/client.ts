/** Test support: the official BigQuery client, as the developer of a local stack. */
import { BigQuery } from '@google-cloud/bigquery'
import { OAuth2Client } from 'google-auth-library'
import type { StackInfo } from '../../local/stack_info.ts'

export function clientOf({ project, bigqueryUrl, token }: StackInfo): BigQuery {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 })
  return new BigQuery({ projectId: project, apiEndpoint: bigqueryUrl, authClient })
}
