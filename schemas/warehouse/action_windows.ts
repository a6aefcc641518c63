/** Storage layer: describes table `action_windows`, which ensures that an action fires once per subject and window. */
import { nullable, required, type Table } from './column.ts'

/** Windows are claimed by MERGE statements that always update the row of the action itself (empty subject), so that two claims conflict.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-conflicts */
export const actionWindows: Table = {
  name: 'action_windows',
  description:
    'A row for each firing of an action, and one for the action itself. A firing is sent only if its row was written first.',
  clustering: ['action', 'subject'],
  columns: [
    required('action', 'STRING', 'Name of the action, with prefix `shadow/` if it is in shadow.'),
    required('subject', 'STRING', 'Value of the subject field; empty in the row of the action itself.'),
    nullable('firing_id', 'STRING', 'The firing that holds the window.'),
    nullable('fired_at', 'TIMESTAMP', 'Start of the window: the time of the trigger.'),
  ],
}
