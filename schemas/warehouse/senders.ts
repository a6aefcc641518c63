/** Storage layer: describes table `senders`, the instances of `forward` that share the rate of a destination. */
import { required, type Table } from './column.ts'

/** Append-only: concurrent INSERTs do not conflict, concurrent UPDATEs of one table do.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-conflicts */
export const senders: Table = {
  name: 'senders',
  description:
    'Instances of forward that send to a destination with requests_per_second, a row for each renewal. They share the rate. Rows of the last hour.',
  partition: 'renewed_at',
  clustering: ['destination'],
  columns: [
    required('destination', 'STRING', 'Id of the destination.'),
    required('instance', 'STRING', 'Random id of the instance.'),
    required('renewed_at', 'TIMESTAMP', 'When the instance renewed its share.'),
  ],
}
