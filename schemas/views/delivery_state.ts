/** Storage layer: describes view `delivery_state`, the current outcome of each event at each destination. */
import { nullable } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { eventsDeduplicated } from './events_deduplicated.ts'
import { pairs } from './pairs.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, whileKept, type Kept } from './window.ts'

/** Number of days if deliveries never expire: ten years. */
const maxDays = 3650

export function deliveryState(locate: Locate, kept: Kept): View {
  const days = whileKept(maxDays, kept.deliveries)
  const since = daysAgo(days, 'DAY')
  return {
    name: 'delivery_state',
    description:
      'Every pair of an event and a destination once, with its decision and current outcome. Delivered takes precedence ' +
      'over every other outcome, and a final outcome over a deferred one. ' +
      `Covers the last ${days} days, for which deliveries are stored. Filter on received_at to read less.`,
    columns: [
      nullable('event_id', 'STRING', 'Id of the event.'),
      nullable('event_name', 'STRING', 'Event type.'),
      nullable('destination', 'STRING', 'Id of the destination.'),
      nullable(
        'outcome',
        'STRING',
        'Current outcome (schemas/outcome.ts); pending if permitted and not attempted, restricted if not permitted.',
      ),
      nullable('reason', 'STRING', 'Reason of the outcome or, without an attempt, of the decision.'),
      nullable('detail', 'STRING', 'Message from the third party.'),
      nullable('http_status', 'INT64', 'HTTP status of the response.'),
      nullable('attempts', 'INT64', 'Number of attempts, including replays.'),
      nullable(
        'permitted',
        'BOOL',
        'True if the event may be sent to the destination; null without a decision for it.',
      ),
      nullable('rule', 'STRING', 'Rule that decided; null if none matched.'),
      nullable('received_at', 'TIMESTAMP', 'When the bus accepted the event.'),
      nullable('stored_at', 'TIMESTAMP', 'When the event was stored.'),
      nullable('settled_at', 'TIMESTAMP', 'When the attempt with this outcome ended.'),
    ],
    query: `WITH ${pairs(
      `${locate('events_deduplicated')}\n  WHERE received_at >= ${since}`,
      `${locate(deliveries.name)}\n  WHERE settled_at >= ${since}`,
      { inDetail: true },
    )}
SELECT event_id, event_name, destination, outcome, reason, detail, http_status, attempts, permitted, rule,
  received_at, stored_at, settled_at
FROM pairs`,
    reads: [eventsDeduplicated(locate).name, deliveries.name],
  }
}
