/** People: makes the statement that adds the links of new events to table `identity_links`, and selects the events that a run reads. Pure. */
import { emailHash } from '../../schemas/person.ts'
import { countedDays } from '../../schemas/views/consent_now.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { events } from '../../schemas/warehouse/events.ts'
import { identityLinks } from '../../schemas/warehouse/identity_links.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A run reads again what was received this long before the run before it: an event is stored some seconds later, and hours later if the
 * storage was interrupted. */
const overlapMs = 2 * hourMs

/** The first run of a day reads the days in which a message can wait in Pub/Sub, which keeps it for 31 at most. */
const waitingMs = 32 * dayMs

/** Maximum time of one statement. The first run of all reads in such steps. */
const stepMs = 32 * dayMs

/** A link is recorded again when its record is so much older. It counts for 400 days. */
const renewedDays = 30

const columns = ['user_id', 'anonymous_id', 'email_sha256'] as const

/**
 * Adds the links of the events that were received from `@from` to `@to`. It reads four columns of these partitions, and the table. A repetition
 * changes nothing. An event with a user links the device and the address to the user; one without links the device to the address.
 */
export function linkStatement(locate: Locate): string {
  return `MERGE ${locate(identityLinks.name)} AS known
USING (
  WITH identified AS (
    SELECT NULLIF(user_id, '') AS user_id, NULLIF(anonymous_id, '') AS anonymous_id,
      ${emailHash("NULLIF(email, '')")} AS email_sha256, MAX(received_at) AS seen_at
    FROM ${locate(events.name)}
    WHERE received_at >= @from AND received_at < @to
    GROUP BY user_id, anonymous_id, email_sha256
  )
  SELECT pair.user_id, pair.anonymous_id, pair.email_sha256, MAX(seen_at) AS seen_at
  FROM identified
  CROSS JOIN UNNEST([
    STRUCT(identified.user_id AS user_id, identified.anonymous_id AS anonymous_id, CAST(NULL AS STRING) AS email_sha256),
    STRUCT(identified.user_id, CAST(NULL AS STRING), identified.email_sha256),
    STRUCT(CAST(NULL AS STRING), identified.anonymous_id, IF(identified.user_id IS NULL, identified.email_sha256, NULL))
  ]) AS pair
  WHERE ${columns.map((name) => `IF(pair.${name} IS NULL, 0, 1)`).join(' + ')} = 2
  GROUP BY pair.user_id, pair.anonymous_id, pair.email_sha256
) AS fresh
ON ${columns.map((name) => `IFNULL(known.${name}, '') = IFNULL(fresh.${name}, '')`).join(' AND ')}
WHEN MATCHED AND known.seen_at < TIMESTAMP_SUB(fresh.seen_at, INTERVAL ${renewedDays} DAY) THEN
  UPDATE SET seen_at = fresh.seen_at
WHEN NOT MATCHED BY TARGET THEN
  INSERT (${columns.join(', ')}, seen_at) VALUES (${columns.map((name) => `fresh.${name}`).join(', ')}, fresh.seen_at)`
}

/** A time in ms since 1970, up to but not including `to`. */
export interface Received {
  from: number
  to: number
}

/** Returns the times to read, the first first. `latest`: start of the latest run that has finished, in ms since 1970; undefined if none has. */
export function timesToRead(now: number, latest: number | undefined): readonly Received[] {
  const isFirstOfDay = latest === undefined || latest < now - (now % dayMs)
  const from =
    latest === undefined
      ? now - countedDays * dayMs
      : Math.min(latest - overlapMs, isFirstOfDay ? now - waitingMs : Infinity)
  const times: Received[] = []
  for (let start = from; start < now; start += stepMs)
    times.push({ from: start, to: Math.min(start + stepMs, now) })
  return times
}
