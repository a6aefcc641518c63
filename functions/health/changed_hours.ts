/** Health: finds the hours whose rows have changed since they were counted. */
import { tables } from '../../schemas/warehouse.ts'
import type { Locate } from '../../schemas/views/view.ts'

/** Reads, for each hour since `@from`, when its last row was stored. A message that waited in Pub/Sub is stored long after its hour, and a dead
 * letter long after its pair ended. */
export function storedHoursQuery(locate: Locate): string {
  return `SELECT UNIX_MILLIS(hour) AS hour, MAX(UNIX_MILLIS(stored_at)) AS changed
FROM (
  SELECT TIMESTAMP_TRUNC(received_at, HOUR) AS hour, stored_at
  FROM ${locate(tables.events.name)} WHERE received_at >= @from
  UNION ALL
  SELECT TIMESTAMP_TRUNC(received_at, HOUR), stored_at
  FROM ${locate(tables.quarantine.name)} WHERE received_at >= @from
  UNION ALL
  SELECT TIMESTAMP_TRUNC(dead_at, HOUR), stored_at
  FROM ${locate(tables.dead_letters.name)} WHERE dead_at >= @from
  UNION ALL
  SELECT TIMESTAMP_TRUNC(dead.received_at, HOUR), letter.stored_at
  FROM ${locate(tables.dead_letters.name)} AS letter
  JOIN ${locate(tables.deliveries.name)} AS dead
    ON dead.event_id = letter.event_id AND dead.destination = letter.destination
  WHERE letter.dead_at >= @from AND dead.settled_at >= @from AND dead.outcome = 'dead'
)
GROUP BY hour`
}

/** Reads, for each hour, when a pair of its events got another outcome since `@from`: after a pause of the destination, retries or a replay. A
 * pair that is deferred again stays as it was counted. */
export function settledHoursQuery(locate: Locate): string {
  return `SELECT UNIX_MILLIS(TIMESTAMP_TRUNC(received_at, HOUR)) AS hour, MAX(UNIX_MILLIS(settled_at)) AS changed
FROM ${locate(tables.deliveries.name)}
WHERE settled_at >= @from AND source IS NULL AND (outcome != 'deferred' OR attempt = 1)
GROUP BY hour`
}
