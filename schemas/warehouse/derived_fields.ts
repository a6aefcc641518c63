/** Storage layer: describes which fields of an event Sluice has derived, as table `events` contains it. */
import { strings } from './column.ts'

export const derivedFieldsColumn = strings(
  'derived_fields',
  'Context fields that the producer did not send, and that were derived from page_url or user_agent.',
)
