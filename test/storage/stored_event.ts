/** Storage tests: computes from the body of an awkward event what BigQuery must show, and reads what it does show. */
import type { BigQuery } from '@google-cloud/bigquery'
import { contextColumns } from '../../schemas/context.ts'
import type { Awkward } from './awkward.ts'
import { canonical, canonicalMembers } from './lossless.ts'

/** Context column or `event_data` → text; null for NULL. */
export type Shown = ReadonlyMap<string, string | null>

/** The columns of a row of `events` that depend on the producer. */
export interface StoredEvent {
  shown: Shown
  receivedAt: string
  /** Context fields with a violation. */
  violated: ReadonlySet<string>
}

const contextTypes = new Map(contextColumns.map(({ name, column }) => [name, column]))

/** Returns the expected columns, without the values that the platform fills in. */
export function expectedOf({ body, moved = [], instants = {}, shown: whole }: Awkward): Shown {
  const shown = new Map<string, string | null>(contextColumns.map(({ name }) => [name, null]))
  const data = new Map<string, string>()
  let nested: string | undefined
  for (const [name, text] of canonicalMembers(body.replace(/^\ufeff/, ''))) {
    if (name === 'event_data' && text.startsWith('{')) nested = text
    else if (!contextTypes.has(name) || moved.includes(name)) data.set(name, text)
    else if (text !== 'null') shown.set(name, instants[name] ?? columnText(name, text))
  }
  if (nested !== undefined) for (const [name, text] of canonicalMembers(nested)) data.set(name, text)
  const members = [...data].map(([name, text]) => `${JSON.stringify(name)}:${text}`)
  return shown.set('event_data', canonical(whole ?? `{${members.join(',')}}`))
}

/** Converts the JSON text of a context field to the text that the query below selects. */
function columnText(name: string, text: string): string {
  const type = contextTypes.get(name)
  if (type === 'STRING' || type === 'DATE') return JSON.parse(text) as string
  return type === 'INT64' ? BigInt(Number(text)).toString() : text
}

const selected = contextColumns.map(({ name, column }) => {
  if (column === 'TIMESTAMP') return `FORMAT_TIMESTAMP('%E4Y-%m-%dT%H:%M:%E6SZ', ${name}) AS ${name}`
  return column === 'STRING' || column === 'JSON' ? name : `CAST(${name} AS STRING) AS ${name}`
})

type Row = Record<string, string | null> & { violations: readonly { field: string }[] }

/** Reads the events of these messages with the official client. Returns them by message id. */
export async function storedEvents(
  client: BigQuery,
  table: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const [result] = await client.query({
    query: `SELECT message_id, event_data, violations, FORMAT_TIMESTAMP('%E4Y-%m-%dT%H:%M:%E6SZ', received_at) AS received_at,
      ${selected.join(', ')} FROM ${table} WHERE message_id IN UNNEST(@messageIds)`,
    params: { messageIds },
  })
  const rows: readonly Row[] = result
  return new Map(
    rows.map((row) => [
      row['message_id']!,
      {
        shown: new Map(
          [...contextTypes.keys(), 'event_data'].map((name) => {
            const text = row[name] ?? null
            const isJson = name === 'event_data' || contextTypes.get(name) === 'JSON'
            return [name, text !== null && isJson ? canonical(text) : text]
          }),
        ),
        receivedAt: row['received_at']!,
        violated: new Set(
          row.violations.map(({ field }) => field.split('.', 1)[0]!).filter((name) => contextTypes.has(name)),
        ),
      },
    ]),
  )
}
