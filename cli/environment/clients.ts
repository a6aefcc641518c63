/** Command line: Google's clients, loaded when a command needs them. */
import type { BigQuery } from '@google-cloud/bigquery'
import type { PubSub } from '@google-cloud/pubsub'

export async function openBigqueryClient(projectId: string): Promise<BigQuery> {
  const { BigQuery: Client } = await import('@google-cloud/bigquery')
  return new Client({ projectId })
}

export async function openPubsubClient(projectId: string): Promise<PubSub> {
  const { PubSub: Client } = await import('@google-cloud/pubsub')
  return new Client({ projectId })
}
