/** Storage layer: describes table `receipts`: what became of each request of a connection. Contains no personal data. */
import { nullable, repeated, required, type Table } from './column.ts'

/** Maximum number of refusals that a receipt lists. */
export const maxReceiptRefusals = 20

/** The closed set of reasons for a refusal with their meanings. */
export const receiptCodes = {
  missing: 'A required field has no value.',
  invalid: 'The value of the field cannot be read as what is expected.',
  not_a_record: 'The record cannot be read.',
  charset: 'A text of the record has bytes of another charset.',
  too_large: 'The event is too large.',
  not_an_event: 'The event cannot be stored, for instance because its type is unknown.',
} as const

export type ReceiptCode = keyof typeof receiptCodes

/** Only the functions `translate` and `hook` append, and neither can read it. Not erased: names come from the owner's definitions, and every
 * other column has a closed form, in which no value of a payload fits (functions/translation/endpoint/receipt.ts). */
export const receipts: Table = {
  name: 'receipts',
  description:
    'Requests of connections: a row for each request to translate or hook, with its counts and a sample of what was refused, never with values. Kept as long as deliveries.',
  partition: 'received_at',
  clustering: ['connection'],
  columns: [
    required('received_at', 'TIMESTAMP', 'When the request arrived.'),
    required('connection', 'STRING', 'Connection: name of the translation, without a version.'),
    nullable(
      'version',
      'STRING',
      'Version of the translation that was applied; null if the request was refused before.',
    ),
    nullable('pinned', 'STRING', 'Version that the address names; null for the address without a version.'),
    required('via', 'STRING', 'translate: with a token; hook: with a signature.'),
    required('status', 'INT64', 'HTTP status of the response.'),
    required('records', 'INT64', 'Records that were read.'),
    required('accepted', 'INT64', 'Events that Pub/Sub has stored.'),
    required('refused', 'INT64', 'Records, or elements of records, that were refused.'),
    required('left_out', 'INT64', 'Records that yield no event by the translation, and are not refused.'),
    required('bytes', 'INT64', 'Bytes of the body that were read, decompressed.'),
    repeated('refusals', `Sample: the first ${maxReceiptRefusals} violations.`, [
      nullable(
        'row',
        'INT64',
        'Row of the spreadsheet or line of the file from 1, else number of the record from 1.',
      ),
      nullable('field', 'STRING', 'Path of the field, as the definition names it; null if none is known.'),
      required('code', 'STRING', `${Object.keys(receiptCodes).join(', ')}.`),
      nullable('expected', 'STRING', 'What the definition asks for.'),
      nullable('got', 'STRING', 'Kind of what came, never the value.'),
    ]),
  ],
}
