/** Storage layer: describes table `leases`, the locks of runs that must not overlap. */
import { nullable, required, type Table } from './column.ts'

/** One row per scope. A lease is acquired by UPDATE, because in BigQuery two updates of one row conflict and two inserts do not.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-conflicts */
export const leases: Table = {
  name: 'leases',
  description: 'Leases that serialize runs of one scope. An unrenewed lease expires.',
  clustering: ['scope'],
  columns: [
    required('scope', 'STRING', 'Scope of the lease, such as sync/customer_profiles.'),
    nullable('holder', 'STRING', 'Holder of the lease.'),
    nullable('until', 'TIMESTAMP', 'When the lease expires unless it is renewed.'),
  ],
}
