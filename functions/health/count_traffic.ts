/** Health: counts what became of the events of whole hours into table `hourly_counts`, for the console's Overview. */
import { tables } from '../../schemas/warehouse.ts'
import { roundedLatency, trafficRows } from '../../schemas/views/traffic.ts'
import { eachEventOnce, type Locate } from '../../schemas/views/view.ts'
import { attemptedSince, replaceCounts, selected, selectedHours } from './replace_counts.ts'

/** The rows of one group, by latency. */
function byLatency(number: string): string {
  return `ARRAY_AGG(STRUCT(ms, ${number} AS pairs) ORDER BY ms)`
}

/** An event that is received again the same day is not counted again. */
const known = 'TIMESTAMP_TRUNC(@from, DAY)'

/** What became of the events of each hour, as it is now. */
function outcomesOfHours(locate: Locate): string {
  const events = eachEventOnce(
    locate(tables.events.name),
    `event.received_at >= ${known} AND event.received_at < @to`,
  )
  return trafficRows({
    events: `${events} WHERE received_at >= @from`,
    attempts: `${locate(tables.deliveries.name)} WHERE ${attemptedSince}`,
    arrivedIn: (time) => `TIMESTAMP_TRUNC(${time}, HOUR)`,
    outcomeIn: (time) => `TIMESTAMP_TRUNC(${time}, HOUR)`,
    latency: roundedLatency,
  })
}

/** Replaces the arrivals and outcomes of the hours. Reads a few columns of the events of the days of these hours, and of all later attempts. */
export function countTrafficStatement(locate: Locate): string {
  return replaceCounts(
    locate,
    ['arrivals', 'outcomes'],
    `WITH ${outcomesOfHours(locate)}
  SELECT ${selected({
    hour: 'bucket',
    subject: `'arrivals'`,
    event_name: 'event_name',
    outcome: `IF(is_permitted, 'permitted', 'restricted')`,
    pairs: 'SUM(arrivals.events)',
    latencies: byLatency('arrivals.events'),
  })}
  FROM arrivals
  GROUP BY bucket, event_name, is_permitted
  UNION ALL
  SELECT ${selected({
    hour: 'bucket',
    subject: `'outcomes'`,
    destination: 'destination',
    event_name: 'event_name',
    outcome: 'outcome',
    reason: 'reason',
    pairs: 'SUM(outcomes.pairs)',
    latencies: byLatency('outcomes.pairs'),
  })}
  FROM outcomes
  GROUP BY bucket, event_name, destination, outcome, reason
  UNION ALL
  ${selectedHours('outcomes')}`,
  )
}
