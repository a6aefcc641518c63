/** Storage layer: the `definitions` table, event types and translations that people made, beside those in the code. */
import { nullable, required, type Table } from './column.ts'

/** Small, so not partitioned; rows are added by INSERT, which shows in the table's metadata at once, never streamed. */
export const definitions: Table = {
  name: 'definitions',
  description:
    'Event definitions and translations made in the console; append-only. A version never changes: a change is a new version.',
  clustering: ['kind', 'name'],
  columns: [
    required('kind', 'STRING', 'What is defined: event or translation.'),
    required('name', 'STRING', 'Name of the event type or translation.'),
    required('version', 'STRING', '`major.minor`; of several rows with the same one the first counts.'),
    required('created_at', 'TIMESTAMP', 'When it was saved.'),
    required('created_by', 'STRING', 'Email address of who saved it.'),
    required('definition', 'JSON', 'The definition itself, as schemas/definition.ts describes it.'),
    nullable('comment', 'STRING', 'Why it was made or changed.'),
  ],
}
