/** Storage layer: describes table `definitions`, the event types and translations that were saved in the console. */
import { nullable, required, type Table } from './column.ts'

/** Not partitioned, because it is small. Rows are added by INSERT, which updates the table's metadata immediately; streaming does not. */
export const definitions: Table = {
  name: 'definitions',
  description:
    'Event definitions and translations saved in the console, and which versions are in force. Append-only; versions are immutable.',
  clustering: ['kind', 'name'],
  columns: [
    required(
      'kind',
      'STRING',
      'event; extension: fields beside those of a standard event type; translation; or force: which major version the address of a translation serves (schemas/force.ts).',
    ),
    required('name', 'STRING', 'Name of the event type or translation.'),
    required(
      'version',
      'STRING',
      '`major.minor`, of event types also `major.minor.patch`. Of several rows with the same version, the first counts. Of kind force: the major version, or none; the latest row counts.',
    ),
    required('created_at', 'TIMESTAMP', 'When the version was saved.'),
    required('created_by', 'STRING', 'Email address of the account that saved it.'),
    required(
      'definition',
      'JSON',
      'The definition (schemas/definition.ts, schemas/definition_extension.ts), translation (schemas/translation.ts) or force (schemas/force.ts).',
    ),
    nullable('comment', 'STRING', 'Reason for the version.'),
  ],
}
