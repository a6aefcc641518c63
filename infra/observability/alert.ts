/** Observability: describes an alert. Pure. */
import type { types } from '@pulumi/gcp'

export type Condition = Omit<types.input.monitoring.AlertPolicyCondition, 'displayName'>

export interface Alert {
  /** Anchor of the section in docs/operations.md. */
  name: string
  /** What happened, as a sentence. */
  title: string
  /** `CRITICAL`: events are delayed or a third party misses them. `WARNING`: it may resolve by itself. */
  severity: 'CRITICAL' | 'ERROR' | 'WARNING'
  condition: Condition
  /** The same for worker pools, whose entries and metrics have other labels. It fires if one of the two does. */
  poolCondition?: Condition
  /** Further lines of the notification, as Markdown. */
  details?: string
}
