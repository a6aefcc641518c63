/** Test support: rows of the warehouse, and what the check counts of them. */
export const hourMs = 3_600_000

/** Start of this hour, in ms. */
export const thisHour = Date.now() - (Date.now() % hourMs)

/** The time of a check, in ms: within this hour, though the next one begins while the tests run. */
export const checkTime = thisHour + hourMs / 2

export function timeText(ms: number): string {
  return new Date(ms).toISOString()
}

export interface Attempt {
  event_id: string
  event_name: string
  destination: string
  outcome: string
  reason: string | null
  /** In ms. */
  settled: number
}

export function attemptRow({ settled, ...attempt }: Attempt) {
  const time = timeText(settled)
  return {
    ...attempt,
    target: 'webhook',
    attempt: 1,
    latency_ms: 5,
    received_at: time,
    stored_at: time,
    settled_at: time,
  }
}

export function eventRow(id: string, name: string, received: number, destinations: readonly string[] = []) {
  const time = timeText(received)
  return {
    event_id: id,
    event_name: name,
    event_time: time,
    received_at: time,
    stored_at: time,
    topic: name,
    message_id: `m-${id}-${received}`,
    definition: `${name}@1.0`,
    hop: 0,
    violations: [],
    decisions: destinations.map((destination) => ({
      destination,
      permitted: true,
      rule: 'all',
      reason: 'permitted',
    })),
  }
}

export function quarantineRow(id: string, reason: string, received: number) {
  const time = timeText(received)
  return {
    event_id: id,
    event_name: 'purchas',
    reason,
    received_at: time,
    stored_at: time,
    topic: 'events',
    message_id: `m-${id}`,
    part: 1,
    parts: 1,
    violations: [],
  }
}

/** Delivered before any other outcome, a final outcome before a deferred one, and then the last one. */
function isBetter(a: Attempt, b: Attempt): boolean {
  const rank = ({ outcome }: Attempt): number =>
    outcome === 'delivered' ? 1 : outcome === 'deferred' ? 3 : 2
  return rank(a) === rank(b) ? a.settled > b.settled : rank(a) < rank(b)
}

/** Counts pairs as `hour destination outcome reason: pairs`. A pair counts once an hour. */
export function countPairs(attempts: readonly Attempt[]): readonly string[] {
  const best = new Map<string, Attempt>()
  for (const attempt of attempts) {
    const key = `${Math.floor(attempt.settled / hourMs)} ${attempt.destination} ${attempt.event_id}`
    const known = best.get(key)
    if (!known || isBetter(attempt, known)) best.set(key, attempt)
  }
  const counts = new Map<string, number>()
  for (const { settled, destination, outcome, reason } of best.values()) {
    const line = `${timeText(settled - (settled % hourMs))} ${destination} ${outcome} ${reason}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, pairs]) => `${line}: ${pairs}`).toSorted()
}
