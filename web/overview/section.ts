/** Overview: the properties that every section takes. */
import type { OverviewData } from './overview_data.ts'
import type { Selection } from './selected.ts'

export interface SectionProps {
  answer: OverviewData
  selection: Selection
}
