/** Storage layer: what can be wrong with a field of an event, as the tables `events` and `quarantine` and `validateOnly` tell it. */
import { nullable, repeated, required } from './column.ts'

/** The closed set of what can be wrong with a field. */
export const violationCodes = {
  missing: 'The field is required and not there.',
  wrong_type: 'The value is of another type.',
  out_of_range: 'The number is too small or too large.',
  too_short: 'The text or list has too few characters or elements.',
  too_long: 'The text or list has too many characters or elements.',
  pattern: 'The text does not match the pattern.',
  invalid_format: 'The text is not written as its kind is, such as an email address or a point in time.',
  not_listed: 'The value is none of those that are allowed.',
  unlisted: 'The definition is strict and has no such field.',
  given_twice: 'The field stands at the top level and in event_data; the one in event_data counts.',
  refused: 'BigQuery does not take the row; its own words are in `expected`.',
} as const

export type ViolationCode = keyof typeof violationCodes

/** What is wrong with one field. Never holds the value itself. */
export interface Violation {
  /** Path of the field, such as `event_data.items[0].price`. */
  field: string
  code: ViolationCode
  expected: string
  got: string
}

export const violations = repeated('violations', 'Fields that break their definition; the values are kept.', [
  required('field', 'STRING', 'Path of the field.'),
  nullable('code', 'STRING', `What is wrong with it: ${Object.keys(violationCodes).join(', ')}.`),
  required('expected', 'STRING', 'What the definition asks for.'),
  nullable('got', 'STRING', 'The kind of value that came, never the value itself.'),
])
