/** Console: the events of the Overview's period and their attempts, as FROM clauses. They name the partitions, so a shorter period reads less. */
import { eachEventOnce } from '../../schemas/views/view.ts'

/** Each event of the period once. */
export const eventsOfPeriod = eachEventOnce(
  'events',
  'event.received_at >= @from AND event.received_at < @to',
)

/** The attempts to deliver them, with a condition. An attempt ends after its event is received; the additional day allows for clock skew. */
export const attemptsOfPeriod = `deliveries
  WHERE received_at >= @from AND received_at < @to AND settled_at >= TIMESTAMP_SUB(@from, INTERVAL 1 DAY)`
