/** Storage layer: the `suppressions` table, the people of whom no event may leave. Holds hashes, no identities. */
import { nullable, required, type Table } from './column.ts'

/** Most rows the store follows: it keeps their hashes in memory. */
export const suppressionsLimit = 500_000

/** Small, so not partitioned; rows are added by INSERT, which shows in the table's metadata at once, never streamed. */
export const suppressions: Table = {
  name: 'suppressions',
  description:
    'People whose events are stored but go to no third party; append-only. The newest row of a field and hash counts.',
  clustering: ['field', 'value_hash'],
  columns: [
    required('field', 'STRING', 'Context field that identifies the person, such as user_id, email or phone.'),
    required(
      'value_hash',
      'STRING',
      'SHA-256, in lower-case hex, of the value trimmed and in lower case; of a phone number, in E.164.',
    ),
    required('created_at', 'TIMESTAMP', 'When it was said.'),
    required('created_by', 'STRING', 'Email address of who said it.'),
    nullable('reason', 'STRING', 'Why, such as an objection or a request to erase.'),
    required('lifted', 'BOOL', 'Whether the suppression ends with this row.'),
  ],
}
