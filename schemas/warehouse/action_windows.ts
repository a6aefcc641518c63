/** Storage layer: the `action_windows` table, when each action fired for each subject: once per subject per window. */
import { nullable, required, type Table } from './column.ts'

/** Changed by MERGE, which touches the row of the action itself (an empty subject) each time, so that two claims exclude each other.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-conflicts */
export const actionWindows: Table = {
  name: 'action_windows',
  description:
    'A row for each firing of an action, and one for the action itself. What does not stand here first is not sent.',
  clustering: ['action', 'subject'],
  columns: [
    required(
      'action',
      'STRING',
      'Name of the action; `shadow/` stands before it for what would have been sent.',
    ),
    required('subject', 'STRING', 'Value of the action’s key; empty in the row of the action itself.'),
    nullable('firing_id', 'STRING', 'The firing that holds the window.'),
    nullable('fired_at', 'TIMESTAMP', 'When the window begins: the time of what set the firing off.'),
  ],
}
