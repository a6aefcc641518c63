/** Storage layer: describes violations, as tables `events` and `quarantine` and `validateOnly` contain them. */
import { nullable, repeated, required } from './column.ts'

/** The closed set of violations with their meanings. */
export const violationCodes = {
  missing: 'The required field is missing.',
  wrong_type: 'The value has another type.',
  out_of_range: 'The number is too small or too large.',
  too_short: 'The text or list has too few characters or elements.',
  too_long: 'The text or list has too many characters or elements.',
  pattern: 'The text does not match the pattern.',
  invalid_format: 'The text does not have the required format, such as an email address or a timestamp.',
  not_listed: 'The value is not one of the allowed values.',
  unlisted: 'The definition is strict and has no such field.',
  given_twice:
    'The field is in two places. The value in event_data counts before that at the top level, and that before the one in contextFields.',
  too_slow: 'Evaluating the event took too long.',
  refused: 'BigQuery rejected the row; its message is in `expected`.',
} as const

export type ViolationCode = keyof typeof violationCodes

/** One field that breaks its definition. Never contains the value. */
export interface Violation {
  /** Path of the field, such as `event_data.items[0].price`. */
  field: string
  code: ViolationCode
  expected: string
  got: string
}

export const violations = repeated(
  'violations',
  'Fields that break the definition. Their values are stored.',
  [
    required('field', 'STRING', 'Path of the field.'),
    nullable('code', 'STRING', `Kind of violation: ${Object.keys(violationCodes).join(', ')}.`),
    required('expected', 'STRING', 'What the definition requires.'),
    nullable('got', 'STRING', 'Type of the received value, never the value itself.'),
  ],
)
