/** Storage layer: the `action_firings` table, what each automated action did or would have done, and why. */
import { nullable, required, type Table } from './column.ts'

export const actionFirings: Table = {
  name: 'action_firings',
  description:
    'Every time the trigger of an action held: whether it fired, and why not if it did not. A message of the bus that comes again can write a row again: count distinct values of firing_id.',
  partition: 'fired_at',
  clustering: ['action', 'outcome', 'subject'],
  columns: [
    required(
      'firing_id',
      'STRING',
      'Identity of the firing, derived from the action and what set it off; also the event_id of what is sent.',
    ),
    required('action', 'STRING', 'Name of the action.'),
    required('state', 'STRING', 'State the action was in: live, or shadow: nothing was sent.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required(
      'subject',
      'STRING',
      'Whom or what it was about: the value of the action’s key; empty if there was none.',
    ),
    nullable('event_id', 'STRING', 'Event that set it off; null for a scheduled action.'),
    nullable('run_id', 'STRING', 'Run that set it off; null for an action on an event.'),
    required('hop', 'INT64', 'How many actions lie between the producer and this firing, itself included.'),
    required(
      'outcome',
      'STRING',
      'fired: it was handed to the destination, and deliveries says what came of it; would_fire: the same, but for the sending; restricted: the decision layer kept it back; withheld: the action itself did.',
    ),
    required(
      'reason',
      'STRING',
      'Why: trigger of one that fired or would; of a restricted one the reason of the verdict; of a withheld one already_fired, condition_not_met, chain_too_long or no_subject.',
    ),
    nullable(
      'detail',
      'STRING',
      'What more there is to say, such as the value that did not meet the condition.',
    ),
    required('fired_at', 'TIMESTAMP', 'When this was decided.'),
  ],
}
