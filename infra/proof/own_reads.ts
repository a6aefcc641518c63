/** Proof: computes what the runs of the platform read of BigQuery in a day, and from how many events a day a statement reads too much. Pure.
 * Widths are those of the columns that a statement reads: 2 bytes and the text for a STRING, 8 for a TIMESTAMP or INT64, 1 for a BOOL; null takes
 * none. https://cloud.google.com/bigquery/pricing#data */
import { assumptions } from './cost.ts'
import { prices } from './prices.ts'

/** Bytes that a statement of a run may read: `replayMaxBytesBilled` of functions/replay/job.ts. */
export const statementBytes = 500 * 2 ** 30

/** Bytes of a STRING of so many characters. */
function text(length: number): number {
  return 2 + length
}

const eight = 8
const eventId = text(36)
const destination = text(8)

interface OwnRun {
  what: string
  /** Bytes of an event, without those of its destinations. */
  event: number
  /** Bytes of a destination: its decision, and its attempt. */
  destination: number
  /** Days of rows that its largest statement reads. */
  days: number
  /** Days of rows that all its statements of a day read. Partitions are days, of which half is there on average. */
  daysInDay: number
}

/** What is read by the clock, with any number of events. docs/operations.md and docs/people.md describe the runs. */
export const ownRuns: readonly OwnRun[] = [
  {
    what: 'daily check of the promises',
    // event_id, received_at, stored_at
    event: eventId + 2 * eight,
    // destination, permitted; event_id, destination, received_at, outcome, settled_at, latency_ms
    destination: destination + 1 + (eventId + destination + 3 * eight + text(9)),
    // Two days, the day before them, and today; of attempts another day.
    days: 4,
    daysInDay: 4,
  },
  // Widths and times as in docs/operations.md#check-the-health.
  {
    what: 'health check',
    event: eventId + 2 * eight,
    destination: destination + 1 + 110,
    days: 1,
    daysInDay: 96 / 2,
  },
  { what: 'counts for the console', event: 180, destination: 215, days: 1, daysInDay: 24 / 2 },
  {
    what: 'links of people',
    // user_id, anonymous_id, email, received_at
    event: text(10) + text(36) + text(20) + eight,
    destination: 0,
    days: 32,
    daysInDay: 32 + 143 / 2,
  },
]

export interface OwnRead {
  what: string
  bytesPerMonth: number
  usd: number
  /** Events a day from which its largest statement reads more than `statementBytes`, and the run fails. */
  failsFrom: number
}

/** Returns what the runs read. */
export function ownReads(
  eventsPerDay: number,
  destinations: number,
  daysOfMonth = assumptions.secondsOfMonth / 86_400,
): readonly OwnRead[] {
  return ownRuns.map((run) => {
    const width = run.event + run.destination * destinations
    const bytesPerMonth = eventsPerDay * width * run.daysInDay * daysOfMonth
    return {
      what: run.what,
      bytesPerMonth,
      usd: (bytesPerMonth / 2 ** 40) * prices.bigqueryQueries.usd,
      failsFrom: statementBytes / (width * run.days),
    }
  })
}
