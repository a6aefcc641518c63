/** Demo: loads the rows of the history with the official client. https://cloud.google.com/bigquery/docs/batch-loading-data */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BigQuery } from '@google-cloud/bigquery'
import { OAuth2Client } from 'google-auth-library'
import type { StackInfo } from '../stack_info.ts'
import type { DemoHistory } from './history.ts'

/** Loads each table by one job. */
export async function loadHistory(
  { project, dataset, bigqueryUrl, token }: StackInfo,
  { files }: Pick<DemoHistory, 'files'>,
): Promise<void> {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: token })
  const tables = new BigQuery({ projectId: project, apiEndpoint: bigqueryUrl, authClient }).dataset(dataset)
  const dir = await mkdtemp(join(tmpdir(), 'sluice-demo-'))
  try {
    for (const [table, lines] of files) {
      const file = join(dir, `${table}.json`)
      await writeFile(file, lines.join('\n'))
      await tables.table(table).load(file, { sourceFormat: 'NEWLINE_DELIMITED_JSON' })
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
