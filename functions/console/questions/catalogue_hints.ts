/** Console: question `catalogue_hints`: which fields of the events of a type are probably meant as others. */
import { fieldFindings } from './field_findings.ts'

export const catalogueHints = fieldFindings({
  name: 'catalogue_hints',
  description: 'Hints at fields of a type in the period, by field, each with its latest event.',
  column: 'hints',
  as: 'hint',
  members: ['kind', 'did_you_mean'],
})
