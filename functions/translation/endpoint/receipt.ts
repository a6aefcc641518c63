/** Translation layer: makes the receipt of a request, a row of table `receipts`. Its columns have a closed form: no value of a payload fits. Pure. */
import { maxReceiptRefusals, type ReceiptCode } from '../../../schemas/warehouse/receipts.ts'
import type { TranslationViolation } from '../read_fields.ts'
import type { TranslationAddress } from './address.ts'
import type { RecordPosition, Results } from './results.ts'

/** The parts of a request that its receipt tells. */
export interface ReceivedRequest {
  /** ms since 1970. */
  arrivedAt: number
  address: TranslationAddress
  via: 'translate' | 'hook'
  /** Version that was applied; undefined if the request was refused before. */
  version: string | undefined
  status: number
  /** Undefined if no record was read. */
  results: Results | undefined
}

/** Kinds of values, as `describeGot` and the readers name them. Other texts could repeat a value. */
const gotForms =
  /^(?:nothing|null|array|object|number|boolean|undefined|bigint|string of \d+ characters|\d+ bytes|\d+|bytes of another charset)$|^Expected \d+ columns, got \d+\.(?= |$)/

const maxText = 256

/** Returns the row as JSON text. */
export function requestReceipt(request: ReceivedRequest): string {
  const { arrivedAt, address, via, version, status, results } = request
  return JSON.stringify({
    received_at: new Date(arrivedAt).toISOString(),
    connection: address.name,
    version: version ?? null,
    pinned: address.version ?? null,
    via,
    status,
    records: results?.records ?? 0,
    accepted: results?.accepted ?? 0,
    refused: results?.refused ?? 0,
    left_out: results?.leftOut ?? 0,
    bytes: results?.bytes ?? 0,
    refusals: results?.refusals(maxReceiptRefusals).flatMap(refusalsOf).slice(0, maxReceiptRefusals) ?? [],
  })
}

function refusalsOf(refused: RecordPosition & { violations: readonly TranslationViolation[] }): object[] {
  return refused.violations.map((violation) => {
    const { field, expected, got } = violation
    const code = codeOf(violation)
    return {
      row: refused.row ?? refused.index + 1,
      // The path of an undecodable text is made of the payload's own names.
      field: code === 'charset' || field === '' ? null : field.slice(0, maxText),
      code,
      expected: expected.slice(0, maxText),
      got: gotForms.exec(got)?.[0] ?? null,
    }
  })
}

function codeOf({ field, expected, got }: TranslationViolation): ReceiptCode {
  if (got === 'nothing') return 'missing'
  if (got === 'bytes of another charset') return 'charset'
  if (expected === 'a record') return 'not_a_record'
  if (expected.startsWith('an event of at most ')) return 'too_large'
  return field === '' || expected === 'an event that can be stored' ? 'not_an_event' : 'invalid'
}
