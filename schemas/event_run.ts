/** Events: the requests of runs that concern one event or one message. */

const msPerDay = 86_400_000

/** A text as a literal of GoogleSQL, which has the escapes of JSON.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#string_and_bytes_literals */
function literal(text: string): string {
  return JSON.stringify(text)
}

/** The period that contains one time: runs take times to the millisecond or finer, the end exclusive. */
function momentOf(receivedAt: string): { from: string; to: string } {
  const at = Math.floor(Date.parse(receivedAt))
  return { from: new Date(at).toISOString(), to: new Date(at + 2).toISOString() }
}

/** Names one event, or a group of them: a period, and a condition in GoogleSQL. */
type Selection = Readonly<Record<'from' | 'to' | 'where', string>>

type ReplayRequest = Selection & { destination: string; outcomes: readonly string[] }

/** A replay of one event to one destination, whatever became of it there. */
export function replayOf(
  {
    event_id: id,
    event_name: name,
    received_at: at,
  }: { event_id: string; event_name: string; received_at: string },
  destination: string,
  outcome: string,
): ReplayRequest {
  const where = `event_name = ${literal(name)} AND event_id = ${literal(id)}`
  return { destination, ...momentOf(at), where, outcomes: [outcome] }
}

/** A replay of every event of the same type with the same outcome at the destination: from a day before this one until now. `now` in ms since
 * 1970. */
export function replayAllLike(
  { event_name: name, received_at: at }: { event_name: string; received_at: string },
  destination: string,
  { outcome, now }: { outcome: string; now: number },
): ReplayRequest {
  const from = new Date(Date.parse(at) - msPerDay).toISOString()
  const to = new Date(now).toISOString()
  return { destination, from, to, where: `event_name = ${literal(name)}`, outcomes: [outcome] }
}

/** Reprocesses one message in quarantine. */
export function reprocessOf({
  event_id: id,
  received_at: at,
}: {
  event_id: string
  received_at: string
}): Selection {
  return { ...momentOf(at), where: `event_id = ${literal(id)}` }
}
