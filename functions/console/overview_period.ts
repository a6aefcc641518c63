/** Console: the events of the Overview's period that are not counted yet, and their attempts, as FROM clauses. They name the partitions, so a
 * shorter period reads less. */
import { eachEventOnce } from '../../schemas/views/view.ts'

/** Each event since @live once. An event that came before it, since @known, is not one of them. */
export const liveEvents = `${eachEventOnce(
  'events',
  'event.received_at >= @known AND event.received_at < @to',
)} WHERE received_at >= @live`

/** The attempts to deliver them, with a condition. An attempt ends after its event is received; the additional day allows for clock skew. */
export const liveAttempts = `deliveries
  WHERE received_at >= @live AND received_at < @to AND settled_at >= TIMESTAMP_SUB(@live, INTERVAL 1 DAY)`
