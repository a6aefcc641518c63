/** Storage layer: lists the promises, and the GoogleSQL that finds what breaks them. View `reconciliation` counts it. */

/** A promise about pairs of an event and a destination: the meaning of a count above zero, and the condition on which a pair counts. */
interface Check {
  name: string
  broken: string
  when: string
}

/** A promise about messages: `select` returns a query with one row, with its time, for each message that breaks it. */
interface MessageCheck {
  name: string
  broken: string
  select: (stored: string, quarantined: string) => string
}

export const pairChecks: readonly Check[] = [
  {
    name: 'undecided',
    broken:
      'Events without a decision for this destination, although it existed in an earlier and a later hour: store did not know it.',
    when: 'is_undecided',
  },
  {
    name: 'unexplained',
    broken:
      'Pairs permitted more than an hour ago without a final outcome or an attempt in the last hour: lost, or the destination is paused.',
    when: `permitted_at IS NOT NULL AND NOT IFNULL(is_final, FALSE)
      AND COALESCE(last_settled_at, permitted_at) < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)`,
  },
  {
    name: 'delivered_without_event',
    broken:
      'Delivered pairs whose event is not in table events: it was forwarded before it was stored, or erased later.',
    when: 'is_delivered AND permitted_at IS NULL AND event.stored_at IS NULL',
  },
  {
    name: 'delivered_before_stored',
    broken: 'Pairs whose delivery started before the event was stored.',
    when: 'delivery_began_at < event.stored_at',
  },
  {
    name: 'delivered_though_restricted',
    broken:
      'Delivered pairs without a decision that permits them. Replays are not counted, because they have their own decisions.',
    when: 'first_delivered_at IS NOT NULL AND permitted_at IS NULL AND event.stored_at IS NOT NULL',
  },
  {
    name: 'delivered_twice',
    broken:
      'Pairs that the third party accepted more than once in the first delivery or in one replay: an instance ended between delivery and its record. The event_id is the same.',
    when: 'first_delivered_at < last_delivered_at OR is_replayed_twice',
  },
  {
    name: 'without_reason',
    broken: 'Pairs with an undelivered attempt without a reason.',
    when: 'is_without_reason',
  },
  {
    name: 'unknown_outcome',
    broken:
      'Pairs with an outcome that is not in schemas/outcome.ts, so that the outcomes do not add up to stored.',
    when: 'is_unknown',
  },
]

export const messageChecks: readonly MessageCheck[] = [
  {
    name: 'stored_and_quarantined',
    broken: 'Messages that are both in events and in quarantine, so that they count twice as received.',
    select: (stored, quarantined) => `SELECT MIN(stored.received_at) AS received_at
  FROM (SELECT topic, message_id, received_at FROM ${stored}) AS stored
  JOIN (SELECT DISTINCT topic, message_id FROM ${quarantined}) AS quarantined
    ON quarantined.topic = stored.topic AND quarantined.message_id = stored.message_id
  GROUP BY stored.topic, stored.message_id`,
  },
  {
    name: 'messages_with_two_ids',
    broken: 'Messages whose redelivery was stored with another event_id, so that it counts as another event.',
    select: (stored) => `SELECT MIN(received_at) AS received_at
  FROM ${stored}
  GROUP BY topic, message_id
  HAVING MIN(event_id) != MAX(event_id)`,
  },
  {
    name: 'reprocessed_twice',
    broken:
      'Quarantined messages that became an event twice: a reprocessing run ended between publishing and recording it. events_deduplicated has one of them.',
    select: (stored) => `SELECT MIN(received_at) AS received_at
  FROM ${stored} AND reprocessed_from IS NOT NULL
  GROUP BY reprocessed_from
  HAVING MIN(message_id) != MAX(message_id)`,
  },
  {
    name: 'ids_of_two_events',
    broken:
      'Values of event_id that a producer used for events of different types; events_deduplicated has only the first.',
    select: (stored) => `SELECT MIN(received_at) AS received_at
  FROM ${stored}
  GROUP BY event_id
  HAVING MIN(event_name) != MAX(event_name)`,
  },
]

/** All promises, in the order of the columns of view `reconciliation`. */
export const promiseChecks = [...pairChecks, ...messageChecks]

/** Columns of the promises. */
export const promiseNames: readonly string[] = promiseChecks.map(({ name }) => name)
