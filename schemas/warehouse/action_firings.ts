/** Storage layer: describes table `action_firings`, the log of automated actions. */
import { nullable, required, type Table } from './column.ts'

export const actionFirings: Table = {
  name: 'action_firings',
  description:
    'Every match of an action’s trigger: whether it fired, and the reason. An action with several destinations has a row for each. A redelivered message can repeat a row, so count distinct values of firing_id.',
  partition: 'fired_at',
  clustering: ['action', 'outcome', 'subject'],
  columns: [
    required(
      'firing_id',
      'STRING',
      'Id of the firing, derived from the action and its trigger. Also the event_id of the event that is sent.',
    ),
    required('action', 'STRING', 'Name of the action.'),
    required('state', 'STRING', 'State of the action: live, or shadow, in which nothing is sent.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required('subject', 'STRING', 'Value of the action’s subject field; empty if there was none.'),
    nullable('event_id', 'STRING', 'Event that triggered the action; null for a scheduled action.'),
    nullable('run_id', 'STRING', 'Run that triggered the action; null for an action on events.'),
    required('hop', 'INT64', 'Number of automated actions since the producer, including this one.'),
    required(
      'outcome',
      'STRING',
      'fired: published for the destination, see deliveries; would_fire: the same in shadow; restricted: by the decision layer; withheld: by the action.',
    ),
    required(
      'reason',
      'STRING',
      'fired and would_fire: trigger; restricted: reason of the decision; withheld: already_fired, condition_not_met, chain_too_long or no_subject.',
    ),
    nullable('detail', 'STRING', 'Details, such as the value that did not meet a requirement.'),
    required('fired_at', 'TIMESTAMP', 'When the trigger was evaluated.'),
  ],
}
