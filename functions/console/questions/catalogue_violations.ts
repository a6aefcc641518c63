/** Console: question `catalogue_violations`: what is wrong with the events of a type. */
import { fieldFindings } from './field_findings.ts'

export const catalogueViolations = fieldFindings({
  name: 'catalogue_violations',
  description: 'Violations of a type in the period, by field, each with its latest event.',
  column: 'violations',
  as: 'violation',
  members: ['code', 'expected'],
})
