/** Delivery: settles each (event, destination) pair once. The outcome is a row of `deliveries` before the bus hears of it. */
import type { Outcome } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import type { DeliveryResult } from './deliver.ts'
import { deliveryRow } from './row.ts'

/** `settled`: the pair has ended and its row is written. `again`: deliver the message again. */
export type Settlement = { kind: 'settled' } | { kind: 'again'; outcome: Outcome | undefined }

export interface SettlePorts {
  now: () => Date
  deliver: (event: StoredEvent) => Promise<DeliveryResult>
  /** Writes one row of `deliveries`. */
  record: (row: RowText) => Promise<RowResult>
  /** Waits between two tries to write a row, in ms. */
  wait: (ms: number) => Promise<void>
}

/** What is remembered of a pair, so that a redelivered message neither sends twice nor counts twice. */
interface PairState {
  /** The settling under way: a second message of the same event waits for it. */
  running?: Promise<Settlement>
  /** What has ended the pair. */
  final?: DeliveryResult
  recorded: boolean
}

/** How many pairs an instance remembers. */
const memorySize = 10_000

/** Waits before the second and the third try to write an outcome, in ms. */
const recordDelays = [250, 1000]

const settled: Settlement = { kind: 'settled' }

/** Makes the function that settles one message of one destination. */
export function createSettlement(
  destination: { id: string; target: string },
  ports: SettlePorts,
): (event: StoredEvent) => Promise<Settlement> {
  const memories = new Map<string, PairState>()

  /** What was asked for last is forgotten last, and what is under way is not forgotten: a redelivery would send it again. */
  const remember = (id: string): PairState => {
    const memory = memories.get(id) ?? { recorded: false }
    memories.delete(id)
    memories.set(id, memory)
    if (memories.size > memorySize) {
      const idle = memories.entries().find(([each, { running }]) => each !== id && !running)
      if (idle) memories.delete(idle[0])
    }
    return memory
  }

  const settle = async (memory: PairState, event: StoredEvent): Promise<Settlement> => {
    if (memory.recorded) return settled
    const ending = memory.final ?? (await ports.deliver(event))
    // Nobody was asked, so there is no attempt to tell of.
    if (ending.notAttempted) return { kind: 'again', outcome: ending.outcome }
    const final = ending.outcome.outcome !== 'deferred'
    if (final) memory.final = ending
    const row = deliveryRow(destination, event, ending, ports.now())
    const written = await recordWithRetry(ports, row, final)
    if (!final) return { kind: 'again', outcome: ending.outcome }
    memory.recorded = written
    return written ? settled : { kind: 'again', outcome: undefined }
  }

  return (event) => {
    const memory = remember(event.replayId ? `${event.id} ${event.replayId}` : event.id)
    memory.running ??= settle(memory, event).finally(() => delete memory.running)
    return memory.running
  }
}

/** An outcome that stands must be written; one that will be tried again is not worth the wait. */
async function recordWithRetry(
  { record, wait }: SettlePorts,
  row: RowText,
  final: boolean,
): Promise<boolean> {
  for (const delay of [...(final ? recordDelays : []), undefined]) {
    const { kind } = await record(row)
    if (kind === 'written') return true
    // Only the third party's own words can be what BigQuery will not take.
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
