/** Command line: explains a message in quarantine by the console's questions. */
import { reprocessOf } from '../../schemas/event_run.ts'
import type { ViolationRow } from '../../schemas/event_rows.ts'
import type { ConsoleApi } from '../environment/console_api.ts'
import { askConsole } from './ask.ts'
import { shellWord } from './destination_journey.ts'

/** A message that did not become an event. */
export interface QuarantinedJourney {
  table: 'quarantine'
  event_id: string
  /** The event type that it claims; empty for none. */
  event_name: string
  received_at: string
  reason: string
  /** The event type that is probably meant. */
  suggestion: string | null
  topic: string | null
  producer: string | null
  connection: string | null
  violations: readonly ViolationRow[]
  next: string
  bytes_read: number
}

type QuarantinedRow = Pick<
  QuarantinedJourney,
  'event_id' | 'suggestion' | 'topic' | 'producer' | 'connection' | 'violations'
>

/** Undefined if no message in quarantine that was received in the period has the id. `bytes`: what was read before. */
export async function explainQuarantined(
  api: ConsoleApi,
  place: { event_id: string; since: string; until: string },
  { maxBytes, bytes }: { maxBytes: number | undefined; bytes: number },
): Promise<QuarantinedJourney | undefined> {
  const found = await askConsole<{ received_at: string; reason: string; event_name: string }>(
    api,
    'quarantined_event',
    { ...place },
    maxBytes,
  )
  const [held] = found.rows
  if (!held) return undefined
  const { event_id: id } = place
  const { from, to, where } = reprocessOf({ event_id: id, received_at: held.received_at })
  const group = { since: from, until: to, reason: held.reason, event_name: held.event_name }
  const details = await askConsole<QuarantinedRow>(api, 'quarantined', group, maxBytes)
  const row = details.rows.find(({ event_id: each }) => each === id)
  return {
    table: 'quarantine',
    event_id: id,
    ...held,
    suggestion: row?.suggestion ?? null,
    topic: row?.topic ?? null,
    producer: row?.producer ?? null,
    connection: row?.connection ?? null,
    violations: row?.violations ?? [],
    next: `Correct the definition, or send the event again. Once the message is valid: npx sluice reprocess --from ${from} --to ${to} --where ${shellWord(where)} --dry-run`,
    bytes_read: bytes + found.bytes + details.bytes,
  }
}
