/** Storage layer: describes table `suppressions`, the people whose events are not forwarded. Contains hashes, no identities. */
import { nullable, required, type Table } from './column.ts'

/** Maximum number of rows, because `store` caches the hashes in memory. */
export const suppressionsLimit = 500_000

/** Not partitioned, because it is small. Rows are added by INSERT, which updates the table's metadata immediately; streaming does not. */
export const suppressions: Table = {
  name: 'suppressions',
  description:
    'People whose events are stored but not forwarded. Append-only; the latest row per field and hash counts.',
  clustering: ['field', 'value_hash'],
  columns: [
    required('field', 'STRING', 'Context field that identifies the person, such as user_id, email or phone.'),
    required(
      'value_hash',
      'STRING',
      'SHA-256 in lowercase hex of the trimmed, lowercase value; of a phone number, in E.164.',
    ),
    required('created_at', 'TIMESTAMP', 'When the row was added.'),
    required('created_by', 'STRING', 'Email address of the account that added the row.'),
    nullable('reason', 'STRING', 'Reason, such as an objection or an erasure.'),
    required('lifted', 'BOOL', 'True if this row ends the suppression.'),
  ],
}
