/** Storage layer: the `leases` table, by which runs that must not overlap exclude each other. */
import { nullable, required, type Table } from './column.ts'

/** One row per scope. A lease is taken by UPDATE, since two updates of one row exclude each other in BigQuery and two inserts do not.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-conflicts */
export const leases: Table = {
  name: 'leases',
  description: 'Who is at work on what. A lease that its holder does not renew ends by itself.',
  clustering: ['scope'],
  columns: [
    required('scope', 'STRING', 'What is worked on by one at a time, such as sync/customer_profiles.'),
    nullable('holder', 'STRING', 'Who works on it.'),
    nullable('until', 'TIMESTAMP', 'When the lease ends unless it is renewed.'),
  ],
}
