/** Delivery: settles each (event, destination) pair once. The outcome is written to `deliveries` before the message is acknowledged. */
import type { Outcome } from '../../schemas/outcome.ts'
import { pageLimits } from '../bus/page.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import type { DeliveryResult } from './delivery_result.ts'
import { deliveryRow } from './row.ts'
import type { PageEvent } from './page_event.ts'

/** `settled`: the outcome is final and written. `retry`: Pub/Sub must redeliver the message. */
export type Settlement = { kind: 'settled' } | { kind: 'retry'; outcome: Outcome | undefined }

interface SettlePorts {
  now: () => Date
  deliver: (event: PageEvent) => Promise<DeliveryResult>
  /** Writes one row of `deliveries`. */
  record: (row: RowText) => Promise<RowResult>
  wait: (ms: number) => Promise<void>
  /** Returns the digest of the destination's link for an event type. */
  linkOf: (eventName: string) => string | undefined
}

/** The state of a pair. It prevents a redelivered message from being sent or counted twice. */
interface PairState {
  /** The settlement in progress: a second message of the same event waits for it. */
  running: Promise<Settlement> | undefined
  /** The final result, from its arrival until its row is written. */
  final: DeliveryResult | undefined
  recorded: boolean
}

/** Maximum number of pairs that an instance remembers: the rows of ten pages of a list. */
const maxPairs = 10 * pageLimits.rows

/** Delays before the second and the third try to write an outcome, in ms. */
const recordDelaysMs = [250, 1000]

const settled: Settlement = { kind: 'settled' }

/** Returns the function that settles one message of one destination. */
export function createSettlement(
  destination: { id: string; target: string },
  ports: SettlePorts,
): (event: PageEvent) => Promise<Settlement> {
  const pairs = new Map<string, PairState>()

  /** It stays where it is between two calls. An iterator that begins anew passes over all that was deleted since the map was last resized. */
  const oldest = pairs.keys()

  /** Evicts the least recently used pair, except pairs in progress: a redelivery would send those twice. */
  const evictBefore = (newest: string): void => {
    for (let id = oldest.next().value; id !== undefined; id = oldest.next().value) {
      const pair = pairs.get(id)!
      pairs.delete(id)
      if (id !== newest && !pair.running) return
      pairs.set(id, pair)
      if (id === newest) return
    }
  }

  const pairOf = (id: string): PairState => {
    const pair = pairs.get(id) ?? { running: undefined, final: undefined, recorded: false }
    pairs.delete(id)
    pairs.set(id, pair)
    if (pairs.size > maxPairs) evictBefore(id)
    return pair
  }

  const settle = async (pair: PairState, event: PageEvent): Promise<Settlement> => {
    if (pair.recorded) return settled
    const { earlier = [], ...result } = pair.final ?? (await ports.deliver(event))
    const link = ports.linkOf(event.name)
    const earlierWrites = earlier.map(({ result: tried, settledAt }, index) =>
      recordWithRetry(ports, deliveryRow(destination, event, { ...tried, link }, settledAt, index), false),
    )
    // No request was made, so no attempt is recorded.
    if (result.notAttempted) return { kind: 'retry', outcome: result.outcome }
    const isFinal = result.outcome.outcome !== 'deferred'
    if (isFinal) pair.final = result
    const row = deliveryRow(destination, event, { ...result, link }, ports.now())
    const isWritten = await recordWithRetry(ports, row, isFinal)
    if (earlierWrites.length > 0) await Promise.all(earlierWrites)
    if (!isFinal) return { kind: 'retry', outcome: result.outcome }
    pair.recorded = isWritten
    if (isWritten) pair.final = undefined
    return isWritten ? settled : { kind: 'retry', outcome: undefined }
  }

  return (event) => {
    const pair = pairOf(event.replayId ? `${event.id} ${event.replayId}` : event.id)
    pair.running ??= settle(pair, event).finally(() => {
      pair.running = undefined
    })
    return pair.running
  }
}

/** Writes an outcome. Retries only a final one: a deferred attempt is followed by another. Returns true if the row is written. */
async function recordWithRetry(
  { record, wait }: SettlePorts,
  row: RowText,
  isFinal: boolean,
): Promise<boolean> {
  for (const delay of [...(isFinal ? recordDelaysMs : []), undefined]) {
    const { kind } = await record(row)
    if (kind === 'written') return true
    // The third party's text is the only column that BigQuery can find invalid.
    if (kind === 'invalid' && (await record(withoutDetail(row))).kind === 'written') return true
    if (delay !== undefined) await wait(delay)
  }
  return false
}

function withoutDetail({ insertId, json }: RowText): RowText {
  return {
    insertId,
    json: JSON.stringify({ ...(JSON.parse(json) as object), detail: undefined }),
  }
}
