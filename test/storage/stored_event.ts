/** Storage tests: what BigQuery must show of an awkward event, worked out from the body alone, and what it does show. */
import type { BigQuery } from '@google-cloud/bigquery'
import { contextColumns } from '../../schemas/context.ts'
import type { Awkward } from './awkward.ts'
import { canonical, canonicalMembers } from './lossless.ts'

/** Column or `event_data` → text; null where there is nothing. */
export type Shown = ReadonlyMap<string, string | null>

/** A row of `events`, as far as the producer decides it. */
export interface StoredEvent {
  shown: Shown
  receivedAt: string
  /** Context fields that are told as violations. */
  violated: ReadonlySet<string>
}

const contextTypes = new Map(contextColumns.map(({ name, column }) => [name, column]))

/** What the producer sent, put where it belongs. What the platform fills in is left out. */
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

/** A context field's JSON text as the texts of its column are selected below. */
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

/** The events of these messages by message id, by the official client. */
export async function storedEvents(
  client: BigQuery,
  table: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const [found] = await client.query({
    query: `SELECT message_id, event_data, violations, FORMAT_TIMESTAMP('%E4Y-%m-%dT%H:%M:%E6SZ', received_at) AS received_at,
      ${selected.join(', ')} FROM ${table} WHERE message_id IN UNNEST(@messageIds)`,
    params: { messageIds },
  })
  const rows: readonly Row[] = found
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
