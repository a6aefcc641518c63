/** Storage layer: the view `delivery_state`, the one answer to what became of an event at a destination. */
import { nullable } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { eventsDeduplicated } from './events_deduplicated.ts'
import { pairs } from './pairs.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, whileKept, type Kept } from './window.ts'

/** Days that are shown where deliveries are kept for ever: ten years. */
const longest = 3650

export function deliveryState(locate: Locate, kept: Kept): View {
  const days = whileKept(longest, kept.deliveries)
  const since = daysAgo(days, 'DAY')
  return {
    name: 'delivery_state',
    description:
      'Every pair of an event and a destination once: what was decided, and the outcome that counts. Delivered stays ' +
      'delivered, and a final outcome stands above an attempt that the bus repeats. ' +
      `Shows the last ${days} days, of which deliveries are kept; filter on received_at to read less of events.`,
    columns: [
      nullable('event_id', 'STRING', 'Identity of the event.'),
      nullable('event_name', 'STRING', 'Type of the event.'),
      nullable('destination', 'STRING', 'Id of the destination.'),
      nullable(
        'outcome',
        'STRING',
        'Outcome that counts (schemas/outcome.ts); pending when permitted and not attempted yet, restricted when not permitted.',
      ),
      nullable('reason', 'STRING', 'Why: of the attempt that counts, else of the decision.'),
      nullable('detail', 'STRING', 'The third party’s own words about that attempt.'),
      nullable('http_status', 'INT64', 'Status of its answer to that attempt.'),
      nullable('attempts', 'INT64', 'How many attempts were made, those of replays included.'),
      nullable(
        'permitted',
        'BOOL',
        'Whether the event may go there; null where no decision names the destination.',
      ),
      nullable('rule', 'STRING', 'Rule that decided; null when none matched.'),
      nullable('received_at', 'TIMESTAMP', 'When the bus accepted the event.'),
      nullable('stored_at', 'TIMESTAMP', 'When the event was stored.'),
      nullable('settled_at', 'TIMESTAMP', 'When the attempt that counts ended.'),
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
