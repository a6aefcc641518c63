/** Storage layer: describes table `definitions`, the event types and translations that were saved in the console. */
import { nullable, required, type Table } from './column.ts'

/** Not partitioned, because it is small. Rows are added by INSERT, which updates the table's metadata immediately; streaming does not. */
export const definitions: Table = {
  name: 'definitions',
  description:
    'Event definitions and translations saved in the console. Append-only; versions are immutable.',
  clustering: ['kind', 'name'],
  columns: [
    required('kind', 'STRING', 'event or translation.'),
    required('name', 'STRING', 'Name of the event type or translation.'),
    required('version', 'STRING', '`major.minor`. Of several rows with the same version, the first counts.'),
    required('created_at', 'TIMESTAMP', 'When the version was saved.'),
    required('created_by', 'STRING', 'Email address of the account that saved it.'),
    required(
      'definition',
      'JSON',
      'The definition (schemas/definition.ts) or translation (schemas/translation.ts).',
    ),
    nullable('comment', 'STRING', 'Reason for the version.'),
  ],
}
