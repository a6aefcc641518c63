/** Bench `writer`: CPU per row of appending rows to BigQuery, compared with `table.insert` of the official client, in one process. */
import { BigQuery } from '@google-cloud/bigquery'
import { insertAll, type RowText } from '../functions/google/bigquery.ts'
import { purchase } from '../schemas/events/index.ts'
import { startGoogle } from './google.ts'
import { median, ratioLine } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'

export async function benchWriter(scale: Scale): Promise<void> {
  const rowsPerRound = pick(scale, 10_000, 200)
  const google = await startGoogle()
  Object.assign(process.env, google.env)
  const row = { ...purchase.examples[0], event_data: JSON.stringify(purchase.examples[0]) }
  const json = JSON.stringify(row)
  const table = { project: 'bench', dataset: 'sluice', table: 'events' }
  const official = new BigQuery({ projectId: 'bench' }).dataset('sluice').table('events')

  for (const size of [1, 100]) {
    const texts = Array.from({ length: size }, (_, n): RowText => ({ insertId: String(n), json }))
    const rows = Array.from({ length: size }, () => row)
    const count = size === 1 ? rowsPerRound / 10 : rowsPerRound
    const perRow = async (append: () => Promise<unknown>): Promise<number> => {
      const before = process.cpuUsage()
      for (let written = 0; written < count; written += size) await append()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / count
    }
    const pairs: { ours: number; client: number }[] = []
    for (const counts of rounds(scale, 7)) {
      const pair = {
        ours: await perRow(() => insertAll(google.env, table, 'Bearer bench', texts)),
        client: await perRow(() => official.insert(rows)),
      }
      if (counts) pairs.push(pair)
    }
    console.log(
      ratioLine(
        `table.insert, ${size} at a time`,
        median(pairs.map(({ client }) => client)),
        'our append',
        median(pairs.map(({ ours }) => ours)),
        pairs.map(({ ours, client }) => client / ours),
      ),
    )
  }
  await google.stop()
}
